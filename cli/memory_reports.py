"""Tables for people: memories and what was said before."""

from rich.markup import escape
from rich.table import Column, Table

from cli import output
from lorepack.records import BibleAction, BibleReport, FieldValue, MemoryView

_SHORT = 14
"""Characters of an id that a table shows; they name the memory too."""


def print_memories(found: list[MemoryView]) -> None:
    """List memories, one a row."""
    id, what = Column("id", no_wrap=True), Column("what", overflow="fold")
    table = Table(id, "kind", "subject", "chapters", "version", "origin", what, box=None)
    for m in found:
        cells = (m.id[:_SHORT], m.kind, m.subject, _range(m), _version(m), m.origin, _words(m))
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
    id, what = Column("id", no_wrap=True), Column("what", overflow="fold")
    table = Table(id, "version", "when", "subject", "chapters", what, box=None)
    for m in found:
        said = "taken away" if m.retired else _words(m)
        cells = (m.id[:_SHORT], str(m.version), m.at[:16], m.subject, _range(m), said)
        table.add_row(*map(escape, cells))
    output.out().print(table)


def print_bible(report: BibleReport) -> None:
    """Say what an import of a story bible did or would do, and what had no place."""
    console = output.out()
    would = "would be " if report.dry_run else ""
    console.print(
        escape(
            f"{report.project}: {would}added {report.added}, changed {report.changed}, "
            f"unchanged {report.unchanged}, kept as edited here since {report.kept}"
        )
    )
    for line in report.entries:
        if line.action is not BibleAction.UNCHANGED:
            named = " ".join(filter(None, (line.kind.value, line.subject)))
            console.print(escape(f"  line {line.line}: {named} {line.action}  {line.id}"))
    for lost in report.unplaced:
        console.print(escape(f"  line {lost.line}: {lost.words!r}: {lost.why}"))


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
