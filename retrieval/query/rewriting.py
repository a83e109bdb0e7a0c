"""The light rewrite: what a query asks for, without the words that only ask."""

from collections.abc import Callable, Sequence

from retrieval.query.filler import LEADING, MARKS, TRAILING
from text.fold import fold

Spans = Sequence[tuple[int, int]]
"""Stretches of a text, end exclusive."""


def light_rewrite(query: str, protected: Callable[[str], Spans]) -> str:
    """Strip a query of politeness, of asking and of markup.

    Nothing is rephrased, and what is left always says something.

    Args:
        query: As it was asked.
        protected: Where in a text quotes, names and numbers stand, no part of which is touched.
    """
    plain = _without_marks(query, protected(query))
    kept = protected(plain)
    start, end = 0, len(plain.rstrip())
    while cut := _leading(plain, start, end, kept):
        start = cut
    while cut := _trailing(plain, start, end, kept):
        end = cut
    rest = plain[start:end].strip()
    return rest if fold(rest) else query


def _without_marks(query: str, kept: Spans) -> str:
    parts: list[str] = []
    end = 0
    for mark in MARKS.finditer(query):
        if _free(mark.start(), mark.end(), kept):
            parts.append(query[end : mark.start()])
            end = mark.end()
    return "".join([*parts, query[end:]])


def _leading(text: str, start: int, end: int, kept: Spans) -> int | None:
    """Where the text goes on behind one phrase more; None if there is none to strip."""
    start += len(text[start:end]) - len(text[start:end].lstrip())
    for pattern in LEADING:
        found = pattern.match(text, start, end)
        if found and _may_go(text, found.span(), (found.end(), end), kept):
            return found.end()
    return None


def _trailing(text: str, start: int, end: int, kept: Spans) -> int | None:
    for pattern in TRAILING:
        found = pattern.search(text[:end], start)
        if (
            found
            and found.start() < end
            and _may_go(text, found.span(), (start, found.start()), kept)
        ):
            return found.start()
    return None


def _may_go(text: str, phrase: tuple[int, int], rest: tuple[int, int], kept: Spans) -> bool:
    """Whether a phrase touches nothing that must stay, and is not all there is."""
    return phrase[0] < phrase[1] and _free(*phrase, kept) and bool(fold(text[slice(*rest)]))


def _free(start: int, end: int, kept: Spans) -> bool:
    return all(last <= start or end <= first for first, last in kept)
