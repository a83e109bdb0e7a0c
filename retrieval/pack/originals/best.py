"""The best passages for a query, and those that were considered and not taken."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from lorepack.records import Passage, Where
from ranking.scoring import order, without_duplicates
from retrieval.pack.originals.calls import Call
from retrieval.pack.reading import Reading
from retrieval.search import Found as Searched
from text.fold import fold
from text.terms import content_terms

BEST = 5
"""Passages taken for a query."""
TOLD = 20
"""Passages that are said not to have been taken, at the most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a query's ranking gives and leaves."""

    taken: tuple[Call, ...] = ()
    passed: tuple[Call, ...] = ()
    """Considered and not taken, each with why; the best first."""


def searched(reading: Reading) -> Searched | None:
    """Everything that the query brings up; None without a query or a chapter before."""
    keys = [chapter.order_key for chapter in reading.chapters]
    if not reading.request.query or not keys:
        return None
    return reading.searcher.find(
        reading.unit,
        reading.scope,
        reading.request.query,
        Where(before=reading.before),
        keys,
        known=reading.known,
    )


def judged(reading: Reading, found: Searched | None) -> Judged:
    """The best passages over the threshold, none nearly the same as another, and the others."""
    if found is None:
        return Judged()
    threshold = reading.searcher.profile.threshold
    ranked = order(found.scores)
    called = _called(ranked, found, threshold)
    read = reading.unit.snippets.passages(reading.scope, called[:TOLD])
    passages = {passage.id: passage for passage in read}
    # What is banned takes nobody's place; it is called all the same, so that the ban is told of.
    banned = [id for id in called if id in passages and id in reading.request.bans]
    ranked, called = ([id for id in ids if id not in banned] for ids in (ranked, called))
    kept = _distinct(called, passages)
    calls = tuple(
        _call(
            id, found, f"among the best for the query (relevance {found.scores[id].relevance:.2f})"
        )
        for id in (*kept, *banned)
    )
    left = islice(_passed(ranked, called, kept), TOLD)
    passed = tuple(
        _call(id, found, reason.format(found.scores[id].relevance, threshold))
        for id, reason in left
    )
    return Judged(taken=calls, passed=passed)


def _called(ranked: Sequence[str], found: Searched, threshold: float) -> list[str]:
    """Ids over the threshold, or of what has a part of the query to the letter or nearly so."""
    literal = found.literal.rows.keys() | found.near.keys()
    return [id for id in ranked if id in literal or found.scores[id].relevance >= threshold]


def _distinct(ranked: Sequence[str], passages: Mapping[str, Passage]) -> list[str]:
    termed = (
        (id, frozenset(content_terms(fold(passages[id].text)))) for id in ranked if id in passages
    )
    return without_duplicates(termed, BEST)


def _passed(
    ranked: Sequence[str], called: Sequence[str], kept: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """Why each of the others was not taken, in words that leave room for figures."""
    last = called.index(kept[-1]) if len(kept) == BEST else len(called)
    for place, id in enumerate(called):
        if id not in kept and place < last:
            yield id, "nearly the same as a better passage for the query"
        elif id not in kept:
            yield id, f"number {place + 1} for the query; {BEST} are taken"
    for id in (id for id in ranked if id not in called):
        yield id, "relevance {:.2f} is below the threshold {:.2f}"


def _call(id: str, found: Searched, reason: str) -> Call:
    asked = found.asked
    return Call(
        id=id,
        reason=reason,
        needles=asked.needles,
        values=asked.values,
        score=found.scores[id],
    )
