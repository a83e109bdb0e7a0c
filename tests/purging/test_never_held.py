"""After a purge a book is the one that never held the chapter."""

from random import Random

import pytest

from ingest.editing import read_heading
from lorepack.records import Heading, PackRequest, Scope
from runtime.library import Library
from runtime.registry import registry_of
from runtime.worker import quiet
from tests.strategies import synthetic_book


def derived(library: Library, scope: Scope) -> object:
    """All that is made of a book, by names and places instead of ids."""
    with library.record.reading() as unit:
        outline = unit.chapters.outline(scope)
        place = {e.chapter.id: e.chapter.position for e in outline}
        entities = unit.entities.registry(scope)
        names = {e.id: e.name for e in entities}
        mentions = unit.entities.mentions(scope)
        standing = unit.summaries.standing(scope, [])
        memories = [v.memory for v in unit.memories.standing(scope)]
        snippets = {
            place[id]: [
                (s.start, s.end, s.sha256, s.folded, sorted(names[p] for p in s.people))
                for s in unit.snippets.of_chapter(scope, id)
            ]
            for id in place
        }
    return (
        [(e.chapter.label, e.chapter.title, e.chapter.sha256, e.opening) for e in outline],
        sorted((e.name, e.spellings, e.origin, place.get(e.known_from or "")) for e in entities),
        {
            place[id]: [(names[m.entity], m.start, m.end) for m in found]
            for id, found in mentions.items()
            if found
        },
        snippets,
        sorted((s.level, s.full, s.short, s.line, s.origin) for s in standing.values()),
        sorted(
            (place[m.known_from or ""], m.kind, m.subject, m.text, str(m.fields)) for m in memories
        ),
    )


def told_again(library: Library, scope: Scope) -> None:
    """Let all that follows by itself follow."""
    library.index(scope)
    library.summarise(scope)
    registry_of(library, scope).propose(None, quiet)


@pytest.mark.parametrize("seed", range(4))
def test_a_book_is_the_one_that_never_held_the_chapter(
    library: Library, scope: Scope, seed: int
) -> None:
    random = Random(seed)
    library.import_bytes(scope, synthetic_book(12, seed=seed, sentences=10).manuscript())
    told_again(library, scope)
    gone = sorted(random.sample(range(1, 13), 3), reverse=True)
    library.pack(scope, PackRequest(chapter=6, query="铜铃"))
    for position in gone:
        library.purging().chapter(scope, str(position))
    told_again(library, scope)
    anew = Scope(project="anew")
    for chapter in library.chapters(scope):
        heading = Heading(label=chapter.label, title=chapter.title, number=chapter.number)
        library.editor(anew).insert(
            library.text(scope, chapter.id), heading=heading, volume=chapter.volume, as_is=True
        )
    told_again(library, anew)
    assert derived(library, scope) == derived(library, anew)


def test_what_others_were_given_before_can_still_be_taken_back(
    library: Library, scope: Scope
) -> None:
    """History of chapters that stay is theirs, unless it holds words of what goes."""
    library.import_bytes(scope, synthetic_book(5).manuscript())
    editor = library.editor(scope)
    first, text = library.chapters(scope)[0].id, library.text(scope, "1")
    editor.edit(first, f"{text}门外来了一个从来没有人见过的人。\n", as_is=True)
    editor.merge("3", "4")
    library.undo(scope)
    third = library.chapters(scope)[2].id
    assert len(library.revisions(scope, third)) == 2
    editor.rename("5", read_heading("第五章 没有人见过的人"))
    library.purging().chapter(scope, "4")
    assert len(library.revisions(scope, third)) == 1, "it held the words of the fourth"
    assert len(library.revisions(scope, first)) == 2
    kinds = [change.kind for change in library.changes(scope)]
    assert kinds == ["rename", "edit"]
    library.undo(scope)
    library.undo(scope)
    assert library.text(scope, first) == text
