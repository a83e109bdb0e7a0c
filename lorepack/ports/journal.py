"""The journal: what the vector index has still to catch up on, and who is at it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from lorepack.records import Scope

WHOLE_JOURNAL = "journal"
"""Name of the lease of whoever has the journal alone; what was claimed before is still worked off
by those who claimed it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalEntry:
    """A chapter whose points no longer match the record."""

    id: int
    scope: Scope
    chapter_id: str


class Journal(Protocol):
    """What the index has still to catch up on, written in the writer's own transaction."""

    def pending(self, limit: int) -> list[JournalEntry]:
        """The oldest entries of all projects, claimed or not."""
        ...

    def claim(self, holder: str, *, seconds: float, limit: int) -> list[JournalEntry]:
        """Take the oldest entries that nobody else is at, so that others leave them alone.

        Nothing is claimed while somebody else has the lease `WHOLE_JOURNAL`.

        Args:
            holder: Who takes them; what it has claimed before it may claim again.
            seconds: How long others leave them alone.
            limit: How many at the most.
        """
        ...

    def keep(self, holder: str, *, seconds: float) -> None:
        """Hold on to what is claimed for as long again."""
        ...

    def holders(self) -> set[str]:
        """Who has claimed anything."""
        ...

    def release(self, holder: str | None = None) -> None:
        """Give back what a holder has claimed, or what anybody has."""
        ...

    def claimed(self, *, but: str, seconds: float) -> int:
        """How many entries others than a holder are at."""
        ...

    def lag(self, scope: Scope, *, before: int | None = None) -> int:
        """How many chapters (before an order key) have entries pending."""
        ...

    def chapters(self, scope: Scope) -> set[str]:
        """Ids of the project's chapters that have entries pending."""
        ...

    def length(self) -> int:
        """How many entries are pending in all projects, those that are gone among them."""
        ...

    def note(self, scope: Scope, chapter_ids: Iterable[str]) -> None:
        """Say of chapters that their points no longer match."""
        ...

    def note_all(self) -> int:
        """Say so of every chapter of every project that has no entry pending; returns how many."""
        ...

    def forget(self, entries: Sequence[JournalEntry], *, holder: str = "") -> None:
        """Delete exactly these entries, where they are still the holder's."""
        ...

    def strike(self, entries: Sequence[JournalEntry]) -> None:
        """Delete these entries, whoever claimed them; only for who has the journal alone."""
        ...

    def purged(self) -> dict[int, Scope]:
        """Projects that are gone and that the index may still hold points of."""
        ...

    def note_purged(self, scope: Scope) -> None:
        """Say that a project is gone."""
        ...

    def forget_purged(self, ids: Collection[int]) -> None:
        """Say that the index holds nothing of them any more."""
        ...
