"""The one command: all sets, all systems, their figures and what they were to reach."""

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory

from platformdirs import user_cache_path

from benchmarks.novels import require
from benchmarks.recall.baselines import Bm25, Dense, reciprocal_ranks
from benchmarks.recall.mem0_peer import Mem0
from benchmarks.recall.model import TestSet
from benchmarks.recall.product import Lorepack, open_shelf, tell
from benchmarks.recall.registry import SETS
from benchmarks.recall.results import PRODUCT, SetResult, result
from benchmarks.recall.scoring import Answers, ask, measure
from benchmarks.recall.systems import System
from benchmarks.recall.tables import tables
from benchmarks.recall.targets import verdicts
from benchmarks.recall.vectors import RememberingEmbedder
from lorepack.errors import ProviderError
from lorepack.ports import Embedder
from providers.tokens import open_tokenizer
from runtime.models import encoder_of
from runtime.settings import Settings

MOST = 300
"""Questions of a set that are asked; LoCoMo's, which others publish figures of, are all asked."""
QUICK = 100
WHOLE = ("locomo",)
MEM0_SETS = ("locomo",)
"""Sets that mem0 is run on: it takes too long over the others."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; returns the exit code."""
    options = _options(arguments)
    unknown = [name for name in options.sets if name not in SETS]
    if unknown:
        print(f"no set {', '.join(unknown)}; there are {', '.join(SETS)}", file=sys.stderr)
        return 2
    require()
    results: list[SetResult] = []
    with ExitStack() as stack:
        for result_of_set in _run(options, stack):
            results.append(result_of_set)
            _keep(results, options.json)  # what was measured survives a run that is cut short
    print("\n".join([*tables(results), "", *map(str, verdicts(results))]))
    return 0


def _keep(results: Sequence[SetResult], file: Path | None) -> None:
    if file is not None:
        judged = [asdict(verdict) for verdict in verdicts(results)]
        told = {"sets": [result.as_json() for result in results], "targets": judged}
        file.write_text(json.dumps(told, ensure_ascii=False, indent=1), encoding="utf-8")


def _options(arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m benchmarks.recall", description=__doc__)
    parser.add_argument("--sets", type=_names, default=tuple(SETS), help="names, parted by commas")
    parser.add_argument("--mem0", type=_names, default=MEM0_SETS, help="sets to run mem0 on")
    parser.add_argument("--quick", action="store_true", help=f"{QUICK} questions of each set")
    parser.add_argument("--json", type=Path, help="a file for all figures")
    return parser.parse_args(arguments)


def _names(listed: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in listed.split(",") if name.strip())


def _run(options: Namespace, stack: ExitStack) -> Iterator[SetResult]:
    settings = Settings()
    count = open_tokenizer("o200k_base", settings.cache_dir).count
    inner = encoder_of(settings)
    file = user_cache_path("lorepack") / "benchmarks" / "vectors.db"
    embedder = stack.enter_context(RememberingEmbedder(inner, file, _embedding))
    systems: list[System] = [
        Bm25(),
        Dense(embedder, count),
        Lorepack(stack.enter_context(open_shelf(embedder))),
    ]
    peers = _peers(options, embedder, stack)
    for name in options.sets:
        test_set = SETS[name]().sampled(_most(name, quick=options.quick))
        own = peers if name in options.mem0 else []
        yield compare(test_set, [*systems, *own], count)
    tell("done", len(options.sets), len(options.sets))
    print(file=sys.stderr)


def _embedding(done: int, total: int) -> None:
    tell("embedding", done, total)


def _most(name: str, *, quick: bool) -> int:
    if quick:
        return QUICK
    return sys.maxsize if name in WHOLE else MOST


def _peers(options: Namespace, embedder: Embedder, stack: ExitStack) -> list[System]:
    if not set(options.mem0) & set(options.sets):
        return []
    folder = Path(stack.enter_context(TemporaryDirectory()))
    try:
        return [Mem0(embedder, folder, lexical=lexical) for lexical in (True, False)]
    except ProviderError as error:
        print(f"without mem0: {error}")
        return []


def compare(test_set: TestSet, systems: Sequence[System], count: Callable[[str], int]) -> SetResult:
    """Put a set's questions to all systems, and fuse the baselines by rank beside them."""
    answers = {system.name: ask(system, test_set) for system in systems}
    lists = [answers[name].run for name in ("BM25", "dense")]
    answers["RRF"] = Answers(run=reciprocal_ranks(lists))
    first = [PRODUCT, *(name for name in answers if name != PRODUCT)]
    return result(
        test_set,
        {name: measure(test_set, answers[name], count) for name in first},
        {name: 1000 * answers[name].seconds for name in first},
    )
