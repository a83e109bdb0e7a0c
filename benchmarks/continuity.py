"""False and missed contradictions in whole novels: `python -m benchmarks.continuity`.

Every chapter of 红楼梦 and 三国演义 is held, as it stands, against the chapters before it: what is
found there counts as false. Then contradictions are planted, one at a time, and looked for: the
dead who act, by deaths that the books tell; the other kinds by a sentence in an earlier chapter or
a
card, and a sentence in the chapter under check that cannot stand beside it. A plant is found by a
finding of its own sort that touches the planted words.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, islice
from random import Random

from benchmarks.contradictions import DEATHS, HELD_OUT, PEOPLE, SEEN
from benchmarks.novels import on_shelf, require, shelf
from benchmarks.templates import Template
from lorepack.records import ChapterCard, Finding, FindingCode
from runtime.library import Library
from story.claims import Names, read_claims
from story.continuity import ChapterClaims, check

BOOKS = ("hlm", "sgyy")
SEED = 11
PLANTS = 200
MOST_FALSE = 1.0
"""Findings a chapter."""
LEAST_FOUND = 0.9
"""Of the plants."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A novel, read."""

    code: str
    texts: Sequence[str]
    names: Names
    claims: Sequence[ChapterClaims]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plant:
    """A contradiction in its place."""

    template: Template
    held_out: bool
    book: Book
    earlier: int
    """Position of the chapter that says the first of it."""
    chapter: int
    """Position of the chapter under check."""
    people: tuple[str, str]

    def filled(self, words: str) -> str:
        """A template's words with people in it."""
        first, second = self.people
        return words.format(a=first, b=second)


def main() -> None:
    """Print what is found in the books as they stand, then the plants; exit 1 beyond a bound."""
    require()
    start = time.process_time()
    with shelf("words", embedder="hashing:64") as library:
        books = [_book(library, code) for code in BOOKS]
    good = [_false(book) for book in books]
    planted = list(_plants(books, Random(SEED)))
    found = [_found(plant) for plant in planted]
    good.append(_report(planted, found))
    print(f"CPU seconds: {time.process_time() - start:.0f}")
    sys.exit(0 if all(good) else 1)


def _book(library: Library, code: str) -> Book:
    scope = on_shelf(library, code, vectors=False)
    texts = [library.text(scope, chapter.id) for chapter in library.chapters(scope)]
    with library.record.reading() as unit:
        names = Names(unit.entities.registry(scope))
    start = time.process_time()
    claims = [
        ChapterClaims(position=position, claims=read_claims(text, names))
        for position, text in enumerate(texts, start=1)
    ]
    count = sum(len(chapter.claims) for chapter in claims)
    print(f"{code}: {count} claims read in {time.process_time() - start:.1f} s of CPU")
    return Book(code=code, texts=texts, names=names, claims=claims)


def _false(book: Book) -> bool:
    """Print what is found in a book as it stands, and whether that is little enough."""
    count = 0
    for position, text in enumerate(book.texts, start=1):
        for finding in check(text, position, book.names, book.claims):
            count += 1
            print(f"  {book.code} {position}: {finding.code}: {finding.message}")
    average = count / len(book.texts)
    print(f"{book.code}: {count} false in {len(book.texts)} chapters, {average:.2f} a chapter")
    return average <= MOST_FALSE


