"""A book as plain text that reads back as the same chapters."""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, takewhile

from ingest.chapters import split
from ingest.manuscript.leaf import Leaf, opens_volume, utf8

_MARKS = re.compile(r"[\s:：、.．·—–_\-*#=~～☆★◆◇●■□▲△※|【】〖〗〔〕\[\]()（）]+")
"""What stands around and between the words of a heading line."""


def as_text(title: str, leaves: Sequence[Leaf]) -> bytes:
    """Write a book as plain text, UTF-8, from which an import reads the same chapters.

    The book's title stands on top where they read back with it there. What nothing marks in a
    plain text is lost: that a chapter without a heading follows another, that a volume ends with
    no other to follow, that a name which does not look like a heading is one, that a line of a
    text which does is none.
    """
    body = "\n\n".join(_blocks(leaves))
    titled = f"{title}\n\n{body}"
    text = titled if title and _read_back(titled) == _read_back(body) else body
    return utf8(f"{text}\n" if text else "")


def _read_back(text: str) -> list[tuple[str | None, str, str, str]]:
    chapters = split(text).chapters
    return [(c.volume, c.parsed.label, c.parsed.title, c.body.strip()) for c in chapters]


def _blocks(leaves: Sequence[Leaf]) -> Iterator[str]:
    for opens, leaf in opens_volume(leaves):
        volume = _volume(leaf) if opens else ""
        yield from filter(None, (volume, _heading(leaf), leaf.body))


def _heading(leaf: Leaf) -> str:
    """The chapter's lines to the letter where they still say what it is called."""
    if _is_said(leaf) and _holds(leaf.heading, leaf.label) and _holds(leaf.heading, leaf.title):
        return leaf.heading.strip("\n")
    signs = re.match("#*", leaf.heading)
    return f"{signs[0]} {leaf.name}".strip() if signs and not leaf.label else leaf.name


def _is_said(leaf: Leaf) -> bool:
    """Whether a chapter's lines say its label and title, once or again, and nothing else."""
    said, title = _words(leaf.label + leaf.title), _words(leaf.title)
    lines = [words for line in leaf.heading.splitlines() if (words := _words(line))]
    whole = {said, "正文" + said, _words(leaf.volume or "") + said}
    longest = max(map(len, whole))
    begun = takewhile(lambda words: len(words) <= longest, accumulate(lines))
    return any(
        words in whole and {said, title}.issuperset(lines[at:])
        for at, words in enumerate(begun, start=1)
    )


def _volume(leaf: Leaf) -> str:
    """The volume's lines; nothing where the chapter's own line names it."""
    title = leaf.volume or ""
    if _words(leaf.volume_heading) == _words(title) and _holds(leaf.volume_heading, title):
        return leaf.volume_heading.strip("\n")
    beside = not leaf.volume_heading and _words(_heading(leaf)).startswith(_words(title))
    return "" if beside else title


def _words(lines: str) -> str:
    return _MARKS.sub("", lines)


def _holds(lines: str, words: str) -> bool:
    """Whether lines hold some words with every mark in them, white space left aside."""
    return "".join(words.split()) in "".join(lines.split())
