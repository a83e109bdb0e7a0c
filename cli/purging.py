"""The command that deletes for good."""

import sys
from collections.abc import Callable, Iterator
from typing import Annotated

import typer
from rich.markup import escape

from cli import output
from cli.importing import finish
from cli.opening import check_models, open_data
from cli.options import AsJson, DataDir, said
from ingest.structure import named
from lorepack.records import Purged, Scope, Status
from runtime.library import Library
from runtime.purging import Purging

app = typer.Typer()

_Deed = Callable[[Purging], Purged]


@app.command()
def purge(
    project: Annotated[str | None, typer.Argument(help="Name of the project.")] = None,
    chapter: Annotated[
        str | None, typer.Option("--chapter", help="One chapter, by position or id.")
    ] = None,
    whole: Annotated[bool, typer.Option("--project", help="The whole project.")] = False,
    tenant: Annotated[
        str | None, typer.Option("--tenant", help="All projects of a tenant, and what they cost.")
    ] = None,
    left: Annotated[
        bool, typer.Option("--finish", help="Do what a former purge has left to be done.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    rewrite: Annotated[
        bool, typer.Option("--rewrite", help="On PostgreSQL: lock the tables, write them anew.")
    ] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Delete for good what is in the trash; or a chapter, a project, all that a tenant has."""
    _check(project, chapter, tenant, whole=whole, left=left, may_ask=yes or left)
    with open_data(data_dir) as library:
        check_models(library.settings)
        what, deed = _planned(library, project, chapter, tenant, whole=whole)
        if not (yes or left or _agreed(what)):
            raise typer.Abort
        with output.progress_bars() as progress:
            purging = library.purging(progress=progress, full=rewrite)
            gone = purging.finish() if left else deed(purging)
        if project is not None and gone.chapters:
            finish(library, Scope(project=project))
    _tell(gone, as_json=as_json)
    if gone.still:
        raise typer.Exit(1)


def _check(
    project: str | None,
    chapter: str | None,
    tenant: str | None,
    *,
    whole: bool,
    left: bool,
    may_ask: bool,
) -> None:
    """Refuse what is said at odds with itself, and to delete unasked."""
    if [project is not None, tenant is not None, left].count(True) != 1:
        raise typer.BadParameter("name a project, or --tenant, or --finish")
    if (chapter is not None and whole) or (project is None and (chapter is not None or whole)):
        raise typer.BadParameter("name a project and either --chapter or --project")
    if not (may_ask or sys.stdin.isatty()):
        raise typer.BadParameter("there is nobody to ask: --yes says that it is to be deleted")


def _agreed(what: str) -> bool:
    output.err().print(escape(f"Delete for good: {what}? [y/N]"), end=" ")
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _planned(
    library: Library, project: str | None, chapter: str | None, tenant: str | None, *, whole: bool
) -> tuple[str, _Deed]:
    """What is to go, in words, and what does so."""
    if tenant is not None:
        owner = said(tenant, "tenant")
        count = len(library.projects(owner))
        what = f"{count} projects of tenant {owner!r}, with what their calls of models cost"
        return what, lambda purging: purging.tenant(owner)
    if project is None:
        return "", lambda purging: purging.finish()
    scope = Scope(project=said(project, "project"))
    chapters = library.chapters(scope, everything=True)
    if whole:
        what = f"the project {project!r} with its {len(chapters)} chapters"
        return what, lambda purging: purging.project(scope)
    if chapter is not None:
        found = library.purging().find(scope, chapter)
        what = f"{named(found)} of {project!r}"
        return what, lambda purging: purging.chapter(scope, chapter)
    trash = [c for c in chapters if c.status is Status.TRASH]
    return f"{len(trash)} chapters in the trash of {project!r}", lambda p: p.trash(scope)


def _tell(gone: Purged, *, as_json: bool) -> None:
    if as_json:
        output.print_json(gone)
    else:
        for line in _lines(gone):
            output.out().print(escape(line))
    for what in gone.still:
        output.err().print(escape(f"still to be done: {what}"))
    if gone.still:
        output.err().print("nothing shows it any more; lorepack purge --finish does the rest")


def _lines(gone: Purged) -> Iterator[str]:
    for project in gone.projects:
        yield f"project {project!r} deleted for good"
    if gone.entries:
        yield f"{gone.entries} entries of the ledger deleted"
    if not (gone.projects or gone.entries):
        yield f"{len(gone.chapters)} chapters deleted for good"
    if gone.names:
        names = ", ".join(gone.names)
        yield f"your own names stay, and nothing else tells of them now: {names}"
    yield from gone.notes
