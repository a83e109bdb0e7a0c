"""Changing a book's shape: pure operations on editions."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.structure import (
    Handed,
    NewChapter,
    begin_volume,
    book,
    delete,
    delete_volume,
    find,
    find_volume,
    insert,
    merge,
    merge_volumes,
    move,
    move_volume,
    rename_volume,
    split,
)
from lorepack.errors import InvalidInputError, NotFoundError
from lorepack.ports import Edition
from lorepack.records import Chapter, Heading, Status, Volume

VOLUMES = tuple(Volume(id=f"v{n}", order_key=n, title=f"卷{n}", heading="") for n in (1, 2))


def chapter(at: int, volume: Volume | None, status: Status = Status.CANON) -> Chapter:
    return Chapter(
        id=f"c{at}",
        order_key=at * 10,
        position=at,
        volume=volume.title if volume else None,
        volume_id=volume.id if volume else None,
        number=at,
        label=f"第{at}章",
        title="",
        revision=1,
        chars=9,
        sha256=f"sha{at}",
        status=status,
    )


EDITION = Edition(
    volumes=VOLUMES, chapters=tuple(chapter(at, VOLUMES[at > 3]) for at in range(1, 7))
)
"""Six chapters in two volumes of three."""


def new(*labels: str) -> list[NewChapter]:
    return [
        NewChapter(parsed=Heading(label=label), handed=Handed(heading="", text=f"{label}正文"))
        for label in labels
    ]


def new_ids() -> "NewIds":
    return NewIds()


class NewIds:
    def __init__(self) -> None:
        self._serial = count(1)

    def __call__(self, kind: str) -> str:
        return f"new-{kind}-{next(self._serial)}"


def labels(edition: Edition) -> list[str]:
    return [c.label for c in book(edition)]


def volumes_of(edition: Edition) -> list[str | None]:
    return [c.volume for c in book(edition)]


@given(at=st.integers(1, 7), how_many=st.integers(1, 3))
def test_inserted_chapters_stand_at_their_place(at: int, how_many: int) -> None:
    names = [f"插{n}" for n in range(how_many)]
    edited = insert(EDITION, new(*names), new_ids(), at=at).edition
    old = labels(EDITION)
    assert labels(edited) == [*old[: at - 1], *names, *old[at - 1 :]]
    assert [c for c in book(edited) if c in EDITION.chapters] == list(EDITION.chapters)


def test_an_inserted_chapter_shares_the_volume_of_the_one_whose_place_it_takes() -> None:
    for at, volume in ((1, "卷1"), (3, "卷1"), (4, "卷2"), (7, "卷2")):
        edited = insert(EDITION, new("插"), new_ids(), at=at).edition
        assert book(edited)[at - 1].volume == volume


def test_a_named_volume_is_used_or_made() -> None:
    assert volumes_of(insert(EDITION, new("插"), new_ids(), at=4, volume="卷1").edition)[3] == "卷1"
    made = insert(EDITION, new("插", "入"), new_ids(), volume="卷3").edition
    assert volumes_of(made)[-2:] == ["卷3", "卷3"]
    assert len(made.volumes) == 3


def test_a_place_outside_the_book_is_refused_with_the_places_there_are() -> None:
    with pytest.raises(InvalidInputError, match=r"no place 9.*1 to 7"):
        insert(EDITION, new("插"), new_ids(), at=9)
    with pytest.raises(InvalidInputError, match="no place 0"):
        move(EDITION, find(EDITION, "2"), to=0)


@given(chosen=st.integers(1, 6), to=st.integers(1, 6))
def test_a_moved_chapter_stands_where_it_is_moved_to(chosen: int, to: int) -> None:
    edited = move(EDITION, find(EDITION, str(chosen)), to=to).edition
    rest = [label for label in labels(EDITION) if label != f"第{chosen}章"]
    assert labels(edited) == [*rest[: to - 1], f"第{chosen}章", *rest[to - 1 :]]
    runs = [v for n, v in enumerate(volumes_of(edited)) if n == 0 or volumes_of(edited)[n - 1] != v]
    assert runs == ["卷1", "卷2"], "volumes stay in one piece"


def test_a_chapter_moves_to_the_end_of_a_volume() -> None:
    edited = move(EDITION, find(EDITION, "5"), volume="卷1").edition
    assert labels(edited) == ["第1章", "第2章", "第3章", "第5章", "第4章", "第6章"]
    assert volumes_of(edited)[3] == "卷1"
    with pytest.raises(InvalidInputError, match="say where to"):
        move(EDITION, find(EDITION, "5"))


def test_deleted_chapters_leave_the_book_and_keep_their_place() -> None:
    edited = delete(EDITION, [find(EDITION, "2"), find(EDITION, "c5")]).edition
    assert labels(edited) == ["第1章", "第3章", "第4章", "第6章"]
    assert [c.id for c in edited.chapters] == [c.id for c in EDITION.chapters]
    assert find(edited, "2").label == "第3章"
    with pytest.raises(NotFoundError, match="'c5'"):
        find(edited, "c5")
    with pytest.raises(NotFoundError, match="no chapter 5: the book has 4"):
        find(edited, "5")


def test_a_chapter_is_split_without_losing_a_word() -> None:
    text = "前半说完了。\n\n后半才开始。"
    whole = Handed(heading="第2章\n", text=text)
    edited = split(EDITION, find(EDITION, "2"), whole, 8, Heading(label="第2章之二"), new_ids())
    assert labels(edited.edition)[1:3] == ["第2章", "第2章之二"]
    assert [h.text for h in edited.texts.values()] == ["前半说完了。", "后半才开始。"]
    assert [h.heading for h in edited.texts.values()] == ["第2章\n", ""]
    for at in (0, 6, len(text), -1):
        if at in (0, len(text)):
            with pytest.raises(InvalidInputError, match="both halves"):
                split(EDITION, find(EDITION, "2"), whole, at, Heading(), new_ids())


def test_neighbours_are_merged_under_the_first_ones_heading() -> None:
    texts = {f"c{at}": Handed(heading=f"第{at}章\n", text=f"正文{at}") for at in (2, 3, 4)}
    edited = merge(EDITION, find(EDITION, "2"), find(EDITION, "3"), texts)
    assert labels(edited.edition) == ["第1章", "第2章", "第4章", "第5章", "第6章"]
    assert edited.texts == {"c2": Handed(heading="第2章\n", text="正文2\n\n正文3")}
    with pytest.raises(InvalidInputError, match="第4章 does not follow 第2章"):
        merge(EDITION, find(EDITION, "2"), find(EDITION, "4"), texts)


def test_a_volume_begins_at_a_chapter_and_takes_the_rest_of_its_volume() -> None:
    edited = begin_volume(EDITION, "卷中", new_ids(), at=2).edition
    assert volumes_of(edited) == ["卷1", "卷中", "卷中", "卷2", "卷2", "卷2"]
    assert begin_volume(EDITION, "空卷", new_ids(), at=None).edition.volumes[-1].title == "空卷"
    with pytest.raises(InvalidInputError, match="no chapter 7"):
        begin_volume(EDITION, "卷中", new_ids(), at=7)


def test_volumes_change_places_with_their_chapters() -> None:
    edited = move_volume(EDITION, find_volume(EDITION, "卷2"), find_volume(EDITION, "卷1")).edition
    assert labels(edited) == ["第4章", "第5章", "第6章", "第1章", "第2章", "第3章"]
    back = move_volume(edited, find_volume(edited, "卷2"), None).edition
    assert back == EDITION
    with pytest.raises(InvalidInputError, match="before itself"):
        move_volume(EDITION, VOLUMES[0], VOLUMES[0])


def test_volumes_are_merged_renamed_and_deleted() -> None:
    first, second = VOLUMES
    assert volumes_of(merge_volumes(EDITION, first, second).edition) == ["卷1"] * 6
    reversed_ = merge_volumes(EDITION, second, first).edition
    assert labels(reversed_) == ["第4章", "第5章", "第6章", "第1章", "第2章", "第3章"]
    assert volumes_of(rename_volume(EDITION, first, "新").edition)[:3] == ["新"] * 3
    assert labels(delete_volume(EDITION, first, keep_chapters=False).edition) == labels(EDITION)[3:]
    kept = delete_volume(EDITION, second, keep_chapters=True).edition
    assert volumes_of(kept) == ["卷1"] * 6
    assert volumes_of(delete_volume(EDITION, first, keep_chapters=True).edition)[:3] == [None] * 3


def test_an_unknown_or_doubtful_volume_is_named_with_those_there_are() -> None:
    with pytest.raises(NotFoundError, match="'卷9'; there are: '卷1', '卷2'"):
        find_volume(EDITION, "卷9")
    twice = Edition(volumes=(*VOLUMES, Volume(id="v3", order_key=3, title="卷1", heading="")))
    with pytest.raises(InvalidInputError, match=r"2 volumes are called '卷1'.*v1, v3"):
        find_volume(twice, "卷1")
    assert find_volume(twice, "v3").id == "v3"
