"""The guard against planted lies, summaries against chapters: `python -m benchmarks.guard`.

First, every chapter of 三国演义 is summarised, and a checker made of plain patterns and a list of
names looks for numbers, dates and names that the chapter does not hold. Then a thousand lies are
planted into faithful outputs over 三国演义 and War and Peace, and the guard has to catch them and
to keep the faithful ones as they are. `--show` prints what it missed and what it stopped; a number
is another seed than the usual one.
"""

import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from statistics import median
from typing import NamedTuple

from benchmarks import casts, planting
from benchmarks.novels import novel, require
from ingest.chapters import split
from ingest.reading import decode
from lorepack.records import Alias, Entity, EntityOrigin, FactKind
from story.guard import Guarded, Verdict, guard
from story.summaries import summarise
from text.aliases import AliasMatcher
from text.names import discover, observe

SEED = 19
LIES = 1_000
CHINESE_LIES = 0.6
LEAST_CAUGHT = 0.99
MOST_ALARMS = 0.01
ENGLISH_STEP = 5  # every so many chapters of the English novel
TRIES = 12  # chapters that are looked through for a lie of a rare kind
CUTS = 3  # outputs of whole sentences to a chapter, and as many reworded ones
_CHINESE_SENTENCE = re.compile("(?<=[。！？])(?![”’」』])|(?<=[。！？][”’」』])")
_ENGLISH_SENTENCE = re.compile("(?:(?<=[a-z][.!?])|(?<=[.!?]”)) (?=[A-Z“])(?<!Mr. )(?<!St. )")
_NUMERALS = re.compile(r"\d+(?:[.,]\d+)*|[〇零一二三四五六七八九十百千万两]+")


class Chapter(NamedTuple):
    """A chapter, its sentences, and the listed names that it has."""

    text: str
    sentences: list[str]
    names: list[str]


class Book(NamedTuple):
    """A novel's chapters with what finds its registered names."""

    code: str
    chapters: list[Chapter]
    names: AliasMatcher
    listed: Sequence[str]
    """Who and what an author would register, by hand."""


class Lie(NamedTuple):
    """An output with one lie in it."""

    kind: str
    book: Book
    chapter: Chapter
    output: str
    truth: str
    sentence: str


def main() -> None:
    """Print the shares; exit 1 if a bound is broken."""
    require()
    random = Random(next((int(word) for word in sys.argv[1:] if word.isdigit()), SEED))
    chinese = _book("sgyy", (*casts.PEOPLE, *casts.PLACES), 1)
    english = _book("wap", casts.RUSSIANS, ENGLISH_STEP)
    good = [_summaries(chinese)]
    good.append(_alarms([chinese, english], random))
    good.append(_lies([chinese, english], random))
    sys.exit(0 if all(good) else 1)


def _book(code: str, listed: Sequence[str], step: int) -> Book:
    bodies = [chapter.body for chapter in split(decode(novel(code)).text).chapters]
    pattern = _CHINESE_SENTENCE if code == "sgyy" else _ENGLISH_SENTENCE
    chapters = [_chapter(body, pattern, listed) for body in bodies[::step] if len(body) > 1_500]
    found = [(name.name, name.aliases) for name in discover([observe(body) for body in bodies])]
    aliases = list(casts.ALIASES.items()) if code == "sgyy" else []
    cast = [(name, ()) for name in listed]
    return Book(code, chapters, AliasMatcher(_registry(aliases, cast, found)), listed)


def _chapter(body: str, pattern: re.Pattern[str], listed: Sequence[str]) -> Chapter:
    told = [part.strip() for part in pattern.split(" ".join(body.split()))]
    whole = [s for s in told if 12 <= len(s) <= 400 and s.count("“") == s.count("”")]
    flat = " ".join(body.split())
    return Chapter(body, whole, [name for name in listed if name in flat])


