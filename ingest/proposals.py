"""Guesses about the registry that wait for its author: nothing is made from them until then."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from ingest.names import entity_id
from lorepack.ports import Progress
from lorepack.records import (
    Alias,
    AliasKind,
    Entity,
    EntityOrigin,
    FactKind,
    Mention,
    Proposal,
    Scope,
)
from text.aliases import SILENT, AliasMatcher, plain
from text.names import chinese
from text.names.chinese_words import TITLES
from text.names.generic import is_generic_title, is_pronoun
from text.names.things import things

_ENOUGH = 3
"""Times that the text must have a name for it to be proposed."""
_ENOUGH_OF_A_THING = 5
"""Times that it must have the name of a thing, beside those in which it is used as one."""
_TOGETHER = 0.8
"""Share of the chapters with another name of somebody in which the person is met as well."""
_CHANCE = 20
"""Times that a name is more frequent than what only begins or ends with it by chance."""
_QUOTE = 20
"""Characters shown before and behind a name."""

Tagger = Callable[[str], Iterable[tuple[str, FactKind]]]
"""Every name that a model sees in a text, and what it takes it for."""


def propose(
    scope: Scope,
    registry: Sequence[Entity],
    texts: Mapping[str, str],
    tagger: Tagger | None,
    progress: Progress,
) -> list[Entity]:
    """Guess at names that nobody speaks for yet.

    Args:
        scope: Project they belong to.
        registry: All there is; what was proposed before gives way.
        texts: The chapters of the book.
        tagger: A model; None to go by patterns alone.
        progress: Hears of each chapter read.
    """
    settled = [e for e in registry if e.origin is not EntityOrigin.PROPOSED]
    spoken = {plain(text) for e in settled for text in (e.name, *e.spellings)}
    taken = {e.id for e in settled}
    aliases = [_proposed(scope, *guess, taken) for guess in _aliases(settled, spoken, texts)]
    spoken |= {plain(e.name) for e in aliases}
    seen = _seen(texts, tagger, progress)
    fresh = {name: kind for name, kind in _named(seen, spoken) if not _is_owned(name, spoken)}
    counts = _chapters([*fresh, *spoken], texts)
    new = [
        _proposed(scope, name, kind, None, taken)
        for name, kind in fresh.items()
        if counts[name].total() >= _ENOUGH and not _is_extended(name, counts)
    ]
    return [*aliases, *new]


def _proposed(
    scope: Scope, name: str, kind: FactKind | AliasKind, of: Entity | None, taken: set[str]
) -> Entity:
    id = entity_id(scope, name, taken)
    taken.add(id)
    return Entity(
        id=id,
        kind=of.kind if of else FactKind(kind),
        name=name,
        origin=EntityOrigin.PROPOSED,
        aliases=(Alias(text=name, kind=AliasKind(kind) if of else AliasKind.NAME),),
        merged_into=of.id if of else None,
    )


def _aliases(
    registry: Sequence[Entity], spoken: set[str], texts: Mapping[str, str]
) -> Iterator[tuple[str, AliasKind, Entity]]:
    """Other names of people, where the text has them and nobody else could be meant."""
    people = [e for e in registry if e.kind is FactKind.PERSON and e.origin not in SILENT]
    guesses: dict[str, list[tuple[AliasKind, Entity]]] = {}
    for person in people:
        for text, kind in _other_names(person.name):
            guesses.setdefault(text, []).append((kind, person))
    single = {text: held[0] for text, held in guesses.items() if len({e.id for _, e in held}) == 1}
    wanted = [text for text in single if plain(text) not in spoken]
    chapters = _chapters([*wanted, *spoken], texts)
    for text in wanted:
        kind, person = single[text]
        about = set[str]().union(*(chapters[plain(spelling)] for spelling in person.spellings))
        if chapters[text].total() >= _ENOUGH and _go_together(set(chapters[text]), about):
            yield text, kind, person


def _go_together(chapters: set[str], about: set[str]) -> bool:
    """Whether a name is met where somebody is spoken of, and hardly anywhere else."""
    return len(chapters & about) >= _TOGETHER * len(chapters)


def _other_names(name: str) -> Iterator[tuple[str, AliasKind]]:
    """Names of somebody called so: 林先生 and 墨言 for 林墨言, Crane for Ada Crane."""
    words = name.split()
    if len(words) > 1 and not is_generic_title(words[0]):
        yield from ((words[at], AliasKind.SHORT) for at in (0, -1) if words[at].isalpha())
    surname = chinese.surname(name)
    if not surname or len(name) == len(surname) or name.endswith(TITLES):
        return
    given = chinese.given_name(name)
    if given and not (chinese.is_ordinary(given) or is_generic_title(given)):
        yield given, AliasKind.SHORT
    yield from ((surname + title, AliasKind.TITLE) for title in TITLES)


def _chapters(names: Iterable[str], texts: Mapping[str, str]) -> dict[str, Counter[str]]:
    """How often each name stands in each chapter, inside no longer one of them."""
    matcher = AliasMatcher([_alone(name) for name in dict.fromkeys(names)])
    found: dict[str, Counter[str]] = defaultdict(Counter)
    for chapter, text in texts.items():
        for mention in matcher.find(text):
            found[mention.entity][chapter] += 1
    return found


def _alone(name: str) -> Entity:
    return Entity(id=name, kind=FactKind.PERSON, name=name, aliases=(Alias(text=name),))


def _seen(
    texts: Mapping[str, str], tagger: Tagger | None, progress: Progress
) -> dict[str, tuple[FactKind, int]]:
    """Names that patterns and the model see, with what they mostly are and how often."""
    patterned: Counter[tuple[FactKind, str]] = Counter()
    tagged: Counter[tuple[FactKind, str]] = Counter()
    for done, text in enumerate(texts.values()):
        progress("names", done, len(texts))
        patterned.update(things(text))
        if tagger is not None:
            tagged.update((kind, name) for name, kind in tagger(text))
    progress("names", len(texts), len(texts))
    chapters = _chapters((name for _, name in patterned), texts)
    certain = Counter(
        {
            (kind, name): n
            for (kind, name), n in patterned.items()
            if n >= _ENOUGH and chapters[name].total() >= _ENOUGH_OF_A_THING
        }
    )
    found: dict[str, tuple[FactKind, int]] = {}
    for (kind, name), n in chain(certain.most_common(), _clean(tagged).most_common()):
        found.setdefault(name, (kind, n))
    return found


def _clean(tagged: Counter[tuple[FactKind, str]]) -> Counter[tuple[FactKind, str]]:
    """What a model tags, without the verbs that it takes along and without what names nobody."""
    cleaned: Counter[tuple[FactKind, str]] = Counter()
    for (kind, name), n in tagged.items():
        person = kind is FactKind.PERSON
        bare = chinese.without_loose_end(name) if person else name
        if len(bare) > 1 and not (person and not chinese.plausible(bare)):
            cleaned[kind, bare] += n
    return cleaned


def _named(
    seen: Mapping[str, tuple[FactKind, int]], spoken: set[str]
) -> Iterator[tuple[str, FactKind]]:
    for name, (kind, n) in seen.items():
        generic = is_pronoun(name) or is_generic_title(name)
        if n >= _ENOUGH and plain(name) not in spoken and not generic:
            yield name, kind


def _is_owned(name: str, spoken: set[str]) -> bool:
    """Whether it is only somebody's house or camp: 宋江寨."""
    return plain(name[:-1]) in spoken or plain(name[:-2]) in spoken


