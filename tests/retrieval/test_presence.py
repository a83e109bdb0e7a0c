"""Whether somebody acts or is merely spoken of."""

import pytest

from lorepack.ports import Place
from retrieval.pack.people.presence import acts, ends_of


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("阮小七笑道：“走罢。”", True),
        ("“走罢。”她看着阮小七。", True),
        ("“听说阮小七回来了。”他说。", False),
        ("阮小七早年在江上讨生活。", False),
        ("「走罢。」\n阮小七早年在江上讨生活。", False),
        ('"Go on," said 阮小七.', True),
        ('"I never met 阮小七," he said.', False),
    ],
)
def test_who_stands_outside_of_what_is_said_is_there(text: str, expected: bool) -> None:
    assert acts(text, text.index("阮小七")) is expected


def test_a_paragraph_far_away_says_nothing() -> None:
    text = f"“走罢。”{'雨' * 2_000}阮小七来了。"
    assert not acts(text, text.index("阮小七"))


def test_the_last_scene_is_told_from_the_last_mention() -> None:
    texts = {"a": "甲来了。", "b": "甲说：“好。”", "c": "“甲呢？”他问。", "d": "“甲呢？”他又问。"}
    places = [
        Place(chapter_id=id, start=text.index("甲"), end=text.index("甲") + 1)
        for id, text in texts.items()
    ]
    ends = ends_of(places, texts)
    assert (ends.first, ends.last) == (places[0], places[-1])
    assert ends.entered == ends.acted == places[1]
    assert ends_of(places[2:], texts).acted is None