def _registry(*lists: Sequence[tuple[str, tuple[str, ...]]]) -> Iterator[Entity]:
    """Entities with their aliases; what an earlier list has is not registered again."""
    taken: set[str] = set()
    for name, aliases in (entry for names in lists for entry in names):
        spellings = [text for text in (name, *aliases) if text not in taken]
        taken.update(spellings)
        if spellings:
            yield Entity(
                id=name,
                kind=FactKind.PERSON,
                name=name,
                origin=EntityOrigin.AUTHOR,
                aliases=tuple(Alias(text=text) for text in spellings),
            )


def _summaries(book: Book) -> bool:
    """Summarise every chapter; count what the checker cannot find in it."""
    checked, wrong = 0, list[str]()
    for chapter in book.chapters:
        summary = summarise(chapter.text)
        tokens, ground = _stated(summary), set(_stated(chapter.text))
        checked += len(tokens)
        wrong += [token for token in tokens if token not in ground]
    print(
        f"{len(book.chapters)} extractive summaries: {checked} numbers and names, {len(wrong)} "
        f"that the chapter does not hold (0) {'ok' if not wrong else 'BROKEN'}",
        *wrong[:10],
    )
    return not wrong


def _stated(text: str) -> list[str]:
    """Whole numerals, as they are spelled, and the listed names of a text."""
    flat = "".join(text.split())
    names = [name for name in (*casts.PEOPLE, *casts.PLACES) if name in flat]
    return [*_NUMERALS.findall(flat), *names]


def _alarms(books: Sequence[Book], random: Random) -> bool:
    """Put faithful outputs before the guard; count those that it does not keep."""
    alarms, total, times = Counter[str](), Counter[str](), list[float]()
    for book in books:
        for chapter in book.chapters:
            for kind, output in _faithful(chapter, random):
                started = time.process_time()
                guarded = guard(output, chapter.text, book.names)
                times.append(time.process_time() - started)
                total[f"{book.code} {kind}"] += 1
                if guarded.verdict is not Verdict.KEPT:
                    alarms[f"{book.code} {kind}"] += 1
                    _show(f"ALARM {book.code} {kind}", output, guarded)
    for kind in total:
        print(f"  faithful {kind:16} {total[kind]:5} outputs {alarms[kind]:4} stopped")
    share = alarms.total() / total.total()
    print(
        f"processor time of a call: median {median(times) * 1000:.0f} ms, "
        f"worst {max(times) * 1000:.0f} ms"
    )
    return _bound("false alarms", share, share < MOST_ALARMS, f"under {MOST_ALARMS:.0%}")


def _faithful(chapter: Chapter, random: Random) -> Iterator[tuple[str, str]]:
    yield "summary", summarise(chapter.text)
    for _ in range(CUTS):
        cut = _cut(chapter, random)
        yield "cut", _joined(cut)
        yield "reworded", _joined(_reworded(cut, chapter, random))


def _cut(chapter: Chapter, random: Random) -> list[str]:
    places = random.sample(range(len(chapter.sentences)), min(5, len(chapter.sentences)))
    return [chapter.sentences[place] for place in sorted(places)]


def _joined(sentences: Sequence[str]) -> str:
    return ("" if sentences[0][-1] > "\u2e80" or sentences[0][0] > "\u2e80" else " ").join(
        sentences
    )


def _reworded(sentences: Sequence[str], chapter: Chapter, random: Random) -> list[str]:
    told = [_faithfully(sentence, chapter, random) for sentence in sentences]
    if len(told) > 2 and not re.search("[“”:：]", told[0] + told[1]):
        told[:2] = [planting.merged(told[0], told[1])]
    return told


def _faithfully(sentence: str, chapter: Chapter, random: Random) -> str:
    rules = (planting.turned, planting.respelled, planting.renamed, planting.shortened)
    for rule in random.sample(rules, len(rules)):
        sentence = rule(sentence, random, chapter.names) or sentence
    return sentence


