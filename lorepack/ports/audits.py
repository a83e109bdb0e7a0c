"""Rows of the record as they are stored, for a check of what they promise."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from lorepack.records import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """A stretch of a chapter's text, and the words it is said to have."""

    start: int
    end: int
    text: str | None = None
    """None where only the stretch is stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredRevision:
    """A text of a chapter and what was read out of it."""

    chapter_id: str
    revision: int
    current: bool
    """Whether it is the one of a chapter that is in the book."""
    text: str
    sha256: str
    snippets: tuple[Cut, ...]
    """In order; for the current text alone."""
    facts: tuple[Cut, ...]


class Audits(Protocol):
    """What a check of the record reads."""

    def damage(self) -> list[str]:
        """What the database itself finds wrong with its files and keys, in its own words."""
        ...

    def snippets(self) -> int:
        """How many snippets the books of all projects have."""
        ...

    def counts(self, scope: Scope) -> dict[str, int]:
        """Rows of the project, by table."""
        ...

    def revisions(self, scope: Scope) -> Iterator[StoredRevision]:
        """Every text of every chapter, read one after the other."""
        ...

    def misfiled(self, scope: Scope) -> list[tuple[str, str]]:
        """Ids of chapter and snippet that literal search knows by other terms than it has."""
        ...
