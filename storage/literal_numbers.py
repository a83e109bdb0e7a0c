"""By what the literal index knows a term: a number that tells its project too.

One index serves all projects, as the databases offer it. Were a term's number the same in each, a
word that all books use would name the snippets of all of them, each to be looked up only to find
that it is another book's.
"""

from collections.abc import Iterable

from text.terms import term_number

_TERM_BITS = 32


def literal_numbers(project: int, terms: Iterable[str]) -> list[int]:
    """Numbers of terms within a project, in order, each once.

    Args:
        project: The project's number, below 2**31, so that every database holds the result.
        terms: Terms, repeats included.
    """
    first = project << _TERM_BITS
    return list(dict.fromkeys(first + term_number(term) for term in terms))


def literal_range(project: int) -> range:
    """All numbers that terms can have within a project."""
    return range(project << _TERM_BITS, (project + 1) << _TERM_BITS)
