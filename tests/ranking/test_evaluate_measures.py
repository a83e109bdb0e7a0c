"""Measures of ranked lists, against values reckoned by hand."""

import sys
from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import InvalidInputError, ProviderError
from ranking.evaluate import group_recall, ranking_measures

IDS = [f"u{n}" for n in range(12)]
rankings = st.lists(st.sampled_from(IDS), unique=True)
group_lists = st.lists(st.sets(st.sampled_from(IDS), min_size=1), min_size=1, max_size=4)


def test_a_list_measured_by_hand() -> None:
    run = {"q": ["a", "b", "c", "d", "e", "f"]}
    values = ranking_measures(run, {"q": [{"b"}, {"d"}, {"missing"}]})
    ideal = 1 + 1 / log2(3) + 1 / log2(4)
    assert {name: by_question["q"] for name, by_question in values.items()} == pytest.approx(
        {
            "hit@1": 0.0,
            "hit@5": 1.0,
            "hit@10": 1.0,
            "MRR": 1 / 2,
            "nDCG@10": (1 / log2(3) + 1 / log2(5)) / ideal,
            "recall@5": 2 / 3,
            "recall@10": 2 / 3,
            "recall@20": 2 / 3,
        }
    )


def test_a_group_is_found_with_any_of_its_members() -> None:
    groups = [{"sms", "photo"}, {"note"}]
    assert group_recall(groups, ["photo", "call"]) == 0.5
    assert group_recall(groups, ["photo", "sms"]) == 0.5
    assert group_recall(groups, ["sms", "note"]) == 1.0


def test_several_questions_keep_their_own_values() -> None:
    run = {"first": ["x", "y"], "last": ["y", "x"]}
    values = ranking_measures(run, {"first": [["x"]], "last": [["x"]]}, hits=[1])
    assert values["hit@1"] == {"first": 1.0, "last": 0.0}
    assert values["MRR"] == {"first": 1.0, "last": 0.5}


def test_a_question_that_the_run_lacks_found_nothing() -> None:
    qrels = {"asked": [{"a"}], "silent": [{"a"}], "empty": [{"a"}]}
    values = ranking_measures({"asked": ["a"], "empty": []}, qrels)
    for by_question in values.values():
        assert by_question == {"asked": 1.0, "silent": 0.0, "empty": 0.0}


def test_a_run_that_found_nothing_at_all_has_zeros() -> None:
    values = ranking_measures({}, {"q": [{"a"}]})
    assert {value for by_question in values.values() for value in by_question.values()} == {0.0}


def test_the_order_of_the_list_decides_and_no_tie_is_broken_by_name() -> None:
    for ranked in (["a", "z"], ["z", "a"]):
        values = ranking_measures({"q": ranked}, {"q": [{ranked[0]}]})
        assert values["MRR"]["q"] == 1.0


@pytest.mark.parametrize(
    ("run", "qrels", "told"),
    [
        ({"q": ["a", "b", "a"]}, {"q": [["a"]]}, "'q' has 'a' twice"),
        ({"other": ["a"]}, {"q": [["a"]]}, "'other' of the run is not in the qrels"),
        ({}, {"q": []}, "'q' has a group without any unit, or no group"),
        ({}, {"q": [["a"], []]}, "'q' has a group without any unit, or no group"),
    ],
)
def test_what_cannot_be_measured_is_told(
    run: dict[str, list[str]], qrels: dict[str, list[list[str]]], told: str
) -> None:
    with pytest.raises(InvalidInputError, match=told):
        ranking_measures(run, qrels)


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ir_measures", None)
    with pytest.raises(ProviderError, match=r"pip install 'lorepack\[evaluate\]'"):
        ranking_measures({"q": ["a"]}, {"q": [["a"]]})


@given(rankings, group_lists)
def test_every_value_lies_in_the_unit_interval_and_grows_with_k(
    ranked: list[str], groups: list[set[str]]
) -> None:
    values = ranking_measures({"q": ranked}, {"q": groups})
    assert all(0 <= value["q"] <= 1 for value in values.values())
    assert values["hit@1"]["q"] <= values["hit@5"]["q"] <= values["hit@10"]["q"]
    assert values["recall@5"]["q"] <= values["recall@10"]["q"] <= values["recall@20"]["q"]
    assert values["hit@1"]["q"] <= values["MRR"]["q"]


@given(rankings, st.sets(st.sampled_from(IDS), min_size=1))
def test_recall_of_groups_of_one_is_recall_as_trec_eval_has_it(
    ranked: list[str], gold: set[str]
) -> None:
    import ir_measures

    ours = ranking_measures({"q": ranked}, {"q": [{id} for id in gold]})["recall@5"]["q"]
    scored = {"q": {id: float(-place) for place, id in enumerate(ranked)}, "-": {"-": 0.0}}
    theirs = {
        metric.query_id: metric.value
        for metric in ir_measures.iter_calc(
            [ir_measures.R @ 5], {"q": dict.fromkeys(gold, 1)}, scored
        )
    }
    assert ours == pytest.approx(theirs.get("q", 0.0))


@given(rankings.filter(bool), group_lists)
def test_the_measures_do_not_depend_on_other_questions(
    ranked: list[str], groups: list[set[str]]
) -> None:
    alone = ranking_measures({"q": ranked}, {"q": groups})
    beside = ranking_measures({"q": ranked, "p": ["u1"]}, {"q": groups, "p": [["u2"]]})
    assert {name: v["q"] for name, v in alone.items()} == {n: v["q"] for n, v in beside.items()}
