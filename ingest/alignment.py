"""Which chapter of a file is which stored one, and where new ones go."""

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
            or (self.stored.volume, self.stored.label, self.stored.title) != _name(self.incoming)
        )


def align(incoming: Sequence[ChapterText], stored: Sequence[Chapter]) -> list[Aligned]:
    """Match a file's chapters with the stored ones: by heading, else by text, else by label.

    A chapter keeps its id under an edited text and under an edited heading, and under both while
    its number stays; a heading that stands twice is told apart by its count.
    """
    shas = [digest(chapter.body) for chapter in incoming]
    matches = _match(incoming, shas, stored)
    keys = _order_keys(matches, [chapter.order_key for chapter in stored])
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


def _order_keys(matches: Sequence[Chapter | None], taken: Sequence[int]) -> list[int]:
    """Stored chapters keep their place; a run of new ones is spread over the gap it falls into.

    Args:
        matches: The stored chapter of each incoming one.
        taken: Order keys of all stored chapters, rising, those that the file lacks included.
    """
    keys: list[int] = []
    for at, match in enumerate(matches):
        if match is not None:
            keys.append(match.order_key)
            continue
        left = keys[-1] if keys else 0
        right = next((key for key in taken if key > left), None)
        run = next((n for n, m in enumerate(matches[at:]) if m is not None), len(matches) - at)
        step = GAP if right is None else (right - left) // (run + 1)
        if step < 1:
            raise ConflictError(f"there is no room left for {run} chapters after place {at}")
        keys.append(left + step)
    return keys
