"""What cutting costs beside counting: `python -m benchmarks.splitting`.

CPU time of `split` and of `cut` over every chapter, as a multiple of one exact token count of the
whole book, in one process.
"""

import sys

from benchmarks.novels import novel, require
from benchmarks.timing import REPEATS, cpu_seconds
from ingest.chapters import split
from ingest.content import SNIPPET_TOKENS
from ingest.reading import decode
from ingest.snippets import cut
from lorepack.ports import TokenCounter
from providers.tokens import open_counter
from runtime.settings import Settings

BOOKS = ("hlm", "wap")
ENCODING = "o200k_base"
MOST = 4.0


def main() -> None:
    """Print one row a book; exit 1 if a bound is broken."""
    require()
    count = open_counter(ENCODING, Settings().cache_dir)
    print(f"{'book':5} {'count':>7} {'split':>7} {'cut':>7}  (CPU seconds, best of {REPEATS})")
    good = [_row(book, count) for book in BOOKS]
    sys.exit(0 if all(good) else 1)


def _row(book: str, count: TokenCounter) -> bool:
    text = decode(novel(book)).text
    bodies = [chapter.body for chapter in split(text).chapters]
    counted = cpu_seconds(lambda: count(text))
    parted = cpu_seconds(lambda: split(text))
    pieces = cpu_seconds(lambda: [cut(body, count, SNIPPET_TOKENS) for body in bodies])
    ratio = (parted + pieces) / counted
    verdict = "ok" if ratio <= MOST else "BROKEN"
    print(
        f"{book:5} {counted:7.3f} {parted:7.3f} {pieces:7.3f}  "
        f"{ratio:.2f} times one count (at most {MOST:.0f}) {verdict}"
    )
    return ratio <= MOST


if __name__ == "__main__":
    main()
