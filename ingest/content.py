"""What is read out of a chapter's text: snippets and facts."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import sha256
from unicodedata import normalize
from uuid import UUID, uuid5

from ingest.facts import outside_names
from ingest.snippets import cut
from lorepack.errors import InvalidInputError
from lorepack.ports import ChapterContent, Revision, TokenCounter
from lorepack.records import LEAD, Fact, Mention, Snippet, Span
from ranking.importance import text_worth
from story.summaries import opening
from text.facts import extract
from text.fold import fold
from text.names import observe
from text.stress import stressed
from text.transcripts import Message, messages

_BLANK_LINES = re.compile(r"(?:[^\S\n]*+\n)++")
_NO_TEXT = re.compile("[\0\ud800-\udfff]")

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
    facts = outside_names(mentions, extract(text))
    return ChapterContent(snippets=_snippets(chapter_id, text, mentions, facts, count), facts=facts)


def _snippets(
    chapter_id: str,
    text: str,
    mentions: Sequence[Mention],
    facts: Sequence[Fact],
    count: TokenCounter,
) -> tuple[Snippet, ...]:
    seen: Counter[str] = Counter()
    told = sorted(fact.start for fact in facts)
    snippets: list[Snippet] = []
    for nth, (span, message) in enumerate(_spans(text, count)):
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
                importance=text_worth(
                    bisect_left(told, span.end) - bisect_left(told, span.start),
                    stressed=stressed(own),
                ),
                people=tuple(sorted(people)),
                speakers=_speakers(message),
                at=message.at if message else None,
            )
        )
        seen[sha] += 1
    return tuple(snippets)


def _spans(text: str, count: TokenCounter) -> Iterator[tuple[Span, Message | None]]:
    """Where snippets stand: a message is one, however short, since evidence is cited by it."""
    found = messages(text)
    if not found:
        yield from ((span, None) for span in cut(text, count, SNIPPET_TOKENS))
    for message in found:
        for span in cut(text[message.start : message.end], count, SNIPPET_TOKENS):
            start, end = message.start + span.start, message.start + span.end
            yield Span(start=start, end=end), message


def _speakers(message: Message | None) -> tuple[str, ...]:
    """Who speaks, folded; a name of nothing but signs folds to none."""
    folded = fold(message.speaker) if message and message.speaker else ""
    return (folded,) if folded else ()


def _lead(text: str, start: int) -> int:
    """How many characters from a place on hold `LEAD` folded ones, or all that are left."""
    length = 2 * LEAD  # enough but for dividers and the like
    while start + length < len(text) and len(fold(text[start : start + length])) < LEAD:
        length *= 2
    return min(length, len(text) - start)
