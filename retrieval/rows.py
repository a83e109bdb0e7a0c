"""Rows of the record as candidates."""

from lorepack.ports import LiteralRow
from lorepack.records import Candidate


def candidate(row: LiteralRow, *, lexical: float | None = None) -> Candidate:
    """A snippet of the record under consideration.

    Args:
        row: As the record tells it.
        lexical: Its BM25, if it was found by that.
    """
    return Candidate(
        id=row.id,
        order_key=row.order_key,
        nth=row.nth,
        importance=row.importance,
        lexical=lexical,
        speakers=tuple(row.speakers),
        at=row.at,
    )