_RULES: dict[str, tuple[planting.Rule, ...]] = {
    "changed value": (planting.changed_value, planting.changed_number),
    "swapped roles": (planting.swapped_roles,),
    "dropped negation": (planting.dropped_negation,),
    "added negation": (planting.added_negation,),
    "death turned": (planting.death_turned,),
}


def _lies(books: Sequence[Book], random: Random) -> bool:
    """Put lying outputs before the guard; count those whose lie it leaves standing."""
    caught, total = Counter[str](), Counter[str]()
    shares = (round(LIES * CHINESE_LIES), LIES - round(LIES * CHINESE_LIES))
    for book, count in zip(books, shares, strict=True):
        for lie in _planted(book, count, random):
            guarded = guard(lie.output, lie.chapter.text, lie.book.names)
            kind = f"{book.code} {lie.kind}"
            total[kind] += 1
            if _is_caught(lie, guarded):
                caught[kind] += 1
            else:
                _show(f"MISSED {kind}: {lie.truth} ->", lie.sentence, guarded)
    for kind in sorted(total):
        print(f"  {kind:24} {total[kind]:5} planted {caught[kind] / total[kind]:7.1%} caught")
    share = caught.total() / total.total()
    return _bound(f"{total.total()} lies caught", share, share >= LEAST_CAUGHT, "at least 99%")


def _is_caught(lie: Lie, guarded: Guarded) -> bool:
    """Whether a fault is found in the lying sentence, and the sentence does not stand any more."""
    start = lie.output.index(lie.sentence)
    end = start + len(lie.sentence)
    found = any(start <= finding.span.start <= end for finding in guarded.findings)
    return found and lie.sentence not in guarded.text.replace(lie.truth, "")


def _planted(book: Book, count: int, random: Random) -> Iterator[Lie]:
    """Lies of every kind in turn, over chapters in turn."""
    kinds = [*_RULES, "changed name", "invented name"]
    made = 0
    seen = set[str]()
    for turn in range(count * 20):
        if made == count:
            return
        tried = (
            _lie(kinds[turn % len(kinds)], book, chapter, random)
            for chapter in random.sample(book.chapters, TRIES)
        )
        lie = next((lie for lie in tried if lie and lie.sentence not in seen), None)
        if lie is not None:
            seen.add(lie.sentence)
            made += 1
            yield lie


def _lie(kind: str, book: Book, chapter: Chapter, random: Random) -> Lie | None:
    for place in random.sample(range(len(chapter.sentences)), len(chapter.sentences)):
        truth = chapter.sentences[place]
        if random.random() < 0.5:
            truth = _faithfully(truth, chapter, random)
        changed = _changed(kind, truth, book, chapter, random)
        if (
            changed is not None
            and changed != truth
            and changed not in " ".join(chapter.text.split())
        ):
            beside = _cut(chapter, random)[:3]
            at = random.randint(0, len(beside))
            output = _joined([*beside[:at], changed, *beside[at:]])
            return Lie(kind, book, chapter, output, truth, changed)
    return None


def _changed(kind: str, truth: str, book: Book, chapter: Chapter, random: Random) -> str | None:
    if kind in _RULES:
        return next(filter(None, (r(truth, random, chapter.names) for r in _RULES[kind])), None)
    absent = [name for name in book.listed if name not in chapter.text]
    others = chapter.names if kind == "changed name" else absent
    return planting.changed_name(truth, random, chapter.names, others)


def _show(what: str, told: str, guarded: Guarded) -> None:
    if "--show" in sys.argv:
        found = [(f.kind.value, f.text, f.expected) for f in guarded.findings]
        print(what, told, found, sep="\n    ")


def _bound(name: str, share: float, good: bool, bound: str) -> bool:
    print(f"{name}: {share:.2%} ({bound}) {'ok' if good else 'BROKEN'}")
    return good


if __name__ == "__main__":
    main()
