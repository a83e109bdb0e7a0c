"""Pools of candidates for the tests of ranking."""

from hypothesis import strategies as st

from lorepack.records import Candidate
from ranking.signals import Pool

_rows = st.tuples(
    st.none() | st.floats(-1, 1),
    st.none() | st.floats(0, 40),
    st.floats(0, 1),
    st.integers(0, 2),
    st.lists(st.sampled_from("pqr"), max_size=2, unique=True),
)

candidate_lists = st.lists(_rows, max_size=12).map(
    lambda rows: [
        Candidate(
            id=f"{n:02}",
            order_key=chapter,
            nth=n,
            importance=importance,
            dense=dense,
            lexical=lexical,
            people=tuple(people),
        )
        for n, (dense, lexical, importance, chapter, people) in enumerate(rows)
    ]
)

pools = st.builds(Pool, candidates=candidate_lists, terms=st.integers(1, 40))


def candidate(
    id: str,
    dense: float | None = None,
    lexical: float | None = None,
    *,
    chapter: int = 0,
    nth: int = 0,
    importance: float = 0.5,
) -> Candidate:
    """A candidate by what matters to a test."""
    return Candidate(
        id=id, order_key=chapter, nth=nth, importance=importance, dense=dense, lexical=lexical
    )
