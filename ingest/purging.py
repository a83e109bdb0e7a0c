"""Purging: what is in the trash goes for good, with everything that was made from it."""

from collections.abc import Collection, Iterable, Sequence, Set
from dataclasses import dataclass

from ingest.remains import nobodys, tainted, unheard
from ingest.standing import StandIn
from ingest.structure import named
from lorepack.errors import ConflictError, NotFoundError
from lorepack.ports import Edition, Record, StoredText, Summary, TokenCounter, UnitOfWork
from lorepack.records import EXTRACTIVE, Chapter, JobKind, Memory, MemoryKind, Scope, Status
from story.coverage import USUAL, Lengths
from story.entries import OPENING, TEXT, base_of, chapter_key, sources
from story.so_far import tell

_NO_MODEL = frozenset({EXTRACTIVE, OPENING, TEXT})
"""Origins of summaries that hold words of their own chapter alone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """What was deleted for good."""

    chapters: tuple[Chapter, ...] = ()
    names: tuple[str, ...] = ()
    """Names that an author registered and that only these chapters spoke of: they stay."""
    volumes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Purger:
    """Deletes chapters and projects for good; each call is one transaction."""

    record: Record
    count: TokenCounter
    lengths: Lengths = USUAL
    """How many members a window of chapters has."""

    def trash(self, scope: Scope) -> Gone:
        """Delete what is in a project's trash.

        Packs that were handed out and changes that could bring a chapter back hold its words:
        those packs and changes go as well.

        Raises:
            NotFoundError: There is no such project.
        """
        return self._chapters(scope)

    def chapter(self, scope: Scope, id: str) -> Gone:
        """Delete one chapter of the trash likewise, and leave the others in it.

        Raises:
            NotFoundError: There is no such project or chapter.
            ConflictError: It is not in the trash, or no longer.
        """
        return self._chapters(scope, id)

    def projects(self, scopes: Sequence[Scope], *, tenant: str | None = None) -> int:
        """Delete whole projects.

        Args:
            scopes: Which.
            tenant: Whose entries of the ledger go too; None for nobody's.

        Returns:
            How many entries of the ledger went.

        Raises:
            NotFoundError: One of them is not there; none was deleted.
        """
        with self.record.writing() as unit:
            for scope in scopes:
                unit.purges.hold(scope)
                unit.purges.project(scope)
                unit.journal.note_purged(scope)
            unit.purges.vectors()
            return unit.purges.ledger(tenant) if tenant is not None else 0

    def _chapters(self, scope: Scope, id: str | None = None) -> Gone:
        with self.record.writing() as unit:
            unit.purges.hold(scope)
            edition = unit.chapters.edition(scope)
            asked = [c for c in edition.chapters if _goes(c, id)]
            _check(asked, id)
            gone, names = self._purge(unit, scope, edition, asked) if asked else ([], ())
            volumes = unit.purges.forget_volumes(scope)
            if gone or volumes:
                unit.changes.forget(scope, [*(c.id for c in gone), *volumes])
                unit.projects.touch(scope)
        return Gone(chapters=tuple(gone), names=names, volumes=len(volumes))

    def _purge(
        self, unit: UnitOfWork, scope: Scope, edition: Edition, asked: Sequence[Chapter]
    ) -> tuple[list[Chapter], tuple[str, ...]]:
        trash = {c.id for c in edition.chapters if c.status is Status.TRASH}
        texts = list(unit.purges.texts(scope))
        ids = _spread({c.id for c in asked}, trash, texts)
        former, names = self._remains(unit, scope, texts, ids, trash)
        behind = _behind(edition, [v.memory for v in unit.memories.standing(scope)], ids)
        unit.chapters.purge(scope, _neighbours(edition, ids))
        unit.runs.forget(scope)
        unit.purges.forget_work(scope)
        left = [c for c in edition.chapters if c.id not in ids]
        self._retell(unit, scope, left, behind, {text.sha256 for text in former})
        unit.purges.vectors()
        unit.journal.note(scope, sorted(ids))
        unit.jobs.queue(scope, JobKind.SUMMARISE)
        return [c for c in edition.chapters if c.id in ids], names

    def _remains(
        self,
        unit: UnitOfWork,
        scope: Scope,
        texts: Sequence[StoredText],
        ids: Set[str],
        trash: Set[str],
    ) -> tuple[list[StoredText], tuple[str, ...]]:
        """Delete former texts of others, and names, that hold words of what goes.

        Returns:
            Those texts, and the names of an author's that stay.
        """
        gone, seen = _texts(texts, ids, trash)
        former = [t for t in texts if not t.current and t.chapter_id not in ids]
        found = tainted(gone, seen, former)
        unit.purges.forget_texts(scope, found)
        hidden = [t.text for t in texts if t.current and t.chapter_id in trash - ids]
        silent = unheard(unit.entities.registry(scope), gone, [*seen, *hidden])
        deleted = {e.id for e in nobodys(silent)}
        unit.purges.forget_entities(scope, deleted)
        return found, tuple(sorted(e.name for e in silent if e.id not in deleted))

    def _retell(
        self,
        unit: UnitOfWork,
        scope: Scope,
        left: Sequence[Chapter],
        behind: Collection[str],
        former: Collection[str],
    ) -> None:
        """Keep what was told of chapters that stay, and from these alone.

        Args:
            unit: The transaction.
            scope: The project.
            left: Chapters that stay, whatever their status.
            behind: Ids of those that stood behind one that goes, which a model has read with it.
            former: Hashes of former texts that went as well.
        """
        keys = [chapter_key(c) for c in left]
        told = unit.summaries.some(scope, keys)
        lost = [
            c
            for c in left
            if (summary := told.get(chapter_key(c))) is None
            or _tells_more(summary, c.id in behind, former)
        ]
        in_book = [c for c in lost if c.status is Status.CANON]
        StandIn(unit=unit, scope=scope, count=self.count).settle({}, in_book)
        kept = {chapter_key(c) for c in left if c not in lost or c in in_book}
        unit.summaries.keep(scope, kept | self._windows(unit, scope, left))
        unit.memories.keep_extracted(scope, sources(left, unit.summaries.some(scope, keys)))

    def _windows(self, unit: UnitOfWork, scope: Scope, left: Sequence[Chapter]) -> set[str]:
        """Signatures of the windows that the book has now."""
        chapters = [c for c in left if c.status is Status.CANON]
        standing = unit.summaries.standing(scope, [chapter_key(c) for c in chapters])
        return set(tell(chapters, standing, self.count, self.lengths).windows)


def _texts(
    texts: Iterable[StoredText], ids: Set[str], trash: Set[str]
) -> tuple[list[str], list[str]]:
    """Texts of chapters that go, and those that are to be seen and stay."""
    gone = [t.text for t in texts if t.chapter_id in ids]
    return gone, [t.text for t in texts if t.current and t.chapter_id not in ids | trash]


def _spread(asked: set[str], trash: Set[str], texts: Sequence[StoredText]) -> set[str]:
    """Chapters that go, with those of the trash that hold their words.

    A merger leaves the one that went into the other, an undone cut the one that was cut off.
    """
    while True:
        others = [t for t in texts if t.current and t.chapter_id in trash - asked]
        more = {t.chapter_id for t in tainted(*_texts(texts, asked, trash), others)}
        if not more:
            return asked
        asked |= more


def _goes(chapter: Chapter, id: str | None) -> bool:
    return chapter.status is Status.TRASH if id is None else chapter.id == id


def _check(gone: Sequence[Chapter], id: str | None) -> None:
    if id is not None and not gone:
        raise NotFoundError(f"there is no chapter {id!r}")
    standing = next((c for c in gone if c.status is not Status.TRASH), None)
    if standing is not None:
        raise ConflictError(f"{named(standing)} is not in the trash: it is deleted first")


def _tells_more(told: Summary, behind: bool, former: Collection[str]) -> bool:
    """Whether a summary may hold other words than those of texts that stay.

    Where the names have changed since, it may tell of one that stood in a chapter that goes.
    """
    return told.again or base_of(told) in former or (behind and told.origin not in _NO_MODEL)


def _behind(edition: Edition, memories: Iterable[Memory], ids: Collection[str]) -> set[str]:
    """Chapters that a model may have told with one at hand that goes.

    It reads the chapter before, and the foreshadows that are still open.
    """
    behind = {behind or "" for _, behind in _neighbours(edition, ids).values()}
    planted = [m for m in memories if m.kind is MemoryKind.FORESHADOW and m.made_from is not None]
    subjects = {m.subject for m in planted if m.known_from in ids}
    return behind | {m.known_from or "" for m in planted if m.subject in subjects}


def _neighbours(edition: Edition, ids: Collection[str]) -> dict[str, tuple[str | None, str | None]]:
    """For each chapter that goes, the nearest before and behind it that stays."""
    order = [c.id for c in edition.chapters]
    neighbours: dict[str, tuple[str | None, str | None]] = {}
    for at, id in enumerate(order):
        if id in ids:
            before = (c for c in reversed(order[:at]) if c not in ids)
            behind = (c for c in order[at:] if c not in ids)
            neighbours[id] = next(before, None), next(behind, None)
    return neighbours
