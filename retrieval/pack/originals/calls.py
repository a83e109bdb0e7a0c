"""Calls: what wants an original passage in a pack, and why, until the passages are read."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from lorepack.ports import Place
from lorepack.records import Matched, Passage, Score
from retrieval.literal import reach, spans, valued_spans
from retrieval.pack.reading import Reading
from retrieval.pack.state import Found
from retrieval.parts import stretched


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A wish for one passage, known by its id or by a place in it."""

    reason: str
    id: str = ""
    place: Place | None = None
    needles: tuple[str, ...] = ()
    """Folded words that are to be marked in it."""
    values: tuple[str, ...] = ()
    """Normalised numbers, likewise."""
    whole: bool = False
    """Whether it goes on to the end of its last needle: a quotation is not cut."""
    score: Score | None = None


def answered(calls: Sequence[Call], reading: Reading) -> list[Found]:
    """The passages called for, in the order of the calls; one for each, with every reason.

    Three reads at the most. What the book no longer holds is left out.
    """
    unit, scope = reading.unit, reading.scope
    ids = list(dict.fromkeys(call.id for call in calls if call.id))
    beyond = max((reach(needle) for call in calls for needle in call.needles), default=0)
    read = unit.snippets.passages(scope, ids, beyond=beyond) if ids else []
    places = [call.place for call in calls if call.place]
    around = unit.snippets.around(scope, places) if places else []
    by_id = {passage.id: passage for passage in (*around, *read)}
    found: dict[str, Found] = {}
    for call in calls:
        passage = by_id.get(call.id) or _holding(call.place, around)
        if passage is not None and passage.chapter_id in reading.positions:
            own = _found(call, by_id[passage.id], reading)
            found[passage.id] = _joined(found.get(passage.id), own)
    return list(found.values())


def _holding(place: Place | None, passages: Iterable[Passage]) -> Passage | None:
    if place is None:
        return None
    own = (p for p in passages if p.chapter_id == place.chapter_id)
    return next((p for p in own if p.start <= place.start < p.end), None)


def _found(call: Call, passage: Passage, reading: Reading) -> Found:
    stand = tuple(sorted(_spans(call, passage)))
    return Found(
        passage=stretched(passage, stand) if call.whole else passage,
        position=reading.positions[passage.chapter_id],
        reason=call.reason,
        score=call.score,
        matched=tuple(matched(passage, stand)),
    )


def _spans(call: Call, passage: Passage) -> set[tuple[int, int]]:
    found = spans(call.needles, passage) | set(valued_spans(call.values, passage))
    if call.place and call.place.end > call.place.start:
        found.add((call.place.start, min(call.place.end, passage.end)))
    return found


def matched(passage: Passage, stand: Iterable[tuple[int, int]]) -> Iterator[Matched]:
    """Words of a passage, or of those that follow it, with their places in the chapter."""
    words = passage.text + passage.following
    for start, end in stand:
        said = words[start - passage.start : end - passage.start]
        yield Matched(words=said, start=start, end=start + len(said))


def _joined(before: Found | None, own: Found) -> Found:
    """A passage that is called for once more."""
    if before is None:
        return own
    longer = max(before.passage, own.passage, key=lambda passage: passage.end)
    return replace(
        before,
        passage=longer,
        reason=f"{before.reason}; {own.reason}",
        score=before.score or own.score,
        matched=tuple(dict.fromkeys((*before.matched, *own.matched))),
    )
