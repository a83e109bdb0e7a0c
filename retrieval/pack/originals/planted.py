"""First mentions: where a foreshadow was planted, and where a thing that the card names came in."""

from collections.abc import Iterator, Mapping, Sequence

from lorepack.ports import Place
from lorepack.records import FactKind, ForeshadowFields, Memory, MemoryKind, Provenance
from retrieval.pack.memories.foreshadows import Urgency, open_foreshadows
from retrieval.pack.originals.calls import Call
from retrieval.pack.originals.referred import best_by_words
from retrieval.pack.people.naming import known_as
from retrieval.pack.people.places import places_of
from retrieval.pack.reading import Reading
from retrieval.pack.state import State
from story.memories import as_typed

_WANTED = {
    Urgency.OVERDUE: "overdue",
    Urgency.DUE: "due",
    Urgency.NAMED: "named in the card",
}
"""Foreshadows whose first mention is wanted, with why."""


def plantings(reading: Reading, state: State, steps: Sequence[Memory]) -> Iterator[Call]:
    """Where each foreshadow that is overdue, due or named in the card was first shown.

    The words that its first step was taken from say so; without any, the passage of its chapter
    that is likest to what the foreshadow says. One read at the most, for all of them.

    Args:
        reading: The book just before the chapter.
        state: What is known by then.
        steps: Live memories, each step of a foreshadow apart.
    """
    wanted = [(told.memory, how) for how, told in open_foreshadows(state) if how in _WANTED]
    evidence = {memory.id: _evidence(memory.subject, steps, reading) for memory, _ in wanted}
    unproved = {m.id: _words(m) for m, _ in wanted if evidence[m.id] is None}
    chapters = {m.id: _planted_in(m, reading) for m, _ in wanted if m.id in unproved}
    found = _likest(reading, unproved, chapters)
    for memory, how in wanted:
        said = f"{memory.subject} is {_WANTED[how]} and was planted"
        proof = evidence[memory.id]
        if proof is not None:
            place = Place(chapter_id=proof.chapter, start=proof.start, end=proof.end)
            yield Call(place=place, reason=f"{said} here")
        elif memory.id in found:
            reason = f"{said} in this chapter: its passage likest to the foreshadow"
            yield Call(id=found[memory.id], reason=reason)


def _evidence(code: str, steps: Sequence[Memory], reading: Reading) -> Provenance | None:
    """The first words that a step of a foreshadow was taken from, while they still stand."""
    hashes = {chapter.id: chapter.sha256 for chapter in reading.chapters}
    positions = reading.positions
    proofs = [
        source
        for step in steps
        if step.kind is MemoryKind.FORESHADOW and step.subject == code
        for source in step.sources
        if hashes.get(source.chapter) == source.sha256
    ]
    return min(proofs, key=lambda s: (positions[s.chapter], s.start, s.end), default=None)


def _words(memory: Memory) -> str:
    fields = as_typed(memory, ForeshadowFields)
    return f"{fields.title}\n{fields.surface}\n{memory.text}"


def _planted_in(memory: Memory, reading: Reading) -> int | None:
    """Order key of the chapter before that a foreshadow was planted in."""
    planted = as_typed(memory, ForeshadowFields).planted_at
    return next((c.order_key for c in reading.chapters if c.position == planted), None)


def _likest(
    reading: Reading, words: Mapping[str, str], chapters: Mapping[str, int | None]
) -> dict[str, str]:
    """Snippets by what is looked for; several things may be looked for in one chapter."""
    asked = {id: (key, words[id]) for id, key in chapters.items() if key is not None}
    return best_by_words(reading, asked)


def first_mentions(reading: Reading) -> Iterator[Call]:
    """Where each thing that the card names is first mentioned; four reads for all of them."""
    items = reading.request.card.items if reading.request.card else ()
    if not items:
        return
    objects = {e.id: e for e in reading.known if e.kind is FactKind.OBJECT}
    named = known_as(items, reading.matcher, objects)
    for item, places in places_of(reading, named).items():
        for place in places[:1]:
            yield Call(place=place, reason=f"the card names {item!r}, first mentioned here")
