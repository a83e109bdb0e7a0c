"""Commands that read a book back: a chapter's text and its revisions, the whole manuscript."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from cli import output, reports
from cli.editing import tell
from cli.files import write_bytes
from cli.opening import open_data
from cli.options import AsJson, Chapter, DataDir, Project
from lorepack.errors import InvalidInputError
from lorepack.records import ManuscriptFormat, Scope

app = typer.Typer()

_FORMATS = {f".{form.value}": form for form in ManuscriptFormat}


@app.command()
def text(
    project: Project,
    chapter: Chapter,
    revision: Annotated[int | None, typer.Option("--revision", help="Else the newest.")] = None,
    data_dir: DataDir = None,
) -> None:
    """Print a chapter's text."""
    with open_data(data_dir) as library:
        found = library.revision(Scope(project=project), chapter, revision)
    typer.echo(found.text)


@app.command()
def revisions(
    project: Project, chapter: Chapter, as_json: AsJson = False, data_dir: DataDir = None
) -> None:
    """List the texts that a chapter has had."""
    with open_data(data_dir) as library:
        found = library.revisions(Scope(project=project), chapter)
    (output.print_json if as_json else reports.print_revisions)(found)


@app.command()
def revert(
    project: Project,
    chapter: Chapter,
    revision: Annotated[int, typer.Argument(help="Number of the text to have again.")],
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Give a chapter one of its former texts again."""
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        done = library.editor(scope).revert(chapter, revision)
        tell(library, scope, done.change, as_json=as_json)


@app.command()
def manuscript(
    project: Project,
    file: Annotated[Path, typer.Argument(help="A file to write: .txt, .md or .epub.")],
    title: Annotated[str, typer.Option("--title", help="Of the book; else the project.")] = "",
    force: Annotated[bool, typer.Option("--force", help="Write over a file.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Write the whole book out again."""
    form = _FORMATS.get(file.suffix.lower())
    if form is None:
        raise InvalidInputError(f"{file}: name a file that ends with {', '.join(_FORMATS)}")
    with open_data(data_dir) as library:
        data = library.manuscript(Scope(project=project), form, title=title or project)
    write_bytes(file, data, force=force)
    output.err().print(escape(f"{file}: {len(data):,} bytes"))
