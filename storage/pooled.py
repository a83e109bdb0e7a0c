"""What the pools of an engine bring up, as candidates: the same ones whichever engine it is."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from lorepack.ports import Pooling
from lorepack.records import Candidate, Scope
from storage.payloads import snippet_id

SPARE = 32
"""Points asked for beyond the length of a pool: among equally good ones at its end an engine
chooses by chance, and we by their ids."""

# An engine adds single-precision products in an order of its own, which other points in the same
# file can change: what lies beyond is chance.
_LEXICAL_DIGITS = 3
_DENSE_DIGITS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """A point that came up."""

    id: UUID
    score: float
    payload: Mapping[str, Any]


Pool = Sequence[Scored]


def candidates(
    scope: Scope,
    pooling: Pooling,
    near: Iterable[Pool],
    lexical: Iterable[Pool],
    compared: Iterable[Pool],
) -> list[Candidate]:
    """One candidate for each point of any pool, by the snippet's id.

    Args:
        scope: Whose points.
        pooling: What was asked for.
        near: Nearest ones of each range, `SPARE` beyond its length.
        lexical: Those that share most words, likewise.
        compared: Cosines of the lexical pools.
    """
    lengths = [pooling.limit, *(pooling.also_limit for _ in pooling.also)]
    nearest = _cut(scope, near, lengths, _DENSE_DIGITS)
    worded = _cut(scope, lexical, lengths, _LEXICAL_DIGITS)
    cosines = {point.id: point.score for pool in compared for point in pool}
    cosines |= {id: point.score for id, point in nearest.items()}
    made = [
        _candidate(snippet_id(scope, id), point.payload, cosines.get(id), worded.get(id))
        for id, point in (nearest | worded).items()
    ]
    return sorted(made, key=lambda candidate: candidate.id)


def _cut(
    scope: Scope, pools: Iterable[Pool], lengths: Sequence[int], digits: int
) -> dict[UUID, Scored]:
    """The best of each pool, by id."""

    def rank(point: Scored) -> tuple[float, str]:
        return -round(point.score, digits), snippet_id(scope, point.id)

    best = (sorted(pool, key=rank)[:n] for pool, n in zip(pools, lengths, strict=True))
    return {point.id: point for pool in best for point in pool}


def _candidate(
    id: str, payload: Mapping[str, Any], cosine: float | None, worded: Scored | None
) -> Candidate:
    return Candidate(
        id=id,
        order_key=payload["order_key"],
        nth=payload["nth"],
        importance=payload["importance"],
        dense=cosine,
        lexical=None if worded is None else round(worded.score, _LEXICAL_DIGITS),
        people=tuple(payload["people"]),
        speakers=tuple(payload["speaker"]),
        at=payload.get("at"),
    )
