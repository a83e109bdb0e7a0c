"""Extractive summaries and their short forms: the text's own words, sound and within limits."""

import gzip
import re
from pathlib import Path
from time import process_time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from story.summaries import (
    EMPTY,
    LATIN_SCALE,
    LINE_TOKENS,
    SHORT_TOKENS,
    forms,
    opening,
    summarise,
    window_text,
)
from text.facts import extract, verify
from text.fold import fold
from text.scripts import mostly_han

NOVELS = Path(__file__).parents[2].parent / "shared" / "data" / "novels"

CHINESE = """
　　暮色压下来的时候，沈砚赶着两匹骡子进了青石渡。渡口的更夫告诉他，过河要交三百二十文。
　　“三百二十文？”沈砚摸了摸怀里的钱袋，“上个月还只要二百文。”
　　“哼！”
　　更夫说：“上头的规矩，过河的人都一样。除非有陆县丞的手令，否则一文也不能少。”
　　沈砚没有手令。他把骡子拴在柳树下，坐在渡口等天亮。夜里起了雾，雾里有人吹笛子，笛声断断续续，像是从河心传来的。
　　他想起七年前离开青石渡的那个晚上，也是这样的雾，也是这样的笛声。那时候陆家的船还没有沉，陆晚晴还活着。
　　天快亮时，一条小船靠了岸。撑船的是个老人，自称姓陆，左手只有四根手指。
　　老人看了看骡子背上的货，说：“我渡你过去，不收钱，只要你替我带一封信到云州城，交给城西药铺的掌柜。”
　　沈砚接过信，信封上没有字，封口用的却是陆家的火漆。
　　“陆家的人不是都死了么？”他问。
　　老人没有回答，只把船撑进雾里。船到河心，笛声忽然停了，老人也不见了，船上只剩下沈砚和两匹骡子。
　　沈砚自己把船划到对岸，太阳已经出来了。他打开钱袋，发现里面多了一枚铜钱，铜钱上刻着“晚晴”两个字。
"""
ENGLISH = """
The ferry at Greystone would not leave before dawn, and the keeper wanted twelve shillings
for the crossing. Edmund Harrow had only nine, and the mules were tired after forty miles of
bad road.

"Twelve!" he said. "It was eight in March."

"No."

"Unless you carry a letter from Mr. Lowe, it is twelve for everybody," said the keeper, and
he shut the window of his lodge.

Harrow tied the mules to a willow and waited. A mist rose from the river in the night, and
somebody played a flute far out on the water, a tune that he had last heard seven years ago,
on the evening when the Lowes' boat went down with all who were on it.

Toward morning a boat came in out of the mist. The man who rowed it was old, and his left
hand had four fingers. He offered to take Harrow across for nothing if he would carry a
letter to the apothecary in the west of Cloudhampton.

The letter bore no name, but the seal was the seal of the Lowes. When they reached the middle
of the river the flute fell silent, and Harrow saw that he was alone in the boat with his two
mules and the letter.
"""
BOTH = pytest.mark.parametrize("text", [CHINESE, ENGLISH], ids=["Chinese", "English"])

# Figures come with their units and Latin words with spaces, as they do in prose.
WORDS = [
    "沈砚",
    "过河",
    "他",
    "说",
    "除非",
    "否则",
    "不得",
    "三百两",
    "二十文",
    "七年",
    "十二月三日",
    "1937年",
    "３",
]
LATIN_WORDS = [
    "Edmund",
    "Unless",
    "never",
    "twelve miles",
    "March 3",
    "9:30",
    "Mr. Lowe",
    "12.5%",
    "it",
    "x200",
]
MARKS = ["，", "。", "：", "！", "？”", "“", "”", "……", "、", "\n", "\n　　", "\n\n"]
LATIN_MARKS = [" ", ". ", ", ", '"', "; ", "... ", "-- "]
pieces = st.sampled_from([*WORDS, *(f" {word} " for word in LATIN_WORDS), *MARKS, *LATIN_MARKS])
texts = st.lists(pieces, max_size=50).map("".join)
limits = st.integers(0, 60)


def width(text: str) -> int:
    return 1 if mostly_han(text) else LATIN_SCALE


