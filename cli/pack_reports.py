"""Context packs for people: the text with a table of its sections, the reasons, a difference."""

import sys
from collections.abc import Sequence

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from cli import output
from lorepack.records import (
    ContextPack,
    Dropped,
    Fresh,
    Item,
    Leak,
    PackDiff,
    PackFormat,
    Score,
    Turn,
)
from retrieval.pack.rendering.forms import chat_json

_WIDTH = 1_000
"""Columns of a table that is written to a file or another program."""

_TURNS = {Turn.IN: "+ in", Turn.OUT: "- out", Turn.FORM: "~ form", Turn.TEXT: "~ text"}


def print_pack(pack: ContextPack) -> None:
    """Print the pack in its format, and on stderr what it is made of."""
    sys.stdout.write(handed_out(pack) + "\n")
    table = Table("section", "level", "items", "tokens", "left out", box=None)
    for section in pack.sections:
        left = sum(d.section == section.name for d in pack.dropped)
        cells = (section.name, section.level, len(section.items), section.tokens, left or "")
        table.add_row(*map(str, cells))
    console = output.err()
    console.print(table)
    print_totals(pack)


def handed_out(pack: ContextPack) -> str:
    """What the pack's id is the hash of: the messages as JSON in the chat form, else the text."""
    return chat_json(pack.messages) if pack.format is PackFormat.MESSAGES else pack.rendered


def print_totals(pack: ContextPack) -> None:
    """Say on stderr what the pack comes to, and what its reader should know."""
    console = output.err()
    console.print(
        f"pack {pack.id} for chapter {pack.chapter}: {pack.tokens:,} of {pack.budget:,} tokens, "
        f"{len(pack.coverage)} entries cover chapters 1 to {pack.chapter - 1}"
    )
    for warning in pack.warnings:
        console.print(f"  {escape(warning.code)}: {escape(warning.message)}")
    if pack.degraded:
        console.print(f"built without: {', '.join(pack.degraded)}")


def explain(pack: ContextPack) -> None:
    """Say of everything that is in, or was left out, why."""
    console = _wide()
    inside = Table("section", "in the pack", "form", "tokens", "", "why", box=None)
    for section in pack.sections:
        for item in section.items:
            state = "" if item.freshness is Fresh.FRESH else item.freshness
            cells = (section.name, item.id, item.form, f"{item.tokens:,}", state, _why(item))
            inside.add_row(*map(escape, cells))
    console.print(inside)
    if pack.dropped:
        console.print()
        console.print(_left_out(pack))
    print_totals(pack)


def _wide() -> Console:
    """Where a wide table goes: whole lines where no terminal folds them."""
    return Console(file=sys.stdout, highlight=False, width=None if sys.stdout.isatty() else _WIDTH)


def _left_out(pack: ContextPack) -> Table:
    names = ("section", "left out", "tokens", "lacks", "why", "its room has")
    table = Table(*names, box=None)
    for one in pack.dropped:
        lacks = f"{one.needs:,}" if one.needs else ""
        cells = (one.section, one.id, f"{one.tokens:,}" if one.tokens else "", lacks)
        table.add_row(*map(escape, (*cells, _why_out(one), ", ".join(one.displaced_by))))
    return table


def _why(item: Item) -> str:
    matched = "; ".join(f"{m.words!r} at {m.start}-{m.end}" for m in item.matched)
    place = f"chapter {item.source.chapter}" if item.source.chapter else ""
    return " · ".join(filter(None, (item.reason, place, matched, _scores(item.score))))


def _why_out(dropped: Dropped) -> str:
    return " · ".join(filter(None, (dropped.reason, _scores(dropped.score))))


def _scores(score: Score | None) -> str:
    if score is None:
        return ""
    signals = {"dense": score.dense, "bm25": score.lexical}
    told = "".join(f", {name} {value:.2f}" for name, value in signals.items() if value is not None)
    return (
        f"score {score.total:.2f} (relevance {score.relevance:.2f}, importance "
        f"{score.importance:.2f}, recency {score.recency:.2f}{told})"
    )


def print_leaks(pack: ContextPack, found: Sequence[Leak]) -> None:
    """Say on stderr what the pack tells too early."""
    console = output.err()
    console.print(f"pack {pack.id} tells what chapter {pack.chapter} and later ones tell first:")
    for leak in found:
        where = leak.section or "outside every item"
        console.print(escape(f"  {leak.kind.value}, chapter {leak.chapter}, {where}: {leak.words}"))


def print_diff(diff: PackDiff) -> None:
    """Say in what a pack differs from another one."""
    console = _wide()
    table = Table("section", "item", "", "tokens", "why", box=None)
    for change in diff.changes:
        tokens = f"{change.before:,} > {change.after:,}"
        cells = (change.section, change.id, _TURNS[change.turn], tokens, change.reason)
        table.add_row(*map(escape, cells))
    console.print(table)
    end = f", up to {diff.broken_by}" if diff.broken_by else ""
    console.print(
        f"{len(diff.changes)} changes since {diff.before}, {diff.kept} items kept, a common "
        f"beginning of {diff.shared_tokens:,} tokens{escape(end)}"
    )
