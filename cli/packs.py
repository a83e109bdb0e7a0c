"""The packs that were handed out: listed, and printed again as they were."""

from typing import Annotated

import typer
from rich.markup import escape

from cli import output, pack_reports
from cli.opening import open_data
from cli.options import AsJson, DataDir, Project
from lorepack.errors import InvalidInputError
from lorepack.records import PackRun, Scope, WrittenChapter

app = typer.Typer()

_LONGEST_QUERY = 60
"""Characters of a query that people are shown; `--json` has all of it."""


@app.command()
def packs(
    project: Project,
    pack: Annotated[
        str | None,
        typer.Argument(help="Id of a pack, to be printed as it was; else all are listed."),
    ] = None,
    chapter: Annotated[
        int | None, typer.Option("--chapter", min=1, help="Only those for this chapter.")
    ] = None,
    limit: Annotated[int, typer.Option("-n", "--limit", min=1, max=1_000, help="How many.")] = 20,
    before: Annotated[
        str | None, typer.Option("--before", help="Only those handed out before this one.")
    ] = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """List the packs handed out, the last one first, or print one again to the byte."""
    if pack is not None:
        if chapter is not None or before is not None:
            raise InvalidInputError("--chapter and --before choose among packs; one is named")
        _replay(Scope(project=project), pack, data_dir, as_json=as_json)
        return
    with open_data(data_dir) as library:
        found = library.packs(Scope(project=project), limit=limit, chapter=chapter, before=before)
    (output.print_json if as_json else _print_packs)(found)


def _replay(scope: Scope, pack: str, data_dir: DataDir, *, as_json: bool) -> None:
    with open_data(data_dir) as library:
        stored = library.stored_pack(scope, pack)
    if as_json:
        output.print_json(stored)
    else:
        # Bytes, and no line end behind them: what is printed has the hash that is its id.
        typer.echo(pack_reports.handed_out(stored).encode(), nl=False)


def _print_packs(found: list[PackRun]) -> None:
    console = output.out()
    for run in found:
        when = run.at or "at an unknown time"
        console.print(
            f"{run.id}  chapter {run.chapter}, {run.format}, {run.tokens:,} of {run.budget:,} "
            f"tokens ({escape(run.encoding)}), profile {run.profile or 'unknown'}, {when}"
        )
        if run.query:
            console.print(f"  asked: {escape(_shortened(run.query))}")
        if run.written:
            console.print(f"  written from it: {', '.join(map(_named, run.written))}")
    console.print(f"{len(found)} packs")


def _named(chapter: WrittenChapter) -> str:
    """Its place, or its id where it has none, and that its text has changed since if it has."""
    name = chapter.id if chapter.position is None else f"chapter {chapter.position}"
    return name if chapter.current else f"{name} (changed since)"


def _shortened(query: str) -> str:
    words = " ".join(query.split())
    return words if len(words) <= _LONGEST_QUERY else f"{words[: _LONGEST_QUERY - 1]}…"
