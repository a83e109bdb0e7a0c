"""Where a search may look, as conditions on snippets and their chapters."""

import json
from collections.abc import Iterator, Sequence

import sqlalchemy as sa

from lorepack.records import Where
from storage import tables as t

SNIPPETS = t.snippet.join(
    t.chapter,
    sa.and_(
        t.chapter.c.project == t.snippet.c.project,
        t.chapter.c.id == t.snippet.c.chapter,
        t.chapter.c.status == "canon",
        t.chapter.c.current_revision == t.snippet.c.revision,
    ),
)
"""The snippets of the book: those cut from the current text of a chapter that is in it."""


def inside(where: Where) -> Iterator[sa.ColumnElement[bool]]:
    """Conditions on rows of `snippet` joined to `chapter`, all of which must hold."""
    key, at = t.chapter.c.order_key, t.snippet.c.at
    if where.before is not None:
        yield key < where.before
    if where.chapters:
        yield sa.or_(*(key.between(first, last) for first, last in where.chapters))
    if where.entities:
        yield _mentions(where.entities)
    if where.speakers:
        yield _said_by(where.speakers)
    if where.since is not None:
        yield at >= where.since
    if where.until is not None:
        yield at < where.until


def _mentions(entities: Sequence[str]) -> sa.ColumnElement[bool]:
    m, s = t.mention.c, t.snippet.c
    begins_in = sa.and_(m.start >= s.start, m.start < s.end)
    of_chapter = sa.and_(m.project == s.project, m.chapter == s.chapter)
    return sa.exists().where(of_chapter, begins_in, m.entity.in_(entities))


def _said_by(speakers: Sequence[str]) -> sa.ColumnElement[bool]:
    """Whether one of the names is in the list, by its JSON, which every database keeps."""
    listed = sa.cast(t.snippet.c.speakers, sa.Text)
    return sa.or_(*(listed.contains(json.dumps(name), autoescape=True) for name in speakers))
