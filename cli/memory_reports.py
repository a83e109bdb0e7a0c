"""Tables for people: memories and what was said before."""

from rich.markup import escape
from rich.table import Column, Table

from cli import output
from lorepack.records import FieldValue, MemoryView


def print_memories(found: list[MemoryView]) -> None:
    """List memories, one a row."""
    what = Column("what", overflow="fold")
    table = Table("id", "kind", "subject", "chapters", "version", "origin", what, box=None)
    for m in found:
        cells = (m.id[:8], m.kind, m.subject, _range(m), _version(m), m.origin, _words(m))
        table.add_row(*map(escape, cells))
    output.out().print(table)
    output.out().print(f"{len(found)} memories")


def print_memory(m: MemoryView) -> None:
    """Show one memory whole."""
    console = output.out()
    head = " ".join(filter(None, (m.kind.value, m.subject)))
    console.print(escape(f"{head}  {m.id}, version {m.version}, {m.origin}"))
    console.print(escape(m.text))
    for name, value in m.fields.items():
        console.print(escape(f"  {name}: {_said(value)}"))
    for what, words in _about(m):
        console.print(escape(f"  {what}: {words}"))


def print_history(found: list[MemoryView]) -> None:
    """List versions, the first one first."""
    what = Column("what", overflow="fold")
    table = Table("id", "version", "when", "subject", "chapters", "origin", what, box=None)
    for m in found:
        said = "(taken away)" if m.retired else _words(m)
        cells = (m.id[:8], _version(m), m.at, m.subject, _range(m), m.origin, said)
        table.add_row(*map(escape, cells))
    output.out().print(table)


def _about(m: MemoryView) -> list[tuple[str, str]]:
    told = [
        ("chapters", _range(m)),
        ("importance", f"{m.importance:g}"),
        ("visible", m.visibility),
        ("facts", "; ".join(m.facts)),
        ("takes the place of", m.supersedes or ""),
        ("sources", "; ".join(f"{s.chapter} {s.start}-{s.end}" for s in m.sources)),
    ]
    return [(what, words) for what, words in told if words]


def _range(m: MemoryView) -> str:
    """From and to: what was planned ahead is known from the beginning."""
    first = "plan" if m.known_from is None else str(m.known_from)
    return f"{first}-{m.valid_to or ''}"


def _version(m: MemoryView) -> str:
    return str(m.version) if m.holds or m.retired else f"{m.version} (hidden)"


def _words(m: MemoryView) -> str:
    fields = "; ".join(f"{name}: {_said(value)}" for name, value in m.fields.items())
    return f"{m.text} ({fields})" if fields else m.text


def _said(value: FieldValue) -> str:
    return "、".join(value) if isinstance(value, tuple) else str(value)
