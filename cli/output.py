"""What commands print: tables for people, one JSON document with `--json`; progress on stderr."""

import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from pydantic import TypeAdapter
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Column, Table

from lorepack.ports import Progress as Report
from lorepack.records import (
    ChapterView,
    Match,
    SearchResult,
    Status,
)

_WORDS = {
    "read": "reading chapters",
    "write": "storing chapters",
    "names": "looking for names",
    "vectors": "vectors (chapters)",
    "summaries": "summaries",
    "claims": "reading claims",
    "export": "writing rows",
    "check": "checking files",
    "restore": "restoring tables",
}

_MATCHES = {Match.LITERAL: "to the letter", Match.SEMANTIC: "alike", Match.BOTH: "both"}


def out() -> Console:
    """Where results go."""
    return Console(file=sys.stdout, highlight=False, soft_wrap=True)


def err() -> Console:
    """Where everything else goes."""
    return Console(file=sys.stderr, highlight=False, soft_wrap=True)


def print_json(value: object) -> None:
    """Print a record, or a list of records, as one JSON document."""
    adapter = TypeAdapter[Any](list[Any] if isinstance(value, list) else type(value))
    sys.stdout.write(adapter.dump_json(value, by_alias=True, indent=2).decode() + "\n")


@contextmanager
def progress_bars() -> Generator[Report]:
    """Show one bar on stderr for each kind of long work that reports, if a person is watching."""
    columns = (
        TextColumn("{task.description:>20}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    console = err()
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bars:
        tasks: dict[str, Any] = {}

        def report(what: str, done: int, total: int) -> None:
            if what not in tasks:
                tasks[what] = bars.add_task(_WORDS.get(what, what), total=total)
            bars.update(tasks[what], completed=done, total=total)

        yield report


def print_chapters(chapters: list[ChapterView]) -> None:
    """List chapters in reading order."""
    volume, title = (Column(name, overflow="fold") for name in ("volume", "title"))
    table = Table("#", volume, "chapter", title, "characters", "summary", box=None)
    for c in chapters:
        state = c.summary if c.status is Status.CANON else c.status
        title = c.title or ("(front matter)" if c.front_matter else "")
        cells = (str(c.position), c.volume or "", c.label, title, f"{c.chars:,}", state)
        table.add_row(*map(escape, cells))
    out().print(table)


def print_search(result: SearchResult) -> None:
    """Show hits with their places and scores."""
    console = out()
    for hit in result.hits:
        s = hit.score
        console.print(
            f"[bold]chapter {hit.chapter}[/bold], {hit.start}-{hit.end}, {_MATCHES[hit.match]}, "
            f"score {s.total:.2f} (relevance {s.relevance:.2f}, importance {s.importance:.2f}, "
            f"recency {s.recency:.2f})"
        )
        console.print(escape(hit.text.strip()) + "\n")
    console.print(f"{len(result.hits)} hits; {result.literal_total} places to the letter")
    if result.searched not in ("", result.query):
        err().print(escape(f"searched for: {result.searched}"))
    if result.index_lag:
        err().print(f"vectors of {result.index_lag} chapters are still to come")
    for warning in result.warnings:
        err().print(escape(f"{warning.code}: {warning.message}"))
    if result.degraded:
        err().print(f"answered without: {', '.join(result.degraded)}")
