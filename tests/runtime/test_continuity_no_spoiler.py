"""No spoiler: what is found in a draft does not depend on its chapter or on later ones."""

from collections.abc import Generator
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from lorepack.records import ChapterCard, Scope
from runtime.continuity import continuity_of
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.strategies import ITEMS, PEOPLE, Book, books, cards, sentence

NUMBERS = count()
UNSHRUNK = (Phase.explicit, Phase.reuse, Phase.generate)
"""Two imports for each example: shrinking would take minutes and find no smaller book."""
CLAIMING = (
    "“走吧。”{who}说道。{who}笑道：“好。”“快些。”{who}说道。",
    "{who}咳了两声，气绝身亡，灯也灭了。",
    "{who}今年二十七岁，还没有成家。",
    "{who}今年才十九岁。",
    "{who}把{item}交给了{other}。",
    "{who}从怀里掏出{item}，摇了摇。",
    "{who}是{other}的父亲。",
    "{who}不知道{other}换走了海图。",
    "{who}早就知道{other}换走了海图。",
    "{who} died in the small room above the shop.",
    "{who} opened the door and shook the rain from the hat.",
)


def claiming(random: Random, sentences: int) -> str:
    """A text in which things are claimed of people, and nothing is by every third sentence."""
    told: list[str] = []
    for at in range(sentences):
        who, other = random.sample(PEOPLE, 2)
        words = random.choice(CLAIMING).format(who=who, other=other, item=random.choice(ITEMS))
        told.append(sentence(random) if at % 3 == 2 else words)
    return "\n".join(told)


def claiming_books() -> st.SearchStrategy[Book]:
    """Books that claim much; who comes late in them is known late."""

    @st.composite
    def build(draw: st.DrawFn) -> Book:
        random = Random(draw(st.integers(0, 2**32)))
        book = draw(books(3, 7))
        chapters = [(heading, claiming(random, 12)) for heading, _ in book.chapters]
        return replace(book, chapters=tuple(chapters))

    return build()


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory, cache_dir: Path) -> Generator[Library]:
    """A library of many books."""
    folder = tmp_path_factory.mktemp("books")
    settings = Settings(data_dir=folder, cache_dir=cache_dir, embedder="hashing:64")
    with open_library(settings) as library:
        yield library


@given(book=claiming_books(), data=st.data(), card=st.none() | cards())
@settings(max_examples=40, phases=UNSHRUNK)
def test_what_comes_later_changes_no_finding(
    book: Book, data: st.DataObject, card: ChapterCard | None, shared: Library
) -> None:
    scope = Scope(project=f"book {next(NUMBERS)}")
    chapter = data.draw(st.integers(2, len(book)))
    draft = claiming(Random(data.draw(st.integers(0, 2**32))), 12)
    shared.import_bytes(scope, book.manuscript(chapter - 1))
    continuity = continuity_of(shared, scope)
    found = continuity.check(draft, chapter, card)
    shared.import_bytes(scope, book.manuscript())
    assert continuity.check(draft, chapter, card) == found
    continuity.check(draft, len(book) + 1, card)  # claims are kept as of the end from now on
    assert continuity.check(draft, chapter, card) == found


SPEAKS = "“走吧。”{0}说道。{0}笑道：“好。”“快些。”{0}说道。"
TOLD = Book(
    chapters=(
        ("第1章 来客", SPEAKS.format("林动") * 4 + "林动今年二十七岁，还没有成家。"),
        ("第2章 夜里", "夜里风大。林动咳了两声，气绝身亡，灯也灭了。"),
        ("第3章 另一个", SPEAKS.format("苏小满") * 4 + "苏小满今年四十岁。"),
        ("第4章 雨", "雨下了一夜。"),
    )
)
DRAFT = "林动推门进来，抖了抖伞上的雨水。林动今年才十九岁。苏小满今年才十九岁。"


@pytest.mark.parametrize(
    ("chapter", "messages"),
    [
        (2, ["林动的年龄前文为27岁，这里为19岁"]),
        (3, ["林动已死，这里却在场：林动推门", "林动的年龄前文为27岁，这里为19岁"]),
        (4, ["林动已死，这里却在场：林动推门", "林动的年龄前文为27岁，这里为19岁",
             "苏小满的年龄前文为40岁，这里为19岁"]),
    ],
)  # fmt: skip
def test_what_was_told_before_a_chapter_is_all_that_is_found(
    shared: Library, chapter: int, messages: list[str]
) -> None:
    """Whoever the third chapter makes known is nobody before it."""
    scope = Scope(project=f"told {chapter}")
    continuity = continuity_of(shared, scope)
    for length in (chapter - 1, len(TOLD)):
        shared.import_bytes(scope, TOLD.manuscript(length))
        assert [finding.message for finding in continuity.check(DRAFT, chapter)] == messages
