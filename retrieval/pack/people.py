"""The people of a chapter: whom card and query name, and where each was last."""

from collections.abc import Mapping, Sequence

from lorepack.records import ChapterCard, Entity, Passage
from retrieval.pack.naming import named_people
from retrieval.pack.reading import Reading
from retrieval.pack.state import Found, Person


def people_of(reading: Reading) -> list[Person]:
    """People of the card, then those that card and query mention, with where each was last.

    A name that the book has not made known by itself is looked for to the letter.
    """
    named = named_people(reading.request, reading.known)
    last = _last_seen(reading, [e for e in named.values() if e])
    spelled = _spelled(reading, [name for name, entity in named.items() if entity is None])
    return [
        Person(
            name=name,
            entity=entity,
            last=last.get(entity.id) if entity else spelled.get(name),
        )
        for name, entity in named.items()
    ]


def names_of(reading: Reading, people: Sequence[Person]) -> set[str]:
    """Whom and what the next chapter is about, by every name."""
    card = reading.request.card or ChapterCard()
    return {*card.places, *card.items, *(name for person in people for name in person.names)}


def _last_seen(reading: Reading, entities: Sequence[Entity]) -> Mapping[str, Found]:
    """The snippet of each entity's last mention, by entity id."""
    unit, scope = reading.unit, reading.scope
    seen = unit.entities.appearances(scope, [e.id for e in entities], before=reading.before)
    places = {id: appearances[-1] for id, appearances in seen.items()}
    passages = unit.snippets.around(scope, list(places.values()))
    return {
        id: _seen(passage, reading)
        for id, place in places.items()
        for passage in passages
        if passage.chapter_id == place.chapter_id and passage.start <= place.start < passage.end
    }


def _spelled(reading: Reading, names: Sequence[str]) -> Mapping[str, Found]:
    """The snippet that spells each name last, by name."""
    unit, scope, searcher = reading.unit, reading.scope, reading.searcher
    last = {
        name: ids[-1]
        for name in names
        if (ids := searcher.literal(unit, scope, name, reading.before))
    }
    passages = unit.snippets.passages(scope, list(last.values())) if last else []
    found = {passage.id: _seen(passage, reading) for passage in passages}
    return {name: found[id] for name, id in last.items() if id in found}


def _seen(passage: Passage, reading: Reading) -> Found:
    return Found(
        passage=passage,
        position=reading.positions[passage.chapter_id],
        reason="somebody who returns was last seen here",
    )
