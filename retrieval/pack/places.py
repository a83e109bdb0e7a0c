"""Where people stand in the book just before a chapter: a few reads, however many they are."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from lorepack.ports import LiteralRow, Place
from lorepack.records import Entity, Passage, Where
from retrieval.literal import Needle, occurrences, spans
from retrieval.pack.reading import Reading
from text.aliases import plain
from text.fold import fold

FIRST, LAST = 2, 3
"""Chapters read from the first one, and up to the last one, that names somebody: in these it is
told where somebody acts or speaks."""

Places = Mapping[str, Sequence[Place]]
"""Mentions in these chapters, by name or entity id, in reading order."""


def ends(chapters: Sequence[str]) -> list[str]:
    """The first and the last of some chapters that are worth reading."""
    return [*chapters[:FIRST], *chapters[FIRST:][-LAST:]]


def registered_places(reading: Reading, entities: Sequence[Entity]) -> Places:
    """Mentions of registered entities, under whatever alias; two reads."""
    if not entities:
        return {}
    unit, scope, ids = reading.unit, reading.scope, [e.id for e in entities]
    named_in = unit.entities.mentioned_in(scope, ids, before=reading.before)
    wanted = {id: ends(chapters) for id, chapters in named_in.items()}
    chapters = sorted({chapter for own in wanted.values() for chapter in own})
    mentions = unit.entities.mentions(scope, chapters, entities=ids)
    return {
        id: [
            Place(chapter_id=chapter, start=mention.start, end=mention.end)
            for chapter in own
            for mention in mentions.get(chapter, ())
            if mention.entity == id
        ]
        for id, own in wanted.items()
    }


def spelled_places(reading: Reading, names: Sequence[str]) -> Places:
    """Where names that nobody registered stand to the letter; two reads.

    A longer name that holds one of them, among those known and those sought, is no mention of it.
    """
    needles = {name: folded for name in names if (folded := fold(name))}
    if not needles:
        return {}
    unit, scope = reading.unit, reading.scope
    groups = [Needle(folded=folded).terms for folded in needles.values()]
    rows = unit.literals.holding_each(scope, groups, where=Where(before=reading.before))
    spellings = {s for entity in reading.known for s in entity.spellings}
    longer = {name: _longer(name, {*spellings, *needles}) for name in needles}
    wanted = {name: _ends_of(rows, needles[name], longer[name]) for name in needles}
    ids = sorted({row.id for own in wanted.values() for row in own})
    passages = {p.id: p for p in unit.snippets.passages(scope, ids)} if ids else {}
    return {
        name: [
            place
            for row in own
            if row.id in passages
            for place in _places(needles[name], longer[name], passages[row.id])
        ]
        for name, own in wanted.items()
    }


def _longer(name: str, spellings: Iterable[str]) -> list[str]:
    """Folded spellings that hold a name and more."""
    short = plain(name)
    return sorted(fold(s) for s in spellings if len(s) > len(name) and short in plain(s))


def _ends_of(rows: Sequence[LiteralRow], folded: str, longer: Sequence[str]) -> list[LiteralRow]:
    """The rows that hold a name, of the chapters worth reading."""
    held = [row for row in rows if _stands(folded, longer, row)]
    chosen = set(ends(list(dict.fromkeys(row.chapter_id for row in held))))
    return [row for row in held if row.chapter_id in chosen]


def _stands(folded: str, longer: Sequence[str], row: LiteralRow) -> bool:
    found = ((at, at + len(folded)) for at in occurrences(folded, row.folded, own=row.own))
    return any(_free(found, _covered(longer, row.folded)))


def _covered(longer: Sequence[str], folded: str) -> list[tuple[int, int]]:
    return [
        (at, at + len(one)) for one in longer for at in occurrences(one, folded, own=len(folded))
    ]


def _free(
    found: Iterable[tuple[int, int]], covered: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Spans that lie within none of others."""
    for start, end in found:
        if not any(a <= start and end <= b for a, b in covered):
            yield start, end


def _places(folded: str, longer: Sequence[str], passage: Passage) -> list[Place]:
    own = sorted(spans([folded], passage))
    covered = sorted(spans(longer, passage))
    free = _free(own, covered)
    return [Place(chapter_id=passage.chapter_id, start=a, end=b) for a, b in free]
