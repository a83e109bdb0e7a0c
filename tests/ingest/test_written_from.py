"""Chapters that say which pack they were written from: stored, undone and shown with their text."""

import pytest

from ingest.editing import Editor
from lorepack.errors import NotFoundError
from lorepack.records import ContextPack, PackRequest, Scope, WrittenChapter
from runtime.library import Library

pytestmark = pytest.mark.both_databases

BOOK = "第一章 雨\n阮小二数了三千二百两银子。\n第二章 雪\n他走了三十里，天黑才到。\n"
NEXT = "第三章 风\n没有人开门。\n"


@pytest.fixture
def editor(library: Library, scope: Scope) -> Editor:
    """An editor of the two chapters above."""
    library.import_bytes(scope, BOOK.encode())
    return library.editor(scope)


@pytest.fixture
def pack(library: Library, scope: Scope, editor: Editor) -> ContextPack:
    """A pack for the chapter after them."""
    return library.pack(scope, PackRequest(query="银子在哪里？"))


def written(library: Library, scope: Scope) -> tuple[WrittenChapter, ...]:
    (run,) = library.packs(scope)
    return run.written


def test_a_chapter_put_in_is_listed_with_its_pack(
    library: Library, scope: Scope, editor: Editor, pack: ContextPack
) -> None:
    (made,) = editor.insert(NEXT, from_pack=pack.id).chapters
    (link,) = written(library, scope)
    assert (link.id, link.position, link.revision) == (made.id, 3, 1)
    assert (link.sha256, link.current) == (library.chapter(scope, "3").sha256, True)
    editor.edit("3", "门开了。")
    assert [w.current for w in written(library, scope)] == [False]
    editor.move("3", to=1)
    assert [w.position for w in written(library, scope)] == [1]


def test_several_chapters_and_drafts_are_all_listed(
    library: Library, scope: Scope, editor: Editor, pack: ContextPack
) -> None:
    editor.insert(f"{NEXT}第四章 门\n门开了。\n", from_pack=pack.id)
    (draft,) = editor.insert("第五章 灯\n灯亮了。\n", draft=True, from_pack=pack.id).chapters
    assert [w.position for w in written(library, scope)] == [3, 4, None]
    editor.accept(draft.id)
    assert [w.position for w in written(library, scope)] == [3, 4, 5]


def test_an_edit_is_listed_and_undone_with_its_text(
    library: Library, scope: Scope, editor: Editor, pack: ContextPack
) -> None:
    editor.edit("2", "他走了四十里。", from_pack=pack.id)
    before = written(library, scope)
    assert [(w.position, w.revision, w.current) for w in before] == [(2, 2, True)]
    undone = library.undo(scope)
    assert written(library, scope) == ()
    assert library.text(scope, "2") == "他走了三十里，天黑才到。"
    assert undone is not None
    library.undo(scope, undone.id)
    assert written(library, scope) == before


def test_an_insert_that_is_undone_was_written_from_nothing(
    library: Library, scope: Scope, editor: Editor, pack: ContextPack
) -> None:
    editor.insert(NEXT, from_pack=pack.id)
    library.undo(scope)
    assert written(library, scope) == ()


def test_of_a_text_that_stands_it_can_be_told_later_and_once(
    library: Library, scope: Scope, editor: Editor, pack: ContextPack
) -> None:
    text = library.text(scope, "2")
    told = editor.edit("2", text, from_pack=pack.id).change
    assert told is not None
    assert told.what == f"第二章 雪 is written from pack {pack.id}"
    assert [(w.position, w.revision) for w in written(library, scope)] == [(2, 1)]
    assert editor.edit("2", text, from_pack=pack.id).change is None
    assert editor.edit("2", text).change is None
    library.undo(scope)
    assert written(library, scope) == ()


def test_a_pack_that_was_never_handed_out_lets_nothing_be_written(
    library: Library, scope: Scope, editor: Editor, pack: ContextPack
) -> None:
    before = library.chapters(scope, everything=True), library.changes(scope)
    text = library.text(scope, "2")
    for refused in (
        lambda: editor.insert(NEXT, from_pack="nothing"),
        lambda: editor.edit("2", "没了。", from_pack="nothing"),
        lambda: editor.edit("2", text, from_pack="nothing"),
        lambda: editor.edit("2", text, from_pack=""),
        lambda: library.editor(Scope(project="new")).insert(NEXT, from_pack=pack.id),
    ):
        with pytest.raises(NotFoundError, match="has handed out no pack"):
            refused()
    assert (library.chapters(scope, everything=True), library.changes(scope)) == before
    assert library.projects() == ["book"]


def test_a_pack_replays_to_the_byte_until_the_purge(
    library: Library, scope: Scope, editor: Editor, pack: ContextPack
) -> None:
    editor.edit("1", "雪下了一夜。")
    editor.delete(["2"])
    assert library.stored_pack(scope, pack.id) == pack
    library.purge(scope)
    with pytest.raises(NotFoundError, match=f"no pack '{pack.id}'"):
        library.stored_pack(scope, pack.id)
    assert library.packs(scope) == []


def test_an_edit_from_a_purged_pack_is_undone_like_any_other(
    library: Library, scope: Scope, editor: Editor, pack: ContextPack
) -> None:
    editor.delete(["1"])
    edited = editor.edit("1", "他走了四十里。", from_pack=pack.id).change
    library.purge(scope)
    assert edited is not None
    library.undo(scope, edited.id)
    assert library.text(scope, "1") == "他走了三十里，天黑才到。"
