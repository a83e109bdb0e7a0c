"""Importance: sorts of worth that add up and stay within the unit interval."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import Candidate
from ranking.importance import IMPORTANCE, NOTHING_SAID, WORTHS, Esteem, importances, text_worth
from tests.ranking.pools import candidate_lists

weights = st.dictionaries(st.sampled_from(list(WORTHS)), st.floats(0, 2))


@given(candidate_lists, weights)
def test_importance_lies_in_the_unit_interval(
    candidates: list[Candidate], weights: dict[str, float]
) -> None:
    found = importances(candidates, NOTHING_SAID, weights)
    assert len(found) == len(candidates)
    assert all(0 <= value <= 1 for value in found)


@given(st.integers(0, 500), st.booleans())
def test_more_facts_and_stress_never_lower_the_worth_of_a_text(facts: int, stress: bool) -> None:
    worth = text_worth(facts, stressed=stress)
    assert 0 <= worth <= 1
    assert worth <= text_worth(facts + 1, stressed=stress)
    assert text_worth(facts, stressed=False) <= worth


def person(id: str, *people: str) -> Candidate:
    return Candidate(id=id, order_key=0, importance=0.0, people=people)


def test_whom_most_candidates_name_is_central() -> None:
    pool = [person("a", "p"), person("b", "p", "q"), person("c", "q"), person("d")]
    assert importances(pool, NOTHING_SAID, {"centrality": 1.0}) == [0.5, 0.5, 0.5, 0.0]


def test_foreshadows_and_the_authors_word_raise_their_passages() -> None:
    esteem = Esteem(author={"a": 1.0}, foreshadow={"b": 0.5})
    found = importances([person("a"), person("b"), person("c")], esteem, IMPORTANCE)
    assert found == pytest.approx([IMPORTANCE["author"], IMPORTANCE["foreshadow"] / 2, 0.0])
