"""No spoiler: nothing that is handed out for a chapter depends on what stands from it on."""

from dataclasses import replace
from itertools import count

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from lorepack.errors import InvalidInputError
from lorepack.records import (
    ChapterCard,
    ContextPack,
    MatchMode,
    PackRequest,
    Prefix,
    Scope,
    SearchRequest,
    SearchResult,
)
from runtime.library import Library
from tests.retrieval.conftest import OpenLibrary
from tests.strategies import Book, books, cards, phrases

NUMBERS = count()
UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)
"""Two imports for each example: shrinking would take minutes and find no smaller book."""


@pytest.fixture(scope="module")
def growing(opened: OpenLibrary) -> Library:
    """Where books are imported bit by bit."""
    return opened("growing")


@pytest.fixture(scope="module")
def whole(opened: OpenLibrary) -> Library:
    """Where the same books are imported at once."""
    return opened("whole")


def write(library: Library, scope: Scope, book: Book, length: int | None = None) -> None:
    library.import_bytes(scope, book.manuscript(length))
    library.index(scope)
    library.summarise(scope)


def found(library: Library, scope: Scope, query: str, chapter: int) -> list[SearchResult]:
    return [
        library.search(scope, SearchRequest(query=query, as_of=chapter, match=match, k=20))
        for match in MatchMode
    ]


def built(library: Library, scope: Scope, request: PackRequest) -> ContextPack:
    """The pack, without what it shares with the packs handed out before it."""
    pack = library.pack(scope, request)
    return replace(pack, prefix=replace(pack.prefix, shared_tokens=0))


@given(book=books(3, 7, sentences=14), data=st.data(), card=st.none() | cards(), query=phrases())
@settings(max_examples=40, phases=UNSHRUNK)
def test_what_comes_later_changes_no_pack_and_no_search(
    book: Book, data: st.DataObject, card: ChapterCard | None, query: str, growing: Library
) -> None:
    scope = Scope(project=f"book {next(NUMBERS)}")
    chapter = data.draw(st.integers(2, len(book)))
    request = PackRequest(chapter=chapter, budget=6_000, card=card, query=query)
    write(growing, scope, book, chapter - 1)
    pack, hits = built(growing, scope, request), found(growing, scope, query, chapter)
    write(growing, scope, book)
    assert found(growing, scope, query, chapter) == hits
    assert built(growing, scope, request) == pack
    assert growing.leaks(scope, pack) == []


@given(book=books(3, 7, sentences=14), data=st.data(), query=phrases())
@settings(max_examples=40, phases=UNSHRUNK)
def test_a_search_in_the_whole_book_is_that_in_its_beginning(
    book: Book, data: st.DataObject, query: str, growing: Library, whole: Library
) -> None:
    """Scores included: two stores, one of which has never seen the later chapters."""
    scope = Scope(project=f"book {next(NUMBERS)}")
    chapter = data.draw(st.integers(2, len(book)))
    write(growing, scope, book, chapter - 1)
    write(whole, scope, book)
    assert found(whole, scope, query, chapter) == found(growing, scope, query, chapter)


LATER_FIGURE = Book(
    chapters=(
        ("第1章 来客", "雨夜里，韩三千把船系在岸边，数了数鱼。"),
        ("第2章 开口", "“船漏了。”韩三千说道。韩三千笑道：“补得好。”“走吧。”韩三千说道。" * 4),
    )
)
LATER_NAME = Book(
    chapters=(
        ("第1章 来客", "雨夜里，阮小二把船系在岸边。阮小二数了数，只剩三条鱼。"),
        ("第2章 开口", "“船漏了。”阮小二说道。阮小二笑道：“补得好。”“走吧。”阮小二说道。" * 4),
    )
)


def test_a_name_that_becomes_known_later_counts_for_nothing_before(
    growing: Library, whole: Library
) -> None:
    scope = Scope(project="a later name")
    write(growing, scope, LATER_NAME, 1)
    write(whole, scope, LATER_NAME)
    with whole.record.reading() as unit:
        assert [entity.name for entity in unit.entities.known(scope)] == ["阮小二"]
    for query in ("阮小二", "二", "三条鱼"):
        assert found(whole, scope, query, 2) == found(growing, scope, query, 2)


@pytest.mark.parametrize("query", ["3000", "三千", "韩三千", "数了数鱼"])
def test_a_figure_is_one_until_its_name_is_known(
    query: str, growing: Library, whole: Library
) -> None:
    """The first chapter alone does not tell a name from a sum of three thousand."""
    scope = Scope(project=f"a later figure {query}")
    write(growing, scope, LATER_FIGURE, 1)
    write(whole, scope, LATER_FIGURE)
    assert found(whole, scope, query, 2) == found(growing, scope, query, 2)


NUMBERED_AGAIN = Book(
    chapters=(
        ("第1章 来客", "雨夜里船系在岸边，只剩三条鱼。"),
        ("第3章 渡口", "雨停了，船还在岸边，鱼没有了。"),
        ("第2章 开口", "“船漏了。”他说，雨又下了。"),
        ("第3章 尾声", "船沉在渡口，雨没有停过。"),
    )
)


@pytest.mark.parametrize(
    "query",
    [
        *(
            "第三章的雨",
            "第四章里船怎么了",
            "上一章的船",
            "最后一章的鱼",
            "第2至4章的雨",
            "第99章的船",
        ),
        *("请问雨夜里船系在哪里？", "雨夜里船系岸旁，只剩了三条鱼"),
    ],
)
def test_what_a_query_points_at_lies_before_its_reader(
    query: str, growing: Library, whole: Library
) -> None:
    scope = Scope(project=f"numbered again {query}")
    write(growing, scope, NUMBERED_AGAIN, 2)
    write(whole, scope, NUMBERED_AGAIN)
    assert found(whole, scope, query, 3) == found(growing, scope, query, 3)
    narrow = SearchRequest(query=query, as_of=3, from_chapter=2, k=9)
    assert whole.search(scope, narrow) == growing.search(scope, narrow)


def test_a_longer_name_that_becomes_known_later_hides_no_appearance(growing: Library) -> None:
    """The first chapters mean one man; only later is the longer name another one's."""
    speaks = "“走吧。”{0}说道。{0}笑道：“好。”“快些。”{0}说道。"
    chapters = [
        ("第1章 林动", speaks.format("林动") * 4 + "人人都说林动天下无敌。"),
        *((f"第{at}章 山路", "山路很长，雪下了一夜。") for at in range(2, 14)),
        ("第14章 林动天", speaks.format("林动天") * 4),
    ]
    scope, book = Scope(project="a longer name"), Book(chapters=tuple(chapters))
    request = PackRequest(chapter=14, budget=6_000, card=ChapterCard(people=("林动",)))
    write(growing, scope, book, 13)
    pack = built(growing, scope, request)
    write(growing, scope, book)
    assert built(growing, scope, request) == pack
    assert pack.prefix == Prefix(hash=pack.prefix.hash, tokens=pack.prefix.tokens, shared_tokens=0)


def test_a_position_beyond_the_next_chapter_is_refused(growing: Library) -> None:
    scope = Scope(project="a short one")
    write(growing, scope, LATER_NAME)
    with pytest.raises(InvalidInputError, match="no chapter 4: the book has 2 chapters"):
        growing.pack(scope, PackRequest(chapter=4))
    with pytest.raises(InvalidInputError, match="no chapter 4"):
        growing.search(scope, SearchRequest(query="船", as_of=4))