def _plants(books: Sequence[Book], random: Random) -> Iterator[Plant]:
    """The plants, half of them by held-out templates, in the books by turns."""
    seen, unseen = (_by_turns(templates) for templates in (SEEN, HELD_OUT))
    for at in range(PLANTS):
        held_out = at % 2 == 1
        template = next(unseen if held_out else seen)
        yield _plant(template, held_out, books[at // 2 % len(books)], random)


def _by_turns(templates: Sequence[Template]) -> Iterator[Template]:
    """Templates without end, one of the dead for every three others."""
    deadly = cycle(t for t in templates if t.code is FindingCode.DEAD_ACTS)
    others = cycle(t for t in templates if t.code is not FindingCode.DEAD_ACTS)
    while True:
        yield next(deadly)
        yield from islice(others, 3)


def _plant(template: Template, held_out: bool, book: Book, random: Random) -> Plant:
    place = _deadly if template.code is FindingCode.DEAD_ACTS else _other
    return place(template, held_out, book, random)


def _deadly(template: Template, held_out: bool, book: Book, random: Random) -> Plant:
    who, died = random.choice(DEATHS[book.code])
    chapter = random.randint(min(died + 2, len(book.texts)), len(book.texts))
    other = random.choice([name for name in PEOPLE[book.code] if name != who])
    return Plant(
        template=template,
        held_out=held_out,
        book=book,
        earlier=died,
        chapter=chapter,
        people=(who, other),
    )


def _other(template: Template, held_out: bool, book: Book, random: Random) -> Plant:
    chapter = random.randint(3, len(book.texts))
    earlier = random.randint(max(1, chapter - 6), chapter - 1)
    first, second = random.sample(PEOPLE[book.code], 2)
    return Plant(
        template=template,
        held_out=held_out,
        book=book,
        earlier=earlier,
        chapter=chapter,
        people=(first, second),
    )


def _found(plant: Plant) -> bool:
    """Whether the checker finds a plant."""
    book, template = plant.book, plant.template
    draft, start, end = _with(
        book.texts[plant.chapter - 1], plant.filled(template.planted), Random(plant.chapter)
    )
    card = ChapterCard(
        must_happen=tuple(filter(None, [plant.filled(template.must_happen)])),
        must_not=tuple(filter(None, [plant.filled(template.must_not)])),
    )
    findings = check(draft, plant.chapter, book.names, _before(plant), card=card)
    return any(_is_it(finding, template, start, end) for finding in findings)


def _is_it(finding: Finding, template: Template, start: int, end: int) -> bool:
    touches = finding.draft.start < end and start < finding.draft.end
    return finding.code is template.code and (touches or not template.planted)


def _before(plant: Plant) -> list[ChapterClaims]:
    claims = list(plant.book.claims[: plant.chapter - 1])
    if plant.template.said:
        place = plant.earlier - 1
        text, *_ = _with(
            plant.book.texts[place], plant.filled(plant.template.said), Random(plant.chapter)
        )
        claims[place] = replace(claims[place], claims=read_claims(text, plant.book.names))
    return claims


def _with(text: str, words: str, random: Random) -> tuple[str, int, int]:
    """A text with a paragraph more, and where that stands."""
    if not words:
        return text, 0, 0
    breaks = [at for at, character in enumerate(text) if character == "\n"] or [len(text)]
    place = random.choice(breaks)
    paragraph = f"\n　　{words}"
    planted = text[:place] + paragraph + text[place:]
    return planted, place + 1, place + len(paragraph)


def _report(planted: Sequence[Plant], found: Sequence[bool]) -> bool:
    """Print the shares found, what was missed, and whether that is enough."""
    pairs = list(zip(planted, found, strict=True))
    for plant, hit in pairs:
        if not hit:
            said = plant.filled(plant.template.planted or plant.template.must_happen)
            print(f"  missed: {plant.book.code} {plant.chapter}: {plant.template.code}: {said}")
    total, hits = Counter[str](), Counter[str]()
    for plant, hit in pairs:
        total[plant.template.code] += 1
        hits[plant.template.code] += hit
    for code in total:
        print(f"{code:20} {hits[code]:3} of {total[code]:3}")
    for name, some in (("seen", False), ("held-out", True)):
        own = [hit for plant, hit in pairs if plant.held_out is some]
        if own:
            print(f"{name} templates: {sum(own)} of {len(own)}, {sum(own) / len(own):.1%}")
    share = sum(found) / len(found)
    print(f"all: {sum(found)} of {len(found)}, {share:.1%} (at least {LEAST_FOUND:.0%})")
    return share >= LEAST_FOUND


if __name__ == "__main__":
    main()
