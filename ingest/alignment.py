"""Which chapter of a file is which stored one, and where the others of both stand."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from ingest.ordering import longest_rising
from lorepack.records import Chapter, ChapterText

_Name = tuple[str | None, str, str]


def match(
    incoming: Sequence[ChapterText], shas: Sequence[str], stored: Sequence[Chapter]
) -> list[Chapter | None]:
    """Find the stored chapter that each chapter of a file is.

    A chapter keeps its id under an edited text and under an edited heading, and under both while
    its label stays; a heading that stands twice is told apart by its count.

    Args:
        incoming: The file's chapters.
        shas: Hashes of their texts.
        stored: The chapters of the book, in reading order.
    """
    left = {chapter.id: chapter for chapter in stored}
    found: dict[int, Chapter] = {}
    keys: Iterable[tuple[Sequence[object], Mapping[object, str]]] = (
        _both(incoming, shas, stored),
        _texts(shas, stored),
        _names(incoming, stored),
        _labels(incoming, stored),
    )
    for asked, ids in keys:
        for at, key in enumerate(asked):
            chapter = left.get(ids.get(key, "")) if at not in found else None
            if chapter is not None:
                found[at] = left.pop(chapter.id)
    return [found.get(at) for at in range(len(incoming))]


_Keys = tuple[Sequence[object], Mapping[object, str]]
"""For each chapter of the file a key, and the stored chapters by theirs."""


def _both(incoming: Sequence[ChapterText], shas: Sequence[str], stored: Sequence[Chapter]) -> _Keys:
    asked = [(*_name(c), sha) for c, sha in zip(incoming, shas, strict=True)]
    return _counted(asked), _by(_counted([(*_stored_name(c), c.sha256) for c in stored]), stored)


def _texts(shas: Sequence[str], stored: Sequence[Chapter]) -> _Keys:
    """Texts that stand once in the file and once in the store."""
    here, there = Counter(shas), Counter(c.sha256 for c in stored if c.chars)
    once = {sha for sha in there if there[sha] == here[sha] == 1}
    return list(shas), {c.sha256: c.id for c in stored if c.sha256 in once}


def _names(incoming: Sequence[ChapterText], stored: Sequence[Chapter]) -> _Keys:
    return _counted(map(_name, incoming)), _by(_counted(map(_stored_name, stored)), stored)


def _labels(incoming: Sequence[ChapterText], stored: Sequence[Chapter]) -> _Keys:
    labels = {(c.volume, c.label): c.id for c in stored if c.label}
    return [(c.volume, c.parsed.label) for c in incoming], {**labels}


def _name(chapter: ChapterText) -> _Name:
    return chapter.volume, chapter.parsed.label, chapter.parsed.title


def _stored_name(chapter: Chapter) -> _Name:
    return chapter.volume, chapter.label, chapter.title


def _by(keys: Sequence[object], stored: Sequence[Chapter]) -> dict[object, str]:
    return {key: chapter.id for key, chapter in zip(keys, stored, strict=True)}


def _counted(keys: Iterable[object]) -> list[object]:
    """Keys told apart by how often each has come before."""
    seen: Counter[object] = Counter()
    counted: list[object] = []
    for key in keys:
        counted.append((key, seen[key]))
        seen[key] += 1
    return counted


def weave(
    incoming: Sequence[ChapterText], matches: Sequence[Chapter | None], stored: Sequence[Chapter]
) -> list[int | Chapter]:
    """The order of all chapters: those of the file in its order, the others where they stood.

    What the file lacks stays behind the chapter it stood behind. New chapters come before it,
    but those that end the file come after it, at their volume's end if they go one on.

    Args:
        incoming: The file's chapters.
        matches: The stored chapter that each is.
        stored: Every stored chapter, in order, drafts and the trash included.

    Returns:
        Places in `incoming`, and stored chapters that the file lacks.
    """
    behind = _followers(matches, stored)
    last = max((at for at, m in enumerate(matches) if m is not None), default=-1)
    order: list[int | Chapter] = []
    waiting: list[Chapter] = behind[None]
    for at, match in enumerate(matches):
        if match is not None:
            order += [*waiting, at]
            waiting = behind[match.id]
            continue
        if at > last:  # the end of the file goes on after what is stored
            goes_on = last >= 0 and incoming[at].volume == incoming[last].volume
            before = _of_volume(waiting, incoming[at].volume) if goes_on else len(waiting)
            order, waiting = [*order, *waiting[:before]], waiting[before:]
        order.append(at)
    return [*order, *waiting]


def _followers(
    matches: Sequence[Chapter | None], stored: Sequence[Chapter]
) -> Mapping[str | None, list[Chapter]]:
    """Stored chapters that the file lacks, by the one that they stand behind and that stays."""
    keys = [m.order_key if m else None for m in matches]
    staying = {m.id for at in longest_rising(keys) if (m := matches[at]) is not None}
    matched = {m.id for m in matches if m is not None}
    behind: defaultdict[str | None, list[Chapter]] = defaultdict(list)
    anchor: str | None = None
    for chapter in stored:
        if chapter.id in staying:
            anchor = chapter.id
        elif chapter.id not in matched:
            behind[anchor].append(chapter)
    return behind


def _of_volume(waiting: Sequence[Chapter], volume: str | None) -> int:
    """How many of the first waiting chapters belong to a volume."""
    return next((n for n, c in enumerate(waiting) if c.volume != volume), len(waiting))
