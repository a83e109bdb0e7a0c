"""Structured memories, as the record keeps them."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from lorepack.records import Memory, MemoryKind, MemoryVersion, Scope

Sources = Mapping[str, str]
"""For each chapter, by id, the hash of the text that its summary was made from."""


class Memories(Protocol):
    """Structured memories: every version of each, and nothing written over."""

    def hold(self, scope: Scope) -> None:
        """Let nobody else write memories until this transaction ends."""
        ...

    def live(
        self,
        scope: Scope,
        *,
        before: int,
        made_from: Sources | None = None,
        about: Collection[str] | None = None,
    ) -> list[Memory]:
        """What is known and holds just before a chapter, oldest first.

        Args:
            scope: The project.
            before: Order key of the chapter.
            made_from: What the summaries that stand were made from: an extracted memory counts
                only beside the summary of the same text. None: whatever text it is from.
            about: Names: of the kinds that are about somebody or something, only what is about
                these, or between two of them, and no card of a chapter. None for all.
        """
        ...

    def cards(self, scope: Scope, chapter_no: int, *, before: int) -> list[Memory]:
        """Cards that an author stored for a chapter, as they hold just before it, oldest first.

        Args:
            scope: The project.
            chapter_no: Position of the chapter as the author planned it.
            before: Order key of the chapter.
        """
        ...

    def established(self, scope: Scope, order_keys: Collection[int]) -> list[tuple[int, Memory]]:
        """Foreshadows and what an author says of chapters, the newest version of each.

        Args:
            scope: The project.
            order_keys: Those of the chapters.

        Returns:
            Each with the order key of the chapter that established it, oldest first.
        """
        ...

    def standing(self, scope: Scope, *, made_from: Sources | None = None) -> list[MemoryVersion]:
        """The newest version of every memory, retired ones too, in the order they came.

        Args:
            scope: The project.
            made_from: The same as for `live`; other versions of extracted ones are left out.
        """
        ...

    def history(self, scope: Scope, id: str) -> list[MemoryVersion]:
        """Every version of a memory, the first one first; empty where there never was one."""
        ...

    def subjects(self, scope: Scope, *kinds: MemoryKind) -> set[str]:
        """Subjects of all memories of some kinds that there ever were."""
        ...

    def write(self, scope: Scope, memories: Sequence[Memory], *, retired: bool = False) -> None:
        """Put each in as the newest version under its id, as part of a change to be closed.

        Args:
            scope: The project.
            memories: Each with the version that follows the newest one, or 1; no id twice.
            retired: Whether this takes them away.
        """
        ...

    def replace_extracted(
        self, scope: Scope, chapter_id: str, made_from: str, memories: Sequence[Memory]
    ) -> None:
        """Put what was extracted from a chapter's text in place of what was before.

        What was extracted from other texts of the chapter stays and serves again when such a
        text comes back. Nobody did this: it is no change that could be taken back.

        Args:
            scope: The project.
            chapter_id: The chapter; they are known from it on.
            made_from: Hash of its text.
            memories: All of them; the same ones again change nothing.
        """
        ...

    def keep_extracted(self, scope: Scope, made_from: Sources) -> None:
        """Delete what was extracted from any other text of these chapters, or from others."""
        ...
