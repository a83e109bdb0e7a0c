"""How fast a search over 20,000 snippets is: `python -m benchmarks.speed`.

Ratios within the very same searches, as machines differ: ranking beside the one index query that
brought the candidates, all but the query's embedding beside it too, and beside the whole mem0's
search over the same texts and vectors, in turns with ours. The messages are invented, their vectors
hashed: what is timed does not depend on what they say.
"""

import sys
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from importlib import import_module
from itertools import accumulate
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from typing import ParamSpec, TypeVar
from unittest.mock import patch

from benchmarks.recall.mem0_peer import Memory, SharedVectors, check_installed, open_memory
from benchmarks.recall.model import Chapter, Unit
from benchmarks.recall.product import put, tell
from lorepack.errors import ProviderError
from lorepack.records import Scope, Score, SearchRequest
from providers.hashing import HashingEmbedder
from retrieval import search as searching
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from storage.edge_index import EdgeIndex
from text.transcripts import Said, render

MESSAGES = 20_000
SESSION = 100
"""Messages of one session."""
QUERIES = 25
PEER_QUERIES = 4
DIM = 384
CANDIDATES = 200

_SCOPE = Scope(project="speed")
_SYLLABLES = ("ba", "ler", "mo", "tin", "ka", "vo", "shi", "ren", "dul", "pe", "sar", "no", "wick")
_VOCABULARY = 4_000

_Given = ParamSpec("_Given")
_Made = TypeVar("_Made")


@dataclass(frozen=True, slots=True)
class Stopwatch:
    """Seconds of calls, by name."""

    times: dict[str, list[float]] = field(default_factory=dict[str, list[float]])
    ranked: list[int] = field(default_factory=list[int])
    """How many candidates each search put in order."""

    def timed(self, name: str, work: Callable[_Given, _Made]) -> Callable[_Given, _Made]:
        """The same function, which leaves its time here."""

        def call(*args: _Given.args, **kwargs: _Given.kwargs) -> _Made:
            start = time.perf_counter()
            made = work(*args, **kwargs)
            self.times.setdefault(name, []).append(time.perf_counter() - start)
            return made

        return call

    def median(self, name: str) -> float:
        """The median second of what was called under a name."""
        return median(self.times[name])


def main() -> int:
    """Print times and ratios; 1 if a bound is broken."""
    texts = list(sentences(MESSAGES))
    queries = [" ".join(text.split()[2:10]) for text in Random(8).sample(texts, QUERIES)]
    with TemporaryDirectory() as folder, open_filled(Path(folder), texts) as library:
        memory = fill_mem0(Path(folder), texts)
        watch = time_searches(library, memory, queries)
    index, embedding, whole = map(watch.median, ("index", "embedding", "search"))
    ranking = (watch.median("score") + watch.median("order")) * CANDIDATES / median(watch.ranked)
    took = {name: round(1000 * watch.median(name), 2) for name in watch.times}
    print(f"\n{MESSAGES} snippets, {median(watch.ranked):.0f} candidates; ms: {took}")
    good = [
        _bound(f"ranking {CANDIDATES} candidates, in index queries", ranking / index, 1),
        _bound("search without embedding, in index queries", (whole - embedding) / index, 4),
        memory is None
        or _bound("search, in hundredths of mem0's", 100 * whole / watch.median("mem0"), 1),
    ]
    return 0 if all(good) else 1


def sentences(count: int) -> Iterator[str]:
    """Invented messages; their words are spread as those of a language are (Zipf)."""
    draw = Random(7)
    words = ["".join(draw.choices(_SYLLABLES, k=draw.randint(2, 4))) for _ in range(_VOCABULARY)]
    weights = list(accumulate(1 / rank for rank in range(1, _VOCABULARY + 1)))
    for _ in range(count):
        yield " ".join(draw.choices(words, cum_weights=weights, k=draw.randint(12, 40)))


@contextmanager
def open_filled(folder: Path, texts: list[str]) -> Generator[Library]:
    """A library that holds the messages, with their vectors."""
    settings = Settings(data_dir=folder / "data", embedder=f"hashing:{DIM}")
    with open_library(settings) as library:
        put(library, _SCOPE, list(sessions(texts)))
        library.index(_SCOPE, progress=tell)
        yield library


def time_searches(library: Library, memory: Memory | None, queries: list[str]) -> Stopwatch:
    """Time searches and their parts, each query once before.

    mem0's come in between, with its lexical side and without, so that whatever else the machine
    does is borne by both.
    """
    for query in queries:
        _search(library, query)
    with timed_parts() as watch:
        search = watch.timed("search", _search)
        for place, query in enumerate(queries):
            search(library, query)
            if memory is not None and place % (QUERIES // PEER_QUERIES) == 0:
                _search_mem0(memory, query, watch)
    return watch


def _search_mem0(memory: Memory, query: str, watch: Stopwatch) -> None:
    store = memory.vector_store
    encoder = store._bm25_encoder
    for name, used in (("mem0", encoder), ("mem0 dense", False)):
        store._bm25_encoder = used
        search = watch.timed(name, memory.search)
        search(query, filters={"user_id": "ada"}, top_k=5, threshold=0.0)
    store._bm25_encoder = encoder


def sessions(texts: list[str]) -> Iterator[Chapter]:
    """The messages as transcripts."""
    for start in range(0, len(texts), SESSION):
        said = [Said(text=text, speaker="Ada") for text in texts[start : start + SESSION]]
        yield Chapter(units=tuple(Unit(id="", text=render([message])) for message in said))


def _search(library: Library, query: str) -> None:
    library.search(_SCOPE, SearchRequest(query=query))


@contextmanager
def timed_parts() -> Generator[Stopwatch]:
    """Time what searches do within: the index query, the embedding, and the ranking."""
    watch = Stopwatch()
    ordered = watch.timed("order", searching.order)

    def order(scores: dict[str, Score]) -> list[str]:
        watch.ranked.append(len(scores))
        return ordered(scores)

    with (
        patch.object(searching, "score", watch.timed("score", searching.score)),
        patch.object(searching, "order", order),
        patch.object(EdgeIndex, "search", watch.timed("index", EdgeIndex.search)),
        patch.object(
            HashingEmbedder, "embed_query", watch.timed("embedding", HashingEmbedder.embed_query)
        ),
    ):
        yield watch


def fill_mem0(folder: Path, texts: list[str]) -> Memory | None:
    """A memory of mem0's that holds them too; None if it is not installed."""
    try:
        check_installed()
    except ProviderError as error:
        print(f"\nwithout mem0: {error}")
        return None
    vectors = SharedVectors(HashingEmbedder(DIM))
    memory = open_memory(vectors, DIM, folder, lexical=True)
    _remember(memory, vectors, texts)
    return memory


def _remember(memory: Memory, vectors: SharedVectors, texts: list[str]) -> None:
    """Store the messages; invented words have no other form that it would take time to look for."""
    vectors.storing = True
    with patch.object(import_module("mem0.memory.main"), "lemmatize_for_bm25", str):
        for done, text in enumerate(texts):
            if done % 500 == 0:
                tell("mem0", done, len(texts))
            message = {"role": "user", "content": text}
            memory.add([message], user_id="ada", infer=False, metadata=None)
    vectors.storing = False


def _bound(name: str, ratio: float, most: float) -> bool:
    verdict = "ok" if ratio <= most else "BROKEN"
    print(f"{name}: {ratio:.2f} (at most {most}) {verdict}")
    return ratio <= most


if __name__ == "__main__":
    sys.exit(main())
