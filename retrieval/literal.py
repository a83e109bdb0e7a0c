"""Literal matches: verified on the folded text, counted in full, with their places."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from lorepack.ports import LiteralRow, UnitOfWork
from lorepack.records import LEAD, Candidate, Passage, Scope, Where
from retrieval.query import Asked
from retrieval.rows import candidate
from text.facts import extract
from text.fold import fold, fold_with_offsets
from text.terms import probe_terms

PROBE = LEAD
"""Folded characters that always lie within a snippet and its lead: longer needles are looked
for by their beginning and then verified whole."""


_SOME = 50
"""Snippets read for a name of the query: the pools bring the best ones, these make sure of any."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Needle:
    """Words to be found to the letter."""

    folded: str

    @property
    def probe(self) -> str:
        """The part that any snippet can be searched for."""
        return self.folded[:PROBE]

    @property
    def long(self) -> bool:
        """Whether a match of the probe has still to be verified on the chapter's text."""
        return len(self.folded) > PROBE

    @property
    def terms(self) -> list[str]:
        """Terms that every snippet holding the probe holds."""
        # The cut may have gone through a word: its rest is another term.
        whole = self.probe.rpartition(" ")[0] if self.long and " " in self.probe else self.probe
        return probe_terms(whole)


def occurrences(needle: str, folded: str, *, own: int, open_end: bool = False) -> Iterator[int]:
    """Places in a folded text where a needle stands as whole words and begins in its own part.

    Args:
        needle: Folded words.
        folded: Folded text, its lead included.
        own: Matches must begin before this place.
        open_end: Whether the needle was cut, so that a word may go on after it.
    """
    start = folded.find(needle)
    while 0 <= start < own:
        end = start + len(needle)
        if not _joined(folded, start) and (open_end or not _joined(folded, end)):
            yield start
        start = folded.find(needle, start + 1)


def _joined(folded: str, border: int) -> bool:
    """Whether a border runs through the middle of a word or a number."""
    if not 0 < border < len(folded):
        return False
    before, after = folded[border - 1], folded[border]
    return before.isascii() and before.isalnum() and after.isascii() and after.isalnum()


def count(needle: Needle, rows: Sequence[LiteralRow]) -> dict[str, int]:
    """Occurrences of the probe by snippet id; snippets without any are left out."""
    counted = _plainly if _plain(needle.probe) else _as_words
    totals = ((row.id, counted(needle, row)) for row in rows)
    return {id: total for id, total in totals if total}


def _plain(words: str) -> bool:
    """Whether places can be counted without a look at what stands around them.

    So it is where neither end can be part of a longer word and no two places can overlap.
    """
    ends = words[:1] + words[-1:]
    return not any(c.isascii() for c in ends) and not _overlaps(words)


def _overlaps(words: str) -> bool:
    return any(words.startswith(words[at:]) for at in range(1, len(words)))


def _plainly(needle: Needle, row: LiteralRow) -> int:
    return row.folded.count(needle.probe, 0, row.own + len(needle.probe) - 1)


def _as_words(needle: Needle, row: LiteralRow) -> int:
    places = occurrences(needle.probe, row.folded, own=row.own, open_end=needle.long)
    return sum(1 for _ in places)


def spans(needles: Collection[str], passage: Passage) -> set[tuple[int, int]]:
    """Where in its chapter needles stand, for matches that begin in the passage."""
    words = passage.text + passage.following
    plain = fold(words)
    held = [needle for needle in needles if needle in plain]
    if not held:
        return set()  # folding with offsets costs many times as much
    folded, offsets = fold_with_offsets(words)
    own = bisect_left(offsets, len(passage.text))
    return {
        (passage.start + offsets[at], passage.start + offsets[at + len(needle) - 1] + 1)
        for needle in held
        for at in occurrences(needle, folded, own=own)
    }


def valued_spans(values: Collection[str], passage: Passage) -> tuple[tuple[int, int], ...]:
    """Where in its chapter numbers of these values stand, in whatever spelling."""
    return tuple(
        (passage.start + fact.start, passage.start + fact.end)
        for fact in (extract(passage.text) if values else ())
        if fact.value in values
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Literal:
    """What stands in the range to the letter."""

    stands: bool
    """Whether all that is asked for stands somewhere, and not only a quoted part of it."""
    whole: dict[str, int]
    """Snippets that hold the whole query or a quoted part of it, with how often."""
    parts: tuple[tuple[str, ...], ...]
    """For each name, code and number of the query that occurs, snippets that hold it."""
    rows: dict[str, Candidate]
    """All of these snippets, as candidates."""


def holding(
    unit: UnitOfWork, scope: Scope, folded: str, where: Where
) -> tuple[dict[str, int], list[LiteralRow]]:
    """Snippets that hold folded words, with how often, and the rows that were looked at."""
    needle = Needle(folded=folded)
    held = unit.literals.holding_all(scope, needle.terms, where=where)
    return _verified(unit, scope, needle, held), held


def some_holding(
    unit: UnitOfWork, scope: Scope, folded: str, where: Where
) -> tuple[dict[str, int], list[LiteralRow]]:
    """The same for the first of the snippets: enough where it only matters that there are any."""
    needle = Needle(folded=folded)
    held = unit.literals.holding_all(scope, needle.terms, where=where, limit=_SOME)
    found = _verified(unit, scope, needle, held)
    unsure = not found and len(held) == _SOME
    return holding(unit, scope, folded, where) if unsure else (found, held)


def _verified(
    unit: UnitOfWork, scope: Scope, needle: Needle, held: Sequence[LiteralRow]
) -> dict[str, int]:
    found = count(needle, held)
    if needle.long and found:
        passages = unit.snippets.passages(scope, list(found), beyond=reach(needle.folded))
        totals = ((p.id, len(spans([needle.folded], p))) for p in passages)
        found = {id: total for id, total in totals if total}
    return found


def reach(folded: str) -> int:
    """Characters after a snippet in which a match that begins in it surely ends."""
    return 3 * len(folded)  # folding drops punctuation, seldom more than is left


def find_literal(unit: UnitOfWork, scope: Scope, asked: Asked, where: Where) -> Literal:
    """Find what stands to the letter: the whole query, its quotes, its names, its numbers."""
    rows: dict[str, Candidate] = {}
    whole: Counter[str] = Counter()
    parts: list[tuple[str, ...]] = []
    stands = False
    for text in asked.needles:
        # What it asks for, or quotes, counts as the whole where the whole does not stand.
        counted = text == asked.folded or (text in (*asked.whole, *asked.quotes) and not whole)
        found, held = (holding if counted else some_holding)(unit, scope, text, where)
        rows |= {row.id: candidate(row) for row in held if row.id in found}
        if counted:
            stands |= bool(found) and text in asked.whole
            whole += Counter(found)
        elif found:
            parts.append(tuple(found))
    valued = unit.literals.holding_value(scope, asked.values, where=where)
    rows |= {row.id: candidate(row) for row in valued if row.id not in rows}
    counted = Counter(row.id for row in valued)
    if asked.numeric:
        whole |= counted
    elif counted:
        parts.append(tuple(counted))
    return Literal(stands=stands, whole=dict(whole), parts=tuple(parts), rows=rows)
