"""Quoted lines of card and query, and where the book has them."""

from collections.abc import Iterator

from lorepack.records import ChapterCard, Where
from retrieval.near import nearest
from retrieval.pack.cards.words import words
from retrieval.pack.originals.calls import Call
from retrieval.pack.reading import Reading
from retrieval.query import quoted
from retrieval.search import Found
from text.fold import fold


def quotes(reading: Reading, found: Found | None) -> Iterator[Call]:
    """The best passage of each quoted line: as it stands, or else where it nearly does.

    Of several places the query's ranking decides, and without one the first.
    """
    request = reading.request
    card = quoted(words(request.card or ChapterCard()))
    for quote in dict.fromkeys(card):
        yield from _quoted(reading, found, "card", quote)
    for quote in dict.fromkeys(quoted(request.query)):
        if quote not in card:
            yield from _quoted(reading, found, "query", quote)


def _quoted(reading: Reading, found: Found | None, where: str, quote: str) -> Iterator[Call]:
    said = f"the {where} quotes {quote!r}"
    ids = reading.searcher.literal(reading.unit, reading.scope, quote, reading.before)
    if ids:
        scores = found.scores if found else {}
        best = max(ids, key=lambda id: scores[id].total if id in scores else -1.0)
        yield Call(id=best, reason=said, needles=(fold(quote),), whole=True, score=scores.get(best))
    else:
        yield from _nearly(reading, said, quote)


def _nearly(reading: Reading, said: str, quote: str) -> Iterator[Call]:
    """The passage that nearly has a line, if search finds one; its words cannot be marked."""
    keys = [chapter.order_key for chapter in reading.chapters]
    if not keys or not fold(quote):
        return
    found = reading.searcher.find(
        reading.unit,
        reading.scope,
        quote,
        Where(before=reading.before),
        keys,
        known=reading.known,
    )
    for id in nearest(found.near, sorted(found.near)):
        reason = f"{said}, which nearly stands here (likeness {found.near[id]:.2f})"
        yield Call(id=id, reason=reason, score=found.scores.get(id))
