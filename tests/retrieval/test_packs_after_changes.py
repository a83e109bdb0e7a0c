"""Packs of a book whose shape was changed: covered without a gap, and nothing of later chapters."""

import pytest

from ingest.editing import Editor, read_heading
from lorepack.records import ContextPack, PackRequest, Scope
from runtime.library import Library
from tests.strategies import synthetic_book

pytestmark = pytest.mark.both_databases


@pytest.fixture
def editor(library: Library, scope: Scope) -> Editor:
    """An editor of sixty chapters in volumes of 25, summarised."""
    library.import_bytes(scope, synthetic_book(60, seed=5, sentences=3).manuscript())
    library.summarise(scope)
    return library.editor(scope)


def pack(library: Library, scope: Scope, chapter: int) -> ContextPack:
    return library.pack(scope, PackRequest(chapter=chapter, budget=3_000))


def check_coverage(library: Library, scope: Scope) -> None:
    """Each chapter before each N is covered by exactly one entry."""
    for chapter in range(1, len(library.chapters(scope)) + 2):
        covered = [
            position
            for entry in pack(library, scope, chapter).coverage
            for position in range(entry.first, entry.last + 1)
        ]
        assert covered == list(range(1, chapter))


def windows(library: Library, scope: Scope) -> set[str]:
    with library.record.reading() as unit:
        return {s.signature for s in unit.summaries.standing(scope, []).values() if s.level}


def test_a_chapter_put_in_at_the_beginning_is_covered_first(
    library: Library, scope: Scope, editor: Editor
) -> None:
    editor.insert("序章\n很久以前的事，没有人记得。\n", at=1)
    check_coverage(library, scope)
    assert "很久以前的事" in pack(library, scope, 2).rendered


def test_a_chapter_that_moves_far_is_covered_at_its_new_place(
    library: Library, scope: Scope, editor: Editor
) -> None:
    editor.rename("50", read_heading("第50章 搬走的"))
    assert "搬走的" not in pack(library, scope, 4).rendered
    editor.move("50", to=3)
    check_coverage(library, scope)
    assert "搬走的" in pack(library, scope, 4).rendered


def test_volumes_that_change_places_are_covered_in_the_new_order(
    library: Library, scope: Scope, editor: Editor
) -> None:
    first, second, _ = library.volumes(scope)
    editor.move_volume(second.id, first.id)
    assert [v.title for v in library.volumes(scope)][:2] == [second.title, first.title]
    check_coverage(library, scope)


def test_a_chapter_deleted_and_another_of_its_number_put_in_are_two_chapters(
    library: Library, scope: Scope, editor: Editor
) -> None:
    before = library.chapters(scope)
    editor.delete(["27"])
    editor.insert("第27章 另一个\n完全是另一回事。\n", at=27)
    after = library.chapters(scope)
    assert [c.number for c in after] == [c.number for c in before]
    assert [a.id == b.id for a, b in zip(before, after, strict=True)].count(False) == 1
    check_coverage(library, scope)


def test_deleting_the_first_chapter_redoes_only_windows_whose_members_changed(
    library: Library, scope: Scope, editor: Editor
) -> None:
    before = windows(library, scope)
    editor.delete(["1"])
    library.summarise(scope)
    made = windows(library, scope) - before
    assert len(before) >= 5
    assert 1 <= len(made) <= 3, "its own window, and those that hold it"
    library.undo(scope)
    library.summarise(scope)
    assert windows(library, scope) == before | made, "what was made once serves again"


def test_a_rewritten_first_chapter_knows_nothing_of_what_follows(
    library: Library, scope: Scope, editor: Editor
) -> None:
    editor.edit("1", "第1章 重写\n一切从头说起：渡口还没有名字。\n")
    packs = [pack(library, scope, chapter).rendered for chapter in (1, 2)]
    editor.delete([c.id for c in library.chapters(scope)[1:]])
    assert [pack(library, scope, chapter).rendered for chapter in (1, 2)] == packs
    assert "渡口还没有名字" not in packs[0]
    assert "渡口还没有名字" in packs[1]
