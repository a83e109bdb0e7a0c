"""A draft held against the book before it: claims of chapters are read once and kept."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from ingest.holding import memories_before
from ingest.kept_claims import dump_claims, load_claims, signature
from lorepack.errors import InvalidInputError, ReadOnlyError
from lorepack.ports import KeptClaims, Progress, Record, UnitOfWork
from lorepack.records import Chapter, ChapterCard, Entity, Finding, Memory, Scope
from story.claims import Claim, Names, read_claims
from story.continuity import ChapterClaims, check
from story.positions import order_key_at

_BATCH = 10
"""Chapters whose claims are stored at once: what is lost at the most if a check is broken off."""

LONGEST_DRAFT = 1_000_000
"""Characters; more is a book to be imported, and no chapter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A chapter that stands before the draft."""

    chapter: Chapter
    text: str
    place: int
    """As the ranges of names count it."""
    kept: KeptClaims | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Before:
    """All that is known just before a chapter."""

    position: int
    """Of that chapter."""
    told: Sequence[_Told]
    """In reading order."""
    names: Names
    """As they are meant at that chapter."""
    former: Names
    """As the chapters before it mean them."""
    memories: Sequence[Memory]
    exempt: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContinuityChecker:
    """Checks drafts. The first check of a book reads its chapters; a later one, what changed."""

    record: Record
    progress: Progress
    """Hears of `claims`: each chapter that is read."""

    def run(
        self, scope: Scope, draft: str, chapter: int | None, card: ChapterCard | None
    ) -> list[Finding]:
        """Hold a draft against what was true before a chapter.

        Args:
            scope: The project.
            draft: Its text.
            chapter: Position that it is written for; None for the next chapter. Neither that
                chapter nor what follows it is looked at.
            card: What the author wants of the chapter.

        Returns:
            Findings in the order of the draft, exempt ones among them.

        Raises:
            NotFoundError: There is no such project.
            InvalidInputError: The chapter lies beyond the next one, or the draft is too long.
        """
        if len(draft) > LONGEST_DRAFT:
            raise InvalidInputError(
                f"a draft has {LONGEST_DRAFT:,} characters at the most, and this one has "
                f"{len(draft):,}; check it in parts"
            )
        with self.record.reading() as unit:
            before = _before(unit, scope, chapter)
        return check(
            draft,
            before.position,
            before.names,
            self._claims(scope, before),
            memories=before.memories,
            card=card,
            exempt=before.exempt,
        )

    def _claims(self, scope: Scope, before: _Before) -> list[ChapterClaims]:
        """What each chapter claims: as it is kept, where it would be read so again."""
        claims: dict[int, Sequence[Claim]] = {}
        stale: list[tuple[_Told, str]] = []
        for told in before.told:
            signed = signature(told.chapter.sha256, before.former.mark(told.text, told.place))
            if told.kept is not None and told.kept.signature == signed:
                claims[told.chapter.position] = load_claims(told.kept.claims, told.text)
            else:
                stale.append((told, signed))
        for start in range(0, len(stale), _BATCH):
            claims |= self._read(scope, before.former, stale, start)
        return [ChapterClaims(position=at, claims=claims[at]) for at in sorted(claims)]

    def _read(
        self, scope: Scope, names: Names, stale: Sequence[tuple[_Told, str]], start: int
    ) -> dict[int, Sequence[Claim]]:
        """Read one batch of chapters and keep what they claim, by position."""
        claims: dict[int, Sequence[Claim]] = {}
        kept: dict[str, KeptClaims] = {}
        for done, (told, signed) in enumerate(stale[start : start + _BATCH], start):
            self.progress("claims", done, len(stale))
            read = read_claims(told.text, names, told.place)
            claims[told.chapter.position] = read
            kept[told.chapter.id] = KeptClaims(signature=signed, claims=dump_claims(read))
        with suppress(ReadOnlyError), self.record.writing() as unit:  # it is read again next time
            unit.claims.put(scope, kept)
        return claims


def _before(unit: UnitOfWork, scope: Scope, chapter: int | None) -> _Before:
    order = unit.chapters.reading_order(scope)
    position = len(order) + 1 if chapter is None else chapter
    key = order_key_at(order, position)
    edition = unit.chapters.edition(scope)
    places = {c.id: place for place, c in enumerate(edition.chapters) if c.order_key < key}
    known = unit.entities.known(scope, before=key)
    chapters = [entry.chapter for entry in unit.chapters.outline(scope, before=key)]
    told = memories_before(unit, scope, key, chapters, known, places)
    return _Before(
        position=position,
        told=_told(unit, scope, chapters, places),
        names=Names(known),
        former=Names(_formerly(known, unit.entities.registry(scope), places), places),
        memories=[one.memory for one in told],
        exempt=[exemption.finding for exemption in unit.exemptions.all(scope)],
    )


def _told(
    unit: UnitOfWork, scope: Scope, chapters: Sequence[Chapter], places: Mapping[str, int]
) -> list[_Told]:
    ids = [chapter.id for chapter in chapters]
    texts, kept = unit.chapters.texts(scope, ids), unit.claims.get(scope, ids)
    return [
        _Told(chapter=c, text=texts[c.id], place=places[c.id], kept=kept.get(c.id))
        for c in chapters
    ]


def _formerly(
    known: Sequence[Entity], registry: Sequence[Entity], places: Mapping[str, int]
) -> list[Entity]:
    """Those who are known, with every name they have had: a role that passed on was theirs."""
    aliases = {entity.id: entity.aliases for entity in registry}
    return [
        replace(
            entity,
            aliases=tuple(
                alias
                for alias in aliases[entity.id]
                if alias.from_chapter is None or alias.from_chapter in places
            ),
        )
        for entity in known
    ]
