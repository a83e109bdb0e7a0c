"""Original passages that somebody or something calls for; nothing calls, none are read."""

from collections.abc import Sequence
from dataclasses import dataclass

from lorepack.records import Memory
from retrieval.pack.originals.best import judged, searched
from retrieval.pack.originals.calls import answered
from retrieval.pack.originals.planted import first_mentions, plantings
from retrieval.pack.originals.quotes import quotes
from retrieval.pack.originals.referred import referred
from retrieval.pack.reading import Reading
from retrieval.pack.state import Found, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Originals:
    """Passages that are called for, and those that the query brought up in vain."""

    called: Sequence[Found] = ()
    """The dearest first."""
    passed: Sequence[Found] = ()
    """Considered and not taken, each with why."""
    degraded: tuple[str, ...] = ()
    """What could not be used to find them."""


def originals_of(reading: Reading, state: State, memories: Sequence[Memory]) -> Originals:
    """What calls for passages: quoted lines, chapters named, foreshadows, things, the query.

    Args:
        reading: The book just before the chapter.
        state: What is known by then.
        memories: Live ones, as they are stored.
    """
    found = searched(reading)
    ranked = judged(reading, found)
    calls = [
        *quotes(reading, found),
        *referred(reading, found),
        *plantings(reading, state, memories),
        *first_mentions(reading),
        *ranked.taken,
    ]
    called = answered(calls, reading)
    taken = {one.passage.id for one in called}
    passed = [one for one in answered(ranked.passed, reading) if one.passage.id not in taken]
    return Originals(
        called=called, passed=passed, degraded=found.degraded if found is not None else ()
    )


def pinned_of(reading: Reading) -> list[Found]:
    """Passages before the chapter that the request pins."""
    pins, positions = reading.request.pins, reading.positions
    passages = reading.unit.snippets.passages(reading.scope, pins) if pins else []
    return [
        Found(passage=p, position=positions[p.chapter_id], reason="pinned")
        for p in passages
        if p.chapter_id in positions
    ]
