"""Where people and things stand in the book just before a chapter.

Two walks of an index for each that is registered, and three reads for all of them together.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from lorepack.ports import Place
from lorepack.records import Entity, Passage, Where
from retrieval.pack.people.spelling import Spelling, terms_of
from retrieval.pack.reading import Reading
from text.aliases import plain
from text.fold import fold

FIRST, LAST = 2, 3
"""Chapters read from the first one, and up to the last one, that names somebody: in these it is
told where somebody acts or speaks."""
RARE = 12
"""Chapters up to which somebody is looked for to the letter besides: who is known by now may have
been read as somebody else in a chapter where nobody knew better."""
_TRIED = 8
"""Chapters at either end whose words are read for a name."""

Places = Mapping[str, Sequence[Place]]
"""Mentions in these chapters, by name, in reading order."""


def places_of(reading: Reading, named: Mapping[str, Entity | None]) -> Places:
    """Where each of some names stands, in the first and the last chapters that have it.

    A registered entity is met under every alias, a name that is not registered to the letter.
    """
    entities = {name: entity for name, entity in named.items() if entity}
    chapters = _mentioned_in(reading, list(entities.values()))
    rare = {name: e for name, e in entities.items() if len(chapters.get(e.id, ())) <= RARE}
    sought = {name: _own_names(name, e, reading.known) for name, e in rare.items()}
    sought |= {name: (name,) for name, entity in named.items() if entity is None}
    spelled = _spelled(reading, sought)
    mentioned = _mentions(reading, {n: chapters.get(e.id, ()) for n, e in entities.items()}, named)
    keys = {chapter.id: chapter.order_key for chapter in reading.chapters}
    return {name: _ends({*mentioned.get(name, ()), *spelled.get(name, ())}, keys) for name in named}


def _mentioned_in(reading: Reading, entities: Sequence[Entity]) -> Mapping[str, Sequence[str]]:
    """Chapters at either end that mention each, one more than `RARE` where there are as many."""
    ids = [entity.id for entity in entities]
    unit, scope, last = reading.unit, reading.scope, RARE + 1 - FIRST
    return unit.entities.mentioned_in(scope, ids, before=reading.before, first=FIRST, last=last)


def _mentions(
    reading: Reading, chapters: Mapping[str, Sequence[str]], named: Mapping[str, Entity | None]
) -> Places:
    """Mentions of registered entities in the chapters worth reading, by name."""
    wanted = sorted({chapter for own in chapters.values() for chapter in worth_reading(own)})
    ids = [entity.id for entity in named.values() if entity]
    read = reading.unit.entities.mentions(reading.scope, wanted, entities=ids) if wanted else {}
    return {
        name: [
            Place(chapter_id=chapter, start=mention.start, end=mention.end)
            for chapter in worth_reading(own)
            for mention in read.get(chapter, ())
            if (entity := named[name]) and mention.entity == entity.id
        ]
        for name, own in chapters.items()
    }


def worth_reading(chapters: Sequence[str]) -> list[str]:
    """The first and the last of some chapters."""
    return [*chapters[:FIRST], *chapters[FIRST:][-LAST:]]


def _ends(places: Iterable[Place], keys: Mapping[str, int]) -> list[Place]:
    """Those of some places that stand in the first or the last chapters, in reading order."""
    known = (place for place in places if place.chapter_id in keys)
    ordered = sorted(known, key=lambda place: (keys[place.chapter_id], place.start))
    kept = set(worth_reading(list(dict.fromkeys(place.chapter_id for place in ordered))))
    return [place for place in ordered if place.chapter_id in kept]


def _own_names(asked: str, entity: Entity, known: Iterable[Entity]) -> tuple[str, ...]:
    """Of an entity's name and the one it is asked for by, those that never mean anybody else."""
    others = {plain(text) for other in known if other.id != entity.id for text in other.spellings}
    return tuple(
        alias.text
        for alias in entity.aliases
        if alias.text in (asked, entity.name)
        and len(alias.text) > 1
        and alias.from_chapter is None
        and alias.to_chapter is None
        and plain(alias.text) not in others
    )


def _spelled(reading: Reading, sought: Mapping[str, Collection[str]]) -> Places:
    """Where spellings stand to the letter, by the name that they are sought for; two reads.

    A longer name that holds one of them, among those known and those sought, is no mention of it.
    """
    texts = sorted({text for own in sought.values() for text in own})
    groups = [terms for text in texts if (terms := terms_of(text))]
    if not groups:
        return {}
    known = (text for entity in reading.known for text in entity.spellings)
    every = {text: plain(text) for text in {*texts, *known}}
    spellings = {text: Spelling.of(text, every) for text in texts if fold(text)}
    unit, scope = reading.unit, reading.scope
    rows = unit.literals.holding_each(scope, groups, where=Where(before=reading.before))
    held = {
        text: [(r.chapter_id, r.id) for r in rows if one.may_stand(r)]
        for text, one in spellings.items()
    }
    tried = {text: _at_the_ends(own) for text, own in held.items()}
    wanted = sorted({id for own in tried.values() for _, id in own})
    passages = {p.id: p for p in unit.snippets.passages(scope, wanted)} if wanted else {}
    found = {text: list(_stand(spellings[text], own, passages)) for text, own in tried.items()}
    return {n: [p for text in own for p in found.get(text, ())] for n, own in sought.items()}


def _at_the_ends(held: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """The pairs of chapter and snippet, out of some in reading order, that are worth a look."""
    chapters = list(dict.fromkeys(chapter for chapter, _ in held))
    kept = {*chapters[:_TRIED], *chapters[-_TRIED:]}
    return [pair for pair in held if pair[0] in kept]


def _stand(
    spelling: Spelling, tried: Sequence[tuple[str, str]], passages: Mapping[str, Passage]
) -> set[Place]:
    """Its places in the first and in the last chapters that have it; what lies between is left."""
    forwards = _until(FIRST, spelling, tried, passages)
    return {*forwards, *_until(LAST, spelling, tried[::-1], passages)}


def _until(
    chapters: int,
    spelling: Spelling,
    tried: Iterable[tuple[str, str]],
    passages: Mapping[str, Passage],
) -> Iterator[Place]:
    """Its places, chapter by chapter, until so many have it."""
    met = set[str]()
    for chapter, id in tried:
        if len(met) == chapters and chapter not in met:
            return
        for place in spelling.places(passages[id]) if id in passages else ():
            met.add(chapter)
            yield place
