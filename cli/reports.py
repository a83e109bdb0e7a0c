"""Tables for people: what an import saw and did, what was changed."""

from rich.markup import escape
from rich.table import Column, Table

from cli import output
from lorepack.records import Change, ImportReport, RevisionView, VolumeView

_SHOWN = 20
"""Rows of a table before the rest is only counted; `--json` has them all."""


def print_import(report: ImportReport) -> None:
    """Say what an import did or would do, and what an author should look at."""
    console = output.out()
    verb = "would add" if report.dry_run else "added"
    console.print(
        f"{escape(report.project)}: {verb} {report.added}, updated {report.updated}, "
        f"unchanged {report.unchanged} chapters in {len(report.volumes)} volumes"
    )
    console.print(escape(f"read as {report.format}, {report.encoding}: {report.reason}"))
    console.print(f"headings by the rule {report.rule}, {report.confidence:.0%} sure")
    if report.dry_run:
        output.print_chapters(list(report.chapters))
    _print_warnings(report)
    _print_rejected(report)
    _print_missing(report)


def _print_warnings(report: ImportReport) -> None:
    if not report.warnings:
        return
    table = Table("look at", "where", Column("why", overflow="fold"), box=None)
    for warning in report.warnings[:_SHOWN]:
        table.add_row(*map(escape, (warning.code, warning.at or "", warning.message)))
    output.out().print(table)
    _print_more(len(report.warnings))


def _print_rejected(report: ImportReport) -> None:
    if not report.rejected:
        return
    table = Table(
        "not a heading", "line", Column("why", overflow="fold"), box=None, title_justify="left"
    )
    for line in report.rejected[:_SHOWN]:
        table.add_row(*map(escape, (line.line, str(line.number), line.reason)))
    output.out().print(table)
    _print_more(report.rejected_total)


def _print_missing(report: ImportReport) -> None:
    if not report.missing:
        return
    first = report.missing[0]
    where = f"{len(report.missing)} chapters of the book are not in this manuscript, the first is "
    called = " ".join(filter(None, (first.label, first.title))) or f"chapter {first.position}"
    what = "deleted" if report.removed else "they stay; --remove-missing deletes them"
    output.out().print(escape(f"{where}{called}: {what}"))


def _print_more(count: int) -> None:
    if count > _SHOWN:
        output.out().print(f"… and {count - _SHOWN} more; --json has them")


def print_changes(changes: list[Change]) -> None:
    """List changes."""
    table = Table("#", "when", "what", "", box=None)
    for change in changes:
        undone = f"undone by {change.undone_by}" if change.undone_by else ""
        table.add_row(*map(escape, (str(change.id), change.at, change.what, undone)))
    output.out().print(table)


def print_volumes(volumes: list[VolumeView]) -> None:
    """List volumes in order."""
    table = Table(Column("title", overflow="fold"), "first chapter", "chapters", "id", box=None)
    for volume in volumes:
        first = "" if volume.first is None else str(volume.first)
        table.add_row(*map(escape, (volume.title, first, str(volume.chapters), volume.id)))
    output.out().print(table)


def print_revisions(revisions: list[RevisionView]) -> None:
    """List the texts of a chapter, the first one first."""
    table = Table("revision", "characters", "sha256", "", box=None)
    for revision in revisions:
        mark = "current" if revision.current else ""
        cells = (str(revision.revision), f"{revision.chars:,}", revision.sha256[:12], mark)
        table.add_row(*cells)
    output.out().print(table)
