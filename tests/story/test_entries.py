"""What stands for a chapter or a window."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.ports import Summary
from lorepack.records import Chapter
from story.coverage import plant
from story.entries import chapter_key, chapter_summary, heading, leaf, title_of, window_summary

TITLES = st.sampled_from(["", "雨", "The Mill", "题" * 45])
LABELS = st.sampled_from(["", "第1章", "CHAPTER IV", "楔子"])


def chapter(at: int = 0, label: str = "第1章", title: str = "雨", sha256: str = "s") -> Chapter:
    return Chapter(
        id=f"c{at}", order_key=at + 1, position=at + 1, volume=None, volume_id=None, number=None,
        label=label, title=title, revision=1, chars=9, sha256=sha256,
    )  # fmt: skip


def summary(chapter: Chapter, text: str = "雨停了。", origin: str = "extractive") -> Summary:
    return chapter_summary(chapter, text, origin, len)


def test_a_key_names_text_and_heading_and_nothing_that_moves() -> None:
    one = chapter()
    moved = replace(one, id="x", order_key=99, position=12, revision=4, volume="v", volume_id="v")
    assert chapter_key(moved) == chapter_key(one)
    for other in (
        replace(one, sha256="t"), replace(one, label="第2章"), replace(one, title="雪"),
        replace(one, label="第1", title="章雨"),
    ):  # fmt: skip
        assert chapter_key(other) != chapter_key(one)


@given(label=LABELS, title=TITLES, places=st.lists(st.integers(0, 99), min_size=2, max_size=2))
def test_chapters_of_one_key_have_one_summary(label: str, title: str, places: list[int]) -> None:
    """A summary is kept by its key and serves again wherever its chapter has moved to."""
    here, there = (chapter(at, label, title) for at in places)
    assert chapter_key(here) == chapter_key(there)
    assert summary(here) == summary(there)


@given(
    label=LABELS, title=TITLES, text=st.sampled_from(["", "雨停了。", "风" * 300, "Rain. " * 50])
)
def test_the_three_forms_keep_to_their_sizes_and_are_counted(
    label: str, title: str, text: str
) -> None:
    made = chapter_summary(chapter(0, label, title), text, "extractive", len)
    assert len(made.short) <= 40
    assert len(made.line) <= 16
    assert all((made.full, made.short, made.line))
    assert made.tokens == (len(made.full), len(made.short), len(made.line))
    assert text in made.full


def test_a_heading_is_one_line() -> None:
    assert heading(chapter()) == "第1章 雨"
    assert heading(chapter(label="")) == "雨"


@pytest.mark.parametrize("change", [{"text": "雪停了。"}, {"origin": "model"}])
def test_another_text_makes_another_leaf_and_another_origin_does_not(
    change: dict[str, str],
) -> None:
    one = chapter()
    same = leaf(one, summary(one)) == leaf(one, summary(one, **change))
    assert same == ("origin" in change)


@pytest.mark.parametrize(
    ("origins", "expected"),
    [({"opening"}, "opening"), ({"extractive"}, "extractive"), ({"opening", "m"}, "extractive")],
)
def test_a_window_tells_its_members_and_where_they_come_from(
    origins: set[str], expected: str
) -> None:
    chapters = [chapter(at, f"第{at + 1}章", f"题{at}", sha256=str(at)) for at in range(16)]
    listed = sorted(origins)
    members = [
        summary(c, f"第{n}个人走了。", listed[n % len(listed)]) for n, c in enumerate(chapters)
    ]
    forest = plant([leaf(c, m) for c, m in zip(chapters, members, strict=True)])
    node = forest[0]
    assert node.level == 1
    inside = members[node.first : node.last + 1]
    made = window_summary(node, chapters, inside, len)
    assert (made.signature, made.level, made.origin) == (node.signature, 1, expected)
    assert title_of(node, chapters) == f"第1章—第{node.last + 1}章"
    assert made.full.startswith(title_of(node, chapters))
    assert "题0" not in made.full  # a member's heading is not told again
    assert all(f"第{n}个人走了" in made.full for n in range(len(inside)))