def count(text: str) -> int:
    """Counts as tokenizers do, roughly: a word, or a character of another script, is a token."""
    return len(re.findall(r"[A-Za-z]+|\d{1,3}|[^\sA-Za-z\d]", text))


def is_one_line(text: str) -> bool:
    return text == text.strip() and len(text.splitlines()) <= 1


@BOTH
def test_a_summary_is_made_of_whole_sentences_in_reading_order(text: str) -> None:
    summary = summarise(text, limit=90)
    assert 45 * width(text) <= len(summary) <= 90 * width(text)
    parts = [fold(part) for part in re.split(r"[。！？.!?]", summary)]
    found = [fold(text).find(part) for part in parts if part]
    assert found == sorted(found)
    assert -1 not in found
    assert summary[-1] in '。！？”.!?"'


@BOTH
def test_a_cry_of_a_few_letters_is_left_out(text: str) -> None:
    summary = summarise(text, limit=200)
    assert "哼" not in summary
    assert '"No."' not in summary


@BOTH
def test_what_is_short_is_its_own_summary(text: str) -> None:
    assert fold(summarise(text, limit=5_000)) == fold(text)
    assert is_one_line(summarise(text, limit=5_000))


@BOTH
def test_the_opening_is_the_first_whole_sentences(text: str) -> None:
    begun = opening(text, limit=60)
    assert 30 * width(text) <= len(begun) <= 60 * width(text)
    assert fold(text).startswith(fold(begun))
    assert begun.endswith(("。", "？”", "."))


@given(texts, limits)
@settings(deadline=None)
def test_summary_and_opening_are_single_lines_within_the_limit(text: str, limit: int) -> None:
    for told in (summarise(text, limit=limit), opening(text, limit=limit)):
        assert len(told) <= limit * width(text)
        assert is_one_line(told)


@given(texts, limits)
@settings(deadline=None, max_examples=300)
def test_a_summary_states_no_fact_that_its_text_does_not_state(text: str, limit: int) -> None:
    assert verify(summarise(text, limit=limit), text) == ()


@given(texts, st.integers(10, 60))
@settings(deadline=None, max_examples=300)
def test_an_opening_states_no_fact_that_its_text_does_not_state(text: str, limit: int) -> None:
    assert verify(opening(text, limit=limit), text) == ()


@given(texts)
@settings(deadline=None)
def test_a_summary_is_a_function_of_its_text(text: str) -> None:
    assert summarise(text, limit=20) == summarise(text, limit=20)


def test_an_over_long_sentence_is_cut_at_the_end_of_a_clause() -> None:
    clause = "沈砚把信收进怀里，"
    summary = summarise(clause * 40 + "走了。", limit=100)
    assert summary.startswith(clause)
    assert summary.endswith("收进怀里…")
    assert len(summary) <= 100


def test_a_text_of_a_hundred_thousand_characters_is_summarised_by_parts() -> None:
    told = [
        f"第{n}日，沈砚过了第{n}道关，见到守关的第{n}位将军，将军问他要往哪里去。"
        for n in range(2_700)
    ]
    summary = summarise("\n".join(told))
    assert 100 <= len(summary) <= 200
    assert verify(summary, "\n".join(told)) == ()


@pytest.mark.parametrize("text", ["", " \n\n ", "* * *", "……"])
def test_a_text_without_words_has_no_summary(text: str) -> None:
    assert summarise(text) == opening(text) == ""


@BOTH
def test_forms_keep_heading_and_first_clauses(text: str) -> None:
    heading = "第十二章 青石渡" if text is CHINESE else "CHAPTER XII. The Ferry"
    summary = summarise(text)
    short, line = forms(summary, heading, count)
    assert line.startswith(heading)
    assert len(heading) + 3 < len(line) <= len(short)
    assert short.endswith("…")
    assert line.endswith("…")
    assert count(short) <= SHORT_TOKENS
    assert count(line) <= LINE_TOKENS


def test_a_short_summary_is_kept_whole() -> None:
    assert forms("沈砚过了河。", "第三章", count) == ("第三章。沈砚过了河。",) * 2


