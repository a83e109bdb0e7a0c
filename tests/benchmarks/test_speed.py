"""How the time of a search and of its parts is taken."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from benchmarks.recall.product import put
from benchmarks.speed import (
    QUERIES,
    SESSION,
    Stopwatch,
    open_filled,
    sentences,
    sessions,
    time_searches,
    timed_parts,
)
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


@dataclass
class Peer:
    """A memory that only notes what it is asked, and whether its lexical side was on."""

    vector_store: Any = field(default_factory=lambda: SimpleNamespace(_bm25_encoder="encoder"))
    asked: list[tuple[str, object]] = field(default_factory=list[tuple[str, object]])

    def add(self, *_: object, **__: object) -> None:
        raise AssertionError("a search stores nothing")

    def search(self, query: str, **_: object) -> Mapping[str, list[Mapping[str, Any]]]:
        self.asked.append((query, self.vector_store._bm25_encoder))
        return {"results": []}


def test_the_peer_is_asked_in_turns_with_and_without_its_lexical_side(tmp_path: Path) -> None:
    texts = list(sentences(QUERIES))
    peer = Peer()
    with open_filled(tmp_path, texts) as library:
        watch = time_searches(library, peer, texts)
        alone = time_searches(library, None, texts)
    assert len(watch.times["search"]) == len(alone.times["search"]) == QUERIES
    asked = [query for query, encoder in peer.asked if encoder == "encoder"]
    assert asked == [query for query, encoder in peer.asked if encoder is False]
    assert asked[0] == texts[0]
    assert len(watch.times["mem0"]) == len(watch.times["mem0 dense"]) == len(asked) > 1
    assert peer.vector_store._bm25_encoder == "encoder"
    assert "mem0" not in alone.times
