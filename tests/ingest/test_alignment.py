"""Which chapter of a file is which stored one, and where the others stand."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.alignment import match, weave
from ingest.content import digest
from ingest.ordering import GAP
from lorepack.records import Chapter, ChapterText, Heading, Status


def incoming(label: str, title: str, body: str, volume: str | None = None) -> ChapterText:
    heading = Heading(label=label, title=title)
    return ChapterText(
        volume=volume,
        heading=f"{label} {title}\n",
        parsed=heading,
        body=body,
        start=0,
        front_matter=False,
    )


def stored(at: int, chapter: ChapterText) -> Chapter:
    return Chapter(
        id=f"c{at}",
        order_key=(at + 1) * GAP,
        position=at + 1,
        volume=chapter.volume,
        volume_id=None,
        number=None,
        label=chapter.parsed.label,
        title=chapter.parsed.title,
        revision=1,
        chars=len(chapter.body),
        sha256=digest(chapter.body),
    )


BOOK = [incoming(f"第{at}章", f"题{at}", f"正文{at}") for at in range(6)]
STORED = [stored(at, chapter) for at, chapter in enumerate(BOOK)]


def matched(file: list[ChapterText], book: list[Chapter]) -> list[str | None]:
    return [m.id if m else None for m in match(file, [digest(c.body) for c in file], book)]


def woven(file: list[ChapterText], book: list[Chapter]) -> list[str]:
    """The order of everything: titles of new chapters, ids of stored ones."""
    matches = match(file, [digest(c.body) for c in file], book)
    order: list[str] = []
    for place in weave(file, matches, book):
        if isinstance(place, int):
            found = matches[place]
            order.append(found.id if found else file[place].parsed.title)
        else:
            order.append(place.id)
    return order


def test_the_same_file_is_the_same_book() -> None:
    assert matched(BOOK, STORED) == woven(BOOK, STORED) == [c.id for c in STORED]


@pytest.mark.parametrize(
    "edited",
    [
        replace(BOOK[2], body="另一篇"),
        replace(BOOK[2], parsed=Heading(label="第2章", title="新题")),
        replace(BOOK[2], parsed=Heading(label="番外", title="新题")),
        replace(BOOK[2], volume="第一卷"),
        replace(BOOK[2], body="另一篇", parsed=Heading(label="第2章", title="新题")),
    ],
    ids=["text", "title", "heading", "volume", "title and text"],
)
def test_an_edited_chapter_keeps_its_id(edited: ChapterText) -> None:
    assert matched([*BOOK[:2], edited, *BOOK[3:]], STORED) == [c.id for c in STORED]


def test_a_chapter_put_in_before_numbered_ones_leaves_them_their_ids() -> None:
    """Without titles, only the texts tell that every chapter moved one number on."""
    untitled = [replace(c, parsed=Heading(label=c.parsed.label)) for c in BOOK]
    book = [stored(at, chapter) for at, chapter in enumerate(untitled)]
    shifted = [
        replace(chapter, parsed=Heading(label=f"第{at}章"))
        for at, chapter in enumerate([*untitled[:2], incoming("", "", "新来的"), *untitled[2:]])
    ]
    assert matched(shifted, book) == ["c0", "c1", None, "c2", "c3", "c4", "c5"]


def test_headings_that_stand_twice_are_told_apart_by_their_count() -> None:
    twins = [incoming("第1章", "雨", "甲"), incoming("第1章", "雨", "乙")]
    known = [stored(at, chapter) for at, chapter in enumerate(twins)]
    assert matched([twins[0], replace(twins[1], body="乙改")], known) == ["c0", "c1"]


def test_two_empty_chapters_are_not_taken_for_each_other() -> None:
    empty = [incoming(f"第{at}章", "告假", "") for at in (1, 2)]
    known = [stored(at, chapter) for at, chapter in enumerate(empty)]
    assert matched(empty[::-1], known) == ["c1", "c0"]
    renamed = [replace(c, parsed=Heading(label=f"公告{n}")) for n, c in enumerate(empty)]
    assert matched(renamed, known) == [None, None]


@given(at=st.integers(0, 6), new=st.integers(1, 5))
def test_new_chapters_stand_where_the_file_has_them(at: int, new: int) -> None:
    added = [incoming("番外", f"其{n}", f"新{n}") for n in range(new)]
    ids = [c.id for c in STORED]
    order = woven([*BOOK[:at], *added, *BOOK[at:]], STORED)
    assert order == [*ids[:at], *(f"其{n}" for n in range(new)), *ids[at:]]


@given(kept=st.sets(st.integers(0, 5)), new=st.integers(0, 3), data=st.data())
def test_nothing_that_the_file_lacks_is_lost_or_changes_places(
    kept: set[int], new: int, data: st.DataObject
) -> None:
    file = [BOOK[at] for at in sorted(kept)]
    for n in range(new):
        file.insert(data.draw(st.integers(0, len(file))), incoming("番外", f"其{n}", f"新{n}"))
    order = woven(file, STORED)
    assert [id for id in order if id.startswith("c")] == [c.id for c in STORED]
    titles = [c.parsed.title for c in file if c.parsed.label == "番外"]
    assert [title for title in order if title.startswith("其")] == titles


def test_drafts_and_the_trash_stay_where_they_were() -> None:
    book = [*STORED[:2], replace(STORED[2], status=Status.TRASH), *STORED[3:]]
    live = [c for c in book if c.status is Status.CANON]
    file = [BOOK[0], BOOK[1], incoming("番外", "新", "新"), *BOOK[3:]]
    matches = match(file, [digest(c.body) for c in file], live)
    order = weave(file, matches, book)
    assert order == [0, 1, 2, book[2], 3, 4, 5]


def test_chapters_that_follow_the_whole_book_come_last() -> None:
    """The next instalment is a file of its own that repeats nothing."""
    order = woven([incoming("第6章", "题6", "新"), incoming("第7章", "题7", "更新")], STORED)
    assert order == [*(c.id for c in STORED), "题6", "题7"]


def test_a_moved_chapter_moves() -> None:
    moved = [BOOK[0], BOOK[3], BOOK[1], BOOK[2], *BOOK[4:]]
    assert woven(moved, STORED) == ["c0", "c3", "c1", "c2", "c4", "c5"]


def test_a_chapter_that_ends_its_volume_stays_before_the_next_one() -> None:
    first = [replace(chapter, volume="第一卷") for chapter in BOOK[:3]]
    second = [replace(chapter, volume="第二卷") for chapter in BOOK[3:]]
    known = [stored(at, chapter) for at, chapter in enumerate([*first, *second])]
    added = replace(incoming("番外", "其一", "新"), volume="第一卷")
    assert woven([*first, added], known) == ["c0", "c1", "c2", "其一", "c3", "c4", "c5"]
    other = replace(added, volume="第三卷")
    assert woven([*first, other], known) == ["c0", "c1", "c2", "c3", "c4", "c5", "其一"]
