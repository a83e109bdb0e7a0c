"""Tables for people: the registry and what is proposed for it."""

from rich.markup import escape
from rich.table import Column, Table

from cli import output
from lorepack.records import AliasView, EntityView, Proposal


def print_entities(found: list[EntityView]) -> None:
    """List entities with their names and where they are mentioned."""
    names = Column("names", overflow="fold")
    table = Table("name", "kind", "origin", names, "mentions", "chapters", box=None)
    for e in found:
        others = ", ".join(_alias(a) for a in e.aliases if a != _plain_name(e))
        where = "" if e.first is None else f"{e.first}-{e.last}"
        cells = (e.name, e.kind, e.origin, others, f"{e.mentions:,}", where)
        table.add_row(*map(escape, cells))
    output.out().print(table)
    for e in found:
        _warn(e)


def print_entity(e: EntityView) -> None:
    """Show one entity, an alias a line."""
    console = output.out()
    part = f", the same as {e.merged_into}" if e.merged_into else ""
    console.print(escape(f"{e.name} ({e.kind.value}, {e.origin.value}{part})  {e.id}"))
    for alias in e.aliases:
        console.print(escape(f"  {_alias(alias)}: {alias.kind.value}"))
    if e.first is not None:
        console.print(f"  {e.mentions:,} mentions in chapters {e.first} to {e.last}")
    _warn(e)


def print_proposals(found: list[Proposal]) -> None:
    """List proposals with what speaks for them."""
    words = Column("words", overflow="fold")
    table = Table("name", "kind", "alias of", "times", "chapter", words, box=None)
    for p in found:
        cells = (p.name, p.kind, p.alias_of or "", f"{p.count:,}", str(p.chapter or ""), p.quote)
        table.add_row(*map(escape, cells))
    output.out().print(table)
    output.out().print(f"{len(found)} proposals; `entity accept` or `entity reject` them")


def _plain_name(e: EntityView) -> AliasView | None:
    """The alias that says no more than its name, if there is one."""
    named = (a for a in e.aliases if a.text == e.name and a.from_chapter == a.to_chapter is None)
    return next(named, None)


def _alias(alias: AliasView) -> str:
    if alias.from_chapter is None and alias.to_chapter is None:
        return alias.text
    return f"{alias.text} ({alias.from_chapter or 1}-{alias.to_chapter or ''})"


def _warn(e: EntityView) -> None:
    if e.ambiguous:
        shared = ", ".join(map(repr, e.ambiguous))
        console = output.err()
        console.print(escape(f"{e.name} shares {shared} with others: no mention is guessed at"))
