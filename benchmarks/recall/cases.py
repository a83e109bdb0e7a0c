"""Questions of a set as cases: all that a search brought up, and which of it is right."""

from bisect import bisect_left
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from random import Random

from platformdirs import user_cache_path

from benchmarks.recall.model import Question, TestSet, chapter_id
from benchmarks.recall.product import Lorepack, open_shelf, tell, units_at
from benchmarks.recall.registry import SETS
from benchmarks.recall.vectors import RememberingEmbedder
from lorepack.records import Where
from ranking.profile import Profile
from ranking.tuning import Case
from retrieval.narrowing import moment
from retrieval.search import Searcher
from runtime.models import encoder_of
from runtime.settings import Settings
from story.positions import order_key_at


@contextmanager
def opened() -> Generator[Lorepack]:
    """The library that is kept between runs, with vectors that are made once."""
    file = user_cache_path("lorepack") / "benchmarks" / "vectors.db"
    with (
        RememberingEmbedder(encoder_of(Settings()), file) as embedder,
        open_shelf(embedder) as library,
    ):
        yield Lorepack(library)


def cases_of_set(system: Lorepack, name: str, most: int, foreign: int = 0) -> Iterator[Case]:
    """Questions of a set, and some of them put to a book that does not answer them.

    Args:
        system: Takes the set's books in.
        name: Of the set.
        most: Questions, a fixed sample where the set has more.
        foreign: Questions put to another book of the set, if it has one.
    """
    test_set = SETS[name]().sampled(most)
    system.prepare(test_set)
    for done, question in enumerate(test_set.questions):
        tell(f"{name}: asked", done, len(test_set.questions))
        yield case_of(system, test_set, question, question.book)
    books = sorted({question.book for question in test_set.questions})
    if len(books) < 2 or test_set.shared:
        return
    draw = Random(name)
    for question in test_set.questions[:foreign]:
        other = draw.choice([book for book in books if book != question.book])
        yield case_of(system, test_set, question, other)


def case_of(system: Lorepack, test_set: TestSet, question: Question, book: str) -> Case:
    """Put a question to a book.

    Args:
        system: Has the set's books in its library.
        test_set: The set.
        question: One of its questions.
        book: The book that is asked; another one than the question's has no answer.
    """
    own = book == question.book
    scope, chapters = system.open(test_set, book)
    library = system.library
    searcher = Searcher(record=library.record, pools=library.ownership, profile=Profile())
    with library.record.reading() as unit:
        places = unit.chapters.reading_order(scope)
        keys = [key for key, _ in places]
        before = order_key_at(places, question.before) if own and question.before else None
        read = [key for key in keys if before is None or key < before]
        asked_at = moment(question.asked_at)
        found = searcher.find(
            unit, scope, question.text, Where(before=before), read, asked_at=asked_at
        )
        passages = unit.snippets.passages(scope, [c.id for c in found.pool.candidates])
    gold = {id for group in question.groups for id in group} if own else set[str]()
    right: set[str] = set()
    for passage in passages:
        at = bisect_left(keys, passage.order_key)
        held = {chapter_id(book, at + 1), *units_at(chapters[at], passage.start, passage.end)}
        if held & gold:
            right.add(passage.id)
    last = len(read) - 1
    return Case(
        query=question.text,
        name=f"{test_set.name}:{question.id}:{book}",
        set=test_set.name,
        answerable=own,
        pool=found.pool,
        esteem=found.esteem,
        distances={
            c.id: 0.0 if before is None else float(last - bisect_left(read, c.order_key))
            for c in found.pool.candidates
        },
        whole=frozenset(found.literal.whole),
        literal=frozenset(found.literal.rows.keys() | found.near.keys()),
        right=frozenset(right),
    )
