"""Markdown: the text as it is, with the places of its headings."""

import re
from collections.abc import Iterator
from itertools import accumulate, pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

from ingest.formats.manuscript import Manuscript, Mark
from ingest.reading import decode
from lorepack.records import Warned

_FENCES = ("---", "...")
_LONGEST_FRONT_MATTER = 200
"""Lines."""
_KEY = re.compile(r"[\w\"'][^\n:]{0,80}:(?:\s|$)")

_PROSE_END = re.compile(r"[。”」…，；,;]$|.{80}")
"""How a paragraph ends, or how long it is, over a line of dashes that is meant as a scene break."""


def read_markdown(data: bytes) -> Manuscript:
    """Read a Markdown file.

    Raises:
        InvalidInputError: The bytes are no text.
    """
    decoded = decode(data)
    front = _front_matter(decoded.text)
    warnings = decoded.warnings
    if front:
        message = "the file begins with a block of settings (front matter), kept as text"
        warnings += (Warned(code="front_matter", message=message, at=f"0-{front}"),)
    return Manuscript(
        text=decoded.text,
        encoding=decoded.encoding,
        reason=decoded.reason,
        format="markdown",
        marks=tuple(_marks(decoded.text, front)),
        warnings=warnings,
    )


def _marks(text: str, start: int) -> Iterator[Mark]:
    """Headings behind `start`; those in quotations and lists head no chapter."""
    body = text[start:]
    offsets = list(accumulate((len(line) + 1 for line in body.split("\n")), initial=start))
    for opening, inline in pairwise(_tokens(body)):
        if opening.type != "heading_open" or opening.level or opening.map is None:
            continue
        title = " ".join(inline.content.split("\n")).strip("*_ \t\u3000")
        underlined = not opening.markup.startswith("#")
        if title and not (underlined and _PROSE_END.search(title)):
            first, behind = opening.map
            end = min(offsets[behind], len(text))
            yield Mark(start=offsets[first], end=end, title=title, level=int(opening.tag[1:]))


def _tokens(body: str) -> list[Token]:
    """Blocks alone: what stands inside a line is not looked at."""
    parser = MarkdownIt("commonmark")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser.parse(body)


def _front_matter(text: str) -> int:
    """Where the block of settings at the top ends; 0 if there is none."""
    lines = text.split("\n", _LONGEST_FRONT_MATTER)[:_LONGEST_FRONT_MATTER]
    if lines[0].rstrip() != "---" or len(lines) < 2 or not _KEY.match(lines[1]):
        return 0
    last = next((i for i, line in enumerate(lines[1:], 1) if line.rstrip() in _FENCES), 0)
    return min(sum(len(line) + 1 for line in lines[: last + 1]), len(text)) if last else 0
