"""What is made out of a book: summaries, vectors, changes, packs handed out."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from lorepack.ports.models import Vector
from lorepack.records import Change, Chapter, ContextPack, PackRequest, PackRun, Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A text that stands for a chapter or a window, in three lengths."""

    signature: str
    """Hash of what it was made from: equal sources have equal signatures."""
    level: int
    origin: str
    full: str
    short: str
    """At most 40 tokens."""
    line: str
    """At most 16 tokens."""
    tokens: tuple[int, int, int]
    """Sizes of the three in o200k_base tokens."""
    title: str = ""
    """The heading that the three begin with."""
    source: str = ""
    """Hash of the chapter text as it was sent; empty for a window and for an opening."""
    stale: str = ""
    """For an opening: the source of the summary that the text has left behind."""
    error: str = ""
    """Why a model's own summary is not here, where one was asked for."""
    details: str = ""
    """Hash of the story times, people and places that were told with it."""
    repaired: int = 0
    """Statements of the model that were put right from the chapter."""
    rejected: int = 0
    """Statements of the model that were left out: the chapter does not hold them."""
    again: bool = False
    """Whether the names have changed that the chapter was read with."""


class Summaries(Protocol):
    """Summaries by signature; one outlives its chapter and serves again when it comes back."""

    def standing(self, scope: Scope, signatures: Sequence[str]) -> dict[str, Summary]:
        """Summaries by signature: those asked for that are ready, and every window's."""
        ...

    def some(self, scope: Scope, signatures: Sequence[str]) -> dict[str, Summary]:
        """Those asked for that there are, by signature."""
        ...

    def made_from(self, scope: Scope, sources: Collection[str]) -> dict[str, Summary]:
        """Summaries made from these chapter texts, by the hash of the text."""
        ...

    def add(self, scope: Scope, summaries: Sequence[Summary]) -> None:
        """Store ready ones; one of the same signature is replaced, by the last of several."""
        ...

    def reread(self, scope: Scope, signatures: Collection[str]) -> None:
        """Say of summaries that the names have changed that their chapters were read with."""
        ...

    def forgive(self, scope: Scope) -> None:
        """Forget what went wrong with summaries, so that a model is asked for them again."""
        ...

    def keep(self, scope: Scope, signatures: Collection[str]) -> None:
        """Delete all others."""
        ...


class VectorCache(Protocol):
    """Vectors by encoder and text hash: a text is embedded once, however often it moves."""

    def get(self, fingerprint: str, sha256s: Sequence[str]) -> dict[str, Vector]:
        """Those that are known."""
        ...

    def add(self, fingerprint: str, vectors: Mapping[str, Vector]) -> None:
        """Keep new ones."""
        ...


class Changes(Protocol):
    """What was done to a project, to be taken back."""

    def close(self, scope: Scope, kind: str, what: str) -> Change | None:
        """Keep what was written since the last call as one change; None if nothing was."""
        ...

    def newest(self, scope: Scope, *, limit: int) -> list[Change]:
        """The newest changes, the last one first."""
        ...

    def undo(self, scope: Scope, id: int | None) -> Change | None:
        """Take a change back, by a change of its own, which is returned.

        Args:
            scope: Whose change.
            id: The change; None for the last one that stands and is no undoing itself.

        Raises:
            NotFoundError: There is none such.
            ConflictError: It is undone already, or one of its rows was changed since.
        """
        ...

    def forget(self, scope: Scope, ids: Collection[str]) -> None:
        """Drop the changes of these chapters and volumes: they can be taken back no longer."""
        ...


class Runs(Protocol):
    """Packs as they were handed out, and what was written from them."""

    def add(self, scope: Scope, request: PackRequest, pack: ContextPack) -> None:
        """Keep a pack; the same pack again changes nothing."""
        ...

    def newest(
        self, scope: Scope, *, limit: int, chapter: int | None = None, before: str | None = None
    ) -> list[PackRun]:
        """The newest packs, the last one first, each with what was written from it.

        Args:
            scope: Whose packs.
            limit: How many at the most.
            chapter: Only those for the chapter at this position.
            before: Only those handed out before the pack of this id.

        Raises:
            NotFoundError: No pack of the id `before` was handed out.
        """
        ...

    def link(self, scope: Scope, pack_id: str, chapters: Sequence[Chapter]) -> None:
        """Note that texts of chapters were written from a pack, as part of a change to be closed.

        Args:
            scope: Whose pack and chapters.
            pack_id: The pack.
            chapters: The chapters with those texts as their current ones.

        Raises:
            NotFoundError: No pack of that id was handed out.
        """
        ...

    def get(self, scope: Scope, pack_id: str) -> ContextPack:
        """Read a pack back, byte for byte.

        Raises:
            NotFoundError: No pack of that id was handed out.
        """
        ...

    def forget(self, scope: Scope) -> None:
        """Delete every pack of a project."""
        ...

    def last_before(self, scope: Scope, chapter: int, *, json: bool) -> tuple[str, str] | None:
        """Id and rendered text of the newest pack for an earlier chapter, in JSON or in text."""
        ...
