"""What follows from a book's shape and texts: names, mentions, snippets, facts.

All of it depends on the book as it stands and not on how it came to be so: whatever is done and
taken back, the same book has the same memory. What did not change is not read again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from ingest.affected import displaced, named
from ingest.content import read_chapter
from ingest.names import find_mentions, find_names
from ingest.structure import book
from lorepack.ports import ChapterContent, Edition, Progress, Revision, TokenCounter, UnitOfWork
from lorepack.records import Chapter, Entity, EntityOrigin, Mention, Scope
from text.names import Observed, observe

_Mentions = Mapping[str, Sequence[Mention]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """What is to be written beside an edition."""

    found: tuple[Entity, ...] | None
    """All that the book makes known; None if that is what is stored already."""
    mentions: _Mentions
    """Those to be stored anew, by chapter id."""
    contents: Mapping[str, ChapterContent]
    """What was read out of chapters, by id."""
    everywhere: bool
    """Whether names were looked for in every chapter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deriver:
    """Reads out of an edition what follows from it."""

    unit: UnitOfWork
    """Where the texts are that were not handed in just now."""
    scope: Scope
    count: TokenCounter
    progress: Progress

    def derive(
        self,
        before: Edition,
        after: Edition,
        registry: Sequence[Entity],
        revisions: Mapping[str, Revision],
        unread: Collection[str] = (),
        *,
        everywhere: bool = False,
    ) -> Derived:
        """Derive what is new or no longer right.

        Args:
            before: The book as what is stored was derived from it.
            after: The book as it is to be.
            registry: Entities as they are stored.
            revisions: Texts that are not stored yet, by chapter id.
            unread: Further chapters to be read.
            everywhere: Whether to look for names in every chapter in any case.
        """
        chapters = book(after)
        found = find_names(self.scope, self._observed(chapters, revisions), registry)
        stored = [e for e in registry if e.origin is EntityOrigin.FOUND]
        same = {e.id: e for e in found} == {e.id: e for e in stored}
        ids = [c.id for c in chapters]
        texts = {} if same and not everywhere else self._texts(ids, revisions)
        fresh = _fresh(before, after, revisions) | set(unread)
        former, order = ([c.id for c in edition.chapters] for edition in (before, after))
        reached = named(texts, stored, found) | displaced(former, order, [*registry, *found])
        looked = [id for id in ids if everywhere or id in fresh or id in reached]
        texts |= self._texts([id for id in looked if id not in texts], revisions)
        entities = [*found, *(e for e in registry if e.origin is EntityOrigin.AUTHOR)]
        mentions = find_mentions(entities, {id: texts[id] for id in looked}, order)
        old = self._mentions(before, [id for id in looked if id not in fresh])
        known, knew = _known(entities, mentions, order), _known(registry, old, former)
        changed = {id for id in looked if id in fresh or known[id] != knew.get(id, [])}
        return Derived(
            found=None if same else tuple(found),
            mentions={id: m for id, m in mentions.items() if id in fresh or m != old.get(id, [])},
            contents=self._contents([id for id in ids if id in changed], texts, known),
            everywhere=everywhere,
        )

    def _mentions(self, before: Edition, ids: Sequence[str]) -> _Mentions:
        """Mentions as they are stored."""
        if not (before.chapters and ids):
            return {}
        return self.unit.entities.mentions(self.scope, ids)

    def _observed(
        self, chapters: Sequence[Chapter], revisions: Mapping[str, Revision]
    ) -> list[tuple[str, Observed]]:
        """What each chapter's text shows of names, looked at again where that is out of date."""
        new = all(c.id in revisions for c in chapters)
        stored = {} if new else self.unit.chapters.observed(self.scope)
        lines = {
            c.id: revisions[c.id].observed if c.id in revisions else stored.get(c.id, "")
            for c in chapters
        }
        seen = {id: Observed.from_json(line) for id, line in lines.items()}
        missing = self._texts([id for id, observed in seen.items() if observed is None], revisions)
        return [(id, observed or observe(missing[id])) for id, observed in seen.items()]

    def _texts(self, ids: Sequence[str], revisions: Mapping[str, Revision]) -> dict[str, str]:
        """Texts by id, in the order asked for."""
        stored = [id for id in ids if id not in revisions]
        written = self.unit.chapters.written(self.scope, stored) if stored else {}
        return {id: (revisions.get(id) or written[id]).text for id in ids}

    def _contents(
        self, ids: Sequence[str], texts: Mapping[str, str], known: _Mentions
    ) -> dict[str, ChapterContent]:
        contents: dict[str, ChapterContent] = {}
        for done, id in enumerate(ids):
            self.progress("read", done, len(ids))
            contents[id] = read_chapter(id, texts[id], known[id], self.count)
        return contents


def _fresh(before: Edition, after: Edition, revisions: Mapping[str, Revision]) -> set[str]:
    """Chapters of the book with another text than before, or that were not part of it."""
    former = {c.id: c.revision for c in book(before)}
    return {c.id for c in book(after) if c.id in revisions or former.get(c.id) != c.revision}


def _known(entities: Sequence[Entity], mentions: _Mentions, order: Sequence[str]) -> _Mentions:
    """Mentions of those whom a reader of each chapter knows at its end.

    What is read out of a chapter must not depend on a name that only a later one makes known.
    """
    place = {id: at for at, id in enumerate(order)}
    known = {e.id: place[e.known_from] if e.known_from else -1 for e in entities}
    return {
        id: [m for m in found if known[m.entity] <= place[id]]
        for id, found in mentions.items()
        if id in place
    }
