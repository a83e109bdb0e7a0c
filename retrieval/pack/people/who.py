"""The people of a chapter: whom card and query name, where each came in and where each was last.

However many they are, one read brings the texts of these chapters and two the passages chosen;
what their places take, see `retrieval.pack.people.places`.
"""

from collections.abc import Mapping, Sequence

from lorepack.ports import Place
from lorepack.records import ChapterCard, Entity, Passage
from retrieval.pack.people.naming import named_people
from retrieval.pack.people.places import places_of
from retrieval.pack.people.presence import Ends, ends_of
from retrieval.pack.reading import Reading
from retrieval.pack.state import Person, Seen


def people_of(reading: Reading) -> list[Person]:
    """People of the card, then those that card and query mention, with their appearances."""
    named = named_people(reading.request, reading.known, reading.matcher)
    places = places_of(reading, named)
    ends = _ends(reading, {name: own for name, own in places.items() if own})
    passages = _around(reading, list(ends.values()))
    return [
        _person(name, entity, ends.get(name), passages, reading.positions)
        for name, entity in named.items()
    ]


def names_of(reading: Reading, people: Sequence[Person]) -> set[str]:
    """Whom and what the next chapter is about, by every name."""
    card = reading.request.card or ChapterCard()
    return {*card.places, *card.items, *(name for person in people for name in person.names)}


def _ends(reading: Reading, places: Mapping[str, Sequence[Place]]) -> dict[str, Ends]:
    chapters = sorted({place.chapter_id for own in places.values() for place in own})
    texts = reading.unit.chapters.texts(reading.scope, chapters) if chapters else {}
    return {name: ends_of(own, texts) for name, own in places.items()}


def _around(reading: Reading, ends: Sequence[Ends]) -> list[Passage]:
    places = [p for one in ends for p in (one.first, one.entered, one.acted, one.last) if p]
    return reading.unit.snippets.around(reading.scope, places) if places else []


def _person(
    name: str,
    entity: Entity | None,
    ends: Ends | None,
    passages: Sequence[Passage],
    positions: Mapping[str, int],
) -> Person:
    if ends is None:
        return Person(name=name, entity=entity)
    return Person(
        name=name,
        entity=entity,
        first=_seen(ends.first, passages, positions),
        entered=_seen(ends.entered, passages, positions),
        acted=_seen(ends.acted, passages, positions),
        last=_seen(ends.last, passages, positions),
    )


def _seen(
    place: Place | None, passages: Sequence[Passage], positions: Mapping[str, int]
) -> Seen | None:
    """A place with the passage that it stands in; None where no snippet has been cut there."""
    if place is None:
        return None
    for passage in passages:
        if passage.chapter_id == place.chapter_id and passage.start <= place.start < passage.end:
            position = positions[passage.chapter_id]
            return Seen(passage=passage, position=position, start=place.start, end=place.end)
    return None
