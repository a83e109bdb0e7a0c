"""Deleting for good: what ordinary deletion keeps so that it can be taken back."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Protocol

from lorepack.records import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredText:
    """A text of a chapter, as it stands or once stood."""

    chapter_id: str
    revision: int
    current: bool
    """Whether it is the one that the chapter has now."""
    sha256: str
    text: str


class Purges(Protocol):
    """What only a purge deletes."""

    def hold(self, scope: Scope) -> None:
        """Let nobody else write to a project, or keep a pack of it, before this transaction ends.

        Raises:
            NotFoundError: There is none of that name.
        """
        ...

    def texts(self, scope: Scope) -> Iterator[StoredText]:
        """Every text that any chapter has or had."""
        ...

    def forget_texts(self, scope: Scope, texts: Collection[StoredText]) -> None:
        """Delete former texts, and the changes that would bring them back."""
        ...

    def forget_volumes(self, scope: Scope) -> list[str]:
        """Delete volumes in the trash that no chapter is of any more; returns their ids."""
        ...

    def forget_entities(self, scope: Scope, ids: Collection[str]) -> None:
        """Delete entities with all their names."""
        ...

    def forget_work(self, scope: Scope) -> None:
        """Take running jobs out of their workers' hands, and forget claims and what jobs said."""
        ...

    def project(self, scope: Scope) -> None:
        """Delete a project with all that it holds.

        Raises:
            NotFoundError: There is none of that name.
        """
        ...

    def ledger(self, tenant: str) -> int:
        """Delete a tenant's entries of the ledger; returns how many."""
        ...

    def vectors(self) -> int:
        """Delete vectors of texts that stand in no snippet of any project; returns how many."""
        ...
