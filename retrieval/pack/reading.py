"""What is read for a pack, once, and what every step of it starts from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lorepack.ports import UnitOfWork
from lorepack.records import Chapter, Entity, PackRequest, Scope
from retrieval.search import Searcher
from text.aliases import AliasMatcher


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """An open read of the book as it is just before a chapter."""

    unit: UnitOfWork
    scope: Scope
    request: PackRequest
    searcher: Searcher
    chapters: Sequence[Chapter]
    """All before the one to be written, in reading order."""
    positions: Mapping[str, int]
    """Positions of the chapters before, by id."""
    known: Sequence[Entity]
    """Whom and what a reader has met by then."""
    matcher: AliasMatcher
    """Finds their names."""
    before: int
    """Order key of the chapter to be written."""
    stored_card: str = ""
    """Id of the memory that the request's card was taken from; empty where none was."""
