"""Chapters that a query refers to, and which of a book's are meant."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import Chapter, Scope, SearchRequest, Where
from retrieval.query import placed, understand
from retrieval.query.chapters import chapter_references, resolve_chapters
from runtime.library import Library

PLAIN = Chapter(
    id="c",
    order_key=0,
    position=1,
    volume=None,
    volume_id=None,
    number=None,
    label="",
    title="",
    revision=1,
    chars=9,
    sha256="",
)


def book(*numbers: int | None) -> list[Chapter]:
    """Chapters whose headings claim these numbers; order keys are ten times the position."""
    return [
        replace(
            PLAIN, id=f"c{n}", order_key=10 * n, position=n, number=number, label=f"第{number}回"
        )
        for n, number in enumerate(numbers, start=1)
    ]


TEN = book(*range(1, 11))


def meant(query: str, chapters: list[Chapter] = TEN, *, reading: bool = True) -> tuple[int, ...]:
    return resolve_chapters(chapter_references(query), chapters, placed=reading)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("第三回写了什么", (30,)),
        ("第3章", (30,)),
        ("第３ 章", (30,)),
        ("第十回和第二回", (20, 100)),
        ("第3至5回", (30, 40, 50)),
        ("第三回到第五回之间", (30, 40, 50)),
        ("第二、四回", (20, 40)),
        ("3-5章", (30, 40, 50)),
        ("chapter 3", (30,)),
        ("What happens in Ch. IX?", (90,)),
        ("chapters 3-5", (30, 40, 50)),
        ("chapters 3 to 5", (30, 40, 50)),
        ("chapters 3, 4 and 7", (30, 40, 70)),
        ("Chapter One", (10,)),
        ("the tenth chapter", (100,)),
        ("the 2nd chapter", (20,)),
        ("上一章", (100,)),
        ("前一章讲了什么", (100,)),
        ("上上回", (90,)),
        ("前三章", (80, 90, 100)),
        ("the previous chapter", (100,)),
        ("the last two chapters", (90, 100)),
        ("最后一章", (100,)),
    ],
)
def test_every_way_to_name_a_chapter(query: str, expected: tuple[int, ...]) -> None:
    assert meant(query) == expected


@pytest.mark.parametrize(
    "query",
    [
        *(
            "第二节课他迟到了",
            "第一封信",
            "打了三回",
            "他在第三天走了",
            "12.5章",
            "第四本书",
            "前三天",
        ),
        *("in the chapter I read yesterday", "chapter and verse", "three chapters", ""),
    ],
)
def test_prose_refers_to_no_chapter(query: str) -> None:
    assert meant(query) == ()


def test_who_stands_nowhere_has_no_previous_chapter_but_a_last_one() -> None:
    assert meant("上一章", reading=False) == ()
    assert meant("the previous chapter", reading=False) == ()
    assert meant("最后一章", reading=False) == (100,)


def test_a_number_that_stands_in_every_volume_means_all_of_them() -> None:
    volumes = book(1, 2, 3, 1, 2)
    assert meant("第二章", volumes) == (20, 50)


def test_a_number_that_no_heading_claims_is_a_position() -> None:
    assert meant("chapter 2", book(None, None, None)) == (20,)
    assert meant("第3回", book(11, 12, 13)) == (30,)
    assert meant("第99回") == ()


def test_a_chapter_without_a_number_goes_by_its_label() -> None:
    opening = replace(PLAIN, order_key=5, label="楔子")
    assert meant("楔子里是谁", [opening, *TEN]) == (5,)
    assert meant("楔子里是谁") == ()


@given(
    st.text(alphabet="第0123456789一二三十百千章回上前最后至到-、 chapterIVX,toand", max_size=30)
)
def test_whatever_is_asked_only_chapters_of_the_book_are_meant(query: str) -> None:
    keys = meant(query)
    assert set(keys) <= {chapter.order_key for chapter in TEN}
    assert list(keys) == sorted(set(keys))


@pytest.fixture
def told(library: Library, scope: Scope) -> Library:
    chapters = "".join(f"第{n}章 题{n}\n第{n}夜的雨没有停，船也没有来。\n" for n in range(1, 8))
    library.import_bytes(scope, chapters.encode())
    library.index(scope)
    return library


def test_a_reference_points_only_at_what_the_reader_may_see(told: Library, scope: Scope) -> None:
    with told.record.reading() as unit:
        places = [key for key, _ in unit.chapters.reading_order(scope)]
        for query, before, expected in (
            ("第三章的雨", None, (places[2],)),
            ("上一章的雨", places[4], (places[3],)),
            ("第六章的雨", places[4], ()),
            ("雨停了吗", None, ()),
        ):
            where = Where(before=before)
            asked = placed(unit, scope, query, understand(query, []), [], where)
            assert asked.chapters == expected
            assert [w.chapters for w in asked.scopes] == [((k, k),) for k in expected]


def test_a_chapter_referred_to_is_searched_though_others_are_nearer(
    told: Library, scope: Scope
) -> None:
    hits = told.search(scope, SearchRequest(query="第三章里船来了没有", k=7)).hits
    assert 3 in {hit.chapter for hit in hits}
