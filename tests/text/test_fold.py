"""Folding: what readers take for the same text folds to the same string, and knows its places."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from text.fold import fold, fold_with_offsets
from text.variants import VARIANTS

texts = st.text("林黛玉來来著着A aＡ１1，。“”'’ \n　𠮷😀é́-", max_size=40)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("“你来了！”", "你來了"),
        ("ＡＢＣ１２３", "abc123"),
        ("林妹妹，你来了。", "林妹妹你来了"),
        ("Don’t  stop", "don't stop"),
        ("天下大勢", "天下大势"),
        ("well-known", "well known"),
        ("裏裡里", "里里里"),
        ("他捧著鎗", "他捧着枪"),
        ("慇懃", "殷勤"),
    ],
)
def test_spellings_of_the_same_words_fold_alike(one: str, other: str) -> None:
    assert fold(one) == fold(other) != ""


def test_a_variant_stands_for_one_usual_character_that_folding_leaves() -> None:
    for variant, usual in VARIANTS.items():
        assert fold(variant) == fold(usual) == usual
    assert fold("大象 像") == "大象像", "words apart are no variants"


def test_words_of_another_script_stay_apart() -> None:
    assert fold("Mr. Darcy, 达西 先生 came") == "mr darcy达西先生came"


@given(texts)
def test_folding_again_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(texts)
def test_offsets_go_with_the_same_string(text: str) -> None:
    folded, offsets = fold_with_offsets(text)
    assert folded == fold(text)
    assert len(offsets) == len(folded)
    assert offsets == sorted(offsets)
    assert all(0 <= offset < len(text) for offset in offsets)


@given(texts)
def test_each_character_comes_from_the_one_it_points_to(text: str) -> None:
    folded, offsets = fold_with_offsets(text)
    for character, offset in zip(folded, offsets, strict=True):
        assert character == " " or character in fold(text[offset])
