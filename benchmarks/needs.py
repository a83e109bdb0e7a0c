"""Do packs show who returns? `python -m benchmarks.needs [--budget TOKENS] [--limit QUESTIONS]`.

For chapters of novels whose people are known, the share of those of whom the pack holds a sentence
that names them where they were last, and one where they first came in. Beside it the passages that
BM25 ranks best for the same request, in as many tokens.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, takewhile

from benchmarks.needs_gold import KINDS, Need, bare, needs
from benchmarks.novels import on_shelf, questions, require, shelf
from benchmarks.recall.baselines import Bm25
from benchmarks.recall.model import Question, TestSet
from benchmarks.recall.novel_sets import by_last, load
from benchmarks.recall.rows import Row
from ingest.registry_files import TableFormat
from lorepack.records import ChapterCard, ContextPack, PackRequest, Scope
from retrieval.pack.rendering.render import unescape
from runtime.library import Library
from runtime.registry import registry_of

BUDGETS = (2_000, 6_000, 12_000)
JUDGED = 6_000
TARGETS = {"last": 0.95, "first": 0.85}
ENCODING = "o200k_base"
EMBEDDER = "hashing:64"
"""No vector decides who is shown: the cheapest encoder does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with what it needs and the pack request that it makes."""

    row: Row
    question: Question
    needs: Sequence[Need]

    def request(self, budget: int) -> PackRequest:
        """The request as it is typed: who is in the chapter is read out of its words."""
        card = ChapterCard(text=self.question.text)
        return PackRequest(chapter=self.question.before, budget=budget, card=card)


class Tally:
    """Needs met and needs asked for, by what is counted."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.met: Counter[str] = Counter()
        self.of: Counter[str] = Counter()

    def count(self, gold: str, needs: Sequence[Need], text: str) -> None:
        """Look for what some people need in a text without white space."""
        for need in needs:
            for kind in KINDS:
                wanted = (need.told if gold == "gold" else need.named)[kind]
                if wanted:
                    self.of[f"{gold} {kind}"] += 1
                    self.met[f"{gold} {kind}"] += any(sentence in text for sentence in wanted)

    def share(self, what: str) -> float:
        """The share that was met."""
        return self.met[what] / self.of[what] if self.of[what] else 0.0


def main() -> None:
    """Print the shares; exit 1 if a target is missed or a pack holds what comes later."""
    require()
    options = _options()
    budgets = (options.budget,) if options.budget else BUDGETS
    with shelf("needs", EMBEDDER) as library:
        good = [
            _measured(library, "zh", budgets, options.limit, judged="gold"),
            _measured(library, "en", budgets, options.limit, judged="named"),
            _measured(library, "en", budgets, options.limit, judged="named", aliases=True),
        ]
    sys.exit(0 if all(good) else 1)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--budget", type=int, help="one budget in tokens instead of three")
    parser.add_argument("--limit", type=int, help="so many questions of each language")
    return parser.parse_args()


def _measured(
    library: Library,
    language: str,
    budgets: Sequence[int],
    limit: int | None,
    *,
    judged: str,
    aliases: bool = False,
) -> bool:
    """Print one language's table; tells whether what is judged reaches the targets.

    Args:
        library: Where the novels are put.
        language: Which novels.
        budgets: In tokens.
        limit: Questions at the most.
        judged: Which sentences count for the targets: of the gold passages, or of the text.
        aliases: Whether the names in the data are registered before.
    """
    test_set = load(f"{language}_context_pack", by_last)
    asked = list(_asked(test_set, language, limit, aliases=aliases))
    scopes = {book: _book(library, book, asked, aliases=aliases) for book in test_set.books}
    ranked = _ranked(test_set, asked, library)
    print(f"\n{language}{' with aliases' * aliases}: {len(asked)} questions, {_countable(asked)}")
    print(f"{'':24} {'gold last':>10} {'first':>8} {'named last':>12} {'first':>8} {'later':>6}")
    good = True
    for budget in budgets:
        tally, misses, later = _packs(library, scopes, asked, budget, judged)
        _row(f"pack {budget}", tally, str(later))
        _row(f"BM25 {budget}", _passages(ranked, asked, budget), "")
        print(f"{'':24} missed: {dict(misses) or 'none'}")
        good &= not later
        if budget == JUDGED:
            good &= all(tally.share(f"{judged} {k}") >= least for k, least in TARGETS.items())
    print(f"targets at {JUDGED}, of {judged}: {TARGETS} {'ok' if good else 'MISSED'}")
    return good


