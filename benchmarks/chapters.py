"""Chapters of the gold novels, the messy files and the EPUBs: `python -m benchmarks.chapters`.

The novels lie beside the project's root; without them there is nothing to measure.
"""

import gzip
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from time import process_time
from typing import Any

from benchmarks.novels import NOVELS, require
from ingest.chapters import Split, split
from ingest.formats import Mark, read_manuscript
from lorepack.records import ChapterText


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one book gave."""

    name: str
    gold: int
    found: int
    exact: int
    seconds: float
    """Of CPU, for the split alone."""
    beyond: Sequence[str] = ()
    """Headings without a number that are not in the gold."""

    @property
    def passes(self) -> bool:
        """Whether every gold chapter was found and no numbered one made up."""
        return self.exact == self.gold == self.found - len(self.beyond)


def main() -> int:
    """Print one row a book; 1 if one is not exact."""
    require()
    print(f"{'book':48} {'gold':>5} {'found':>5} {'exact':>5} {'CPU s':>6}  beyond the gold")
    passes = True
    for row in (*_novels(), *_messy(), *_epubs()):
        figures = f"{row.gold:5} {row.found:5} {row.exact:5} {row.seconds:6.3f}"
        print(f"{row.name:48} {figures}  {', '.join(row.beyond)}{'' if row.passes else '  WRONG'}")
        passes = passes and row.passes
    return 0 if passes else 1


def _lines(name: str) -> Iterator[dict[str, Any]]:
    with gzip.open(NOVELS / name, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _timed(text: str, marks: Sequence[Mark] = ()) -> tuple[Split, float]:
    start = process_time()
    cut = split(text, marks=marks)
    return cut, process_time() - start


def _gold() -> dict[str, list[tuple[int, str]]]:
    """Offset and words of every heading, by file."""
    starts: dict[str, list[tuple[int, str]]] = {}
    for row in _lines("chapters.jsonl.gz"):
        starts.setdefault(row["file"], []).append((row["start"], row["heading"]))
    return starts


def _novels() -> Iterator[Row]:
    for name, gold in _gold().items():
        with gzip.open(NOVELS / name, "rt", encoding="utf-8", newline="") as book:
            cut, seconds = _timed(book.read())
        found = {_start(chapter): chapter for chapter in cut.chapters if chapter.heading}
        beyond = [chapter for start, chapter in found.items() if start not in gold]
        yield Row(
            name=name,
            gold=len(gold),
            found=len(found),
            exact=sum(start in found for start in gold),
            seconds=seconds,
            beyond=[c.heading.strip() for c in beyond if c.parsed.number is None],
        )


def _start(chapter: ChapterText) -> tuple[int, str]:
    """Where the chapter's first line stands, and its words."""
    first = chapter.heading.split("\n")[0].strip()
    return chapter.start - len(chapter.heading), first


def _messy() -> Iterator[Row]:
    for row in _lines("messy/expected.jsonl.gz"):
        with (NOVELS / row["file"]).open("rb") as packed, gzip.open(packed) as book:
            manuscript = read_manuscript(row["file"].removesuffix(".gz"), BytesIO(book.read()))
        cut, seconds = _timed(manuscript.text, manuscript.marks)
        chapters = [chapter for chapter in cut.chapters if chapter.heading]
        found = [_words(chapter.heading.replace("正文", "")) for chapter in chapters]
        # One file has no headings told, for its lines are lost: there they have to count on.
        told = [_words(heading) for heading in row.get("headings", ())]
        fits = [given == heading for given, heading in zip(found, told, strict=False)]
        exact = sum(fits) if told else len(_rising(chapters))
        yield Row(
            name=row["file"],
            gold=row["expected_chapters"],
            found=len(chapters),
            exact=exact,
            seconds=seconds,
        )


def _words(heading: str) -> str:
    return " ".join(heading.split())


def _rising(chapters: Sequence[ChapterText]) -> list[ChapterText]:
    """The chapters whose number is not below the one before, and whose text is a chapter's."""
    kept: list[ChapterText] = []
    for chapter in chapters:
        number = chapter.parsed.number or 0
        if number >= (kept[-1].parsed.number or 0 if kept else 1) and len(chapter.body) > 1_000:
            kept.append(chapter)
    return kept


def _epubs() -> Iterator[Row]:
    gold = {name.split("/")[1].removesuffix(".txt.gz"): rows for name, rows in _gold().items()}
    for path in sorted((NOVELS / "epub").glob("*.epub")):
        with path.open("rb") as file:
            manuscript = read_manuscript(path.name, file)
        cut, seconds = _timed(manuscript.text, manuscript.marks)
        told = [_words(heading) for _, heading in gold[path.stem]]
        found = [_words(c.heading.strip().split("\n")[0]) for c in cut.chapters]
        yield Row(
            name=f"epub/{path.name}",
            gold=len(told),
            found=len(found),
            exact=sum(a == b for a, b in zip(told, found, strict=False)),
            seconds=seconds,
        )


if __name__ == "__main__":
    sys.exit(main())
