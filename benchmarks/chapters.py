"""Chapter starts and headings of the gold novels: `python -m benchmarks.chapters`.

The novels lie beside the project's root; without them there is nothing to measure.
"""

import gzip
import json
import re
import sys
from collections.abc import Iterator

from benchmarks.novels import NOVELS
from ingest.chapters import split
from lorepack.records import ChapterText

Start = tuple[int, str]
"""Offset of a heading's line and the line itself, stripped."""


def main() -> int:
    """Print one row a book; 1 if a gold chapter is missed or a numbered one was made up."""
    if not (NOVELS / "chapters.jsonl.gz").exists():
        print(f"skipped: no novels at {NOVELS}")
        return 0
    print(f"{'book':40} {'gold':>5} {'found':>5} {'exact':>5}  beyond the gold")
    rows = [_row(name, gold) for name, gold in _gold().items()]
    return 0 if all(rows) else 1


def _gold() -> dict[str, list[Start]]:
    starts: dict[str, list[Start]] = {}
    with gzip.open(NOVELS / "chapters.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            starts.setdefault(row["file"], []).append((row["start"], row["heading"]))
    return starts


def _row(name: str, gold: list[Start]) -> bool:
    with gzip.open(NOVELS / name, "rt", encoding="utf-8", newline="") as book:
        found = {
            start: chapter for chapter in split(book.read()).chapters for start in _start(chapter)
        }
    exact = sum(start in found for start in gold)
    extra = [start for start in found if start not in gold]
    made_up = [start for start in extra if found[start].parsed.number is not None]
    beyond = ", ".join(f"{line} at {offset}" for offset, line in extra)
    print(f"{name:40} {len(gold):5} {len(found):5} {exact:5}  {beyond}")
    return exact == len(gold) and not made_up


def _start(chapter: ChapterText) -> Iterator[Start]:
    """Where the chapter's own line stands; nothing for unlabelled front matter."""
    if not chapter.parsed.label:
        return
    line = re.search(
        rf"^[^\w\n]*{re.escape(chapter.parsed.label)}.*", chapter.heading, re.MULTILINE
    )
    if line:
        yield chapter.start - len(chapter.heading) + line.start(), line[0].strip()


if __name__ == "__main__":
    sys.exit(main())
