"""The literal index: words in the record itself, found by their terms."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from lorepack.records import Scope, Where


class LiteralRow(NamedTuple):
    """A snippet that holds the terms asked for, not yet verified.

    A tuple, since a common name brings thousands of them.
    """

    id: str
    chapter_id: str
    order_key: int
    nth: int
    start: int
    folded: str
    own: int
    importance: float
    speakers: Sequence[str] = ()
    at: int | None = None


class LiteralIndex(Protocol):
    """Finds snippets by their terms, in the record itself: no vectors, no lag."""

    def holding_all(
        self, scope: Scope, terms: Sequence[str], *, where: Where, limit: int | None = None
    ) -> list[LiteralRow]:
        """Snippets that hold every term, they or the words just after them, in reading order.

        Args:
            scope: Whose snippets.
            terms: Terms to be held; none hold nothing.
            where: What may come up at all.
            limit: How many are wanted at the most; None for all.
        """
        ...

    def holding_any(self, scope: Scope, terms: Sequence[str], *, where: Where) -> list[LiteralRow]:
        """Snippets that hold at least one of the terms, in reading order."""
        ...

    def holding_each(
        self, scope: Scope, groups: Sequence[Sequence[str]], *, where: Where
    ) -> list[LiteralRow]:
        """Snippets that hold every term of at least one group, in reading order.

        Args:
            scope: Whose snippets.
            groups: Terms to be held together; a group without any holds nothing.
            where: What may come up at all.
        """
        ...

    def holding_value(
        self, scope: Scope, values: Sequence[str], *, where: Where
    ) -> list[LiteralRow]:
        """Snippets with a fact of one of these normalised values, once for each such fact."""
        ...

    def rows(self, scope: Scope, ids: Sequence[str]) -> list[LiteralRow]:
        """Those of the ids that are current, in reading order."""
        ...

    def speakers(self, scope: Scope, *, where: Where) -> list[str]:
        """Folded names of all who speak in it, sorted."""
        ...

    def latest(self, scope: Scope, *, where: Where) -> int | None:
        """When anything in it was last said, in seconds since 1970; None if that is unknown."""
        ...

    def count(self, scope: Scope, *, where: Where) -> int:
        """Snippets in it."""
        ...