def test_what_has_no_text_keeps_its_heading() -> None:
    assert forms("", "番外二", count) == ("番外二", "番外二")
    assert forms("", "", count) == (EMPTY, EMPTY)


def test_a_long_heading_alone_is_cut_to_a_line() -> None:
    heading = "第八十八回 " + "青石渡口逢故人" * 6
    short, line = forms("沈砚过了河。", heading, count)
    assert count(short) <= SHORT_TOKENS
    assert count(line) <= LINE_TOKENS
    assert line.startswith("第八十八回 青石渡口")
    assert line.endswith("…")


@given(texts, st.sampled_from(["", "第33章", "33", "CHAPTER IX", "楔子 三百里"]))
@example(" March 3 ", "33")  # a heading's number and the first word of the text are no date
@example("March came.", "3")
@settings(deadline=None, max_examples=300)
def test_forms_are_never_empty_over_or_unsound(full: str, heading: str) -> None:
    for told, most in zip(forms(full, heading, count), (SHORT_TOKENS, LINE_TOKENS), strict=True):
        assert told
        assert is_one_line(told)
        assert count(told) <= most
        assert verify(told, f"{heading}\n{full}") == ()


def test_forms_count_tokens_a_bounded_number_of_times() -> None:
    counted: list[str] = []
    forms(
        summarise(CHINESE * 20, limit=500),
        "第一章",
        lambda text: counted.append(text) or count(text),
    )
    assert len(counted) <= 40


@pytest.mark.parametrize("members", [1, 6, 16])
@BOTH
def test_a_window_tells_of_every_member_in_order(members: int, text: str) -> None:
    names = ["Adam", "Boris", "Clara"] if text is ENGLISH else ["赵甲", "钱乙", "孙丙"]
    children = [names[n % 3] + opening(text, limit=150) for n in range(members)]
    told = window_text(children)
    assert len(told) <= 500 * width(text)
    assert re.findall("|".join(names), told) == [names[n % 3] for n in range(members)]


def test_short_members_leave_their_share_to_those_after_them() -> None:
    long = "沈砚把信交给掌柜，掌柜看了很久，一句话也没有说。" * 9
    alone, together = window_text([long], limit=100), window_text(["沈砚病了。", long], limit=100)
    assert together.startswith("沈砚病了。")
    assert 70 <= len(together) <= 100
    assert 70 <= len(alone) <= 100


@given(st.lists(texts, max_size=6), st.integers(0, 500))
@example(["沈砚" * 7 + " Unless 沈砚", "", "", "", "？”，过河"], 130)  # closes nothing of its own
@example(["沈砚" * 7 + " Unless 沈砚", "", "", "", '？"，过河'], 130)
@settings(deadline=None)
def test_a_window_is_a_single_sound_line_within_its_limit(children: list[str], limit: int) -> None:
    told = window_text(children, limit=limit)
    assert len(told) <= limit * width("".join(children))
    assert is_one_line(told)
    assert verify(told, "\n\n".join(children)) == ()


@pytest.mark.parametrize("figure", ["-5℃", ".5 miles"])
def test_a_figure_at_the_beginning_of_a_line_keeps_its_sign(figure: str) -> None:
    text = f"……他往北走。\n{figure}\n，…没有人。"
    assert summarise(text) == f"他往北走。{figure}。没有人。"


def test_no_figure_is_cut_through() -> None:
    text = "他欠了三千二百五十七两六钱四分银子零八百九十文铜钱"
    for most in range(1, len(text)):
        told = opening(text, limit=most)
        assert {fact.text for fact in extract(told)} <= {fact.text for fact in extract(text)}


def test_a_novels_chapters_are_summarised_soundly_and_soon() -> None:
    source = NOVELS / "zh" / "儒林外史.txt.gz"
    if not source.exists():
        pytest.skip("the novels are not beside the project")
    book = gzip.decompress(source.read_bytes()).decode()
    chapters = re.split(r"\n(?=第\S{1,5}回　)", book)[1:21]
    started = process_time()
    summaries = [summarise(chapter) for chapter in chapters]
    assert (process_time() - started) / len(chapters) < 0.5
    for chapter, summary in zip(chapters, summaries, strict=True):
        assert 100 <= len(summary) <= 200
        assert verify(summary, chapter) == ()
