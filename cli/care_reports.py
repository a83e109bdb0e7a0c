"""What people are shown of a store's soundness."""

from collections import Counter

from rich.markup import escape

from cli import output
from lorepack.records import DoctorReport, Fault, FaultCode, StoreReport

_SHOWN = 10
"""Problems told one by one; the others are counted."""

_MEANINGS = {
    FaultCode.MISSING: "snippets are missing in the index",
    FaultCode.ORPHAN: "points of the index belong to no snippet",
    FaultCode.STALE: "points of the index are not what the record says",
    FaultCode.UNPROVEN: "vectors are lost from the record",
    FaultCode.INDEX: "the index cannot be read",
    FaultCode.DAMAGED: "the database is damaged",
    FaultCode.TEXT: "texts are not what was handed in",
    FaultCode.SNIPPETS: "chapters are not tiled by their snippets",
    FaultCode.FACTS: "facts are not their slices of the text",
    FaultCode.TERMS: "snippets are known to literal search by other words than they have",
}

_WAYS_OUT = {
    FaultCode.DAMAGED: "restore it from a backup: see `lorepack restore`",
    FaultCode.TEXT: "restore it from a backup: see `lorepack restore`",
}
_USUAL_WAY_OUT = "`lorepack doctor --repair` puts it right"


def print_store(report: StoreReport) -> None:
    """Say of every project whether it is sound."""
    for fault in report.problems[:_SHOWN]:
        told = f"{_MEANINGS[fault.code]} ({fault.message}): {_WAYS_OUT[fault.code]}"
        output.out().print(escape(told))
    for one in report.projects:
        print_report(one)
    for scope in report.strays:
        output.out().print(escape(f"the index holds points of {scope.project!r}, which is gone"))
    if report.purge_due:
        output.out().print("a purge was not finished: `lorepack purge --finish` does the rest")
    if not report.projects:
        output.out().print("no projects")


def print_report(report: DoctorReport) -> None:
    """Say whether a project is sound, and what is wrong with it."""
    console = output.out()
    index = report.index
    verdict = "sound" if report.ok else "not sound"
    console.print(escape(f"{report.project}: {verdict}"))
    rows = ", ".join(f"{count:,} {table}" for table, count in report.sql.items())
    console.print(f"  rows: {rows}")
    points = f"{index['points']:,} points for {index['snippets']:,} snippets"
    console.print(f"  index: {points}; {index['pending']} chapters still to come")
    if report.repaired:
        console.print(f"  {report.repaired} faults were put right")
    for code, count in sorted(Counter(fault.code for fault in report.problems).items()):
        console.print(f"  {count} × {_MEANINGS[code]}: {_WAYS_OUT.get(code, _USUAL_WAY_OUT)}")
    for fault in report.problems[:_SHOWN]:
        console.print(escape(f"    {_place(fault)}"))
    for note in report.notes:
        console.print(escape(f"  {note}"))


def _place(fault: Fault) -> str:
    places = [f"chapter {fault.chapter}"] if fault.chapter else []
    places += [f"snippet {fault.snippet}"] if fault.snippet else []
    return f"{fault.code}: {', '.join([*places, *filter(None, [fault.message])])}"
