"""Import: all or nothing, and the second time only what changed."""

import pytest

from lorepack.errors import ConflictError, NotFoundError
from lorepack.records import EVERYWHERE, ChapterView, FactKind, ImportOptions, Scope
from runtime.library import Library
from storage.entities import SqlEntities
from tests.strategies import synthetic_book
from text.fold import fold

pytestmark = pytest.mark.both_databases

BOOK = (
    "第一卷 渡口\n第一章 雨\n阮小二数了三千二百两银子。阮小二笑道：“够了。”\n"
    "第二章 雪\n他走了三十里，天黑才到。\n第二卷 对岸\n第三章 风\n没有人开门。\n"
)


def bring(library: Library, scope: Scope, text: str) -> tuple[int, int, int]:
    report = library.import_bytes(scope, text.encode())
    return report.added, report.updated, report.unchanged


def journalled(library: Library, scope: Scope) -> int:
    with library.record.reading() as unit:
        return unit.journal.lag(scope)


def ids(chapters: list[ChapterView]) -> list[str]:
    return [chapter.id for chapter in chapters]


def test_chapters_come_in_reading_order_with_their_volumes(library: Library, scope: Scope) -> None:
    assert bring(library, scope, BOOK) == (3, 0, 0)
    chapters = library.chapters(scope)
    assert [(c.position, c.number, c.title) for c in chapters] == [
        (1, 1, "雨"),
        (2, 2, "雪"),
        (3, 3, "风"),
    ]
    assert [c.volume for c in chapters] == ["第一卷 渡口", "第一卷 渡口", "第二卷 对岸"]


def test_importing_again_changes_nothing(library: Library, scope: Scope) -> None:
    bring(library, scope, BOOK)
    library.index(scope)
    before, revision = library.chapters(scope), revision_of(library, scope)
    assert bring(library, scope, BOOK) == (0, 0, 3)
    assert library.chapters(scope) == before
    assert revision_of(library, scope) == revision
    assert journalled(library, scope) == 0


def revision_of(library: Library, scope: Scope) -> int:
    with library.record.reading() as unit:
        return unit.projects.get(scope).revision


def test_an_edit_touches_its_chapter_alone(library: Library, scope: Scope) -> None:
    bring(library, scope, BOOK)
    library.index(scope)
    before = library.chapters(scope)
    assert bring(library, scope, BOOK.replace("三十里", "四十里")) == (0, 1, 2)
    after = library.chapters(scope)
    assert ids(after) == ids(before)
    assert [a.sha256 == b.sha256 for a, b in zip(before, after, strict=True)] == [True, False, True]
    assert journalled(library, scope) == 1


def test_appended_chapters_leave_the_last_one_as_it_was(library: Library, scope: Scope) -> None:
    bring(library, scope, BOOK)
    assert bring(library, scope, BOOK + "\n\n第四章 雷\n门开了。\n") == (1, 0, 3)


def test_a_chapter_put_between_two_keeps_their_ids(library: Library, scope: Scope) -> None:
    bring(library, scope, BOOK)
    before = ids(library.chapters(scope))
    grown = BOOK.replace("第二章 雪", "番外 雾\n雾里有人唱歌。\n第二章 雪")
    assert bring(library, scope, grown) == (1, 0, 3)
    after = library.chapters(scope)
    assert [c.label or c.title for c in after][1].startswith("番外")
    assert [c.id for c in after if c.id in before] == before


def test_another_heading_over_the_same_text_keeps_the_id(library: Library, scope: Scope) -> None:
    bring(library, scope, BOOK)
    before = ids(library.chapters(scope))
    assert bring(library, scope, BOOK.replace("第二章 雪", "第二章 大雪")) == (0, 1, 2)
    after = library.chapters(scope)
    assert ids(after) == before
    assert after[1].title == "大雪"


def test_a_dry_run_writes_nothing(library: Library, scope: Scope) -> None:
    report = library.import_bytes(scope, BOOK.encode(), ImportOptions(dry_run=True))
    assert (report.added, report.dry_run) == (3, True)
    assert [(c.position, c.title) for c in report.chapters] == [(1, "雨"), (2, "雪"), (3, "风")]
    with pytest.raises(NotFoundError):
        library.chapters(scope)


