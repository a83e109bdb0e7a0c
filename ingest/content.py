"""What is read out of a chapter's text: snippets and facts."""

import re
from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from unicodedata import normalize
from uuid import UUID, uuid5

from ingest.facts import outside_names
from ingest.snippets import cut
from lorepack.errors import InvalidInputError
from lorepack.ports import ChapterContent, Revision, TokenCounter
from lorepack.records import LEAD, Mention, Snippet
from story.summaries import opening
from text.facts import extract
from text.fold import fold
from text.names import observe

_BLANK_LINES = re.compile(r"(?:[^\S\n]*+\n)++")
_NO_TEXT = re.compile("[\0\ud800-\udfff]")

IMPORTANCE = 0.5
"""Of any snippet: what an author marks or a foreshadow needs stands out from it. Raising it by the
density of names and figures was tried and lost right answers."""

SNIPPET_TOKENS = 400
"""The encoder reads 512 tokens of its own, which are finer than the counter's."""


def digest(text: str) -> str:
    """SHA-256 of a text as UTF-8, hexadecimal."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def settled(text: str) -> str:
    """A text as it is stored: NFC, line feeds alone at line ends, no blank lines around it.

    Raises:
        InvalidInputError: It holds what no text holds: a NUL, or half of a character.
    """
    plain = normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n")).rstrip()
    plain = plain[blank_lines(plain) :]
    wrong = _NO_TEXT.search(plain)
    if wrong:
        raise InvalidInputError(
            f"this is no text: character {wrong.start()} is {wrong[0]!r}; send whole UTF-8 text"
        )
    return plain


def blank_lines(text: str) -> int:
    """How many characters its leading blank lines have; an indent is not blank."""
    found = _BLANK_LINES.match(text)
    return found.end() if found else 0


def revision_of(heading: str, text: str) -> Revision:
    """A text as one of a chapter's revisions.

    Args:
        heading: What stands before it.
        text: The text, settled.
    """
    return Revision(
        heading=heading,
        text=text,
        sha256=digest(text),
        opening=opening(text),
        observed=observe(text).to_json(),
    )


def read_chapter(
    chapter_id: str, text: str, mentions: Sequence[Mention], count: TokenCounter
) -> ChapterContent:
    """Read snippets and facts out of a chapter.

    Args:
        chapter_id: Id of the chapter, from which its snippets' ids derive.
        text: Its text.
        mentions: Names of known entities in it.
        count: Counts tokens.
    """
    return ChapterContent(
        snippets=_snippets(chapter_id, text, mentions, count),
        facts=outside_names(mentions, extract(text)),
    )


def _snippets(
    chapter_id: str,
    text: str,
    mentions: Sequence[Mention],
    count: TokenCounter,
) -> tuple[Snippet, ...]:
    seen: Counter[str] = Counter()
    snippets: list[Snippet] = []
    for nth, span in enumerate(cut(text, count, SNIPPET_TOKENS)):
        own = text[span.start : span.end]
        lead = _lead(text, span.end)
        sha = digest(own)
        people = {m.entity for m in mentions if span.start <= m.start < span.end}
        snippets.append(
            Snippet(
                id=str(uuid5(UUID(chapter_id), f"{sha}:{seen[sha]}")),
                chapter_id=chapter_id,
                nth=nth,
                start=span.start,
                end=span.end,
                sha256=sha,
                folded=fold(text[span.start : span.end + lead]),
                own=len(fold(own)),
                lead=lead,
                importance=IMPORTANCE,
                people=tuple(sorted(people)),
            )
        )
        seen[sha] += 1
    return tuple(snippets)


def _lead(text: str, start: int) -> int:
    """How many characters from a place on hold `LEAD` folded ones, or all that are left."""
    length = 2 * LEAD  # enough but for dividers and the like
    while start + length < len(text) and len(fold(text[start : start + length])) < LEAD:
        length *= 2
    return min(length, len(text) - start)
