"""What people are shown of a draft's continuity."""

from collections.abc import Mapping, Sequence

from rich.markup import escape
from rich.table import Column, Table

from cli import output
from lorepack.records import ChapterView, Evidence, Exemption, Finding

_LONGEST_QUOTE = 120
"""Characters of a quote before the rest is left out; `--json` has it all."""


def print_findings(findings: Sequence[Finding], chapters: Sequence[ChapterView]) -> None:
    """Show findings with the words on both sides, those that are let stand dimmed."""
    console = output.out()
    headings = {c.position: " ".join(filter(None, (c.label, c.title))) for c in chapters}
    for finding in findings:
        lines = "\n".join(map(escape, _lines(finding, headings)))
        console.print(f"[dim]{lines}[/dim]\n" if finding.exempt else f"{lines}\n")
    exempt = sum(finding.exempt for finding in findings)
    console.print(_counted(len(findings), exempt))


def _lines(finding: Finding, headings: Mapping[int, str]) -> list[str]:
    mark = "exempt, " if finding.exempt else ""
    lines = [
        f"{finding.code.value} ({mark}{finding.id}): {_on_one_line(finding.message)}",
        f"  draft, {_quote(finding.draft)}",
    ]
    if finding.before is not None:
        lines.append(f"  {_source(finding.before, headings)}, {_quote(finding.before)}")
    return lines


def _source(evidence: Evidence, headings: Mapping[int, str]) -> str:
    if evidence.memory is not None:
        return f"memory {evidence.memory}"
    if evidence.chapter is None:
        return "card"
    heading = headings.get(evidence.chapter, "")
    return f"chapter {evidence.chapter}" + (f" ({heading})" if heading else "")


def _quote(evidence: Evidence) -> str:
    said = _on_one_line(evidence.quote)
    shown = said if len(said) <= _LONGEST_QUOTE else f"{said[:_LONGEST_QUOTE]}…"
    return f"{evidence.start}-{evidence.end}: {shown}"


def _on_one_line(words: str) -> str:
    """Words of a text as a terminal may show them: without its breaks and control characters."""
    return "".join(c if c.isprintable() else "�" for c in " ".join(words.split()))


def _counted(count: int, exempt: int) -> str:
    if not count:
        return "nothing found"
    found = f"{count} finding{'s' * (count != 1)}"
    return f"{found}, {exempt} of them exempt" if exempt else found


def print_exemptions(exemptions: list[Exemption]) -> None:
    """List the findings that are let stand."""
    if not exemptions:
        output.out().print("nothing is exempt")
        return
    table = Table("finding", "since", Column("reason", overflow="fold"), box=None)
    for exemption in exemptions:
        table.add_row(*map(escape, (exemption.finding, exemption.at, exemption.reason)))
    output.out().print(table)
