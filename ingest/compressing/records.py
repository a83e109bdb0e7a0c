"""What a compressor is given, and what it gives back."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from lorepack.records import Chapter, Entity, Memory
from story.claims import Names
from text.aliases import AliasMatcher


@dataclass(frozen=True, slots=True, kw_only=True)
class Previous:
    """The chapter before, in whatever volume it stands."""

    text: str
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A chapter as it is sent to be compressed."""

    chapter: Chapter
    text: str
    previous: Previous | None
    """None for the first chapter."""
    entities: Sequence[Entity] = ()
    """People, places and things that the book knows."""
    matcher: AliasMatcher
    """Finds them in a text."""
    names: Names
    """The same, for reading claims."""
    place: int = 0
    """Where the chapter stands among all the book ever had, as the matcher counts them."""
    foreshadows: Sequence[Memory] = ()
    """Those still open just before the chapter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Compressed:
    """What was made of a chapter."""

    summary: str
    """One line, without the chapter's heading."""
    origin: str
    """`text`, `extractive`, or the model and the version of its prompt."""
    memories: tuple[Memory, ...] = ()
    error: str = ""
    """Why this is not the model's, where a model was asked."""
    details: str = ""
    """Hash of the story times, people and places that were told with it."""
    repaired: int = 0
    """Statements of the model that were put right from the chapter."""
    rejected: int = 0
    """Statements of the model that were left out, since the chapter does not hold them."""


class Compressor(Protocol):
    """Makes summaries and memories."""

    @property
    def batch(self) -> int:
        """Chapters after which what was made is stored."""
        ...

    @property
    def reads_on(self) -> bool:
        """Whether it uses the chapter before and the foreshadows that are open."""
        ...

    def compress(self, sent: Sent) -> Compressed:
        """Compress a chapter.

        Raises:
            ProviderError: The model does not answer.
        """
        ...

    def window(self, members: Sequence[str], *, chinese: bool) -> tuple[str, str] | None:
        """Tell neighbouring chapters or windows as one: text and origin.

        Args:
            members: What is told of each, in reading order, without headings.
            chinese: Whether to tell it in Chinese.

        Returns:
            None where their own beginnings are to stand for them.
        """
        ...
