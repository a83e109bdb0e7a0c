"""A spoiler scan: what in a pack is told by the book only at its chapter or later. All pure.

It knows nothing of how the pack was made: it compares what the pack says with what the book says
before the chapter, with what was asked, and with what the author planned. Words that stand on
both sides are no leak.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import cast

from lorepack.records import ContextPack, Item, Leak, LeakKind, PackFormat
from retrieval.pack.cards import words as card
from retrieval.pack.memories import details
from retrieval.pack.plan import PLANS
from retrieval.pack.rendering.escaping import unescape
from text.facts import extract
from text.fold import fold
from text.scripts import is_han
from text.sentences import sentences

HAN_STRETCH, LATIN_STRETCH = 12, 32
"""Folded characters of a later text that are looked for as they stand: the fewer where Chinese ones
prevail among them."""
_PREVAILING = 8
"""Chinese characters among the first twelve."""
STRIDE = 4
"""How far apart they begin: what is STRIDE - 1 longer is found for certain."""
SHORTEST = 2
"""Folded characters of a word that means something by itself."""

_OUTSIDE = ""
"""The section of what stands in no item."""
_SAID = frozenset({"chapter_card", "query"})
"""Kinds of the items that repeat what was asked."""
_OWN = [
    *(words for plan in PLANS for words in (plan.name, plan.zh, plan.en)),
    *(words for both in (*details.LABELS.values(), *card.LABELS.values()) for words in both),
]
"""Words that packs add to what is stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Revealed:
    """Words, and the chapter that tells them."""

    kind: LeakKind
    words: str
    """Folded."""
    chapter: int
    """Its position; 0 for what an author says of the whole story."""


def leaks(pack: ContextPack, revealed: Sequence[Revealed]) -> list[Leak]:
    """What the pack says and nothing before its chapter does, each once, in the order of chapters.

    Args:
        pack: Any pack of the book, in any format.
        revealed: Everything that the book tells: texts, titles, names, memories.
    """
    told = _told(pack)
    before = _before(pack, revealed)
    later = sorted((r for r in revealed if r.chapter >= pack.chapter), key=lambda r: r.chapter)
    found = [*_sources(pack), *_stretches(told, before, later), *_words(told, before, later)]
    found += _facts(pack, before, [r for r in later if r.kind is LeakKind.TEXT])
    inside = {(leak.kind, leak.words) for leak in found if leak.section}
    kept = [leak for leak in found if leak.section or (leak.kind, leak.words) not in inside]
    return sorted(dict.fromkeys(kept), key=lambda leak: leak.chapter)


def _told(pack: ContextPack) -> list[tuple[str, str]]:
    """What is said in each section, folded item by item; last, the whole of what is handed out."""
    inside = [(s.name, "\n".join(map(_folded, s.items))) for s in pack.sections]
    parts = [pack.rendered, *(message.content for message in pack.messages)]
    if pack.format is PackFormat.JSON:
        parts = list(_strings(json.loads(pack.rendered)))
    whole = "\n".join(_by_sentence(unescape(part)) for part in parts)
    return [*inside, (_OUTSIDE, whole)]


def _folded(item: Item) -> str:
    """What is one stretch of a chapter as a whole; of what was put together, each sentence.

    Two sentences that stand in a summary side by side may do so by chance in a later chapter.
    """
    return _by_sentence(item.text) if item.source.start is None else fold(item.text)


def _by_sentence(text: str) -> str:
    return "\n".join(fold(text[span.start : span.end]) for span in sentences(text))


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for part in cast(list[object], value):
            yield from _strings(part)
    elif isinstance(value, dict):
        for part in cast(dict[str, object], value).values():
            yield from _strings(part)


def _before(pack: ContextPack, revealed: Sequence[Revealed]) -> str:
    """All that may be said: what is known by then, what was asked, and the frame's own words."""
    asked = [i.text for s in pack.sections for i in s.items if i.kind in _SAID]
    chapters = [f"第{n}章 chapter {n}" for n in range(1, pack.chapter + 1)]
    known = (r.words for r in revealed if r.chapter < pack.chapter)
    return "\n".join([*known, *map(fold, [*asked, *chapters, *_OWN])])


