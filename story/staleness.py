"""Whether a text has left behind what was told of it.

Two texts are compared without their width, script, case, white space and punctuation. One that
differs by more than `THRESHOLD` characters is another text; so is one that differs in a single
fact, rank, negation or word of life and death, whatever its size.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Indel

from lorepack.records import Difference, Fact
from story.claims.ranks import RANKS_CHINESE, RANKS_ENGLISH
from text.facts import identity
from text.fold import fold

THRESHOLD = 100
"""Characters put in and taken out (Indel distance: Levenshtein's without replacing) up to which
a text is still the same one."""

_REPEATED = 3
"""Times that one thing is put in another's place from which on it is a name that was changed."""
_REPEATED_ALONE = 10
"""The same for what is put in or taken out: a name that became longer or shorter."""
_LARGEST_ALIGNED = 20_000
"""Characters of a changed part up to which its single replacements are looked at: what that takes
grows with their square."""

_NEGATIONS = re.compile(
    "[不没沒未无無非莫勿别別弗毋]|n['’]t\\b|"
    r"\b(?:not|no|none|never|nobody|nothing|nowhere|neither|nor|without|cannot)\b",
    re.IGNORECASE,
)
_DEATHS = re.compile(
    "[死亡毙斃殒殞殁卒薨殉崩]|去世|逝世|身故|断气|斷氣|气绝|氣絕|丧命|喪命|遇害|牺牲|犧牲|"
    "复活|復活|还魂|還魂|活着|活著|生还|生還|"
    r"\b(?:die[sd]?|dying|dead|deaths?|kill(?:s|ed|ing)?|slain|slew|murder(?:s|ed)?|"
    r"perish(?:ed|es)?|alive|revived?|resurrected)\b",
    re.IGNORECASE,
)
_RANKS = re.compile(rf"{RANKS_CHINESE}|\b{RANKS_ENGLISH}\b", re.IGNORECASE)

Facts = Callable[[str], Sequence[Fact]]
"""Finds the hard facts of a text, known names among them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """What has become of a text."""

    distance: int
    """Indel distance of the folded texts; `THRESHOLD + 1` stands for anything above it."""
    differences: tuple[Difference, ...]

    @property
    def stale(self) -> bool:
        """Whether what was told of the former text tells nothing certain of the new one."""
        return any(difference is not Difference.MOVED for difference in self.differences)


SAME = Comparison(distance=0, differences=())


def compare(former: str, current: str, facts: Facts) -> Comparison:
    """Compare a text as it was told of with the text as it is.

    Args:
        former: The text that the summary was made from.
        current: The text now.
        facts: Finds hard facts, with the names that are known now.
    """
    if former == current:
        return SAME
    folded = fold(former), fold(current)
    distance = Indel.distance(*folded, score_cutoff=THRESHOLD)
    gone, come = _changed_lines(former, current)
    found = {
        Difference.DISTANCE: distance > THRESHOLD,
        Difference.FACT: _facts(gone, facts) != _facts(come, facts),
        Difference.RANK: _words(_RANKS, gone) != _words(_RANKS, come),
        Difference.NEGATION: _words(_NEGATIONS, gone) != _words(_NEGATIONS, come),
        Difference.DEATH: _words(_DEATHS, gone) != _words(_DEATHS, come),
        Difference.REPLACED: distance <= THRESHOLD and _is_replaced(*folded),
        Difference.MOVED: _is_moved(former, current),
    }
    return Comparison(distance=distance, differences=tuple(c for c in found if found[c]))


def _changed_lines(former: str, current: str) -> tuple[str, str]:
    """The lines that only one of two texts has, in its order; a moved line is in neither."""
    old, new = former.splitlines(), current.splitlines()
    return _lines_without(old, new), _lines_without(new, old)


def _lines_without(lines: Iterable[str], others: Iterable[str]) -> str:
    left = Counter(others)
    own: list[str] = []
    for line in lines:
        if left[line]:
            left[line] -= 1
        else:
            own.append(line)
    return "\n".join(own)


def _facts(text: str, facts: Facts) -> Counter[tuple[str, ...]]:
    return Counter(identity(fact) for fact in facts(text))


def _words(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(fold(found) for found in pattern.findall(text))


def _is_replaced(former: str, current: str) -> bool:
    """Whether one thing was put in another's place so often that it is a name."""
    start = 0
    while former[start : start + 1] == current[start : start + 1] != "":
        start += 1
    former, current = former[start:], current[start:]
    if max(len(former), len(current)) > _LARGEST_ALIGNED:
        return False
    gaps = Counter(_gaps(former, current))
    gaps.pop(("", ""), None)
    return any(times >= (_REPEATED if all(gap) else _REPEATED_ALONE) for gap, times in gaps.items())


def _gaps(former: str, current: str) -> Iterator[tuple[str, str]]:
    """What stands between the parts that two texts have in common, in the one and in the other."""
    start = 0, 0
    for block in Indel.opcodes(former, current):
        if block.tag == "equal":
            yield former[start[0] : block.src_start], current[start[1] : block.dest_start]
            start = block.src_end, block.dest_end
    yield former[start[0] :], current[start[1] :]


def _is_moved(former: str, current: str) -> bool:
    """Whether paragraphs that both texts have stand in another order."""
    old, new = ([fold(line) for line in text.splitlines()] for text in (former, current))
    common = Counter(filter(None, old)) & Counter(filter(None, new))
    return _kept(old, common) != _kept(new, common)


def _kept(lines: Iterable[str], common: Counter[str]) -> list[str]:
    left = Counter(common)
    kept: list[str] = []
    for line in lines:
        if left[line]:
            left[line] -= 1
            kept.append(line)
    return kept
