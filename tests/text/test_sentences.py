from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorepack.records import Span
from text.sentences import UNIT_CAP, paragraphs, sentences, units

PROSE = st.text("他走a B1。！？!?.…，,“”「」『』\"'（）\n\u3000𠮷😀", max_size=80)
QUOTED = st.builds(
    "“{}”".format, st.lists(st.sampled_from(["来！", "好吗？", "走。"])).map("".join)
)
DIALOGUE = st.lists(st.one_of(QUOTED, st.sampled_from(["他说。", "她笑道：", "雨停了。", "\n"])))


def cut(text: str, cutter: Callable[[str], list[Span]] = sentences) -> list[str]:
    return [text[span.start : span.end] for span in cutter(text)]


def tiles(text: str, spans: Sequence[Span]) -> bool:
    ends = [0, *(span.end for span in spans)]
    joined = [span.start for span in spans] == ends[:-1] and ends[-1] == len(text)
    return joined and all(span.start < span.end for span in spans)


@given(text=PROSE)
@settings(deadline=None)
def test_every_cut_tiles_the_text(text: str) -> None:
    for cutter in (sentences, units, paragraphs):
        assert tiles(text, cutter(text))


@given(text=PROSE)
@settings(deadline=None)
def test_units_and_paragraphs_are_whole_sentences(text: str) -> None:
    ends = {span.end for span in sentences(text)}
    assert {span.end for span in units(text)} <= ends
    assert {span.end for span in paragraphs(text)} <= ends


@given(text=PROSE)
@settings(deadline=None)
def test_no_sentence_is_blank_unless_the_text_is(text: str) -> None:
    assert text.isspace() or not any(sentence.isspace() for sentence in cut(text))


@given(text=PROSE)
@settings(deadline=None)
def test_a_closing_mark_stays_with_its_sentence(text: str) -> None:
    for span in sentences(text)[1:]:
        assert text[span.start] not in "”」』）" or text[span.start - 1].isspace()


@given(parts=DIALOGUE)
@settings(deadline=None)
def test_a_unit_never_cuts_a_quotation_below_the_cap(parts: list[str]) -> None:
    for unit in cut("".join(parts)[:UNIT_CAP], units)[:-1]:
        assert unit.count("“") == unit.count("”")


@given(sentence=st.sampled_from(["走了。", "好！", "“来。"]), times=st.integers(200, 600))
@settings(deadline=None, max_examples=20)
def test_a_unit_never_outgrows_the_cap(sentence: str, times: int) -> None:
    assert all(len(unit) <= UNIT_CAP for unit in cut("“" + sentence * times, units))


def test_chinese_stops_take_their_closing_marks_along() -> None:
    assert cut("“走。”雨停了！？（真的。）「是吗？」完") == [
        *("“走。”", "雨停了！？", "（真的。）", "「是吗？」", "完")
    ]


def test_a_mark_before_a_comma_ends_nothing() -> None:
    assert cut("“走吧！”，他说。") == ["“走吧！”，他说。"]


def test_an_ellipsis_is_a_pause_unless_a_quotation_ends_with_it() -> None:
    assert cut("他……走了。“我……”她哭了。") == ["他……走了。", "“我……”", "她哭了。"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Mr. Lane met Mrs. Gray and Dr. Hall in St. Ives. ",
        "J. R. Lane paid 3.14 pounds for No. 5 in the U.S. Navy sale. ",
        '"Is it true?" he asked. ',
        "He waited . . . and left. ",
    ],
)
def test_abbreviations_initials_and_decimals_end_no_english_sentence(sentence: str) -> None:
    assert cut(sentence + "Then it rained.") == [sentence, "Then it rained."]


def test_the_word_i_may_end_a_sentence() -> None:
    assert cut("It was I. He knew.") == ["It was I. ", "He knew."]


def test_a_line_end_ends_a_sentence() -> None:
    assert cut("第一行\n第二行\n\n  Third") == ["第一行\n", "第二行\n\n", "  Third"]


def test_a_hard_wrapped_sentence_goes_on_below() -> None:
    wrapped = "The road that led from the village to the river was long\nand empty. "
    assert cut(wrapped + "Rain fell.") == [wrapped, "Rain fell."]
    assert len(paragraphs(wrapped + "Rain fell.")) == 1


def test_straight_quotes_open_and_close_in_turn() -> None:
    assert cut('他说："走！"她来了。"站住！"他喊') == [
        '他说："走！"',
        "她来了。",
        '"站住！"',
        "他喊",
    ]


def test_a_straight_quote_closes_what_a_curly_one_opened() -> None:
    assert cut('“请他出来！"他忙说。') == ['“请他出来！"', "他忙说。"]


def test_a_speech_keeps_the_words_that_say_whose_it_is() -> None:
    assert cut("“走。来！”他说。“不！”雨停了。天晴了。", units) == [
        *("“走。来！”他说。", "“不！”雨停了。", "天晴了。")
    ]


def test_a_quotation_left_open_ends_with_its_paragraph() -> None:
    assert cut("“走。来。\n她走。他留。", units) == ["“走。来。\n", "她走。", "他留。"]


@pytest.mark.parametrize("mark", ["。", "…", "!", '"', "“", " ", "\n", "."])
def test_endless_rows_of_one_mark_cost_no_more_than_text(mark: str) -> None:
    text = mark * 200_000 + "a"
    assert tiles(text, sentences(text))