def _asked(
    test_set: TestSet, language: str, limit: int | None, *, aliases: bool
) -> Iterator[Asked]:
    by_id = {question.id: question for question in test_set.questions}
    for row in questions(f"{language}_context_pack")[:limit]:
        if row["qid"] in by_id:
            yield Asked(
                row=row, question=by_id[row["qid"]], needs=needs(row, language, aliases=aliases)
            )


def _countable(asked: Sequence[Asked]) -> str:
    """How many needs there are, and how many can be met, by what is counted."""
    tally = Tally()
    for one in asked:
        for gold in ("gold", "named"):
            tally.count(gold, one.needs, "")
    every = sum(len(one.needs) for one in asked)
    counted = ", ".join(f"{what} {count}" for what, count in tally.of.items())
    return f"{every} needs, of these some sentence holds a name: {counted}"


def _row(name: str, tally: Tally, later: str) -> None:
    shares = [tally.share(f"{gold} {kind}") for gold in ("gold", "named") for kind in KINDS]
    cells = (f"{share:{width}.3f}" for share, width in zip(shares, (10, 8, 12, 8), strict=True))
    print(f"{name:24} {' '.join(cells)} {later:>6}")


# --- the packs


def _book(library: Library, book: str, asked: Sequence[Asked], *, aliases: bool) -> Scope:
    """A novel on the shelf, with the names in the data registered if that is wanted."""
    if not aliases:
        return on_shelf(library, book)
    scope = on_shelf(library, book, project=f"{book} with aliases")
    names = {n.person: n.names for one in asked if one.row["book"] == book for n in one.needs}
    registry = registry_of(library, scope)
    lines = [
        f'"{person}",person,"{name}",title,yes' for person, own in names.items() for name in own
    ]
    registry.import_table(
        "\n".join(["entity,kind,alias,alias_kind,confirmed", *lines]).encode(), TableFormat.CSV
    )
    return scope


def _packs(
    library: Library, scopes: Mapping[str, Scope], asked: Sequence[Asked], budget: int, judged: str
) -> tuple[Tally, Counter[str], int]:
    """Shares met by packs, why the rest was not, and items from the chapter or later."""
    tally, misses, later = Tally(), Counter[str](), 0
    for one in asked:
        pack = library.pack(scopes[one.row["book"]], one.request(budget))
        text = bare(unescape(pack.rendered))
        for gold in ("gold", "named"):
            tally.count(gold, one.needs, text)
        misses += Counter(_misses(one, pack, text, judged))
        later += _later(pack)
    return tally, misses, later


def _later(pack: ContextPack) -> int:
    """Tokens of items that stand in the chapter or behind it."""
    items = (item for section in pack.sections for item in section.items)
    return sum(i.tokens for i in items if (i.source.chapter or 0) >= pack.chapter)


def _misses(one: Asked, pack: ContextPack, text: str, judged: str) -> Iterator[str]:
    """Why needs were not met."""
    unknown = {warning.at for warning in pack.warnings}
    for need in one.needs:
        for kind in KINDS:
            wanted = (need.told if judged == "gold" else need.named)[kind]
            if not wanted or any(sentence in text for sentence in wanted):
                continue
            if need.person in unknown:
                yield f"{kind}: unknown name"
            elif any(need.person in d.reason and kind in d.reason for d in pack.dropped):
                yield f"{kind}: squeezed out"
            else:
                yield f"{kind}: another sentence"


# --- BM25


def _ranked(
    test_set: TestSet, asked: Sequence[Asked], library: Library
) -> dict[str, list[tuple[str, int]]]:
    """For each question the best passages before its chapter, with their tokens."""
    system, count = Bm25(), library.tokenizers(ENCODING).count
    system.prepare(test_set)
    texts = {u.id: u.text for b in test_set.books.values() for c in b for u in c.units}
    ranked: dict[str, list[tuple[str, int]]] = defaultdict(list)
    for one in asked:
        ids = system.rank(test_set, one.question)
        ranked[one.question.id] = [(texts[id], count(texts[id])) for id in ids]
    return ranked


def _passages(
    ranked: Mapping[str, Sequence[tuple[str, int]]], asked: Sequence[Asked], budget: int
) -> Tally:
    """Shares met by the best passages that fit a budget together."""
    tally = Tally()
    for one in asked:
        passages = ranked[one.question.id]
        sizes = accumulate(tokens for _, tokens in passages)
        fitting = len(list(takewhile(lambda size: size <= budget, sizes)))
        text = bare("\n".join(text for text, _ in passages[:fitting]))
        for gold in ("gold", "named"):
            tally.count(gold, one.needs, text)
    return tally


if __name__ == "__main__":
    main()
