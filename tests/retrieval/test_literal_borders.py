"""Literal hits where they are easily lost: across snippets, in copies, among better hits."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorepack.records import Hit, MatchMode, Scope, SearchRequest, SearchResult
from runtime.library import Library
from tests.strategies import Book, synthetic_book
from text.fold import fold

pytestmark = pytest.mark.both_databases

CUT_WORDS = re.compile(r"^[0-9A-Za-z,，０-９]+|[0-9A-Za-z,，０-９]+$")
"""What may be half a word at the ends of a slice."""


@pytest.fixture(scope="session")
def lengthy(shelf: Library) -> tuple[Scope, list[str]]:
    """A book whose chapters have several snippets each, and its texts."""
    scope = Scope(project="lengthy")
    shelf.import_bytes(scope, synthetic_book(5, seed=3, sentences=60).manuscript())
    shelf.index(scope)
    return scope, [shelf.text(scope, chapter.id) for chapter in shelf.chapters(scope)]


def stored(library: Library, name: str, *bodies: str) -> Scope:
    scope = Scope(project=name)
    chapters = tuple((f"第{at}章", body) for at, body in enumerate(bodies, 1))
    library.import_bytes(scope, Book(chapters=chapters).manuscript())
    library.index(scope)
    return scope


def literally(library: Library, scope: Scope, query: str) -> SearchResult:
    return library.search(scope, SearchRequest(query=query, match=MatchMode.LITERAL, k=100))


def pieces(hit: Hit, texts: list[str]) -> list[str]:
    return [texts[hit.chapter - 1][start:end] for start, end in hit.spans]


def brute_force(needle: str, texts: list[str]) -> int:
    """Places in the folded chapters where the needle stands and cuts no Latin word or number."""
    left = r"(?<![0-9a-z])" if re.match("[0-9a-z]", needle) else ""
    right = r"(?![0-9a-z])" if re.search("[0-9a-z]$", needle) else ""
    pattern = re.compile(f"{left}(?={re.escape(needle)}{right})")
    return sum(len(pattern.findall(fold(text))) for text in texts)


@given(data=st.data(), length=st.integers(4, 120))
@settings(max_examples=120)
def test_any_stretch_of_a_chapter_is_counted_and_placed(
    data: st.DataObject, length: int, shelf: Library, lengthy: tuple[Scope, list[str]]
) -> None:
    """Words cut at their ends are other words: then both counts may well be 0."""
    scope, texts = lengthy
    text = data.draw(st.sampled_from(texts))
    start = data.draw(st.integers(0, len(text) - length))
    query = text[start : start + length]
    result = literally(shelf, scope, query)
    quoted = re.search('[“「『"]', query) is not None
    numeric = re.fullmatch(r"[\d,，.．%]+|[一二三十百千]+", query.strip()) is not None
    if fold(query) and not quoted and not numeric:
        assert result.literal_total == brute_force(fold(query), texts)
    if brute_force(fold(query), texts) and fold(query):
        found = [fold(piece) for hit in result.hits for piece in pieces(hit, texts)]
        assert fold(query) in found
    for hit in result.hits:
        assert hit.text == texts[hit.chapter - 1][hit.start : hit.end]
        assert hit.spans


def test_a_border_between_snippets_hides_nothing(
    shelf: Library, lengthy: tuple[Scope, list[str]]
) -> None:
    scope, texts = lengthy
    with shelf.record.reading() as unit:
        borders = [
            (position, snippet.end)
            for position, (_, chapter) in enumerate(unit.chapters.reading_order(scope))
            for snippet in unit.snippets.of_chapter(scope, chapter)[:-1]
        ]
    assert len(borders) > 10
    for position, border in borders:
        for before, after in ((20, 20), (50, 50), (3, 57)):
            words = texts[position][border - before : border + after]
            whole = CUT_WORDS.sub("", words)
            found = literally(shelf, scope, whole)
            assert fold(whole) in [fold(p) for hit in found.hits for p in pieces(hit, texts)]


@pytest.mark.parametrize("signs", [10, 90, 130, 300])
@pytest.mark.parametrize("sentences", [75, 80, 85])
def test_a_long_divider_between_two_snippets_hides_no_quotation(
    signs: int, sentences: int, shelf: Library
) -> None:
    body = "雨还在下。" * sentences + "没有人开口。\n" + "＊" * signs + "\n天亮了，船走了。"
    scope = stored(shelf, f"divided {signs} {sentences}", body + "雪还在下。" * 60)
    assert literally(shelf, scope, "没有人开口天亮了船走了").literal_total == 1


def test_every_copy_of_a_refrain_is_among_the_literal_hits(shelf: Library) -> None:
    refrain = "潮水三退，铜铃自鸣，渡口无人。"
    scope = stored(shelf, "refrain", refrain, "别的事。", refrain)
    result = literally(shelf, scope, "铜铃自鸣")
    assert (result.literal_total, {hit.chapter for hit in result.hits}) == (2, {1, 3})


def test_each_place_of_a_number_counts(shelf: Library) -> None:
    scope = stored(
        shelf, "sums", "他付了三千二百两。她又付了3,200两。", "别的事。", "共３２００个。"
    )
    for query in ("3200", "三千二百", "３，２００"):
        result = literally(shelf, scope, query)
        assert (result.literal_total, {hit.chapter for hit in result.hits}) == (3, {1, 3})


def codes(library: Library, scope: Scope, k: int) -> list[str]:
    query = "沈砚秋在青石渡等船，潮水没有退，渡口的灯没有灭，K-17和Z-99呢"
    hits = library.search(scope, SearchRequest(query=query, k=k)).hits
    assert len(hits) <= k
    return [code for code in ("K-17", "Z-99") if any(code in hit.text for hit in hits)]


def told_alike(nights: int) -> list[str]:
    """Chapters that all look like the query, two that hold a rare code each."""
    alike = "沈砚秋在青石渡等船，潮水一夜没有退，渡口的灯也没有灭。"
    others = ("他想起旧事，", "远处有人唱歌，", "雨敲着船篷，", "谁家的狗叫了，", "天色发青，")
    bodies = [others[at % 5] * (1 + at // 5) + alike * 3 for at in range(nights)]
    bodies.insert(3, "编号K-17的箱子沉在水底，谁也没有打捞，连名字也没有人记得。")
    bodies.insert(6, "账上说，Z-99早被搬走，搬的人是个哑巴，后来再也没有露面。")
    return bodies


@pytest.mark.parametrize("k", [3, 5])  # a name and two codes: three parts
@pytest.mark.parametrize("nights", [8, 40])
def test_two_rare_codes_both_come_beside_better_hits(k: int, nights: int, shelf: Library) -> None:
    scope = stored(shelf, f"codes {nights} {k}", *told_alike(nights))
    assert codes(shelf, scope, k) == ["K-17", "Z-99"]


@pytest.mark.parametrize("query", ["a\0b", " ", "(", "^", "-", "李" * 3_000, "ﷺ" * 90, "𠮷", "“”"])
def test_any_query_is_answered(
    query: str, shelf: Library, lengthy: tuple[Scope, list[str]]
) -> None:
    scope, texts = lengthy
    result = literally(shelf, scope, query)
    assert result.literal_total == (brute_force(fold(query), texts) if fold(query) else 0)
