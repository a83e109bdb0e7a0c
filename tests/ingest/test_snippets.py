import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.snippets import cut
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
    return len(text) + len(text) // 7


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


def test_each_unit_is_counted_once() -> None:
    asked: list[str] = []

    def noting(text: str) -> int:
        asked.append(text)
        return len(text)

    text = "走了。来了。去了。" * 50
    spans = cut(text, noting, 30)
    assert len(asked) <= 150 + len(spans)
