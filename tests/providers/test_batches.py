"""Texts in requests: all of them, in order, within both limits, as few as may be."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from providers.batches import batches

SIZES = st.lists(st.integers(0, 30), max_size=40)


@given(SIZES, st.integers(1, 9), st.integers(1, 50))
def test_requests_hold_every_text_once_within_the_limits(
    sizes: list[int], texts: int, tokens: int
) -> None:
    found = list(batches(sizes, texts, tokens))
    assert [place for places in found for place in places] == list(range(len(sizes)))
    for places in found:
        assert 1 <= len(places) <= texts
        assert sum(sizes[place] for place in places) <= tokens or len(places) == 1


@given(SIZES, st.integers(1, 9), st.integers(1, 50))
def test_a_request_ends_only_where_the_next_text_has_no_room(
    sizes: list[int], texts: int, tokens: int
) -> None:
    found = list(batches(sizes, texts, tokens))
    for places, following in pairwise(found):
        with_next = sum(sizes[place] for place in places) + sizes[following.start]
        assert len(places) == texts or with_next > tokens
