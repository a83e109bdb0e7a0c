"""Keys that keep an order: rising, and as few new ones as can be."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.ordering import GAP, keep_order, longest_rising


@given(keys=st.lists(st.none() | st.integers(1, 60), max_size=14))
def test_keys_rise_and_as_many_as_can_be_stay(keys: list[int | None]) -> None:
    settled = keep_order(keys)
    assert all(a < b for a, b in pairwise(settled))
    assert all(key > 0 for key in settled)
    chosen = [keys[at] for at in sorted(longest_rising(keys))]
    assert chosen == sorted(set(chosen), key=lambda key: key or 0)


def test_what_is_in_order_is_left_alone() -> None:
    assert keep_order([5, 9, 12]) == [5, 9, 12]
    assert keep_order([GAP, None, 2 * GAP])[::2] == [GAP, 2 * GAP]
    assert keep_order([None, None]) == [GAP, 2 * GAP]


def test_a_chapter_that_moves_gets_a_key_and_its_neighbours_keep_theirs() -> None:
    first, moved, second, third = keep_order([GAP, 3 * GAP, 2 * GAP, 4 * GAP])
    assert (first, third) == (GAP, 4 * GAP)
    assert first < moved < second < third
    assert sum(key in (2 * GAP, 3 * GAP) for key in (moved, second)) == 1


@pytest.mark.parametrize("where", ["front", "second", "before the last", "anywhere"])
def test_there_is_always_room(where: str) -> None:
    """However often an author inserts at one place, the cost stays small on the whole."""
    random = Random(5)
    keys = keep_order([None] * 5)
    renewed = 0
    for _ in range(1_000):
        at = {
            "front": 0,
            "second": 1,
            "before the last": len(keys) - 1,
            "anywhere": random.randrange(len(keys)),
        }[where]
        asked = [*keys[:at], None, *keys[at:]]
        keys = keep_order(asked)
        assert all(a < b for a, b in pairwise(keys))
        renewed += sum(old is not None and old != new for old, new in zip(asked, keys, strict=True))
    assert renewed < 40 * 1_000
    assert max(keys) < 2**53
