"""The lexical pool out of the record alone, for where the index cannot be asked or lags behind."""

from lorepack.ports import UnitOfWork
from lorepack.records import Candidate, Scope, Where
from ranking.bm25 import scores
from retrieval.query import Asked
from text.terms import content_terms


def lexical_pool(
    unit: UnitOfWork, scope: Scope, asked: Asked, where: Where, *, limit: int
) -> list[Candidate]:
    """The best snippets by BM25, scored as the index would score them."""
    terms = list(dict.fromkeys(content_terms(asked.folded)))
    rows = unit.literals.holding_any(scope, terms, where=where)
    total = unit.literals.count(scope, where=where)
    values = scores(asked.folded, [row.folded[: row.own] for row in rows], total=total)
    ranked = sorted(zip(values, rows, strict=True), key=lambda pair: (-pair[0], pair[1].id))
    return [
        Candidate(
            id=row.id,
            order_key=row.order_key,
            nth=row.nth,
            importance=row.importance,
            lexical=value,
            speakers=tuple(row.speakers),
            at=row.at,
        )
        for value, row in ranked[:limit]
        if value > 0
    ]
