"""The import command."""

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from cli import output, reports
from cli.files import check_readable, open_file, read_folder
from cli.opening import check_models, open_data
from cli.options import AsJson, DataDir, said
from lorepack.errors import UnavailableError
from lorepack.ports import Progress
from lorepack.records import ImportOptions, ImportReport, Scope
from runtime.library import Library
from runtime.registry import installed_tagger, registry_of

app = typer.Typer()


@app.command("import")
def import_(
    file: Annotated[
        Path,
        typer.Argument(
            help="A txt, md, epub, docx or zip file, a folder of these, or a chat in jsonl or json."
        ),
    ],
    project: Annotated[str, typer.Option("--project", help="Project to import into.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only report.")] = False,
    pattern: Annotated[
        str | None, typer.Option("--pattern", help="Regular expression for heading lines.")
    ] = None,
    remove_missing: Annotated[
        bool, typer.Option("--remove-missing", help="Delete chapters that the file lacks.")
    ] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Import a book: chapters, snippets, facts, names; then vectors and summaries."""
    scope = Scope(project=said(project, "project"))
    options = ImportOptions(pattern=pattern, remove_missing=remove_missing, dry_run=dry_run)
    check_readable(file)
    with open_data(data_dir) as library:
        check_models(library.settings)
        with output.progress_bars() as progress:
            report = _take(library, scope, file, options, progress)
        if not as_json:  # people need not wait for what comes after
            reports.print_import(report)
        if not dry_run:
            finish(library, scope)
            proposed = _propose(library, scope)
            report = replace(report, chapters=tuple(library.chapters(scope)))
            if proposed and not as_json:
                names = f"{proposed} names are proposed"
                output.out().print(escape(f"{names}: lorepack entity proposals {project}"))
    if as_json:
        output.print_json(report)


def _take(
    library: Library, scope: Scope, path: Path, options: ImportOptions, progress: Progress
) -> ImportReport:
    if path.is_dir():
        return library.import_folder(
            scope, str(path), read_folder(path), options, progress=progress
        )
    with open_file(path) as file:
        return library.import_file(scope, str(path), file, options, progress=progress)


def _propose(library: Library, scope: Scope) -> int:
    """Look for names that the author may want to speak for; returns how many there are."""
    with output.progress_bars() as progress:
        return len(registry_of(library, scope).propose(installed_tagger(), progress))


def finish(library: Library, scope: Scope) -> None:
    """Make what a search can do without for a while."""
    with output.progress_bars() as progress:
        library.refresh_names(scope, progress=progress)
        try:
            library.index(scope, progress=progress)
        except UnavailableError as error:
            output.err().print(f"without vectors for now: {error}")
        library.summarise(scope, progress=progress)
