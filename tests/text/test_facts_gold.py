"""How much of hand-labelled numbers, dates and amounts the grammar finds."""

import gzip
import json
from pathlib import Path

import pytest

from lorepack.records import FactKind
from text.facts import extract

DATA = Path(__file__).parents[2].parent / "shared" / "data"


def shares(name: str) -> tuple[float, float]:
    """Shares of the labelled spans that some fact touches, and that one fact wholly covers."""
    path = DATA / name / "sentences.jsonl.gz"
    if not path.exists():
        pytest.skip(f"{name} is not here")
    touched = covered = total = 0
    with gzip.open(path, "rt", encoding="utf-8", newline="") as lines:
        for row in map(json.loads, lines):
            found = [f for f in extract(row["text"]) if f.kind is not FactKind.CONDITION]
            for span in row["spans"]:
                start, end = span["start"], span["end"]
                total += 1
                touched += any(f.start < end and start < f.end for f in found)
                covered += any(f.start <= start and end <= f.end for f in found)
    return touched / total, covered / total


@pytest.mark.parametrize(
    ("name", "touched_floor", "covered_floor"),
    [("facts_zh_numbers", 0.97, 0.94), ("facts_en_numbers", 0.95, 0.9)],
)
def test_most_labelled_numbers_are_found(
    name: str, touched_floor: float, covered_floor: float
) -> None:
    touched, covered = shares(name)
    assert touched >= touched_floor
    assert covered >= covered_floor
