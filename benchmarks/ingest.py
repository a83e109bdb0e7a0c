"""What an import costs beside bare embedding: `python -m benchmarks.ingest [BOOK]` (红楼梦).

Ratios in one run, as machines differ. Bare embedding is fastembed alone on the same snippets, the
fastest of one and two threads with batches of 1 and 8, extrapolated from a sample of them: once
right before the import's own embedding and once right after it, as a machine's pace wanders.
"""

import resource
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from fastembed import TextEmbedding

from benchmarks.novels import novel, require
from ingest.reading import decode
from lorepack.records import Scope, SearchRequest
from providers.e5.prepare import prepare
from providers.fastembed_encoder import LOCAL_MODEL, FastembedEmbedder
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library

SAMPLE = 160
"""Snippets that each way of bare embedding is timed on, spread over the book."""

_LONG_LINE = 100
"""Characters of a line that is a paragraph and no heading."""


def main() -> None:
    """Print times and ratios; exit 1 if a bound is broken."""
    require()
    book = sys.argv[1] if len(sys.argv) > 1 else "hlm"
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder))
        prepare(settings.cache_dir)
        with open_library(settings) as library:
            scope = Scope(project=book)
            bare, count, stages = _import(library, scope, book)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    total = stages["acknowledged"] + stages["vectors"]
    print(f"{book}: {count} snippets; bare embedding {bare:.1f} s")
    for name, seconds in stages.items():
        print(f"  {name:14} {seconds:7.1f} s   {seconds / bare:6.1%} of bare")
    good = [
        _bound("acknowledged", stages["acknowledged"] / bare, 0.08),
        _bound("whole import without summaries", total / bare, 1.15),
        _bound("one chapter edited and imported again", stages["one edit"] / total, 0.03),
        _bound("peak memory, GB", peak / 1024, 1.5),
    ]
    sys.exit(0 if all(good) else 1)


def _import(library: Library, scope: Scope, book: str) -> tuple[float, int, dict[str, float]]:
    """Seconds of bare embedding, snippets, and seconds of each stage of an import."""
    data = novel(book)
    stages = {"acknowledged": _timed(lambda: library.import_bytes(scope, data))}
    library.search(scope, SearchRequest(query="一"))  # words are found before any vector is there
    texts, cache = _texts(library, scope), library.settings.cache_dir
    before = _elsewhere(cache, texts)
    stages["vectors"] = _timed(lambda: library.index(scope))
    bare = (before + _elsewhere(cache, texts)) / 2
    stages["summaries"] = _timed(lambda: library.summarise(scope))
    stages["import again"] = _timed(lambda: library.import_bytes(scope, data))
    stages["one edit"] = _timed(lambda: _again(library, scope, _edited(data)))
    return bare, len(texts), stages


def _again(library: Library, scope: Scope, data: bytes) -> None:
    library.import_bytes(scope, data)
    library.index(scope)


def _edited(data: bytes) -> bytes:
    """The book with one sentence more in the middle of one chapter."""
    lines = decode(data).text.split("\n")
    at = next(n for n in range(len(lines) // 2, len(lines)) if len(lines[n]) > _LONG_LINE)
    lines[at] += "他又想了一想，没有说话。"
    return "\n".join(lines).encode()


def _texts(library: Library, scope: Scope) -> list[str]:
    with library.record.reading() as unit:
        ids = [
            snippet.id
            for _, chapter in unit.chapters.reading_order(scope)
            for snippet in unit.snippets.of_chapter(scope, chapter)
        ]
        return [passage.text for passage in unit.snippets.passages(scope, ids)]


def _elsewhere(cache: Path, texts: Sequence[str]) -> float:
    """The same in a process of its own: its memory is not the import's."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(_bare, cache, texts).result()


def _bare(cache: Path, texts: Sequence[str]) -> float:
    """Seconds that the fastest bare way would take for all texts."""
    FastembedEmbedder(LOCAL_MODEL, cache)  # makes the model known to fastembed
    sample = ["passage: " + text for text in texts[:: max(1, len(texts) // SAMPLE)]]
    folder = str(prepare(cache))
    times: list[float] = []
    for threads in (1, 2):
        model = TextEmbedding(LOCAL_MODEL, specific_model_path=folder, threads=threads)
        for batch in (1, 8):
            list(model.embed(sample[:8], batch_size=batch))
            seconds = _timed(lambda m=model, b=batch: list(m.embed(sample, batch_size=b)))
            times.append(seconds * len(texts) / len(sample))
            print(f"  bare, {threads} threads, batch {batch}: {times[-1]:.1f} s")
    return min(times)


def _timed(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _bound(name: str, value: float, most: float) -> bool:
    print(f"{name}: {value:.3f} (at most {most}) {'ok' if value <= most else 'BROKEN'}")
    return value <= most


if __name__ == "__main__":
    main()
