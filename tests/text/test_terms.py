"""Terms: whatever holds a text's words holds its terms."""

from hypothesis import given
from hypothesis import strategies as st

from text.fold import fold
from text.terms import content_terms, probe_terms, term_number, terms

han = st.text("林黛玉宝钗", min_size=1, max_size=8)


def test_chinese_gives_characters_and_pairs() -> None:
    assert terms("林黛玉") == ["林", "黛", "玉", "林黛", "黛玉"]


def test_english_gives_stems() -> None:
    assert terms(fold("The boxes were opened")) == ["the", "box", "were", "open"]
    assert content_terms(fold("The boxes were opened")) == ["box", "open"]


def test_scripts_within_one_word_are_told_apart() -> None:
    assert terms("林黛玉abc") == ["林", "黛", "玉", "林黛", "黛玉", "abc"]
    assert terms("12年") == ["12", "年"]


@given(han, han, han)
def test_a_probe_lies_in_every_text_that_holds_the_words(a: str, middle: str, b: str) -> None:
    assert set(probe_terms(middle)) <= set(terms(a + middle + b))


@given(st.lists(st.sampled_from(["gold", "bowls", "the", "in", "3", "Pell"]), min_size=1))
def test_a_probe_lies_in_every_text_that_holds_whole_words(words: list[str]) -> None:
    phrase = fold(" ".join(words))
    assert set(probe_terms(phrase)) <= set(terms(f"once {phrase} more"))


def test_a_single_character_probes_for_itself() -> None:
    assert probe_terms("玉") == ["玉"]


def test_numbers_of_terms_never_change() -> None:
    """Stored indexes depend on them."""
    assert [term_number(term) for term in ("黛玉", "box")] == [2_330_072_348, 172_652_411]
