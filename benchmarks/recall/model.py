"""A test set: books of units, and questions whose answers are known."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random

SEED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Unit:
    """What is ranked: a message, a record, a passage."""

    id: str
    text: str
    """As every system gets it."""
    rendered: str = ""
    """As a message of a transcript, with its time; empty for what is no message."""

    @property
    def written(self) -> str:
        """How it stands in a chapter."""
        return self.rendered or self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Chapter:
    """A session, a day, a chapter: units that stand together."""

    units: tuple[Unit, ...]
    joint: str = "\n\n"
    """What parts them."""

    @property
    def text(self) -> str:
        """All of it."""
        return self.joint.join(unit.written for unit in self.units)

    def spans(self) -> Iterator[tuple[int, int, str]]:
        """Where each unit stands in the text: start, end, id."""
        start = 0
        for unit in self.units:
            end = start + len(unit.written)
            yield start, end, unit.id
            start = end + len(self.joint)


Book = tuple[Chapter, ...]
"""What is searched for one question, in order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked, and what would answer it."""

    id: str
    text: str
    book: str
    groups: tuple[frozenset[str], ...]
    """Groups of ids of which one each is enough: of units, or of chapters (see `chapter_id`)."""
    shares: Mapping[str, float] = field(default_factory=dict[str, float])
    """For a gold span: the share of it that lies in each unit."""
    before: int | None = None
    """Only chapters before this position, from 1, may be searched; None for all."""
    asked_at: str | None = None
    """When it was asked, as ISO 8601 has it, where the set says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TestSet:
    """Questions over some books."""

    __test__ = False

    name: str
    language: str
    corpus: str
    """Names the books: sets of one corpus share them."""
    books: Mapping[str, Book]
    questions: Sequence[Question]
    asked_of: int
    """How many questions there are of which these are a sample, or all."""
    shared: str | None = None
    """A book that is searched together with each of the others."""
    by_chapter: bool = False
    """Whether chapters are to be found rather than units."""

    @property
    def of_messages(self) -> bool:
        """Whether its units are messages, which an agent would recall."""
        first = next(iter(self.books.values()))
        return bool(first[0].units[0].rendered)

    def sampled(self, most: int) -> "TestSet":
        """The same with so many questions at the most: always the same ones, in their order."""
        if len(self.questions) <= most:
            return self
        kept = sorted(Random(SEED).sample(range(len(self.questions)), most))
        return replace(self, questions=[self.questions[n] for n in kept])

    def scope(self, question: Question) -> "Scope":
        """What is searched for a question."""
        return question.book, question.before

    def chapters(self, scope: "Scope") -> list[tuple[str, int, Chapter]]:
        """The chapters in a scope, each with its book and its position there, from 1."""
        book, before = scope
        stop = None if before is None else before - 1
        own = enumerate(islice(self.books[book], stop), start=1)
        shared = enumerate(self.books[self.shared] if self.shared else (), start=1)
        return [
            *((self.shared or "", position, chapter) for position, chapter in shared),
            *((book, position, chapter) for position, chapter in own),
        ]


Scope = tuple[str, int | None]
"""A book, and the chapter before which the search ends."""


def chapter_id(book: str, position: int) -> str:
    """A chapter as something to be found."""
    return f"{book}#{position}"


def single(ids: Sequence[str]) -> tuple[frozenset[str], ...]:
    """Each id a group of its own."""
    return tuple(frozenset([id]) for id in dict.fromkeys(ids))