def _is_extended(name: str, counts: Mapping[str, Counter[str]]) -> bool:
    """Whether it is a far more frequent name with a character stuck to it: 祥子刚."""
    nearly = (name[:-1], *([] if chinese.surname(name) else [name[1:]]))
    return any(
        part in counts and counts[part].total() > _CHANCE * counts[name].total() for part in nearly
    )


def with_evidence(
    registry: Sequence[Entity], texts: Mapping[str, str], positions: Mapping[str, int]
) -> list[Proposal]:
    """What is proposed, with what speaks for it, the most frequent first.

    Args:
        registry: All there is.
        texts: The chapters of the book in reading order, by id.
        positions: Positions of the chapters, by id.
    """
    proposed = [e for e in registry if e.origin is EntityOrigin.PROPOSED]
    matcher = AliasMatcher([replace(e, origin=EntityOrigin.FOUND) for e in proposed])
    counts: Counter[str] = Counter()
    first: dict[str, tuple[str, Mention]] = {}
    for chapter, text in texts.items():
        for mention in matcher.find(text):
            counts[mention.entity] += 1
            first.setdefault(mention.entity, (chapter, mention))
    names = {e.id: e.name for e in registry}
    proposals = [
        Proposal(
            id=entity.id,
            kind=entity.kind,
            name=entity.name,
            alias_of=names.get(entity.merged_into or ""),
            count=counts[entity.id],
            chapter=positions[first[entity.id][0]] if entity.id in first else None,
            quote=_quote(texts, *first[entity.id]) if entity.id in first else "",
        )
        for entity in proposed
    ]
    return sorted(proposals, key=lambda p: (-p.count, p.name))


def _quote(texts: Mapping[str, str], chapter: str, mention: Mention) -> str:
    text = texts[chapter]
    around = text[max(0, mention.start - _QUOTE) : mention.end + _QUOTE]
    return " ".join(around.split())
