"""Long texts in windows: whole, within the limit, weighted by tokens."""

from math import ceil

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import ProviderError
from lorepack.ports import Vector
from providers.vectors import unit
from providers.windows import Frame, Window, embed_whole, joined

PREFIX = 3
"""Tokens before every text."""


def uneven(text: str) -> int:
    """Tokens as of a tokenizer to which some characters are five and some are none."""
    return PREFIX + sum({"汉": 5, "z": 0}.get(character, 1) for character in text)


TEXT = st.text("ab汉z ", max_size=300)
MOST = st.integers(PREFIX + 5, 60)


@given(TEXT, MOST)
def test_windows_hold_the_whole_text_and_keep_to_the_limit(text: str, most: int) -> None:
    windows = Frame(count=uneven, most=most).windows(text)
    assert "".join(window.text for window in windows) == text
    assert all(uneven(window.text) <= most for window in windows)
    assert all(window.tokens >= 1 for window in windows)


@given(st.text("ab", max_size=300), MOST)
def test_windows_of_even_text_are_as_few_as_can_be_and_about_equal(text: str, most: int) -> None:
    windows = Frame(count=uneven, most=most).windows(text)
    assert len(windows) <= max(1, ceil(len(text) / (most - PREFIX)))
    assert sum(window.tokens for window in windows) == max(1, len(text))
    sizes = [window.tokens for window in windows]
    assert all(size == sizes[0] for size in sizes[:-1])


def test_a_character_over_the_limit_stays_whole() -> None:
    windows = Frame(count=lambda text: 9 * len(text), most=4).windows("汉汉")
    assert [window.text for window in windows] == ["汉", "汉"]


def test_a_prefix_that_leaves_no_room_is_an_error_with_both_numbers() -> None:
    with pytest.raises(ProviderError, match="of 3 tokens, 3 go"):
        Frame(count=uneven, most=PREFIX).windows("a")


def test_the_vector_is_the_mean_by_tokens_scaled_to_one() -> None:
    x, y = unit([1, 0]), unit([0, 1])
    windows = [Window(text="", tokens=3), Window(text="", tokens=1)]
    assert joined([x, y], windows) == pytest.approx(np.array([3, 1]) / np.sqrt(10))


def test_a_text_that_fits_keeps_its_vector_to_the_bit() -> None:
    vector = unit(np.arange(1, 9))
    frame = Frame(count=uneven, most=20)
    assert np.array_equal(embed_whole("abc", frame, lambda _: vector), vector)


def test_each_window_is_embedded_in_order() -> None:
    asked: list[str] = []

    def embed(text: str) -> Vector:
        asked.append(text)
        return unit([1, len(asked)])

    embed_whole("abcdefgh", Frame(count=uneven, most=PREFIX + 5), embed)
    assert asked == ["abcd", "efgh"]
