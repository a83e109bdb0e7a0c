"""Which chapter of a file is which stored one."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.alignment import GAP, Aligned, align
from ingest.content import digest
from lorepack.errors import ConflictError
from lorepack.records import Chapter, ChapterText, Heading


def incoming(label: str, title: str, body: str, volume: str | None = None) -> ChapterText:
    heading = Heading(label=label, title=title)
    return ChapterText(
        volume=volume, heading=f"{label} {title}\n", parsed=heading, body=body, start=0
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


def ids(aligned: list[Aligned]) -> list[str | None]:
    return [a.stored.id if a.stored else None for a in aligned]


def test_a_first_import_spreads_its_chapters() -> None:
    aligned = align(BOOK, [])
    assert [a.order_key for a in aligned] == [at * GAP for at in range(1, 7)]
    assert all(a.changed for a in aligned)


def test_the_same_file_is_unchanged() -> None:
    aligned = align(BOOK, STORED)
    assert ids(aligned) == [c.id for c in STORED]
    assert not any(a.changed for a in aligned)


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
def test_an_edited_chapter_keeps_its_id_and_alone_is_changed(edited: ChapterText) -> None:
    aligned = align([*BOOK[:2], edited, *BOOK[3:]], STORED)
    assert ids(aligned) == [c.id for c in STORED]
    assert [a.changed for a in aligned] == [at == 2 for at in range(6)]


def test_headings_that_stand_twice_are_told_apart_by_their_count() -> None:
    twins = [incoming("第1章", "雨", "甲"), incoming("第1章", "雨", "乙")]
    known = [stored(at, chapter) for at, chapter in enumerate(twins)]
    aligned = align([twins[0], replace(twins[1], body="乙改")], known)
    assert ids(aligned) == ["c0", "c1"]
    assert [a.changed for a in aligned] == [False, True]


def test_two_empty_chapters_are_not_taken_for_each_other() -> None:
    empty = [incoming(f"第{at}章", "告假", "") for at in (1, 2)]
    known = [stored(at, chapter) for at, chapter in enumerate(empty)]
    assert ids(align(empty[::-1], known)) == ["c1", "c0"]
    renamed = [replace(c, parsed=Heading(label=f"公告{n}")) for n, c in enumerate(empty)]
    matched = [id for id in ids(align(renamed, known)) if id]
    assert len(matched) == len(set(matched))


@given(at=st.integers(0, 6), new=st.integers(1, 5))
def test_new_chapters_stand_where_the_file_has_them(at: int, new: int) -> None:
    added = [incoming("番外", f"其{n}", f"新{n}") for n in range(new)]
    aligned = align([*BOOK[:at], *added, *BOOK[at:]], STORED)
    keys = [a.order_key for a in aligned]
    assert keys == sorted(set(keys))
    assert [a.order_key for a in aligned if a.stored] == [c.order_key for c in STORED]


@given(kept=st.sets(st.integers(0, 5)), new=st.integers(1, 3), data=st.data())
def test_a_new_chapter_never_takes_the_place_of_one_the_file_lacks(
    kept: set[int], new: int, data: st.DataObject
) -> None:
    file = [BOOK[at] for at in sorted(kept)]
    for n in range(new):
        at = data.draw(st.integers(0, len(file)))
        file.insert(at, incoming("番外", f"其{n}", f"新{n}"))
    keys = [a.order_key for a in align(file, STORED)]
    assert keys == sorted(set(keys))
    fresh = {a.order_key for a in align(file, STORED) if a.stored is None}
    assert not fresh & {c.order_key for c in STORED}


def test_chapters_that_follow_the_whole_book_come_last() -> None:
    """The next instalment is a file of its own that repeats nothing."""
    aligned = align([incoming("第6章", "题6", "新"), incoming("第7章", "题7", "更新")], STORED)
    assert [a.order_key for a in aligned] == [7 * GAP, 8 * GAP]


def test_a_moved_chapter_moves() -> None:
    moved = [BOOK[0], BOOK[3], BOOK[1], BOOK[2], *BOOK[4:]]
    keys = [a.order_key for a in align(moved, STORED)]
    assert keys == sorted(set(keys))


def test_where_there_is_no_room_left_nothing_is_guessed() -> None:
    close = [replace(STORED[0], order_key=1), replace(STORED[1], order_key=2)]
    file = [BOOK[0], incoming("番外", "", "新"), BOOK[1]]
    with pytest.raises(ConflictError, match="no room left for 1 chapters after place 1"):
        align(file, close)


def test_a_chapter_that_ends_its_volume_stays_before_the_next_one() -> None:
    first = [replace(chapter, volume="第一卷") for chapter in BOOK[:3]]
    second = [replace(chapter, volume="第二卷") for chapter in BOOK[3:]]
    known = [stored(at, chapter) for at, chapter in enumerate([*first, *second])]
    added = replace(incoming("番外", "其一", "新"), volume="第一卷")
    key = align([*first, added], known)[-1].order_key
    assert known[2].order_key < key < known[3].order_key
