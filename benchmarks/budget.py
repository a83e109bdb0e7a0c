"""Hard budgets, tried at random: `python -m benchmarks.budget [--states N] [--packs N]`.

Two runs, each from fixed seeds: packs composed of made-up states of a project, whatever they hold,
and packs for random chapters of whole novels, as they are asked for. All are counted from outside;
none may be over its budget, and where one is refused the budget that is said to do must do.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

from benchmarks.novels import on_shelf, require, shelf
from lorepack.errors import BudgetError
from lorepack.records import ChapterCard, ContextPack, PackFormat, PackRequest, Scope
from runtime.library import Library
from tests.pack_states import composed, faults, made_up_state

BOOKS = ("hlm", "sgyy", "lcyj", "pap", "wap", "sof")
ENCODINGS = ("o200k_base", "cl100k_base", "bytes")
BUDGETS = (1, 200, 800, 2_000, 4_000, 6_000, 12_000, 32_000, 128_000)
EMBEDDER = "hashing:64"
"""Which passages are the best for a query does not matter here: the cheapest encoder does."""


def main() -> None:
    """Try both; exit 1 if anything is broken."""
    options = _options()
    require()
    with shelf("budget", EMBEDDER) as library:
        good = [_states(library, options.states), _packs(library, options.packs)]
    sys.exit(0 if all(good) else 1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--states", type=int, default=20_000, help="made-up states")
    parser.add_argument("--packs", type=int, default=2_000, help="packs of whole novels")
    return parser.parse_args()


def _states(library: Library, cases: int) -> bool:
    """Compose a pack of each made-up state."""
    seen, broken = Counter[str](), list[str]()
    for seed in range(cases):
        random = Random(seed)
        encoding = random.choice(ENCODINGS)
        tokenizer = library.tokenizers(encoding)
        verdict = composed(
            made_up_state(random, library.tokenizers("o200k_base").count), tokenizer, encoding
        )
        seen["refused" if verdict.refused else "built"] += 1
        broken += [f"state {seed}: {what}" for what in faults(verdict, tokenizer.count)]
    return _told("made-up states", seen, broken)


def _packs(library: Library, cases: int) -> bool:
    """Ask for packs of random chapters."""
    books = {scope: _lengths(library, scope) for scope in (on_shelf(library, b) for b in BOOKS)}
    seen, broken = Counter[str](), list[str]()
    for seed in range(cases):
        random = Random(seed)
        scope = random.choice(tuple(books))
        request = _request(random, *books[scope])
        pack = _built(library, scope, request, seen)
        broken += [f"{scope.project} {seed}: {what}" for what in _faults(library, pack)]
    return _told("packs of novels", seen, broken)


def _lengths(library: Library, scope: Scope) -> tuple[int, Sequence[str]]:
    """How many chapters a book has, and the names that it knows."""
    with library.record.reading() as unit:
        names = [entity.name for entity in unit.entities.known(scope)]
    return len(library.chapters(scope)), names or ["nobody"]


def _request(random: Random, chapters: int, names: Sequence[str]) -> PackRequest:
    people = tuple(random.sample(names, min(len(names), random.randint(0, 6))))
    return PackRequest(
        chapter=random.randint(1, chapters + 1),
        budget=random.choice((*BUDGETS, random.randint(500, 16_000))),
        card=ChapterCard(people=people, goal=f"“{random.choice(names)}”"),
        query=random.choice(names) if random.random() < 0.5 else "",
        encoding=random.choice(ENCODINGS),
        format=random.choice(tuple(PackFormat)),
        preview=True,
    )


def _built(library: Library, scope: Scope, request: PackRequest, seen: Counter[str]) -> ContextPack:
    """The pack, at the smallest budget that would do where that was refused."""
    try:
        pack = library.pack(scope, request)
    except BudgetError as error:
        seen["refused"] += 1
        return library.pack(scope, replace(request, budget=error.smallest))
    seen["built"] += 1
    return pack


def _faults(library: Library, pack: ContextPack) -> list[str]:
    """What is wrong with a pack, judged from outside."""
    count = library.tokenizers(pack.encoding).count
    rendered = count(pack.rendered)
    chat = sum(count(m.content) + 4 for m in pack.messages) + 3 if pack.messages else 0
    told = chat if pack.format is PackFormat.MESSAGES else rendered
    covered = [n for c in pack.coverage for n in range(c.first, c.last + 1)]
    wrong = {
        f"{max(chat, rendered)} tokens of {pack.budget}": max(chat, rendered) > pack.budget,
        f"told {pack.tokens}, is {told}": told != pack.tokens,
        "a gap or an overlap": covered != list(range(1, pack.chapter)),
    }
    return [what for what, is_so in wrong.items() if is_so]


def _told(what: str, seen: Counter[str], broken: Sequence[str]) -> bool:
    print(
        f"{what}: {seen.total()} tried, {seen['refused']} refused with a budget that would do and "
        f"built with it, faults: {len(broken)}",
        *broken[:10],
    )
    return not broken


if __name__ == "__main__":
    main()
