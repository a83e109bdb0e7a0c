"""What is left after `kill -9`: `python -m benchmarks.crash --kills 200`.

Writers of every sort, killed at random moments, on each database and index; what has to hold
afterwards stands in `docs/durability.md`. PostgreSQL where `TEST_PG_URL` names a server.
"""

import argparse
import os
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.crash.deployments import DEPLOYMENTS, needs_server
from tests.crash.indexed import Difference
from tests.crash.rounds import Tally, storm

_SHOWN = 10


def main() -> int:
    """Print a table for each combination; 1 if anything was lost or is not as it has to be."""
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", choices=list(DEPLOYMENTS), action="append")
    asked = parser.parse_args()
    server = os.environ.get("TEST_PG_URL", "")
    broken = False
    for name in asked.on or DEPLOYMENTS:
        if needs_server(name) and not server:
            print(f"\n{name}: left out, TEST_PG_URL names no PostgreSQL server")
        else:
            broken |= _run(name, server, asked.kills, asked.seed)
    return int(broken)


def _run(name: str, server: str, kills: int, seed: int) -> bool:
    start = time.monotonic()
    with TemporaryDirectory() as folder, DEPLOYMENTS[name](Path(folder), server) as fields:
        tally = storm(fields | {"cache_dir": f"{folder}/cache"}, kills=kills, seed=seed)
    print(f"\n{name}: {time.monotonic() - start:.0f} s, seed {seed}")
    print("\n".join(table(tally)))
    print("\n".join(tally.problems[:_SHOWN]))
    return bool(tally.problems)


def table(tally: Tally) -> list[str]:
    """The counts as rows of Markdown."""
    found = [d for d in tally.before if d.total]
    worst = max(tally.before, key=lambda d: d.total, default=Difference())
    rows: list[tuple[str, object]] = [
        ("kills", tally.kills),
        ("acknowledged writes", tally.writes.total()),
        ("writes a kill came in", tally.cut.total()),
        ("of these whole afterwards", tally.kept),
        ("acknowledged writes lost, or written by half", tally.lost),
        ("rounds in which the index was found behind", len(found)),
        ("points missing, nobody's, stale at the worst", _sorts(worst)),
        ("rounds in which it differed after the drain", tally.different),
        ("anything else that did not hold", len(tally.problems) - tally.lost - tally.different),
    ]
    told = [f"| {what} | {count} |" for what, count in rows]
    by_writer = [
        f"| {w} | {tally.writes[w]} | {tally.cut[w]} |" for w in sorted(tally.writes | tally.cut)
    ]
    heads = ["| writer | acknowledged | killed in |", "|---|--:|--:|"]
    return ["| | |", "|---|--:|", *told, "", *heads, *by_writer]


def _sorts(difference: Difference) -> str:
    return f"{difference.missing}, {difference.orphans}, {difference.stale}"


if __name__ == "__main__":
    sys.exit(main())
