"""What many tenants take, by a run's figures: `python -m benchmarks.scale.sizing FILE.json`.

Bytes and rates are those of the largest library of the run; what a server adds is a factor of its
vendor's. All else is an argument, so that the sum can be done for tenants of any kind.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path
from typing import Any

from benchmarks.scale.vectors import DIM

SERVER_FACTOR = 1.5
"""Bytes in memory for each byte of vectors: Qdrant's documentation, "Capacity planning"."""
FILLED = 0.8
"""Share of a node's memory that is planned with."""
_GIGA = 1_000_000_000
_DAY = 86_400


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """Of one snippet, by a run."""

    record: float
    """Bytes in SQL."""
    kept: float
    """Of these, bytes of its vector, kept so that no text is embedded twice."""
    index: float
    """Bytes of the index on disk."""
    memory: float
    """Bytes in memory, pages of files aside, once the embedded engine has it open."""
    written: float
    """Seconds until it is durable in SQL."""
    drained: float
    """Seconds until it is indexed, without its embedding."""
    pack: float
    """Seconds of a pack of a book that is not on the shelf; of one that is, in a small library."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tenants:
    """Whom to size for."""

    tenants: int = 10_000
    books: int = 2
    """Of each tenant."""
    snippets: int = 5_000
    """Of each book."""
    daily: int = 20
    """Snippets that a tenant writes a day: a chapter of 3,000 characters."""
    active: float = 0.05
    """Share of the tenants at work in the busiest minute."""
    packs: float = 1.0
    """Packs that one at work asks for in a minute."""
    encoder: float = 60.0
    """Snippets embedded in a second of one core."""
    days: float = 7.0
    """In which all that is there is to be embedded."""
    replicas: int = 2
    """Copies of the index."""
    node: float = 64.0
    """Gigabytes of memory of a node."""

    @property
    def total(self) -> int:
        """Snippets of all."""
        return self.tenants * self.books * self.snippets


def measured(stop: dict[str, Any]) -> Measured:
    """Figures of a snippet out of a stop as it stands in a run's file."""
    held, disk, probe, grown = stop["snippets"], stop["disk"], stop["probe"], stop["grown"]
    took = probe["latency"]
    return Measured(
        record=disk["record"] / held,
        kept=disk["tables"].get("vector", 0) / held,
        index=disk["index"] / held,
        memory=(probe["memory"]["own"] - probe["beside"]["own"]) / held,
        written=grown["record"] / grown["snippets"],
        drained=grown["drain"] / grown["snippets"],
        pack=took.get("elsewhere", took["pack"])["p50"] / 1000,
    )


def sizing(one: Measured, asked: Tenants) -> Iterator[tuple[str, str]]:
    """What it comes to, line by line."""
    total = asked.total
    yield "snippets", f"{total:,}"
    yield "record, GB (of it kept vectors)", f"{_gb(one.record * total)} ({_gb(one.kept * total)})"
    yield "index on disk, GB a copy", _gb(one.index * total)
    for name, bytes_ in (("float32", 4.0), ("int8 (scalar)", 1.0), ("bits (binary)", 0.125)):
        yield f"vectors in memory as {name}, GB a copy", _vectors(total, bytes_, asked)
    rest = one.index - 4.0 * DIM
    yield "  beside them, postings, payloads and indexes, GB a copy", _gb(rest * total)
    yield "memory of as many in the embedded engine, GB", _gb(one.memory * total)
    first = total / asked.encoder
    yield "embedding all, core-days", f"{first / _DAY:,.1f}"
    yield f"  in {asked.days:g} days, cores", f"{ceil(first / _DAY / asked.days)}"
    yield "SQL for all, hours of one process", f"{one.written * total / 3600:,.1f}"
    yield "index for all, hours of one process", f"{one.drained * total / 3600:,.1f}"
    daily = asked.tenants * asked.daily
    yield "snippets a day", f"{daily:,}"
    each = 1 / asked.encoder + one.written + one.drained
    yield "  embedded, written and indexed, core-hours a day", f"{daily * each / 3600:,.1f}"
    packs = asked.tenants * asked.active * asked.packs / 60
    yield "packs a second in the busiest minute", f"{packs:,.1f}"
    yield "  cores for them at most", f"{ceil(packs * one.pack)}"


def _vectors(total: int, bytes_: float, asked: Tenants) -> str:
    """Memory of the vectors alone, by the vendor's formula, and nodes for all copies."""
    gigabytes = total * DIM * bytes_ * SERVER_FACTOR / _GIGA
    nodes = max(ceil(gigabytes * asked.replicas / (asked.node * FILLED)), asked.replicas)
    return f"{gigabytes:,.0f} ({nodes} nodes of {asked.node:g} GB for {asked.replicas} copies)"


def _gb(bytes_: float) -> str:
    return f"{bytes_ / _GIGA:,.0f}"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the sum."""
    parser = ArgumentParser(prog="python -m benchmarks.scale.sizing", description=__doc__)
    parser.add_argument("file", type=Path, help="what benchmarks.scale --json wrote")
    for name, usual in asdict(Tenants()).items():
        kind = int if isinstance(usual, int) else float
        parser.add_argument(f"--{name}", type=kind, default=usual)
    options = vars(parser.parse_args(arguments))
    file: Path = options.pop("file")
    stop = json.loads(file.read_text(encoding="utf-8"))[-1]
    if not stop["grown"]["snippets"]:
        parser.error(f"the last size of {file} was there already: no rates; grow a folder anew")
    for name, value in sizing(measured(stop), Tenants(**options)):
        print(f"{name:52}{value:>44}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
