"""What stands for a chapter or a window in the story so far, with its heading, in three lengths."""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from lorepack.ports import Summary, TokenCounter
from lorepack.records import Chapter
from story.coverage import Leaf, Node
from story.summaries import forms, window_text
from text.scripts import labelled

VERSION = 4
"""Counts changes to how summaries are made: an older one is made again."""


def chapter_key(chapter: Chapter) -> str:
    """Names what a chapter's summary is made from: its text and its heading."""
    return _hash("chapter", str(VERSION), chapter.sha256, chapter.label, chapter.title)


def sources(chapters: Sequence[Chapter], standing: Mapping[str, Summary]) -> dict[str, str]:
    """What the summaries that stand were made from: the hash of a text, by chapter id."""
    found = ((c.id, standing.get(chapter_key(c))) for c in chapters)
    return {id: s.source for id, s in found if s is not None and s.origin != "opening"}


def heading(chapter: Chapter) -> str:
    """A chapter's heading on one line; empty where it has none."""
    return " ".join(filter(None, (chapter.label, chapter.title)))


def chapter_summary(chapter: Chapter, text: str, origin: str, count: TokenCounter) -> Summary:
    """Dress a text as the summary of a chapter.

    Args:
        chapter: The chapter.
        text: What is told of it; empty if there is nothing to tell.
        origin: `opening`, `extractive`, or the model that wrote it.
        count: Counts tokens.
    """
    return _summary(chapter_key(chapter), 0, origin, heading(chapter), text, count)


def window_summary(
    node: Node, chapters: Sequence[Chapter], members: Sequence[Summary], count: TokenCounter
) -> Summary:
    """Tell a window out of what stands for its members.

    Args:
        node: The window.
        chapters: All chapters that the forest was planted from.
        members: Summaries of its children, in order.
        count: Counts tokens.
    """
    told = zip(node.children, members, strict=True)
    text = window_text([_bare(m.full, title_of(n, chapters)) for n, m in told])
    origin = members[0].origin if len({m.origin for m in members}) == 1 else "extractive"
    return _summary(node.signature, node.level, origin, title_of(node, chapters), text, count)


def title_of(node: Node, chapters: Sequence[Chapter]) -> str:
    """What a node is called: a chapter's heading, a window's first and last label."""
    first, last = chapters[node.first], chapters[node.last]
    if node.level == 0:
        return heading(first)
    return f"{_short(first)}—{_short(last)}"


def _short(chapter: Chapter) -> str:
    return chapter.label or chapter.title or "…"


def _bare(full: str, title: str) -> str:
    """A summary without its heading."""
    return full.removeprefix(title).lstrip("：: ")


def leaf(chapter: Chapter, summary: Summary) -> Leaf:
    """A chapter as the coverage tree sees it: another summary makes another window."""
    signature = _hash(summary.signature, summary.full)
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
        full=full,
        short=short,
        line=line,
        tokens=(count(full), count(short), count(line)),
    )


def _hash(*parts: str) -> str:
    return sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
