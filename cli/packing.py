"""The pack command: what a model needs for a chapter, and why it is just that."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from cli import output, pack_reports
from cli.cards import read_card
from cli.files import read_text
from cli.opening import open_data
from cli.options import AsJson, DataDir, Project, at_least
from lorepack.errors import InvalidInputError
from lorepack.records import ContextPack, PackFormat, PackRequest, Scope
from runtime.library import Library

app = typer.Typer()

LAST = "last"
"""In place of an id: the pack that its prefix is compared with."""


@app.command()
def pack(
    project: Project,
    chapter: Annotated[
        str, typer.Option("--chapter", help="Position of the chapter to write, or next.")
    ] = "next",
    budget: Annotated[int, typer.Option("--budget", help="Tokens.")] = 12_000,
    section: Annotated[
        list[str] | None,
        typer.Option("--section", help="NAME=TOKENS: a budget of a section's own; repeatable."),
    ] = None,
    card: Annotated[Path | None, typer.Option("--card", help="Chapter card, JSON or text.")] = None,
    query: Annotated[str, typer.Option("--query", help="What is asked now.")] = "",
    pin: Annotated[
        list[str] | None, typer.Option("--pin", help="Id of what must be in it; repeatable.")
    ] = None,
    ban: Annotated[
        list[str] | None, typer.Option("--ban", help="Id of what must not; repeatable.")
    ] = None,
    form: Annotated[
        PackFormat, typer.Option("--format", help="What is printed, and counted.")
    ] = PackFormat.TEXT,
    encoding: Annotated[
        str | None, typer.Option("--encoding", help="Tokenizer; else what LOREPACK_ENCODING names.")
    ] = None,
    profile: Annotated[
        Path | None, typer.Option("--profile", help="A profile as TOML, for this pack alone.")
    ] = None,
    preview: Annotated[bool, typer.Option("--preview", help="Keep no record of it.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Say of everything in or out why, not the text.")
    ] = False,
    diff: Annotated[
        str | None, typer.Option("--diff", help="Say what is new since a pack: its id, or last.")
    ] = None,
    scan: Annotated[
        bool, typer.Option("--scan", help="Exit 1 if it tells what only later chapters tell.")
    ] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Build the context pack for a chapter."""
    with open_data(data_dir) as library:
        request = PackRequest(
            chapter=_position(chapter),
            budget=at_least(1, budget, "budget"),
            budgets=_budgets(section or ()),
            card=read_card(card) if card else None,
            query=query,
            encoding=encoding or library.settings.encoding,
            format=form,
            pins=tuple(pin or ()),
            bans=tuple(ban or ()),
            profile=read_text(profile) if profile else "",
            preview=preview,
        )
        scope = Scope(project=project)
        built = library.pack(scope, request)
        found = library.leaks(scope, built) if scan else []
        if diff is not None:
            _print_diff(library, scope, built, diff, as_json=as_json)
        elif as_json:
            output.print_json(built)
        else:
            (pack_reports.explain if explain else pack_reports.print_pack)(built)
    if found:
        pack_reports.print_leaks(built, found)
        raise typer.Exit(1)


def _position(chapter: str) -> int | None:
    if chapter == "next":
        return None
    if not chapter.removeprefix("-").isdecimal():
        raise typer.BadParameter(f"{chapter!r}: say a position, or next", param_hint="--chapter")
    return at_least(1, int(chapter), "chapter")


def _budgets(sections: Sequence[str]) -> dict[str, int]:
    budgets: dict[str, int] = {}
    for given in sections:
        name, _, tokens = given.partition("=")
        if not tokens.isdecimal():
            message = f"{given!r}: say NAME=TOKENS, such as originals=3000"
            raise typer.BadParameter(message, param_hint="--section")
        budgets[name] = int(tokens)
    return budgets


def _print_diff(
    library: Library, scope: Scope, built: ContextPack, against: str, *, as_json: bool
) -> None:
    before = built.prefix.previous if against == LAST else against
    if not before:
        raise InvalidInputError(
            "there is no pack for an earlier chapter to compare this one with: name one by its id"
        )
    diff = library.pack_diff(library.stored_pack(scope, before), built)
    (output.print_json if as_json else pack_reports.print_diff)(diff)