def test_a_write_in_between_is_not_written_over(library: Library, scope: Scope) -> None:
    heard: list[str] = []

    def somebody_writes(what: str, *_: int) -> None:
        if not heard:
            heard.append(what)
            bring(library, scope, "第一章 别人的\n别人先写了。\n")

    with pytest.raises(ConflictError, match="'book'"):
        library.import_bytes(scope, BOOK.encode(), progress=somebody_writes)
    assert [c.title for c in library.chapters(scope)] == ["别人的"]


def test_snippets_tile_their_chapter_and_know_their_folded_words(
    library: Library, scope: Scope
) -> None:
    library.import_bytes(scope, synthetic_book(6, sentences=60).manuscript())
    with library.record.reading() as unit:
        for entry in unit.chapters.outline(scope):
            text = unit.chapters.text(scope, entry.chapter.id)
            snippets = unit.snippets.of_chapter(scope, entry.chapter.id)
            assert len(snippets) > 1
            borders = [0, *(s.end for s in snippets)]
            assert [s.start for s in snippets] == borders[:-1]
            assert borders[-1] == len(text)
            for s in snippets:
                assert s.folded == fold(text[s.start : s.end + s.lead])
                assert s.folded[: s.own] == fold(text[s.start : s.end])


def test_a_number_inside_a_name_is_no_fact(library: Library, scope: Scope) -> None:
    talk = "阮小二道：“走。”\n阮小二笑道：“再走。”\n" * 5
    bring(library, scope, f"第一章 雨\n{talk}阮小二家里有三条鱼。\n")
    with library.record.reading() as unit:
        names = {name for e in unit.entities.known(scope) for name in e.spellings}
        assert "阮小二" in names
        assert unit.literals.holding_value(scope, ["2"], where=EVERYWHERE) == []
        assert unit.literals.holding_value(scope, ["3"], where=EVERYWHERE)


def test_people_are_known_with_all_their_spellings(library: Library, scope: Scope) -> None:
    talk = "".join(f"阮小二笑道：“第{n}句话。”\n" for n in range(9))
    bring(library, scope, f"第一章 雨\n{talk}")
    with library.record.reading() as unit:
        (person,) = unit.entities.known(scope)
    assert (person.kind, person.name) == (FactKind.PERSON, "阮小二")
    assert person.name in person.spellings


def test_progress_is_reported(library: Library, scope: Scope) -> None:
    heard: list[tuple[str, int, int]] = []

    def hear(what: str, done: int, total: int) -> None:
        heard.append((what, done, total))

    library.import_bytes(scope, BOOK.encode(), progress=hear)
    assert {what for what, _, _ in heard} == {"read", "write"}
    assert {total for _, _, total in heard} == {3}


def test_another_title_over_another_text_keeps_the_id_by_its_number(
    library: Library, scope: Scope
) -> None:
    bring(library, scope, BOOK)
    before = ids(library.chapters(scope))
    edited = BOOK.replace("第二章 雪\n他走了三十里", "第二章 大雪\n他走了四十里")
    assert bring(library, scope, edited) == (0, 1, 2)
    assert ids(library.chapters(scope)) == before


def test_a_chapter_that_left_the_file_stays_and_takes_nobodys_place(
    library: Library, scope: Scope
) -> None:
    bring(library, scope, BOOK)
    shorter = BOOK.replace("第二章 雪\n他走了三十里，天黑才到。\n", "番外 雾\n雾里有人唱歌。\n")
    assert bring(library, scope, shorter) == (1, 0, 2)
    assert [c.label for c in library.chapters(scope)] == ["第一章", "番外", "第二章", "第三章"]


SPEAKS = "“走吧。”阮小二说道。阮小二笑道：“好。”“快些。”阮小二说道。" * 4


def test_a_name_that_the_book_no_longer_makes_known_is_forgotten(
    library: Library, scope: Scope
) -> None:
    bring(library, scope, f"第一章 雨\n{SPEAKS}\n第二章 雪\n雪停了。\n")
    assert bring(library, scope, "第一章 雨\n阮小二走了。\n第二章 雪\n雪停了。\n") == (0, 1, 1)
    with library.record.reading() as unit:
        assert unit.entities.known(scope) == []
    assert bring(library, scope, f"第一章 雨\n{SPEAKS}\n第二章 雪\n雪停了。\n") == (0, 1, 1)


def test_the_next_instalment_comes_after_what_is_stored(library: Library, scope: Scope) -> None:
    bring(library, scope, BOOK)
    bring(library, scope, "第四章 雷\n门开了。\n第五章 电\n灯亮了。\n")
    assert [c.title for c in library.chapters(scope)] == ["雨", "雪", "风", "雷", "电"]
    assert bring(library, scope, BOOK) == (0, 0, 3)


