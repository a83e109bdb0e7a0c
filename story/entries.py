"""What stands for a chapter or a window in the story so far, with its heading, in three lengths."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from hashlib import sha256

from lorepack.ports import Summary, TokenCounter
from lorepack.records import EXTRACTIVE, Chapter, SummaryState
from story.coverage import Leaf, Node
from story.summaries import forms, window_text
from text.scripts import labelled

OPENING = "opening"
"""Origin of the opening words that stand for a chapter until it has a summary."""
TEXT = "text"
"""Origin of a summary that is the whole of a short chapter."""

VERSION = 4
"""Counts changes to how summaries are made: an older one is made again."""


def chapter_key(chapter: Chapter) -> str:
    """Names what a chapter's summary is made from: its text and its heading."""
    return _hash("chapter", str(VERSION), chapter.sha256, chapter.label, chapter.title)


def sources(chapters: Sequence[Chapter], standing: Mapping[str, Summary]) -> dict[str, str]:
    """What the summaries that stand were made from: the hash of a text, by chapter id."""
    found = ((c.id, standing.get(chapter_key(c))) for c in chapters)
    return {id: s.source for id, s in found if s is not None and s.origin != OPENING}


def heading(chapter: Chapter) -> str:
    """A chapter's heading on one line; empty where it has none."""
    return " ".join(filter(None, (chapter.label, chapter.title)))


def chapter_summary(
    chapter: Chapter,
    text: str,
    origin: str,
    count: TokenCounter,
) -> Summary:
    """Dress a text as the summary of a chapter.

    Args:
        chapter: The chapter.
        text: What is told of it; empty if there is nothing to tell.
        origin: `text`, `extractive`, or the model that wrote it.
        count: Counts tokens.
    """
    dressed = _summary(chapter_key(chapter), 0, origin, heading(chapter), text, count)
    return replace(dressed, source=chapter.sha256)


def opening_summary(
    chapter: Chapter, text: str, count: TokenCounter, *, stale: str = ""
) -> Summary:
    """Let a chapter's opening words stand for it.

    Args:
        chapter: The chapter.
        text: Its opening.
        count: Counts tokens.
        stale: Source of the summary that its text has left behind, if it has one.
    """
    dressed = _summary(chapter_key(chapter), 0, OPENING, heading(chapter), text, count)
    return replace(dressed, stale=stale)


def carried(summary: Summary, chapter: Chapter, count: TokenCounter) -> Summary:
    """Let what was told of a former text or heading of a chapter stand for the chapter as it is."""
    dressed = chapter_summary(chapter, bare(summary), summary.origin, count)
    return replace(
        summary,
        signature=dressed.signature,
        title=dressed.title,
        full=dressed.full,
        short=dressed.short,
        line=dressed.line,
        tokens=dressed.tokens,
    )


def base_of(summary: Summary) -> str:
    """Hash of the text that the last summary of a chapter was made from; empty if it had none."""
    return summary.stale if summary.origin == OPENING else summary.source


def state_of(summary: Summary, *, queued: bool = False) -> SummaryState:
    """What to say of the summary that stands for a chapter.

    Args:
        summary: The summary.
        queued: Whether a job waits or works that gives every chapter its own.
    """
    if summary.origin != OPENING:
        return SummaryState.FAILED if summary.error else SummaryState.READY
    if summary.stale:
        return SummaryState.STALE
    return SummaryState.QUEUED if queued else SummaryState.NONE


def bare(summary: Summary) -> str:
    """What a summary tells, without its heading."""
    return summary.full.removeprefix(summary.title).lstrip("：: ")


def window_summary(
    node: Node, chapters: Sequence[Chapter], members: Sequence[Summary], count: TokenCounter
) -> Summary:
    """Tell a window by the beginnings of what stands for its members.

    Args:
        node: The window.
        chapters: All chapters that the forest was planted from.
        members: Summaries of its children, in order.
        count: Counts tokens.
    """
    text = window_text([bare(member) for member in members])
    opening = all(member.origin == OPENING for member in members)
    return retold_window(node, chapters, text, OPENING if opening else EXTRACTIVE, count)


def retold_window(
    node: Node, chapters: Sequence[Chapter], text: str, origin: str, count: TokenCounter
) -> Summary:
    """Dress a text as the summary of a window."""
    return _summary(node.signature, node.level, origin, title_of(node, chapters), text, count)


def title_of(node: Node, chapters: Sequence[Chapter]) -> str:
    """What a node is called: a chapter's heading, a window's first and last label."""
    first, last = chapters[node.first], chapters[node.last]
    if node.level == 0:
        return heading(first)
    return f"{_short(first)}—{_short(last)}"


def _short(chapter: Chapter) -> str:
    return chapter.label or chapter.title or "…"


def leaf(chapter: Chapter, summary: Summary) -> Leaf:
    """A chapter as the coverage tree sees it: another summary makes another window.

    Its signature names what is told, with its heading, and what it was told from: a text that was
    changed without leaving its summary behind makes no other window.
    """
    signature = _hash(str(VERSION), summary.source, summary.details, summary.full)
    return Leaf(id=chapter.id, volume=chapter.volume_id, signature=signature)


def _summary(
    signature: str, level: int, origin: str, title: str, text: str, count: TokenCounter
) -> Summary:
    short, line = forms(text, title, count)
    full = (labelled(title, text) if title and text else title or text) or line
    return Summary(
        signature=signature,
        level=level,
        origin=origin,
        title=title,
        full=full,
        short=short,
        line=line,
        tokens=(count(full), count(short), count(line)),
    )


def _hash(*parts: str) -> str:
    return sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
