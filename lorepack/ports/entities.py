"""The registry and its mentions, as the record keeps them."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from lorepack.records import Entity, Mention, Scope


class Entities(Protocol):
    """People, places and things, and where they are mentioned."""

    def registry(self, scope: Scope) -> list[Entity]:
        """Every entity of every origin."""
        ...

    def known(self, scope: Scope, *, before: int | None = None) -> list[Entity]:
        """Entities a reader who has come to `before` has met, with the aliases used by then.

        Proposed, rejected and merged ones are left out, and those that a chapter outside the book
        makes known.
        """
        ...

    def replace_found(self, scope: Scope, entities: Sequence[Entity]) -> None:
        """Put what the book itself shows in place of what it showed before.

        Only what differs is written; the mentions of an entity that is gone go with it. Entities
        of other origins are not touched.
        """
        ...

    def mention(self, scope: Scope, mentions: Mapping[str, Sequence[Mention]]) -> None:
        """Put new mentions in place of a chapter's old ones, by chapter id."""
        ...

    def mentions(
        self,
        scope: Scope,
        chapters: Sequence[str] | None = None,
        *,
        entities: Sequence[str] | None = None,
    ) -> dict[str, list[Mention]]:
        """Every mention in some chapters, or in all, by chapter id, in order.

        Args:
            scope: Whose chapters.
            chapters: Their ids; None for all.
            entities: Whose mentions, by id; None for everybody's.
        """
        ...

    def tally(self, scope: Scope) -> dict[str, tuple[int, int, int]]:
        """Times each entity is mentioned in the book, first and last order key; by entity id."""
        ...

    def mentioned_in(
        self, scope: Scope, entity_ids: Sequence[str], *, before: int, first: int, last: int
    ) -> dict[str, list[str]]:
        """The first and the last of the chapters before one that mention each entity.

        Args:
            scope: Whose chapters.
            entity_ids: The entities.
            before: Order key of the chapter.
            first: How many of the first ones.
            last: How many of the last ones.

        Returns:
            Ids of these chapters in reading order, by entity id.
        """
        ...
