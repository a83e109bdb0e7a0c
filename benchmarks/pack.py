"""Packs and searches over a whole novel: `python -m benchmarks.pack [BOOK]` (default 红楼梦).

Every chapter at three budgets: never over, no gap, nothing from the chapter or later. Then the warm
pack of chapter 100 and a warm search beside their bare parts, as ratios in one run.
"""

import sys
import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median

from benchmarks.novels import on_shelf, require, shelf
from lorepack.ports import Pooling
from lorepack.records import ChapterCard, ContextPack, PackRequest, Scope, SearchRequest
from ranking.bm25 import query_vector
from retrieval.pack.leaks import Revealed, leaks
from runtime.library import Library
from text.fold import fold

BUDGETS = (2_000, 6_000, 12_000)
ENCODING = "o200k_base"
REPEATS = 25
QUERY = {"hlm": "宝黛初见与摔玉", "wap": "Prince Andrew sees the old oak"}
PEOPLE = {"hlm": ("林黛玉", "紫鹃", "贾母"), "wap": ("Pierre", "Natasha", "Prince Andrew")}


def main() -> None:
    """Print the sweep and the ratios; exit 1 if anything is broken."""
    require()
    book = sys.argv[1] if len(sys.argv) > 1 else "hlm"
    with shelf() as library:
        scope = on_shelf(library, book)
        good = [_sweep(library, scope), *_speed(library, scope, book)]
    sys.exit(0 if all(good) else 1)


def _sweep(library: Library, scope: Scope) -> bool:
    chapters = library.chapters(scope)
    revealed = library.revealed(scope)
    count = library.tokenizers(ENCODING).count
    broken: list[str] = []
    for budget in BUDGETS:
        tokens: list[int] = []
        for number in range(1, len(chapters) + 2):
            pack = library.pack(scope, PackRequest(chapter=number, budget=budget))
            broken += [f"{number}@{budget}: {what}" for what in _faults(pack, revealed, count)]
            tokens.append(pack.tokens)
        print(
            f"budget {budget:6}: {len(tokens)} packs, {min(tokens)} to {max(tokens)} tokens, "
            f"median {median(tokens):.0f}"
        )
    print(f"faults: {len(broken)}", *broken[:10])
    return not broken


def _faults(
    pack: ContextPack, revealed: Sequence[Revealed], count: Callable[[str], int]
) -> list[str]:
    """What is wrong with a pack, judged from outside."""
    faults: list[str] = []
    if count(pack.rendered) > pack.budget:
        faults.append("over its budget")
    if count(pack.rendered) != pack.tokens:
        faults.append("counted wrongly")
    covered = [n for entry in pack.coverage for n in range(entry.first, entry.last + 1)]
    if covered != list(range(1, pack.chapter)):
        faults.append("gap or overlap")
    told = (
        f"{leak.kind} of chapter {leak.chapter}: {leak.words}" for leak in leaks(pack, revealed)
    )
    return [*faults, *told]


def _speed(library: Library, scope: Scope, book: str) -> list[bool]:
    """Warm pack and search beside one embedding, one index query, one read and one count."""
    owner = library.ownership.take()
    assert owner is not None, "nobody else holds the benchmarks' shelf"
    query = QUERY[book]
    vector, sparse = owner.embedder.embed_query(query), query_vector(fold(query))
    request = PackRequest(chapter=100, query=query, card=ChapterCard(people=PEOPLE[book]))
    rendered = library.pack(scope, request).rendered
    tokenizer = library.tokenizers(ENCODING)
    took = warm(
        {
            "embedding": lambda: owner.embedder.embed_query(query),
            "index": lambda: owner.index.search(scope, vector, sparse, Pooling(limit=100)),
            "read": lambda: read(library, scope),
            "count": lambda: tokenizer.count(rendered),
            "pack": lambda: library.pack(scope, request),
            "search": lambda: library.search(scope, SearchRequest(query=query)),
        }
    )
    print("ms:", {name: round(seconds * 1000, 1) for name, seconds in took.items()})
    bare = took["index"] + took["read"] + took["count"]
    embedding = took["embedding"]
    print(f"warm pack: {took['pack'] / (bare + embedding):.2f} times bare with the embedding in it")
    return [
        bound("warm pack, in bare parts", took["pack"] / bare, 4),
        bound("warm search, in bare parts", took["search"] / (embedding + took["index"]), 3),
    ]


def read(library: Library, scope: Scope) -> None:
    """One read: the outline of a book."""
    with library.record.reading() as unit:
        unit.chapters.outline(scope)


def warm(works: Mapping[str, Callable[[], object]]) -> dict[str, float]:
    """Median seconds of each call, made before; they take turns, so that noise hits all alike."""
    times: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(REPEATS + 1):
        for name, work in works.items():
            start = time.perf_counter()
            work()
            times[name].append(time.perf_counter() - start)
    return {name: median(seconds[1:]) for name, seconds in times.items()}


def bound(name: str, value: float, most: float) -> bool:
    """Print a figure beside the most that it may be; returns whether it is no more."""
    verdict = "ok" if value <= most else "BROKEN"
    print(f"{name}: {value:.2f} (at most {most}) {verdict}")
    return value <= most


if __name__ == "__main__":
    main()
