"""What a pack for a chapter needs of its people, and which sentences would tell it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from benchmarks.novels import NOVELS
from benchmarks.recall.rows import Row, rows
from text.sentences import sentences

KINDS = ("last", "first")


@dataclass(frozen=True, slots=True, kw_only=True)
class Need:
    """Somebody of the chapter, and sentences that name him where he was last, or first."""

    person: str
    names: tuple[str, ...]
    told: Mapping[str, frozenset[str]]
    """By kind: sentences of the gold passages that hold one of his names. Any one is enough; none
    where the passages show him without a name, so that no such sentence meets the need."""
    named: Mapping[str, frozenset[str]]
    """By kind: the same of the first passage, and of the last chapter, that names him at all; by
    the name that is asked for alone, unless all are known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """A reference passage."""

    id: str
    chapter: int
    text: str


@lru_cache(maxsize=2)
def books(language: str) -> dict[str, list[Passage]]:
    """The reference passages of every book in a language, in order."""
    listed = rows(NOVELS / f"documents_{language}.jsonl.gz")
    listed.sort(key=lambda row: (row["book"], row["order"]))
    return {
        book: [Passage(id=r["doc_id"], chapter=r["chapter"], text=r["text"]) for r in own]
        for book, own in groupby(listed, key=lambda row: row["book"])
    }


def needs(row: Row, language: str, *, aliases: bool) -> list[Need]:
    """The needs of a question.

    Args:
        row: The question.
        language: Of its book.
        aliases: Whether whoever answers it knows all names of everybody.
    """
    passages = books(language)[row["book"]]
    earlier = [p for p in passages if p.chapter < row["before_chapter"]]
    return [_need(need, earlier, aliases=aliases) for need in row["needs"]]


def _need(need: Row, earlier: Sequence[Passage], *, aliases: bool) -> Need:
    names = tuple(sorted({need["entity"], *need.get("aliases", ())}))
    gold = {kind: set(need[f"gold_{kind}"]) for kind in KINDS}
    known = names if aliases else (need["entity"],)
    naming = [p for p in earlier if _pattern(known).search(p.text)]
    last = naming[-1].chapter if naming else 0
    own = {"last": [p for p in naming if p.chapter == last], "first": naming[:1]}
    return Need(
        person=need["entity"],
        names=names,
        told={
            kind: frozenset(_naming(names, (p for p in earlier if p.id in gold[kind])))
            for kind in KINDS
        },
        named={kind: frozenset(_naming(known, own[kind])) for kind in KINDS},
    )


def _naming(names: tuple[str, ...], passages: Iterator[Passage] | Sequence[Passage]) -> set[str]:
    """Sentences with one of some names, without their white space."""
    found = _pattern(names).search
    cut = ((p.text, span) for p in passages for span in sentences(p.text))
    said = (text[span.start : span.end] for text, span in cut)
    return {bare(sentence) for sentence in said if found(sentence)}


@lru_cache(maxsize=1_000)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    """One of some names; a Latin one stands as whole words."""
    return re.compile("|".join(_latin(name) if name.isascii() else name for name in names))


def _latin(name: str) -> str:
    words = r"\s+".join(map(re.escape, name.split()))
    return rf"(?<![A-Za-z]){words}(?![A-Za-z])"


def bare(text: str) -> str:
    """A text without its white space, which passages and packs set each in their own way."""
    return "".join(text.split())
