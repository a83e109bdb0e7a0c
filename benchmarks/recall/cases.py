"""Questions of a set as cases: all that a search brought up, and which of it is right."""

from bisect import bisect_left

from benchmarks.recall.model import Question, TestSet, chapter_id
from benchmarks.recall.product import Lorepack, units_at
from lorepack.records import Where
from ranking.profile import Profile
from ranking.tuning import Case
from retrieval.narrowing import moment
from retrieval.search import Searcher
from story.positions import order_key_at


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
