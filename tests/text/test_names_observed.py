import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from text.names import OBSERVED_VERSION, Observed, discover, observe

LINES = (
    "林墨笑道：“走罢。”",
    "沈青衣道：“慢着。”",
    "青衣说道：“我来。”",
    "祁山之道：“谁？”祁山，祁山，祁山，祁山。",
    "天色已晚，窗外下着雨。",
    "Then Mr. Harlow bowed, and Mrs. Harlow said nothing. ",
    'But Agnes said, "No." ',
)
texts = st.lists(st.sampled_from(LINES), max_size=12).map("\n".join)


@settings(deadline=None)
@given(st.lists(texts, max_size=5))
def test_what_is_kept_of_a_text_finds_the_same_names(chapters: list[str]) -> None:
    observed = [observe(text) for text in chapters]
    kept = [Observed.from_json(seen.to_json()) for seen in observed]
    assert kept == observed
    assert discover([seen for seen in kept if seen is not None]) == discover(observed)


@given(texts)
def test_a_text_is_observed_the_same_way_every_time(text: str) -> None:
    assert observe(text).to_json() == observe(text).to_json()


@pytest.mark.parametrize("line", ["", json.dumps([OBSERVED_VERSION - 1, True, {}, []])])
def test_what_is_missing_or_of_another_version_is_out_of_date(line: str) -> None:
    assert Observed.from_json(line) is None


def test_a_name_that_goes_on_by_chance_is_seen_to() -> None:
    assert observe("祁山之道：“谁？”祁山，祁山，祁山，祁山。").extended == {"祁山之"}


def test_the_evidence_is_far_smaller_than_the_text() -> None:
    text = "林墨笑道：“走罢。”雨下了一夜，窗外的灯也灭了，谁都没有说话。\n" * 100
    assert len(observe(text).to_json()) < 100