def test_chapters_stand_in_the_order_of_the_file(library: Library, scope: Scope) -> None:
    bring(library, scope, "第一章 雨\n甲\n第二章 雪\n乙\n第三章 风\n丙\n")
    before = {c.title: c.id for c in library.chapters(scope)}
    moved = "第一章 雨\n甲\n第三章 风\n丙\n第二章 雪\n乙\n第四章 雷\n丁\n"
    bring(library, scope, moved)
    after = library.chapters(scope)
    assert [c.title for c in after] == ["雨", "风", "雪", "雷"]
    assert {c.title: c.id for c in after if c.title in before} == before


def test_an_import_that_fails_leaves_nothing(
    library: Library, scope: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(library, scope, BOOK)
    before, revision = library.chapters(scope), revision_of(library, scope)

    def fail(*_: object) -> None:
        raise RuntimeError("the power went out")

    monkeypatch.setattr(SqlEntities, "mention", fail)
    with pytest.raises(RuntimeError, match="power"):
        bring(library, scope, BOOK.replace("三十里", "四十里") + "第四章 雷\n门开了。\n")
    monkeypatch.undo()
    assert library.chapters(scope) == before
    assert revision_of(library, scope) == revision
    assert journalled(library, scope) == 3


def test_words_before_the_first_heading_are_a_chapter(library: Library, scope: Scope) -> None:
    front = "献给渡口的人。他们等过，也走过，没有留下名字。"
    bring(library, scope, f"{front}\n{BOOK}")
    first = library.chapters(scope)[0]
    assert (first.position, first.label) == (1, "")
    assert library.text(scope, first.id) == front


def test_a_chapter_that_left_the_file_is_reported_and_deleted_only_when_asked(
    library: Library, scope: Scope
) -> None:
    bring(library, scope, BOOK)
    shorter = BOOK.replace("第二章 雪\n他走了三十里，天黑才到。\n", "").encode()
    report = library.import_bytes(scope, shorter)
    assert [c.label for c in report.missing] == ["第二章"]
    assert (report.removed, report.unchanged) == (0, 2)
    assert len(library.chapters(scope)) == 3
    looked = library.import_bytes(scope, shorter, ImportOptions(remove_missing=True, dry_run=True))
    assert (looked.removed, len(library.chapters(scope))) == (1, 3)
    report = library.import_bytes(scope, shorter, ImportOptions(remove_missing=True))
    assert report.removed == 1
    assert [c.label for c in library.chapters(scope)] == ["第一章", "第三章"]
    library.undo(scope)
    assert [c.label for c in library.chapters(scope)] == ["第一章", "第二章", "第三章"]


def test_a_chapter_put_in_among_untitled_ones_is_the_only_one_written(
    library: Library, scope: Scope
) -> None:
    """Every later chapter gets another number; nothing of their texts is read again."""
    bodies = [f"第{n}段话说完了，天也亮了。" for n in range(6)]
    bring(library, scope, "".join(f"第{n}章\n{body}\n" for n, body in enumerate(bodies, 1)))
    library.index(scope)
    before = {c.sha256: c.id for c in library.chapters(scope)}
    grown = [*bodies[:2], "新来的一章。", *bodies[2:]]
    bring(library, scope, "".join(f"第{n}章\n{body}\n" for n, body in enumerate(grown, 1)))
    after = library.chapters(scope)
    assert [c.number for c in after] == list(range(1, 8))
    assert {c.sha256: c.id for c in after if c.sha256 in before} == before


def test_an_edited_chapter_is_cut_anew_only_around_the_edit(library: Library, scope: Scope) -> None:
    book = synthetic_book(1, sentences=900)
    text = book.chapters[0][1]
    library.import_bytes(scope, f"第一章 长\n{text}\n".encode())
    before = snippet_hashes(library, scope)
    lines = text.split("\n")
    lines[len(lines) // 2] += "他又想了一想，没有说话。"
    library.import_bytes(scope, ("第一章 长\n" + "\n".join(lines) + "\n").encode())
    after = snippet_hashes(library, scope)
    assert len(before) > 40
    assert 1 <= len(after - before) <= 8


def snippet_hashes(library: Library, scope: Scope) -> set[str]:
    with library.record.reading() as unit:
        (chapter,) = [e.chapter for e in unit.chapters.outline(scope)]
        return {s.sha256 for s in unit.snippets.of_chapter(scope, chapter.id)}
