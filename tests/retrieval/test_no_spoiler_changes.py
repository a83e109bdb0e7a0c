"""No spoiler: whatever is done to later chapters, a pack stays the same to the byte."""

import pytest

from lorepack.records import (
    Alias,
    ChapterCard,
    FactKind,
    Heading,
    Memory,
    MemoryKind,
    PackFormat,
    PackRequest,
    Scope,
)
from runtime.library import Library
from runtime.registry import registry_of
from tests.retrieval.conftest import OpenLibrary
from tests.strategies import Book, synthetic_book

pytestmark = pytest.mark.both_databases

LENGTH = 26
"""Chapters of two windows or three: some window reaches past every chapter but a few."""
CHAPTERS = (2, 7, 13, 20, LENGTH)
CARD = ChapterCard(people=("沈砚秋", "苏小满"), items=("铜铃",), foreshadow_codes=("F012",))


def book() -> Book:
    """Without volumes, so that nothing but its length closes a window."""
    return Book(chapters=synthetic_book(LENGTH, seed=3).chapters)


@pytest.fixture(scope="module")
def library(opened: OpenLibrary) -> Library:
    return opened("later changes")


def packs(library: Library, scope: Scope, chapter: int) -> list[str]:
    """What is handed out for a chapter, in every form and at two budgets."""
    return [
        library.pack(
            scope,
            PackRequest(
                chapter=chapter, budget=budget, card=CARD, query="三千二百在谁手里", format=form
            ),
        ).rendered
        for form in PackFormat
        for budget in (2_000, 9_000)
    ]


def known(library: Library, scope: Scope) -> None:
    """What an author says before a later chapter is there."""
    registry_of(library, scope).add("沈砚秋", FactKind.PERSON)
    library.remember(
        scope,
        [
            Memory(
                id="F012",
                kind=MemoryKind.FORESHADOW,
                subject="F012",
                text="铃舌在谁手里？",
                fields={"title": "铃舌", "hidden_truth": "在陆砚秋手里", "due_to": "25"},
            )
        ],
    )


def _nothing(library: Library, scope: Scope, chapter: int) -> None:
    """The later chapters are there, and that is all."""


def _titles(library: Library, scope: Scope, chapter: int) -> None:
    for place in range(chapter, LENGTH + 1):
        heading = Heading(label=f"第{place}章", title=f"灰烬之{place}", number=place)
        library.editor(scope).rename(str(place), heading)
    library.editor(scope).begin_volume("下卷 灰烬", at=chapter)


def _edits(library: Library, scope: Scope, chapter: int) -> None:
    for place in {chapter, (chapter + LENGTH) // 2, LENGTH}:
        library.editor(scope).edit(str(place), "沈砚秋死了。铜铃值九千九百两。" * 30, as_is=True)


def _names(library: Library, scope: Scope, chapter: int) -> None:
    id = library.chapters(scope)[chapter - 1].id
    registry = registry_of(library, scope)
    registry.add_alias("沈砚秋", Alias(text="摆渡鬼", from_chapter=id))
    registry.add_alias("沈砚秋", Alias(text="三千二百", from_chapter=id))


def _memories(library: Library, scope: Scope, chapter: int) -> None:
    id = library.chapters(scope)[chapter - 1].id
    kinds = (MemoryKind.FORESHADOW, MemoryKind.CHARACTER_STATE, MemoryKind.ITEM)
    subjects = ("F013", "沈砚秋", "铜铃")
    library.remember(
        scope,
        [
            Memory(id=f"late {kind}", kind=kind, subject=subject, text="已成灰烬。", known_from=id)
            for kind, subject in zip(kinds, subjects, strict=True)
        ],
    )


def _moves(library: Library, scope: Scope, chapter: int) -> None:
    library.editor(scope).insert(
        "插进来的一章：苏小满开了井。", at=chapter, heading=Heading(label="楔子"), as_is=True
    )
    library.editor(scope).move(str(chapter), to=LENGTH + 1)
    library.editor(scope).delete([str(LENGTH + 1)])
    library.editor(scope).insert(
        "写了一半的一章。", at=chapter, heading=Heading(label="稿"), as_is=True, draft=True
    )


CHANGES = (_nothing, _titles, _edits, _names, _memories, _moves)


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_no_later_change_changes_a_pack(library: Library, chapter: int) -> None:
    scope = Scope(project=f"book {chapter}")
    library.import_bytes(scope, book().manuscript(chapter - 1))
    known(library, scope)
    library.index(scope)
    library.summarise(scope)
    alone = packs(library, scope, chapter)
    library.import_bytes(scope, book().manuscript())
    for change in CHANGES:
        change(library, scope, chapter)
        assert packs(library, scope, chapter) == alone, f"{change.__name__}, not yet summarised"
        library.index(scope)
        library.summarise(scope)
        assert packs(library, scope, chapter) == alone, change.__name__
    for form in PackFormat:
        request = PackRequest(chapter=chapter, budget=9_000, card=CARD, format=form)
        assert library.leaks(scope, library.pack(scope, request)) == []


def test_a_window_reaches_past_some_of_these_chapters(library: Library) -> None:
    """Else the test above would not show what it is for."""
    scope = Scope(project="windows")
    library.import_bytes(scope, book().manuscript())
    library.summarise(scope)
    coverage = library.pack(scope, PackRequest(chapter=LENGTH + 1, budget=1_500)).coverage
    windows = [(entry.first, entry.last) for entry in coverage if entry.level]
    assert any(first < chapter <= last for first, last in windows for chapter in CHAPTERS)
