"""A profile as a TOML file: there and back, and what is refused, by name, line and way out."""

import re
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import InvalidInputError
from ranking.fusion import WEIGHTS
from ranking.importance import IMPORTANCE, WORTHS
from ranking.profile import Calibration, Fusion, Profile, Weights
from ranking.profile_file import dumps, fingerprint, loads
from ranking.signals import SIGNALS
from ranking.standing import STANDINGS

numbers = st.floats(-1e6, 1e6)
shares = st.floats(0, 1)
names = st.text(min_size=1, max_size=100).filter(str.isprintable)


@st.composite
def weights(draw: st.DrawFn) -> Weights:
    relevance = draw(shares)
    importance = draw(st.floats(0, 1 - relevance))
    return Weights(
        relevance=relevance, importance=importance, recency=max(0.0, 1 - relevance - importance)
    )


profiles = st.builds(
    Profile,
    name=names,
    weights=weights(),
    half_life_chapters=st.floats(0.01, 1e6),
    half_life_days=st.floats(0.01, 1e6),
    threshold=shares,
    recall_k=st.integers(1, 100),
    floor=shares,
    gate=st.floats(0.001, 1),
    fusion=st.builds(Fusion, weights=st.dictionaries(st.sampled_from(list(SIGNALS)), numbers)),
    calibration=st.builds(
        Calibration,
        intercept=numbers,
        weights=st.dictionaries(st.sampled_from(list(STANDINGS)), numbers),
    ),
    importance=st.dictionaries(st.sampled_from(list(WORTHS)), numbers),
)


@given(profiles)
def test_a_profile_comes_back_from_its_file_to_the_last_bit(profile: Profile) -> None:
    assert loads(dumps(profile)) == profile
    assert dumps(loads(dumps(profile))) == dumps(profile)


@given(profiles, profiles)
def test_profiles_have_the_same_fingerprint_only_if_they_are_the_same(
    one: Profile, other: Profile
) -> None:
    assert (fingerprint(one) == fingerprint(other)) == (dumps(one) == dumps(other))


def test_the_order_of_names_in_a_mapping_makes_no_other_profile() -> None:
    one = Profile(importance={"text": 1, "author": 2})
    other = Profile(importance={"author": 2, "text": 1})
    assert fingerprint(one) == fingerprint(other)


def test_a_whole_number_is_the_same_number() -> None:
    one = Profile(threshold=1, importance={"text": 1}, calibration=Calibration(intercept=2))
    other = Profile(threshold=1.0, importance={"text": 1.0}, calibration=Calibration(intercept=2.0))
    assert dumps(one) == dumps(other)


def test_the_file_holds_every_key_under_the_name_that_it_has_in_python() -> None:
    table = tomllib.loads(dumps(Profile()))
    assert list(table) == [
        *("name", "half_life_chapters", "half_life_days", "threshold", "floor", "gate", "recall_k"),
        *("weights", "fusion", "calibration", "importance"),
    ]
    assert table["weights"] == {"relevance": 0.6, "importance": 0.3, "recency": 0.1}
    assert table["fusion"] == {"weights": dict(WEIGHTS)}
    assert table["importance"] == dict(IMPORTANCE)


def test_what_is_left_out_has_its_default() -> None:
    assert loads("") == Profile()
    assert loads("threshold = 0\n[calibration.weights]\nbehind = 4") == Profile(
        threshold=0, calibration=Calibration(weights={"behind": 4})
    )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("threshold = ", "the profile is no TOML: Invalid value (at end of document)"),
        ("\nthreshhold = 0.3", "profile, line 2: threshhold: unknown; what may stand here: name"),
        (
            "[weights]\nrelevance = 0.6\nnovelty = 0.1",
            "line 3: weights.novelty: unknown; what may stand here: relevance, importance, recency",
        ),
        (
            "[weights]\nrelevance = '0.6'",
            "line 2: weights.relevance: '0.6' is of another type; give a number",
        ),
        ("# mine\n[ weights ]\nrecency = 0.3", "profile, line 2: weights: they sum to 1.2"),
        ("weights = { recency = 0.3 }", "profile, line 1: weights: they sum to 1.2"),
        ("weights.recency = 3", "profile, line 1: weights.recency: 3 is out of range"),
        ("weights = 1", "line 1: weights: 1 is no table; write [weights]"),
        ("importance = [1]", "line 1: importance: [1] is no table; write [importance]"),
        ("recall_k = 2.5", "line 1: recall_k: 2.5 is of another type; give a whole number"),
        ("recall_k = true", "line 1: recall_k: True is of another type; give a whole number"),
        ("threshold = true", "line 1: threshold: True is of another type; give a number"),
        ("threshold = nan", "line 1: threshold: nan is out of range"),
        ("name = 3", "line 1: name: 3 is of another type; give a text in quotes"),
        ("name = ''", "line 1: name: '': give it 1 to 100 characters"),
        (
            "[calibration.weights]\n'fuzed' = 1",
            "line 2: calibration.weights.fuzed: there is no "
            f"such name; there are: {', '.join(STANDINGS)}",
        ),
        pytest.param(
            f"half_life_days = 1{'0' * 400}",
            "line 1: half_life_days: the number is far out",
            id="too large for a float",
        ),
        pytest.param(
            f"half_life_days = 1{'0' * 5000}", "the profile is no TOML: ", id="too many digits"
        ),
        pytest.param("x = " + "[" * 5000, "the profile is no TOML: ", id="too deep"),
        pytest.param(
            "#" * 70_000,
            "a profile has 65,536 characters at the most, and this has 70,000",
            id="too long",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line_and_a_way_out(text: str, words: str) -> None:
    with pytest.raises(InvalidInputError, match=re.escape(words)):
        loads(text)


@given(st.text() | st.text("[]{}=.\"'\n 01abtweighs_#"))
def test_any_text_is_read_or_refused_as_bad_input(text: str) -> None:
    with suppress(InvalidInputError):
        assert loads(dumps(loads(text))) == loads(text)


def test_the_profile_in_the_documents_is_one() -> None:
    page = Path(__file__).parents[2] / "docs" / "tuning.md"
    (shown,) = re.findall(r"```toml\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    profile, usual = loads(shown), Profile()
    names = ("half_life_chapters", "half_life_days", "threshold", "floor", "gate", "recall_k")
    assert {n: getattr(profile, n) for n in names} == {n: getattr(usual, n) for n in names}
    assert profile.weights == usual.weights
    assert profile.fusion.weights.items() <= usual.fusion.weights.items()
    assert profile.calibration.weights.items() <= usual.calibration.weights.items()
    assert profile.calibration.intercept == usual.calibration.intercept
