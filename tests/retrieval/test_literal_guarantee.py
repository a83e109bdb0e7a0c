"""Whatever stands in the text is found to the letter, shown with its place, counted in full."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from opencc import OpenCC

from lorepack.records import Hit, Match, MatchMode, Scope, SearchRequest, SearchResult
from retrieval.literal import Needle, count, occurrences
from retrieval.query import understand
from runtime.library import Library
from tests.strategies import Book
from text.fold import fold

pytestmark = pytest.mark.both_databases


def literally(library: Library, scope: Scope, query: str, k: int = 100) -> SearchResult:
    request = SearchRequest(query=query, match=MatchMode.LITERAL, k=k)
    return library.search(scope, request)


def texts_of(library: Library, scope: Scope) -> list[str]:
    return [library.text(scope, chapter.id) for chapter in library.chapters(scope)]


def slices(hit: Hit, texts: list[str]) -> list[str]:
    return [texts[hit.chapter - 1][start:end] for start, end in hit.spans]


@pytest.fixture(scope="session")
def stored(shelf: Library, told: Scope) -> list[str]:
    return texts_of(shelf, told)


def disguised(words: str, how: str) -> str:
    """The same words as another edition has them."""
    if how == "traditional":
        return OpenCC("s2t").convert(words)
    if how == "wide":
        return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else c for c in words)
    if how == "bare":
        return " ".join("".join(c if c.isalnum() or c in "'’" else " " for c in words).split())
    return words.upper()


@given(
    data=st.data(),
    length=st.integers(4, 150),
    how=st.sampled_from(["traditional", "wide", "bare", "upper"]),
)
@settings(max_examples=150)
def test_words_of_a_chapter_are_found_in_any_dress(
    data: st.DataObject, length: int, how: str, shelf: Library, told: Scope, stored: list[str]
) -> None:
    text = data.draw(st.sampled_from(stored))
    start = data.draw(st.integers(0, max(0, len(text) - length)))
    words = whole_words(text, start, start + length)
    if not fold(words):
        return
    result = literally(shelf, told, disguised(words, how))
    counted = sum(places(fold(words), fold(text)) for text in stored)
    if understand(words, []).numeric:  # its other spellings count too
        assert result.literal_total >= counted
    else:
        assert result.literal_total == counted
    found = [piece for hit in result.hits for piece in slices(hit, stored)]
    assert fold(words) in [fold(piece) for piece in found]


def whole_words(text: str, start: int, end: int) -> str:
    """A stretch, shortened until it cuts no Latin word or number: half a word is another word."""
    while start < end and joined(text, start):
        start += 1
    while end > start and joined(text, end):
        end -= 1
    return text[start:end]


def joined(text: str, border: int) -> bool:
    around = fold(text[border - 1 : border]) + fold(text[border : border + 1])
    return 0 < border < len(text) and len(around) == 2 and around.isascii()


def places(needle: str, folded: str) -> int:
    """Places of a needle by the plainest count there is."""
    starts = range(len(folded) - len(needle) + 1)
    return sum(
        folded.startswith(needle, at)
        and not latin(folded, at)
        and not latin(folded, at + len(needle))
        for at in starts
    )


def latin(folded: str, border: int) -> bool:
    around = folded[max(border - 1, 0) : border + 1]
    return len(around) == 2 and border > 0 and around.isascii() and around.isalnum()


def test_a_name_inside_a_longer_one_is_found(shelf: Library, told: Scope) -> None:
    result = literally(shelf, told, "砚秋")
    assert any("沈砚秋" in hit.text for hit in result.hits)
    assert result.literal_total > len(result.hits) / 2


@pytest.mark.parametrize("asked", ["3200", "三千二百", "3,200", "３２００"])
def test_a_number_is_found_in_every_spelling(
    asked: str, shelf: Library, told: Scope, stored: list[str]
) -> None:
    result = literally(shelf, told, asked)
    spelled = {piece for hit in result.hits for piece in slices(hit, stored)}
    for spelling in ("三千二百", "3,200", "３，２００", "3200"):
        assert any(spelling in piece for piece in spelled), spelling


def test_a_latin_word_is_no_part_of_another(shelf: Library, told: Scope) -> None:
    for hit in literally(shelf, told, "AI").hits:
        assert "AI" in hit.text
    assert literally(shelf, told, "ain").hits == ()


def test_a_rare_name_in_a_long_question_is_among_the_hits(shelf: Library, sixty: Book) -> None:
    scope = Scope(project="rare")
    rare = "第61章 尾声\n" + "潮水退了。" * 50 + "段玉笙在岸上站了一夜。" + "无人知道他等谁。" * 50
    shelf.import_bytes(scope, sixty.manuscript() + b"\n" + rare.encode())
    shelf.index(scope)
    request = SearchRequest(query="“段玉笙”什么时候和沈砚秋见过面", k=3)
    hits = shelf.search(scope, request).hits
    assert any("段玉笙" in hit.text and hit.match is not Match.SEMANTIC for hit in hits)


@pytest.mark.parametrize("query", ["？！", "😀", '"', "*", "NEAR(", "AND NOT", "'; DROP TABLE run"])
def test_odd_queries_find_nothing_and_break_nothing(
    query: str, shelf: Library, told: Scope
) -> None:
    assert literally(shelf, told, query).hits == ()


def test_words_stand_at_their_borders() -> None:
    assert list(occurrences("cat", "cat concat cat", own=14)) == [0, 11]
    assert list(occurrences("12", "12 112 12", own=6)) == [0]
    assert list(occurrences("玉玉", "玉玉玉", own=3)) == [0, 1]


def test_a_long_needle_is_looked_for_by_its_beginning() -> None:
    needle = Needle(folded="一二三四五六七八九十" * 6)
    assert needle.long
    assert needle.probe == ("一二三四五六七八九十" * 5)[:48]
    assert count(needle, []) == {}
