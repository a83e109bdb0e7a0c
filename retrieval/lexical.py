"""The lexical pool out of the record alone, for where the index cannot be asked or lags behind."""

from collections.abc import Sequence

from lorepack.ports import Pooling, UnitOfWork
from lorepack.records import Candidate, Scope
from ranking.bm25 import scores
from retrieval.query import Asked
from retrieval.rows import candidate
from text.fold import fold
from text.terms import content_terms


def lexical_pool(unit: UnitOfWork, scope: Scope, asked: Asked, pooling: Pooling) -> list[Candidate]:
    """The best snippets by BM25, scored and chosen as the index would."""
    query = fold(asked.alike)
    terms = list(dict.fromkeys(content_terms(query)))
    rows = unit.literals.holding_any(scope, terms, where=pooling.where)
    total = unit.literals.count(scope, where=pooling.where)
    values = scores(query, [row.folded[: row.own] for row in rows], total=total)
    ranked = sorted(zip(values, rows, strict=True), key=lambda pair: (-pair[0], pair[1].id))
    return _chosen([candidate(row, lexical=v) for v, row in ranked if v > 0], pooling)


def _chosen(ranked: Sequence[Candidate], pooling: Pooling) -> list[Candidate]:
    """The best of all, and the best of each narrower range."""
    chosen = {c.id: c for c in ranked[: pooling.limit]}
    for where in pooling.also:
        inside = [c for c in ranked if where.holds(c)]
        chosen |= {c.id: c for c in inside[: pooling.also_limit]}
    return list(chosen.values())
