import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.snippets import REACH, cut
from lorepack.errors import InvalidInputError
from lorepack.ports import TokenCounter
from lorepack.records import Span

TEXTS = st.text("他走a b。！，,“”「」（）.\n\u3000𠮷😀👍🏽\u200d\u0301", max_size=120)
SPEECH = st.sampled_from(["“走。来！”", "「好吗？」", "“不。”", "他说。", "雨停了。", "\n"])


def count(text: str) -> int:
    """Tokens of a made-up model: one for two letters, two for anything beyond the basic plane."""
    letters = sum(ord(character) <= 0x7F for character in text)
    rare = sum(ord(character) > 0xFFFF for character in text)
    return (letters + 1) // 2 + len(text) - letters + rare


def joined_costs_more(text: str) -> int:
    """A counter that charges for length, so that pieces are cheaper one by one."""
    return (len(text) + 1) // 2 + len(text) // 7


LIMIT = 40
NIGHTS = tuple(f"第{night:04}夜，铜铃又响了。\n" for night in range(3_200))
"""Two of them fill a snippet: packed from the start, a third would move every border behind it."""
MORNING = "天亮以后，没有人提起它来。\n"
EDIT = st.lists(st.sampled_from([MORNING, "门开了。", "“是谁？”\n", "\n\n", "走，"]), max_size=6)


def texts(text: str, spans: list[Span]) -> list[str]:
    return [text[span.start : span.end] for span in spans]


@given(text=TEXTS, limit=st.integers(4, 40))
@settings(deadline=None)
def test_snippets_tile_the_text(text: str, limit: int) -> None:
    spans = cut(text, count, limit)
    assert "".join(texts(text, spans)) == text
    assert [span.start for span in spans] == [0, *(span.end for span in spans)][: len(spans)]


@pytest.mark.parametrize("counter", [count, len, joined_costs_more])
@given(text=TEXTS, limit=st.integers(4, 40))
@settings(deadline=None)
def test_no_snippet_is_above_the_limit(counter: TokenCounter, text: str, limit: int) -> None:
    assert all(counter(snippet) <= limit for snippet in texts(text, cut(text, counter, limit)))


@given(
    words=st.lists(st.sampled_from(["走。", "他来了，", "a ", "\n", "  "])),
    limit=st.integers(9, 20),
)
@settings(deadline=None)
def test_no_snippet_is_blank_unless_the_text_is(words: list[str], limit: int) -> None:
    text = "x" + "x".join(words)
    assert not any(snippet.isspace() for snippet in texts(text, cut(text, len, limit)))


@given(parts=st.lists(SPEECH, max_size=40))
@settings(deadline=None)
def test_a_quotation_that_fits_is_never_cut(parts: list[str]) -> None:
    for snippet in texts("".join(parts), cut("".join(parts), len, 20)):
        assert snippet.count("“") == snippet.count("”")
        assert snippet.count("「") == snippet.count("」")
        assert snippet[0] not in "”」"


@given(cluster=st.sampled_from(["e\u0301", "👍🏽", "👩\u200d🚀", "𠮷"]), times=st.integers(1, 60))
@settings(deadline=None)
def test_a_hard_cut_tears_no_character_sequence(cluster: str, times: int) -> None:
    for snippet in texts(cluster * times, cut(cluster * times, len, 10)):
        assert snippet == cluster * (len(snippet) // len(cluster))


def test_a_long_quotation_is_cut_between_its_sentences() -> None:
    text = "他说：“" + "雨还在下。" * 8 + "”"
    assert all(snippet.endswith(("。", "”")) for snippet in texts(text, cut(text, len, 12)))


def test_a_long_sentence_is_cut_between_its_clauses_then_its_words() -> None:
    assert texts("走走走，来来来，去。", cut("走走走，来来来，去。", len, 5)) == [
        *("走走走，", "来来来，", "去。")
    ]
    assert texts("one two three", cut("one two three", len, 8)) == ["one two ", "three"]


def test_a_snippet_closes_at_a_paragraphs_end_when_nearly_full() -> None:
    text = "走走走走走走走走。\n来。去。\n"
    assert texts(text, cut(text, len, 11)) == ["走走走走走走走走。\n", "来。去。\n"]


def test_prose_fills_its_snippets() -> None:
    text = "　　他走进门来，坐下喝茶。外面还在下雨。“你来了？”她问。\n" * 200
    snippets = texts(text, cut(text, len, 400))
    assert sum(map(len, snippets)) / len(snippets) > 340


def test_unpunctuated_text_fills_its_snippets_too() -> None:
    snippets = cut("龘" * 20_000, len, 400)
    assert len(snippets) <= 20_000 / 300


def test_a_text_of_nothing_has_no_snippet() -> None:
    assert cut("", len) == []
    assert cut(" \n", len) == [Span(start=0, end=2)]


def test_a_limit_below_one_character_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="1 tokens cannot hold '𠮷'"):
        cut("𠮷𠮷", count, 1)


