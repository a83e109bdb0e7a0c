"""Original passages that somebody or something calls for; nothing calls, none are read."""

from lorepack.records import Score, Where
from retrieval.pack.card import words
from retrieval.pack.reading import Reading
from retrieval.pack.state import Found
from retrieval.query import quoted

BEST = 5
"""Passages taken for a query."""


def originals_of(reading: Reading) -> tuple[list[Found], tuple[str, ...]]:
    """The best passages for the query, and those that the card quotes."""
    wanted: dict[str, tuple[str, Score | None]] = {}
    for quote in _quotes(reading):
        literal = reading.searcher.literal(reading.unit, reading.scope, quote, reading.before)
        wanted |= {id: (f"the card quotes {quote!r}", None) for id in literal[:1]}
    best, degraded = _best(reading)
    for id, score in best.items():
        wanted.setdefault(id, ("among the best for the query", score))
    passages = {p.id: p for p in reading.unit.snippets.passages(reading.scope, list(wanted))}
    positions = reading.positions
    return [
        Found(
            passage=passages[id],
            position=positions[passages[id].chapter_id],
            reason=reason,
            score=score,
        )
        for id, (reason, score) in wanted.items()
        if id in passages
    ], degraded


def pinned_of(reading: Reading) -> list[Found]:
    """Passages before the chapter that the request pins."""
    pins, positions = reading.request.pins, reading.positions
    passages = reading.unit.snippets.passages(reading.scope, pins) if pins else []
    return [
        Found(passage=p, position=positions[p.chapter_id], reason="pinned")
        for p in passages
        if p.chapter_id in positions
    ]


def _best(reading: Reading) -> tuple[dict[str, Score], tuple[str, ...]]:
    """Scores of the best passages for the query, the best first, by id."""
    keys = [chapter.order_key for chapter in reading.chapters]
    if not reading.request.query or not keys:
        return {}, ()
    searcher = reading.searcher
    found = searcher.find(
        reading.unit,
        reading.scope,
        reading.request.query,
        Where(before=reading.before),
        keys,
        known=reading.known,
    )
    return {id: found.scores[id] for id in searcher.chosen(found)[:BEST]}, found.degraded


def _quotes(reading: Reading) -> list[str]:
    card = reading.request.card
    return quoted(words(card)) if card else []
