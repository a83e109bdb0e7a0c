"""The commands."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from cli import output
from cli.cards import read_card
from cli.demo import run_demo
from cli.files import read_bytes
from cli.opening import check_embedder, open_data
from lorepack.errors import InvalidInputError, LorepackError, UnavailableError
from lorepack.records import ImportReport, MatchMode, PackRequest, Scope, SearchRequest
from runtime.library import Library

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _or_before(context: typer.Context, value: Path | None) -> Path | None:
    """The data folder named after the command, or else before it."""
    return context.obj if value is None else value


DATA_DIR_HELP = "Where everything lives; else what LOREPACK_DATA_DIR names."
DataDir = Annotated[
    Path | None, typer.Option("--data-dir", help=DATA_DIR_HELP, callback=_or_before)
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
Project = Annotated[str, typer.Argument(help="Name of the project.")]


@app.callback()
def before(
    context: typer.Context,
    data_dir: Annotated[Path | None, typer.Option("--data-dir", help=DATA_DIR_HELP)] = None,
) -> None:
    """The memory of long-form writing."""
    context.obj = data_dir


@app.command("import")
def import_(
    file: Annotated[Path, typer.Argument(help="A text file.")],
    project: Annotated[str, typer.Option("--project", help="Project to import into.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only report.")] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Import a book: chapters, snippets, facts, names; then vectors and summaries."""
    data = read_bytes(file)
    scope = Scope(project=_said(project, "project"))
    with open_data(data_dir) as library:
        check_embedder(library.settings)
        report = _store(library, scope, file, data, dry_run=dry_run)
        if not as_json:  # people need not wait for what comes after
            output.print_import(report)
        if not dry_run:
            _finish(library, scope)
            report = replace(report, chapters=tuple(library.chapters(scope)))
    if as_json:
        output.print_json(report)


def _store(
    library: Library, scope: Scope, file: Path, data: bytes, *, dry_run: bool
) -> ImportReport:
    try:
        with output.progress_bars() as progress:
            return library.import_file(scope, data, dry_run=dry_run, progress=progress)
    except InvalidInputError as error:
        raise InvalidInputError(f"{file}: {error}") from error


def _finish(library: Library, scope: Scope) -> None:
    """Make what a search can do without for a while."""
    with output.progress_bars() as progress:
        try:
            library.index(scope, progress=progress)
        except UnavailableError as error:
            output.err().print(f"without vectors for now: {error}")
        library.summarise(scope, progress=progress)


@app.command()
def chapters(project: Project, as_json: AsJson = False, data_dir: DataDir = None) -> None:
    """List a project's chapters in reading order."""
    with open_data(data_dir) as library:
        found = library.chapters(Scope(project=project))
    (output.print_json if as_json else output.print_chapters)(found)


@app.command()
def summarise(project: Project, data_dir: DataDir = None) -> None:
    """Give every chapter its summary, and every window of chapters one."""
    with open_data(data_dir) as library, output.progress_bars() as progress:
        made = library.summarise(Scope(project=project), progress=progress)
    output.out().print(f"{made} chapters summarised")


@app.command()
def pack(
    project: Project,
    chapter: Annotated[int, typer.Option("--chapter", help="Position of the chapter to write.")],
    budget: Annotated[int, typer.Option("--budget", help="Tokens.")] = 12_000,
    card: Annotated[Path | None, typer.Option("--card", help="Chapter card, JSON or text.")] = None,
    query: Annotated[str, typer.Option("--query", help="What is asked now.")] = "",
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Build the context pack for a chapter."""
    with open_data(data_dir) as library:
        request = PackRequest(
            chapter=_at_least(1, chapter, "chapter"),
            budget=_at_least(1, budget, "budget"),
            card=read_card(card) if card else None,
            query=query,
            encoding=library.settings.encoding,
        )
        built = library.pack(Scope(project=project), request)
    (output.print_json if as_json else output.print_pack)(built)


def _said(value: str, name: str) -> str:
    if not value.strip():
        raise InvalidInputError(f"the {name} is empty; say one")
    return value


def _at_least(least: int, value: int, name: str) -> int:
    if value < least:
        raise InvalidInputError(f"--{name} {value} is too small: it starts at {least}")
    return value


@app.command()
def search(
    project: Project,
    query: Annotated[str, typer.Argument(help="Words to look for.")],
    as_of: Annotated[int | None, typer.Option("--as-of", help="Only chapters before it.")] = None,
    match: Annotated[MatchMode, typer.Option("--match", help="Ways of finding.")] = MatchMode.AUTO,
    k: Annotated[int, typer.Option("-k", min=1, max=100, help="Hits at the most.")] = 5,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Find original passages, to the letter and by meaning."""
    with open_data(data_dir) as library:
        request = SearchRequest(query=_said(query, "query"), as_of=as_of, match=match, k=k)
        result = library.search(Scope(project=project), request)
    (output.print_json if as_json else output.print_search)(result)


@app.command()
def demo() -> None:
    """Import the two sample books, build a pack for each one's next chapter, search."""
    run_demo()


@app.command()
def serve(
    host: Annotated[str | None, typer.Option("--host", help="Loopback only.")] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65_535, help="Port to listen on.")
    ] = None,
    data_dir: DataDir = None,
) -> None:
    """Serve the REST interface on this machine."""
    from cli import serving

    with open_data(data_dir) as library:
        settings = library.settings
        serving.check_host(host or settings.host)
        check_embedder(settings)
        serving.serve(library, host or settings.host, port or settings.port)


def main() -> None:
    """Run a command; an error meant for people is one line and exit code 1."""
    try:
        app()
    except LorepackError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(1)
