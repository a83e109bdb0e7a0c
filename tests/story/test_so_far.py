"""The story so far: a text for every node of the tree, made once."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.ports import Summary
from lorepack.records import Chapter
from story.coverage import walk
from story.entries import chapter_key, chapter_summary
from story.so_far import SoFar, tell


def chapters(length: int) -> list[Chapter]:
    return [
        Chapter(
            id=f"c{at}", order_key=at + 1, position=at + 1, volume=None, volume_id=None,
            number=at, label=f"第{at}章", title="", revision=1, chars=9, sha256=f"s{at}",
        )
        for at in range(length)
    ]  # fmt: skip


def standing(of: list[Chapter]) -> dict[str, Summary]:
    return {
        chapter_key(c): chapter_summary(c, f"{c.label}里没有人说话。", "opening", len) for c in of
    }


def told(of: list[Chapter], windows: dict[str, Summary] | None = None) -> SoFar:
    return tell(of, {**standing(of), **(windows or {})}, len)


@given(st.integers(0, 120))
def test_every_node_has_a_text_and_the_forest_covers_all(length: int) -> None:
    so_far = told(chapters(length))
    covered = [at for node in so_far.forest for at in range(node.first, node.last + 1)]
    assert covered == list(range(length))
    for node in walk(so_far.forest):
        assert so_far.of(node).level == node.level
    made = {node.signature for node in walk(so_far.forest) if node.level}
    assert set(so_far.windows) == made


def test_a_window_that_stands_is_not_made_again() -> None:
    first = told(chapters(40))
    (signature, window), *_ = first.windows.items()
    kept = replace(window, full="由模型写成", origin="model")
    again = told(chapters(40), {signature: kept})
    assert again.windows[signature] is kept
    assert kept in [again.of(node) for node in walk(again.forest)]


@given(st.integers(1, 60), st.integers(0, 20))
def test_what_was_told_of_the_beginning_is_told_again_when_the_book_grows(
    length: int, more: int
) -> None:
    before, after = told(chapters(length)), told(chapters(length + more))
    assert set(before.windows) <= set(after.windows)
    assert all(after.windows[key] == window for key, window in before.windows.items())


def test_another_summary_makes_only_its_own_windows_anew() -> None:
    book = chapters(60)
    before = told(book)
    changed = chapter_summary(book[30], "有人开口了。", "model", len)
    after = tell(book, {**standing(book), changed.signature: changed}, len)
    fresh = set(after.windows) - set(before.windows)
    holding = [n for n in walk(after.forest) if n.level and n.first <= 30 <= n.last]
    assert fresh == {node.signature for node in holding}


def test_a_chapter_without_a_summary_is_no_chapter_to_tell() -> None:
    with pytest.raises(KeyError):
        tell(chapters(1), {}, len)
