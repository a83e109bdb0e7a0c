"""By what terms literal search knows the snippets of a project, for a check of them.

The full-text table of SQLite keeps no contents: what it holds is read by term, of which there are
too many for a book to be held at once. So of each snippet a sum over its terms is compared, in
which any other set of terms shows but for one chance in 2**64.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import sqlalchemy as sa

from storage import tables as t
from storage.literal_numbers import literal_numbers, literal_range
from text.terms import terms

_MIXER = 0x9E3779B97F4A7C15
_MASK = (1 << 64) - 1

_VOCABULARY = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS temp.snippet_vocabulary "
    "USING fts5vocab('main', 'snippet_terms', 'instance')"
)
_SPAN = sa.text("SELECT term, doc FROM temp.snippet_vocabulary WHERE term BETWEEN :first AND :last")


def misfiled(connection: sa.Connection, project: int) -> list[tuple[str, str]]:
    """Snippets that literal search knows by other terms than they have.

    Args:
        connection: In a transaction.
        project: The project's number.

    Returns:
        Ids of chapter and snippet.
    """
    held = _sums(_held(connection, project))
    c = t.snippet.c
    query = sa.select(c.row, c.chapter, c.id, c.folded).where(c.project == project)
    return [
        (row.chapter, row.id)
        for row in connection.execute(query.order_by(c.chapter, c.nth))
        if held.get(row.row, 0) != _sum(literal_numbers(project, terms(row.folded)))
    ]


def _held(connection: sa.Connection, project: int) -> Iterator[tuple[int, Iterable[int]]]:
    """Numbers of terms by row, in parts."""
    if connection.dialect.name == "postgresql":
        of_project = t.snippet.c.row == t.snippet_terms.c.rowid
        query = sa.select(t.snippet_terms.c.rowid, t.snippet_terms.c.terms).join(
            t.snippet, of_project
        )
        for row in connection.execute(query.where(t.snippet.c.project == project)):
            yield row.rowid, row.terms
        return
    connection.exec_driver_sql(_VOCABULARY)
    numbers = literal_range(project)
    for length in range(len(str(numbers.start)), len(str(numbers.stop - 1)) + 1):
        # Terms are words to the table: those of one length are in the order of their numbers.
        first, last = max(numbers.start, 10 ** (length - 1)), min(numbers.stop, 10**length) - 1
        for term, row in connection.execute(_SPAN, {"first": str(first), "last": str(last)}):
            if len(term) == length:
                yield row, (int(term),)


def _sums(held: Iterable[tuple[int, Iterable[int]]]) -> dict[int, int]:
    sums: dict[int, int] = defaultdict(int)
    for row, numbers in held:
        sums[row] = (sums[row] + _sum(numbers)) & _MASK
    return sums


def _sum(numbers: Iterable[int]) -> int:
    return sum(_mixed(number) for number in numbers) & _MASK


def _mixed(number: int) -> int:
    """A number spread over 64 bits, by the finaliser of splitmix64 (Steele, Lea, Flood 2014)."""
    z = (number + _MIXER) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)