def _sources(pack: ContextPack) -> Iterator[Leak]:
    """Items that say themselves that they stand there."""
    places = [(s.name, i.id, i.source.chapter or 0) for s in pack.sections for i in s.items]
    places += [("story_so_far", entry.id, entry.last) for entry in pack.coverage]
    for section, id, chapter in places:
        if chapter >= pack.chapter:
            yield Leak(kind=LeakKind.SOURCE, words=id, chapter=chapter, section=section)


def _words(
    told: Sequence[tuple[str, str]], before: str, later: Sequence[Revealed]
) -> Iterator[Leak]:
    """Titles, names and short memories that are said whole."""
    for one in later:
        if one.kind is LeakKind.TEXT or not (_is_short(one.words) and len(one.words) >= SHORTEST):
            continue
        for section, text in told:
            if _says(text, one.words) and not _says(before, one.words):
                yield Leak(kind=one.kind, words=one.words, chapter=one.chapter, section=section)


def _says(text: str, words: str) -> bool:
    """Whether words stand in a folded text, a Latin one not as a part of a longer one."""
    at = text.find(words)
    while at >= 0:
        end = at + len(words)
        if not (_runs_on(text[at - 1 : at], words[0]) or _runs_on(words[-1], text[end : end + 1])):
            return True
        at = text.find(words, at + 1)
    return False


def _runs_on(one: str, other: str) -> bool:
    return all(c.isalnum() and not is_han(c) for c in (one, other) if c) and bool(one and other)


def _stretches(
    told: Sequence[tuple[str, str]], before: str, later: Sequence[Revealed]
) -> Iterator[Leak]:
    """Stretches of later texts and memories, however they are set into other words."""
    shingles = {size: _shingles(told, size) for size in (HAN_STRETCH, LATIN_STRETCH)}
    for one in later:
        if one.kind is not LeakKind.TEXT and _is_short(one.words):
            continue
        for start, end, section in _runs(one.words, shingles, before):
            words = one.words[start:end]
            yield Leak(kind=one.kind, words=words, chapter=one.chapter, section=section)


def _is_short(words: str) -> bool:
    """Whether words are too few for a stretch to be found in them for certain."""
    return len(words) < _stretch(words) + STRIDE - 1


def _stretch(words: str) -> int:
    prevails = sum(map(is_han, words[:HAN_STRETCH])) >= min(_PREVAILING, len(words))
    return HAN_STRETCH if prevails else LATIN_STRETCH


def _shingles(told: Sequence[tuple[str, str]], size: int) -> dict[str, str]:
    """Every stretch that is said, with the first section that says it."""
    found: dict[str, str] = {}
    for section, text in told:
        for at in range(len(text) - size + 1):
            found.setdefault(text[at : at + size], section)
    return found


def _runs(
    text: str, shingles: dict[int, dict[str, str]], before: str
) -> Iterator[tuple[int, int, str]]:
    """Start, end and section of each run of stretches that are said and not known."""
    run: tuple[int, int, str] | None = None
    for at in range(0, len(text) - HAN_STRETCH + 1, STRIDE):
        if text[at : at + HAN_STRETCH] not in shingles[HAN_STRETCH]:
            continue
        size = _stretch(text[at : at + HAN_STRETCH])
        section = shingles[size].get(text[at : at + size])
        if section is None or text[at : at + size] in before:
            continue
        if run and at <= run[1]:
            run = (run[0], at + size, run[2])
            continue
        if run:
            yield run
        run = (at, at + size, section)
    if run:
        yield run


def _facts(pack: ContextPack, before: str, later: Sequence[Revealed]) -> Iterator[Leak]:
    """Figures, dates, codes and conditions that only later texts hold."""
    for section in pack.sections:
        texts = {item.text for item in section.items if item.kind not in _SAID}
        facts = {fold(fact.text) for text in texts for fact in extract(text)}
        for words in sorted(facts):
            if len(words) < SHORTEST or _says(before, words):
                continue
            first = next((r for r in later if _says(r.words, words)), None)
            if first:
                yield Leak(
                    kind=LeakKind.FACT, words=words, chapter=first.chapter, section=section.name
                )
