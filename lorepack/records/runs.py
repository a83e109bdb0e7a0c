"""Packs that were handed out, and what was written from them."""

from dataclasses import dataclass

from lorepack.records.pack import PackFormat


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenChapter:
    """A text of a chapter that was written from a pack."""

    id: str
    """Id of the chapter."""
    position: int | None
    """Where it stands in the book, from 1; None for a draft and in the trash."""
    revision: int
    """Which of its texts."""
    sha256: str
    """Hash of that text."""
    current: bool
    """Whether the chapter's text is still that one, to the letter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackRun:
    """A pack that was handed out, in a line; its id reads back the whole of it."""

    id: str
    """Hash of the bytes handed out."""
    chapter: int
    """Position of the chapter that it was built for."""
    format: PackFormat
    budget: int
    """Tokens."""
    tokens: int
    encoding: str
    profile: str
    """Fingerprint of the profile that ranked what is in it."""
    at: str
    """When it was first handed out, ISO 8601 in UTC; empty for packs of earlier versions."""
    query: str
    """What was asked."""
    written: tuple[WrittenChapter, ...] = ()
    """Texts that were written from it, in reading order."""
