"""Chapters of one snippet, stored as if their text had been folded so."""

from uuid import UUID, uuid5

from lorepack.ports import ChapterContent, Edition, Revision, UnitOfWork
from lorepack.records import Chapter, Scope, Snippet

_ANY = UUID(int=0)


def store_folded(unit: UnitOfWork, scope: Scope, nth: int, folded: str) -> None:
    """Write the chapter at a place, from 0, of one snippet of this folded text."""
    chapter = Chapter(
        id=f"{scope.project}-{nth}",
        order_key=10 * (nth + 1),
        position=nth + 1,
        volume=None,
        volume_id=None,
        number=None,
        label="",
        title="",
        revision=1,
        chars=len(folded),
        sha256="s",
    )
    snippet = Snippet(
        id=str(uuid5(_ANY, f"{scope.project}-{nth}")),
        chapter_id=chapter.id,
        nth=0,
        start=0,
        end=len(folded),
        sha256="s",
        folded=folded,
        own=len(folded),
        lead=0,
        importance=0.5,
    )
    written = Revision(heading="", text=folded, sha256="s", opening="", observed="")
    unit.chapters.place(scope, Edition(chapters=(chapter,)))
    unit.chapters.revise(scope, chapter, written)
    unit.chapters.read_in(scope, chapter, ChapterContent(snippets=(snippet,), facts=()))
