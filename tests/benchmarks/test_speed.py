"""How the time of a search and of its parts is taken."""

from itertools import islice

from benchmarks.recall.product import put
from benchmarks.speed import SESSION, Stopwatch, sentences, sessions, timed_parts
from lorepack.records import Scope, SearchRequest
from retrieval import search as searching
from runtime.library import Library
from text.transcripts import messages


def test_the_messages_are_the_same_each_time_and_not_all_alike() -> None:
    first = list(sentences(300))
    assert first == list(sentences(300))
    assert len(set(first)) == 300


def test_every_message_stands_in_a_session() -> None:
    texts = list(sentences(SESSION + 20))
    found = [messages(chapter.text) for chapter in sessions(texts)]
    assert [len(each) for each in found] == [SESSION, 20]


def test_a_stopwatch_times_what_it_is_given_and_leaves_it_as_it_is() -> None:
    def add(a: int, b: int) -> int:
        return a + b

    watch = Stopwatch()
    timed = watch.timed("add", add)
    assert timed(2, b=3) == 5
    assert timed(1, b=1) == 2
    assert len(watch.times["add"]) == 2
    assert watch.median("add") >= 0


def test_the_parts_of_a_search_are_timed_within_it(library: Library, scope: Scope) -> None:
    texts = list(islice(sentences(30), 30))
    put(library, scope, list(sessions(texts)))
    library.index(scope)
    library.search(scope, SearchRequest(query=texts[3]))  # the first one measures the encoder
    plain = (searching.score, searching.order)
    with timed_parts() as watch:
        search = watch.timed("search", library.search)
        hits = search(scope, SearchRequest(query=texts[7])).hits
    assert texts[7] in hits[0].text
    assert {name: len(times) for name, times in watch.times.items()} == dict.fromkeys(
        ("search", "embedding", "index", "score", "order"), 1
    )
    assert watch.ranked[0] >= len(hits)
    inner = sum(watch.median(name) for name in ("embedding", "index", "score", "order"))
    assert inner < watch.median("search")
    assert (searching.score, searching.order) == plain
