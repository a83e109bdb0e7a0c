"""Chapters: a book cut at its headings, without a character lost."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ingest.splitting.assembly import Cut, cut
from ingest.splitting.choice import choose
from ingest.splitting.confidence import confidence
from ingest.splitting.entries import Named
from ingest.splitting.findings import findings
from ingest.splitting.lines import Found, Page, page_of
from ingest.splitting.merging import outlined
from ingest.splitting.patterns import by_pattern
from ingest.splitting.refusals import MOST_TOLD, refused, told
from ingest.splitting.wholes import whole_headings
from lorepack.records import (
    ChapterText,
    Heading,
    Part,
    PartKind,
    Rejected,
    VolumeText,
    Warned,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """A book in chapters, with what was left out of them and why."""

    rule: str
    """The heading rule that won: `pattern`, `outline`, `zh-chapter`, `en-chapter`, `zh-inline`,
    `markdown`, `bare-numeral`, `numbered-title`, `special`, `volume` or `whole-file`; `sessions`
    where a transcript was cut."""
    confidence: float
    """How sure it is, in [0, 1]: the rule's strength times the mean share of headings that count
    on, whose line is in no doubt, and that have a text (`ingest.splitting.confidence`)."""
    chapters: tuple[ChapterText, ...]
    """In the file's order. What stands before the first heading and is more than a title page, or
    between a volume's heading and its first chapter, is a chapter without a label."""
    volumes: tuple[VolumeText, ...]
    """In the order of their first appearance."""
    title_page: str
    """What stands before the first chapter and only names the book, to the letter."""
    parts: tuple[Part, ...]
    """They tile the text; every heading and every body is one of them."""
    rejected: tuple[Rejected, ...]
    """Lines that look like headings and were not taken, in the file's order: the first 200."""
    rejected_total: int
    warnings: tuple[Warned, ...]


def split(text: str, *, marks: Sequence[Named] = (), pattern: str | None = None) -> Split:
    """Cut a decoded book into chapters.

    Args:
        text: The book.
        marks: Headings that the file's own structure names.
        pattern: Regular expression of the lines that are headings, in place of any rule; see
            `ingest.splitting.patterns.by_pattern`.

    Raises:
        InvalidInputError: The pattern cannot be used.
    """
    page = page_of(text)
    found = _found(page, marks, pattern)
    found = replace(found, lines=whole_headings(page, found.lines))
    made = cut(page, found.lines)
    rejected = refused(found)
    sureness = confidence(found, made)
    return Split(
        rule=found.rule,
        confidence=sureness,
        chapters=tuple(made.chapters),
        volumes=tuple(made.volumes.values()),
        title_page=_title_page(text, made),
        parts=tuple(made.parts),
        rejected=tuple(told(page, rejected[:MOST_TOLD])),
        rejected_total=len(rejected),
        warnings=tuple(findings(page, found, made, sureness)),
    )


def sessions(text: str, marks: Sequence[Named]) -> Split:
    """Cut a transcript where its sessions begin and nowhere else, whatever somebody says in it.

    Args:
        text: The transcript.
        marks: The beginnings of its sessions, the first at 0; no line of the text says their names.
    """
    ends = [*(mark.start for mark in marks[1:]), len(text)]
    chapters = tuple(
        ChapterText(
            volume=None,
            heading="",
            parsed=Heading(title=mark.title),
            body=text[mark.start : end],
            start=mark.start,
        )
        for mark, end in zip(marks, ends, strict=True)
    )
    return Split(
        rule="sessions",
        confidence=1.0,
        chapters=chapters,
        volumes=(),
        title_page="",
        parts=tuple(
            Part(kind=PartKind.BODY, start=c.start, end=c.start + len(c.body)) for c in chapters
        ),
        rejected=(),
        rejected_total=0,
        warnings=(),
    )


def _found(page: Page, marks: Sequence[Named], pattern: str | None) -> Found:
    if pattern is not None:
        return by_pattern(page, pattern)
    return outlined(page, marks) if marks else choose(page)


def _title_page(text: str, made: Cut) -> str:
    return "".join(text[p.start : p.end] for p in made.parts if p.kind is PartKind.TITLE_PAGE)
