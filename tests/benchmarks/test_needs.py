"""What counts as a need, and when it is met."""

import pytest

from benchmarks import needs_gold
from benchmarks.needs import Tally
from benchmarks.needs_gold import Passage, bare, needs

PASSAGES = [
    Passage(id="b/1/0", chapter=1, text="It rained. Ann Lee came in. She sat."),
    Passage(id="b/1/1", chapter=1, text="Nobody spoke to Miss Lee. Annabel left."),
    Passage(id="b/2/0", chapter=2, text="She went out at once."),
    Passage(id="b/3/0", chapter=3, text="Ann Lee drowned."),
]
ROW = {
    "book": "b",
    "before_chapter": 3,
    "needs": [
        {
            "entity": "Ann Lee",
            "aliases": ["Ann Lee", "Miss Lee"],
            "gold_first": ["b/1/0"],
            "gold_last": ["b/2/0"],
        }
    ],
}


@pytest.fixture(autouse=True)
def passages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(needs_gold, "books", lambda _: {"b": PASSAGES})  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]


def test_only_sentences_that_name_the_person_tell_it() -> None:
    (need,) = needs(ROW, "en", aliases=True)
    assert need.told == {"first": {"AnnLeecamein."}, "last": frozenset()}
    assert need.named["first"] == {"AnnLeecamein."}
    assert need.named["last"] == {"AnnLeecamein.", "NobodyspoketoMissLee."}


def test_who_knows_no_other_name_is_judged_by_the_one_that_is_asked_for() -> None:
    (need,) = needs(ROW, "en", aliases=False)
    assert need.named["last"] == {"AnnLeecamein."}


def test_a_need_is_met_by_its_sentence_and_by_nothing_less() -> None:
    tally = Tally()
    asked = needs(ROW, "en", aliases=True)
    tally.count("gold", asked, bare("Ann Lee (first named in chapter 1): Ann Lee\ncame in."))
    tally.count("gold", asked, bare("Ann Lee came"))
    assert tally.share("gold first") == 0.5
    assert tally.of == {"gold first": 2}
    assert tally.share("gold last") == 0.0
