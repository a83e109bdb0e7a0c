"""Commands that change chapters, and take changes back."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from cli import output, reports
from cli.files import read_bytes
from cli.importing import finish
from cli.opening import open_data
from cli.options import AsJson, Chapter, DataDir, Project, said
from ingest.editing import read_heading
from ingest.reading import decode
from lorepack.errors import InvalidInputError
from lorepack.records import Change, Scope
from runtime.library import Library

app = typer.Typer()

File = Annotated[
    Path, typer.Option("--file", help="The text, with its heading line if it has one.")
]
AsIs = Annotated[
    bool,
    typer.Option("--as-is", help="Take the text as one chapter, whatever its lines look like."),
]
FromPack = Annotated[
    str | None, typer.Option("--from-pack", help="Id of the pack that it was written from.")
]
Heading = Annotated[str, typer.Option("--heading", help="Its heading, such as 第十二章 归来.")]


@app.command()
def insert(
    project: Project,
    file: File,
    at: Annotated[int | None, typer.Option("--at", help="Position; else the end.")] = None,
    volume: Annotated[str | None, typer.Option("--volume", help="Title of its volume.")] = None,
    heading: Heading = "",
    draft: Annotated[bool, typer.Option("--draft", help="Not part of the book yet.")] = False,
    as_is: AsIs = False,
    from_pack: FromPack = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Put a chapter in, or several where the text has several headings."""
    text = _text(file)
    parsed = read_heading(heading) if heading else None
    with open_data(data_dir) as library:
        scope = Scope(project=said(project, "project"))
        done = library.editor(scope).insert(
            text,
            at=at,
            volume=volume,
            heading=parsed,
            draft=draft,
            as_is=as_is,
            from_pack=from_pack,
        )
        if not as_json:
            tell(library, scope, done.change, as_json=False)
            return
        finish(library, scope)
        made = [library.chapter(scope, chapter.id) for chapter in done.chapters]
    output.print_json(made)


@app.command()
def edit(
    project: Project,
    chapter: Chapter,
    file: File,
    as_is: AsIs = False,
    from_pack: FromPack = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Give a chapter another text; a heading line that it begins with becomes its heading."""
    text = _text(file)
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        done = library.editor(scope).edit(chapter, text, as_is=as_is, from_pack=from_pack)
        tell(library, scope, done.change, as_json=as_json)


@app.command()
def accept(
    project: Project, chapter: Chapter, as_json: AsJson = False, data_dir: DataDir = None
) -> None:
    """Make a draft part of the book."""
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        done = library.editor(scope).accept(chapter)
        tell(library, scope, done.change, as_json=as_json)


@app.command()
def move(
    project: Project,
    chapter: Chapter,
    to: Annotated[int | None, typer.Option("--to", help="Position that it gets.")] = None,
    volume: Annotated[str | None, typer.Option("--volume", help="Volume it belongs to.")] = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Move a chapter to a position, to the end of a volume, or to a position in a volume."""
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        done = library.editor(scope).move(chapter, to=to, volume=volume)
        tell(library, scope, done.change, as_json=as_json)


@app.command()
def delete(
    project: Project,
    chapters: Annotated[list[str], typer.Argument(help="Positions or ids.")],
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Delete chapters: what was made from them is hidden at once, until `undo` or `purge`."""
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        done = library.editor(scope).delete(chapters)
        tell(library, scope, done.change, as_json=as_json)


@app.command()
def rename(
    project: Project,
    chapter: Chapter,
    heading: Annotated[str, typer.Argument(help="Its heading, such as 第十二章 归来.")],
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Give a chapter another heading: label, number and title."""
    parsed = read_heading(said(heading, "heading"))
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        done = library.editor(scope).rename(chapter, parsed)
        tell(library, scope, done.change, as_json=as_json)


@app.command()
def split(
    project: Project,
    chapter: Chapter,
    at: Annotated[
        int | None, typer.Option("--at", help="Character that begins the second.")
    ] = None,
    before: Annotated[str, typer.Option("--before", help="Words that begin the second.")] = "",
    heading: Heading = "",
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Cut a chapter in two."""
    if (at is None) != bool(before):
        raise InvalidInputError("say where the second half begins: either --at or --before")
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        editor = library.editor(scope)
        place = editor.place_of(chapter, before) if at is None else at
        done = editor.split(chapter, place, read_heading(heading))
        tell(library, scope, done.change, as_json=as_json)


@app.command()
def merge(
    project: Project,
    chapter: Chapter,
    following: Annotated[str, typer.Argument(help="The chapter after it.")],
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Make one chapter of two neighbours, under the first one's heading."""
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        done = library.editor(scope).merge(chapter, following)
        tell(library, scope, done.change, as_json=as_json)


@app.command()
def undo(
    project: Project,
    change: Annotated[
        int | None, typer.Option("--change", help="Its number; else the last.")
    ] = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Take a change back; taking back an undo does the change again."""
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        undone = library.undo(scope, change)
        tell(library, scope, undone, as_json=as_json)


@app.command()
def changes(
    project: Project,
    limit: Annotated[int, typer.Option("-n", min=1, max=1_000, help="How many.")] = 20,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """List what was done to a book, the last change first."""
    with open_data(data_dir) as library:
        found = library.changes(Scope(project=project), limit=limit)
    (output.print_json if as_json else reports.print_changes)(found)


def _text(file: Path) -> str:
    try:
        return decode(read_bytes(file)).text
    except InvalidInputError as error:
        raise InvalidInputError(f"{file}: {error}") from error


def tell(library: Library, scope: Scope, change: Change | None, *, as_json: bool) -> None:
    """Say what was done as soon as it is stored, then let vectors and summaries follow."""
    if not as_json:
        what = f"{change.id}: {change.what}" if change else "nothing to change: it is so already"
        output.out().print(escape(what))
    finish(library, scope)
    if as_json:
        output.print_json(change)