@given(at=st.integers(0, 399), edit=EDIT.map("".join))
def test_an_edit_leaves_distant_snippets_as_they_were(at: int, edit: str) -> None:
    """The other text is a given, so whether it has anchors enough hangs on no seed."""
    before, after = "".join(NIGHTS[:at]), "".join(NIGHTS[at + 1 : 400])
    old, new = before + NIGHTS[at] + after, before + edit + after
    far = 4 * REACH * LIMIT // 2  # UTF-8 bytes, of which a character here has more than two
    assert _up_to(old, len(before) - far) == _up_to(new, len(before) - far)
    assert _behind(old, len(after) - far) == _behind(new, len(after) - far)


def _up_to(text: str, end: int) -> list[Span]:
    return [span for span in cut(text, len, LIMIT) if span.end <= end]


def _behind(text: str, length: int) -> list[tuple[int, int]]:
    """Snippets among so many last characters, counted from the text's end."""
    spans = [span for span in cut(text, len, LIMIT) if len(text) - span.start <= length]
    return [(len(text) - span.start, len(text) - span.end) for span in spans]


@pytest.mark.parametrize("lines", [200, 800, 3_200])
def test_a_new_line_costs_few_snippets_however_long_the_chapter(lines: int) -> None:
    told = NIGHTS[:lines]
    known = set(texts("".join(told), cut("".join(told), len, LIMIT)))
    costs: list[int] = []
    for at in range(0, lines, lines // 20):
        edited = "".join([*told[:at], MORNING, *told[at:]])
        costs.append(len(set(texts(edited, cut(edited, len, LIMIT))) - known))
    assert sum(costs) / len(costs) < 16
    assert max(costs) < 45


def test_the_last_two_snippets_share_what_is_left() -> None:
    text = "他走进门来，坐下喝茶。\n" * 40
    assert [len(snippet) for snippet in texts(text, cut(text, len, 400))] == [264, 216]


def test_refrains_and_dividers_make_no_small_snippets() -> None:
    for refrain in ("“走。”\n", "——\n\n", "啊\n"):
        text = refrain * 3_000
        snippets = texts(text, cut(text, len, 60))
        assert min(map(len, snippets[:-2])) >= 45


def test_a_snippet_closes_at_a_blank_line_rather_than_at_a_lines_end() -> None:
    def thirds(passage: str) -> int:
        return len(passage.encode()) // 3

    scene = "走" * 17 + "。\n来。\n\n"
    text = scene + "去。\n" + "看看看看看看看看。\n" * 3
    assert thirds(scene + "去。\n") < 24
    assert texts(text, cut(text, thirds, 24))[0] == scene


@pytest.mark.parametrize(
    "text",
    [
        "他来了，" * 25_000,
        "龘" * 100_000,
        "啊\n" * 100_000,
        "走。" + "\n" * 100_000 + "来。",
        "e" + "\u0301" * 100_000,
        "“走" * 50_000,
        "word " * 40_000,
    ],
    ids=["clauses", "unbroken", "equal paragraphs", "blank lines", "marks", "quotes", "words"],
)
def test_hostile_texts_are_counted_a_few_times_over_at_most(text: str) -> None:
    asked: list[int] = []

    def noting(passage: str) -> int:
        asked.append(len(passage))
        return count(passage)

    assert "".join(texts(text, cut(text, noting))) == text
    assert sum(asked) <= 8 * len(text)


def test_prose_is_counted_little_more_than_once() -> None:
    asked: list[int] = []

    def noting(passage: str) -> int:
        asked.append(len(passage))
        return len(passage)

    cut("".join(NIGHTS), noting)
    assert sum(asked) <= 1.5 * len("".join(NIGHTS))
