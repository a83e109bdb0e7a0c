"""What packs keep of a book: never older than the record, and no other than what is read anew."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from ingest.editing import read_heading
from lorepack.records import ContextPack, Fresh, Item, Memory, MemoryKind, PackRequest, Scope
from retrieval.pack import Shelf
from retrieval.pack.shelf import KEPT, PARTS
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.strategies import author_memories, body, synthetic_book

SCOPE = Scope(project="shared")


@pytest.fixture
def two(tmp_path: Path, cache_dir: Path) -> Generator[tuple[Library, Library]]:
    """Two libraries over one data folder, as two processes have them, and a book in it."""
    settings = Settings(data_dir=tmp_path, cache_dir=cache_dir, embedder="hashing:16")
    with open_library(settings) as one, open_library(settings) as other:
        one.import_bytes(SCOPE, synthetic_book(30, sentences=20).manuscript())
        one.remember(SCOPE, author_memories())
        yield one, other


def cold(library: Library) -> Library:
    """The same library with nothing kept."""
    return replace(library, shelf=Shelf())


def pack(library: Library, chapter: int | None = None) -> ContextPack:
    return library.pack(SCOPE, PackRequest(chapter=chapter, budget=4_000))


@contextmanager
def statements() -> Generator[list[str]]:
    """What any database is asked meanwhile."""
    asked: list[str] = []

    def note(_: object, __: object, statement: str, *___: object) -> None:
        asked.append(statement)

    event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(sa.Engine, "before_cursor_execute", note)


def write_at_random(library: Library, random: Random, nth: int) -> None:
    """One of the writes that a pack can tell."""
    chapters, editor = library.chapters(SCOPE), library.editor(SCOPE)
    one, other = random.choice(chapters), random.randint(1, len(chapters))
    text = f"第{nth}章 {nth}\n{body(random, 20)}"
    writes: list[Callable[[], object]] = [
        lambda: editor.insert(text, at=other),
        lambda: editor.edit(one.id, text),
        lambda: editor.delete([one.id]),
        lambda: editor.move(one.id, to=other),
        lambda: editor.rename(one.id, read_heading(f"第{nth}章 改名")),
        lambda: library.summarise(SCOPE),
        lambda: library.undo(SCOPE),
        lambda: library.queue(SCOPE),
        lambda: library.remember(
            SCOPE, [Memory(id=f"m{nth}", kind=MemoryKind.BAN_RULE, text=f"第{nth}条。")]
        ),
    ]
    random.choice(writes)()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_pack_is_older_than_the_record_whoever_wrote(
    seed: int, two: tuple[Library, Library]
) -> None:
    random = Random(seed)
    for nth in range(15):
        write_at_random(random.choice(two), random, nth)
        chapter = random.randint(1, len(two[0].chapters(SCOPE)) + 1)
        fresh = pack(cold(two[0]), chapter)
        assert [pack(library, chapter) for library in two] == [fresh, fresh]


def test_summaries_that_another_process_made_are_told_at_once(
    two: tuple[Library, Library],
) -> None:
    one, other = two
    assert {c.origin for c in pack(one).coverage} == {"opening"}
    other.summarise(SCOPE)
    assert "opening" not in {c.origin for c in pack(one).coverage}


def test_a_book_that_is_kept_is_not_read_again(two: tuple[Library, Library]) -> None:
    library, _ = two
    pack(library, 20)
    with statements() as asked:
        pack(library, 20)
        pack(library, 7)
    assert not [s for s in asked if "chapter_revision.opening" in s or "FROM summary" in s]


def test_the_pages_asked_for_in_any_order_are_those_of_a_book_read_anew(
    shelf: Library, told: Scope
) -> None:
    for chapter in Random(4).choices(range(1, 62), k=25):
        request = PackRequest(chapter=chapter, budget=5_000, query="铜铃在哪里")
        assert shelf.pack(told, request) == cold(shelf).pack(told, request)


def test_few_books_and_few_parts_of_each_are_kept(shelf: Library) -> None:
    library = cold(shelf)
    scopes = [Scope(project=f"small-{nth}") for nth in range(KEPT + 2)]
    for scope in scopes:
        library.import_bytes(scope, synthetic_book(8, sentences=1).manuscript())
        for chapter in range(1, 10):
            library.pack(scope, PackRequest(chapter=chapter))
    assert len(library.shelf) == KEPT
    with library.record.reading() as unit:
        projects = [unit.projects.get(scope) for scope in scopes]
        count, lengths = library.tokenizers("o200k_base").count, library.settings.window_lengths
        kept = library.shelf.book(unit, projects[-1], lengths, count)
    assert len(kept.parts) == PARTS


def test_what_stands_for_a_text_that_has_left_its_summary_behind_is_marked(
    two: tuple[Library, Library],
) -> None:
    library, _ = two
    assert freshness(pack(library)) == {Fresh.PLACEHOLDER}
    library.summarise(SCOPE)
    assert freshness(pack(library)) == {Fresh.FRESH}
    library.editor(SCOPE).edit("29", "第29章 全变了\n" + "这里说的完全是另一回事。" * 60)
    assert freshness(pack(library)) == {Fresh.FRESH, Fresh.STALE}


def test_a_window_is_no_fresher_than_its_chapters(two: tuple[Library, Library]) -> None:
    library, _ = two
    library.summarise(SCOPE)
    library.editor(SCOPE).edit("2", "第2章 全变了\n" + "这里说的完全是另一回事。" * 60)
    built = library.pack(SCOPE, PackRequest(budget=2_000))
    (far, *_), (covered, *_) = story(built), built.coverage
    assert (covered.level, covered.first) == (1, 1)
    assert far.freshness is Fresh.STALE


def story(built: ContextPack) -> tuple[Item, ...]:
    return next(s.items for s in built.sections if s.name == "story_so_far")


def freshness(built: ContextPack) -> set[Fresh]:
    return {item.freshness for item in story(built)}
