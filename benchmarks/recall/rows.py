"""Rows of the test sets, which lie beside the project's root."""

import gzip
import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from benchmarks.novels import NOVELS

DATA = NOVELS.parent

Row = dict[str, Any]


def rows(path: Path) -> list[Row]:
    """The rows of a file of one JSON object a line, packed by gzip."""
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        return [json.loads(line) for line in lines]


def by_book(documents: list[Row]) -> Iterator[tuple[str, list[Row]]]:
    """Documents by their book, in their order."""
    ordered = sorted(documents, key=lambda row: (row["book"], row["order"]))
    for book, group in groupby(ordered, key=lambda row: row["book"]):
        yield book, list(group)
