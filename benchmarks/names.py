"""Mentions of registered names in labelled sentences: `python -m benchmarks.names`.

For each source a registry is made of the proper names that its labels hold, each vouched for, and
every labelled mention is looked for among the facts. A mention counts as found if one named fact
holds all of it: where a longer registered name stands, that one is meant.
"""

import gzip
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from ingest.facts import facts_of
from lorepack.records import Alias, AliasKind, Entity, EntityOrigin, Fact, FactKind

DATA = Path(__file__).parents[2] / "shared" / "data"
LEAST = 0.95
PERSON, PLACE, ORGANISATION = FactKind.PERSON, FactKind.PLACE, FactKind.ORGANISATION
KINDS: Mapping[str, Mapping[str, FactKind]] = {
    "facts_zh_entities": {
        "name": PERSON, "PER": PERSON, "PER.NAM": PERSON,
        "address": PLACE, "scene": PLACE, "LOC": PLACE, "LOC.NAM": PLACE, "GPE.NAM": PLACE,
        "organization": ORGANISATION, "company": ORGANISATION, "goverment": ORGANISATION,
        "ORG": ORGANISATION, "ORG.NAM": ORGANISATION,
    },
    "facts_en_entities": {
        "PROP_PER": PERSON, "PROP_GPE": PLACE, "PROP_LOC": PLACE, "PROP_FAC": PLACE,
        "PROP_ORG": ORGANISATION, "PROP_VEH": FactKind.OBJECT,
    },
}  # fmt: skip
"""What the labels of proper names mean; all other labels are of common nouns."""


def main() -> None:
    """Print the shares by source; end with an error if one set falls below the bound."""
    if not all((DATA / name / "sentences.jsonl.gz").exists() for name in KINDS):
        print(f"skipped: no labelled sentences at {DATA}")
        sys.exit(0)
    good = [_measured(name) >= LEAST for name in KINDS]
    sys.exit(not all(good))


def _measured(name: str) -> float:
    found, total = 0, 0
    print(f"{name:26} {'mentions':>9} {'found':>8}")
    for source, rows in _by_source(name).items():
        marks = Counter(_marks(rows, KINDS[name]))
        found, total = found + marks[True], total + marks.total()
        print(f"  {source:24} {marks.total():9} {marks[True] / marks.total():8.1%}")
    share = found / total
    print(f"  all: {share:.1%} (at least {LEAST:.0%}) {'ok' if share >= LEAST else 'BROKEN'}")
    return share


def _by_source(name: str) -> dict[str, list[dict[str, Any]]]:
    sources: dict[str, list[dict[str, Any]]] = defaultdict(list)
    with gzip.open(DATA / name / "sentences.jsonl.gz", "rt", encoding="utf-8", newline="") as lines:
        for row in map(json.loads, lines):
            row["spans"] = [s for s in row["spans"] if s["type"] in KINDS[name]]
            if row["spans"]:
                sources[row["source"]].append(row)
    return sources


def _marks(rows: list[dict[str, Any]], kinds: Mapping[str, FactKind]) -> Iterator[bool]:
    names = {span["text"]: kinds[span["type"]] for row in rows for span in row["spans"]}
    registry = [_entity(text, kind) for text, kind in names.items()]
    for row in rows:
        named = [fact for fact in facts_of(row["text"], registry) if fact.kind in _NAMED]
        for span in row["spans"]:
            yield any(_holds(fact, span) for fact in named)


_NAMED = frozenset({PERSON, PLACE, ORGANISATION, FactKind.OBJECT})


def _entity(text: str, kind: FactKind) -> Entity:
    alias = Alias(text=text, kind=AliasKind.NAME, confirmed=True)
    return Entity(id=text, kind=kind, name=text, origin=EntityOrigin.AUTHOR, aliases=(alias,))


def _holds(fact: Fact, span: dict[str, Any]) -> bool:
    return fact.start <= span["start"] and span["end"] <= fact.end


if __name__ == "__main__":
    main()
