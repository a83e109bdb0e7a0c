"""The one command: grow, stop at some sizes, measure, print, go on."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.scale.growing import LARGE, add, grow, snippets
from benchmarks.scale.opening import Place, book_scope, opened, place
from benchmarks.scale.probing import growth, probe
from benchmarks.scale.sizes import disk
from benchmarks.scale.stops import Stop
from benchmarks.scale.tables import broken, tables

SIZES = (10_000, 100_000, 1_000_000)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; returns the exit code."""
    options = _options(arguments)
    with ExitStack() as stack:
        folder = options.folder or Path(stack.enter_context(TemporaryDirectory()))
        stops: list[Stop] = []
        for size in sorted(options.sizes):
            stops.append(_stop(folder, options.database_url, size))
            print("\n".join(tables(stops)), flush=True)
            _keep(stops, options.json)
    over = broken(stops)
    print("\n".join(["", *(f"BROKEN {what}" for what in over)]) if over else "\nall within bounds")
    return 1 if over else 0


def _options(arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="snippets to stop at")
    parser.add_argument("--folder", type=Path, help="where to grow, and to grow on; else a new one")
    parser.add_argument("--database-url", help="a PostgreSQL database to keep the record in")
    parser.add_argument("--json", type=Path, help="a file for all figures")
    return parser.parse_args(arguments)


def _stop(folder: Path, database: str | None, size: int) -> Stop:
    among, alone = (place(folder, name, database) for name in ("among", "alone"))
    with opened(among) as library:
        grown = grow(library, size, _tell)
        held, names = snippets(library), library.projects()
    both = book_scope(LARGE).project in names
    if both:
        _put_alone(alone)
        for each in (alone, among):
            _told(each)
    return Stop(
        snippets=held,
        books=len(names),
        grown=grown,
        disk=disk(among),
        probe=probe(among),
        growth=growth(alone, among) if both else {},
    )


def _put_alone(alone: Place) -> None:
    with opened(alone) as library:
        if not library.projects():
            add(library, LARGE)


def _told(place: Place) -> None:
    """The measured book has summaries: what is done already is not done again."""
    with opened(place) as library:
        library.summarise(book_scope(LARGE))


def _keep(stops: Sequence[Stop], file: Path | None) -> None:
    if file is not None:
        file.write_text(json.dumps([asdict(stop) for stop in stops], indent=1), encoding="utf-8")


def _tell(what: str) -> None:
    print(f"\r{what} ", end="", file=sys.stderr, flush=True)
