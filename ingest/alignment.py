"""Which chapter of a file is which stored one, and where new ones go."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ingest.content import digest
from lorepack.errors import ConflictError
from lorepack.records import Chapter, ChapterText

_Name = tuple[str | None, str, str]

GAP = 1 << 20
"""Distance of neighbours in reading order: room for twenty halvings between two of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Aligned:
    """A chapter of the file beside the stored chapter that it is, if there is one."""

    incoming: ChapterText
    sha256: str
    stored: Chapter | None
    order_key: int

    @property
    def changed(self) -> bool:
        """Whether there is anything to write."""
        return (
            self.stored is None
            or self.stored.sha256 != self.sha256
            or self.stored.order_key != self.order_key
            or (self.stored.volume, self.stored.label, self.stored.title) != _name(self.incoming)
        )


def align(incoming: Sequence[ChapterText], stored: Sequence[Chapter]) -> list[Aligned]:
    """Match a file's chapters with the stored ones: by heading, else by text, else by label.

    A chapter keeps its id under an edited text and under an edited heading, and under both while
    its number stays; a heading that stands twice is told apart by its count.
    """
    shas = [digest(chapter.body) for chapter in incoming]
    matches = _match(incoming, shas, stored)
    keys = _order_keys(incoming, matches, stored)
    return [
        Aligned(incoming=chapter, sha256=sha, stored=match, order_key=key)
        for chapter, sha, match, key in zip(incoming, shas, matches, keys, strict=True)
    ]


def _name(chapter: ChapterText) -> _Name:
    return chapter.volume, chapter.parsed.label, chapter.parsed.title


def _match(
    incoming: Sequence[ChapterText], shas: Sequence[str], stored: Sequence[Chapter]
) -> list[Chapter | None]:
    left = dict(zip(_counted((c.volume, c.label, c.title) for c in stored), stored, strict=True))
    named = [left.pop(name, None) for name in _counted(map(_name, incoming))]
    by_text = {chapter.sha256: chapter for chapter in left.values()}
    matched = [match or by_text.pop(sha, None) for match, sha in zip(named, shas, strict=True)]
    taken = {match.id for match in matched if match is not None}
    by_label = {(c.volume, c.label): c for c in stored if c.label and c.id not in taken}
    return [
        match or by_label.pop((chapter.volume, chapter.parsed.label), None)
        for match, chapter in zip(matched, incoming, strict=True)
    ]


def _counted(keys: Iterable[_Name]) -> list[tuple[_Name, int]]:
    seen: Counter[_Name] = Counter()
    counted: list[tuple[_Name, int]] = []
    for key in keys:
        counted.append((key, seen[key]))
        seen[key] += 1
    return counted


def _order_keys(
    incoming: Sequence[ChapterText],
    matches: Sequence[Chapter | None],
    stored: Sequence[Chapter],
) -> list[int]:
    """Places in the file's order: as many stored chapters as can be keep theirs.

    The others, moved or new, come in runs between two that stay; each run is spread over the gap
    it falls into, before any stored chapter that the file lacks and that stands there.
    """
    staying = _longest_rising([m.order_key if m else None for m in matches])
    keys: list[int] = []
    while len(keys) < len(matches):
        at = len(keys)
        if at in staying:
            keys.append(staying[at])
            continue
        run = next((n for n in range(len(matches) - at) if at + n in staying), len(matches) - at)
        last = keys[-1] if keys else 0
        if at + run == len(matches):  # what ends the file goes on after what is stored
            left, right = _after(last, incoming[at].volume, stored)
        else:
            left, right = last, min(c.order_key for c in stored if c.order_key > last)
        keys += _spread(run, left, right, at)
    return keys


def _longest_rising(keys: Sequence[int | None]) -> dict[int, int]:
    """The longest rising selection of keys, by place: these chapters need not move."""
    best: list[list[int]] = []  # for each length, the selection that ends lowest
    for at, key in enumerate(keys):
        if key is None:
            continue
        length = bisect_left([_key(keys, chosen[-1]) for chosen in best], key)
        longer = [*(best[length - 1] if length else []), at]
        best[length : length + 1] = [longer]
    return {at: _key(keys, at) for at in (best[-1] if best else [])}


def _key(keys: Sequence[int | None], at: int) -> int:
    key = keys[at]
    assert key is not None, "only places with a key are chosen"
    return key


def _after(last: int, volume: str | None, stored: Sequence[Chapter]) -> tuple[int, int | None]:
    """The gap for chapters that end a file: after all stored ones, or at their volume's end."""
    following = [c for c in stored if c.order_key > last]
    other = next((c for c in following if c.volume != volume), None) if last else None
    if other is None:
        return max([last, *(c.order_key for c in stored)]), None
    return max([last, *(c.order_key for c in following if c.order_key < other.order_key)]), (
        other.order_key
    )


def _spread(run: int, left: int, right: int | None, at: int) -> list[int]:
    step = GAP if right is None else (right - left) // (run + 1)
    if step < 1:
        raise ConflictError(f"there is no room left for {run} chapters after place {at}")
    return [left + step * (n + 1) for n in range(run)]
