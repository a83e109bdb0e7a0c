"""Commands that change volumes."""

from typing import Annotated

import typer

from cli import output, reports
from cli.editing import tell
from cli.opening import open_data
from cli.options import AsJson, DataDir, Project, said
from lorepack.records import Scope

app = typer.Typer(no_args_is_help=True, help="Volumes: list, begin, rename, move, merge, delete.")

Volume = Annotated[str, typer.Argument(help="Title or id of a volume.")]


@app.command("list")
def list_(project: Project, as_json: AsJson = False, data_dir: DataDir = None) -> None:
    """List a project's volumes in order."""
    with open_data(data_dir) as library:
        found = library.volumes(Scope(project=project))
    (output.print_json if as_json else reports.print_volumes)(found)


@app.command()
def begin(
    project: Project,
    title: Annotated[str, typer.Argument(help="Title of the new volume.")],
    at: Annotated[
        int | None, typer.Option("--at", help="Position of its first chapter; else it is empty.")
    ] = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Begin a volume: it takes over the rest of the volume that its first chapter stands in."""
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        done = library.editor(scope).begin_volume(said(title, "title"), at=at)
        tell(library, scope, done.change, as_json=as_json)


@app.command()
def rename(
    project: Project,
    volume: Volume,
    title: Annotated[str, typer.Argument(help="Its new title.")],
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Give a volume another title."""
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        done = library.editor(scope).rename_volume(volume, said(title, "title"))
        tell(library, scope, done.change, as_json=as_json)


@app.command()
def move(
    project: Project,
    volume: Volume,
    before: Annotated[str | None, typer.Option("--before", help="A volume; else the end.")] = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Move a volume with its chapters before another one, or to the end."""
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        done = library.editor(scope).move_volume(volume, before)
        tell(library, scope, done.change, as_json=as_json)


@app.command()
def merge(
    project: Project,
    volume: Volume,
    other: Annotated[str, typer.Argument(help="The volume whose chapters join it.")],
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Let the chapters of another volume follow those of a volume, as a part of it."""
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        done = library.editor(scope).merge_volumes(volume, other)
        tell(library, scope, done.change, as_json=as_json)


@app.command()
def delete(
    project: Project,
    volume: Volume,
    keep_chapters: Annotated[
        bool, typer.Option("--keep-chapters", help="Leave them to the volume before.")
    ] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Delete a volume with its chapters, until `undo` or `purge`."""
    with open_data(data_dir) as library:
        scope = Scope(project=project)
        done = library.editor(scope).delete_volume(volume, keep_chapters=keep_chapters)
        tell(library, scope, done.change, as_json=as_json)
