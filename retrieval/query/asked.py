"""Understanding a query: which of its words must be found to the letter, and where they point."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from lorepack.errors import InvalidInputError
from lorepack.records import Entity, FactKind, Warned, Where
from retrieval.query.chapters import ChapterReference, chapter_references
from retrieval.query.rewriting import light_rewrite
from text.aliases import AliasMatcher
from text.facts import extract
from text.fold import fold
from text.windows import Window, windows

_QUOTED = re.compile(r"“([^”]{2,})”|「([^」]{2,})」|『([^』]{2,})』|\"([^\"]{2,})\"")
_QUOTED_IN_ERROR = 20
"""Characters from the faulty one on."""
_VALUED = {FactKind.NUMBER, FactKind.QUANTITY, FactKind.MONEY, FactKind.PERCENT}
LONGEST_QUESTION = 250
"""Characters above which a query is a dialogue or a passage rather than a question."""
_MOST_WINDOWS = 3
"""Stretches of time that pools of their own are asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A query taken apart."""

    folded: str
    """All of it, folded; empty if it holds nothing but punctuation."""
    searched: str
    """The query without the words that only ask."""
    quotes: tuple[str, ...]
    """Its quoted parts, folded."""
    names: tuple[str, ...]
    """Names of known entities, codes, and numbers without a value in it, folded."""
    values: tuple[str, ...]
    """Normalised values of its numbers."""
    numeric: bool = False
    """Whether it is one number and nothing else."""
    ambiguous: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    """Names of the entities that share a name in it, by that name."""
    references: tuple[ChapterReference, ...] = ()
    """What it says of chapters, not yet looked up in the book."""
    chapters: tuple[int, ...] = ()
    """Order keys of the chapters that it refers to."""
    windows: tuple[Window, ...] = ()
    """Stretches of time that it names."""
    speakers: tuple[str, ...] = ()
    """Folded names of those whose words it asks for."""
    rewritten: str = ""
    """The query as a model put it, if one was asked."""

    @property
    def alike(self) -> str:
        """What is looked for by likeness; to the letter, and nearly so, goes the query itself."""
        return self.rewritten or self.searched

    @property
    def whole(self) -> tuple[str, ...]:
        """What counts as all of it: as it stands, or else without the words that only ask."""
        return tuple(dict.fromkeys(n for n in (self.folded, fold(self.searched)) if n))

    @property
    def needles(self) -> tuple[str, ...]:
        """Everything to be found to the letter, the most telling first, without repeats."""
        return tuple(dict.fromkeys(n for n in (*self.whole, *self.quotes, *self.names) if n))

    @property
    def scopes(self) -> tuple[Where, ...]:
        """Where it points, one range for each way of pointing: none of them is a must."""
        ranges = [Where(since=w.since, until=w.until) for w in self.windows[:_MOST_WINDOWS]]
        if self.chapters:
            ranges.append(Where(chapters=tuple((key, key) for key in self.chapters)))
        if self.speakers:
            ranges.append(Where(speakers=self.speakers))
        return tuple(ranges)


def check_words(words: str) -> None:
    """Refuse what is no text: half of a character that takes two units, as broken input has it.

    Raises:
        InvalidInputError: The words cannot be encoded; the text says where.
    """
    try:
        words.encode()
    except UnicodeEncodeError as error:
        raise InvalidInputError(
            f"{words[error.start : error.start + _QUOTED_IN_ERROR]!r} is no text: character "
            f"{error.start} is half of one; send whole UTF-8"
        ) from error


def quoted(text: str) -> list[str]:
    """The quoted parts of a text, as they stand."""
    return ["".join(groups) for groups in _QUOTED.findall(text)]


def understand(query: str, known: Sequence[Entity], *, asked_at: datetime | None = None) -> Asked:
    """Take a query apart, as far as that needs no look into the book.

    Args:
        query: As it was asked.
        known: Entities that the reader has met.
        asked_at: When it was asked, if that is known: relative dates are counted from there.
    """
    facts = extract(query)
    matcher = AliasMatcher(known)
    mentions, ambiguous = matcher.find(query), matcher.ambiguous(query)
    names = {e.id: e.name for e in known}
    codes = [fact.text for fact in facts if fact.kind is FactKind.CODE]
    # A number that has no value, as a range or a clock time has none, stands for itself.
    codes += [fact.text for fact in facts if fact.kind in _VALUED and fact.value is None]
    folded = fold(query)
    # To be found to the letter, a name need not say whose it is.
    named = [*(query[m.start : m.end] for m in mentions), *ambiguous, *codes]
    valued = [f for f in facts if f.kind in _VALUED and f.value is not None]
    return Asked(
        folded=folded,
        searched=light_rewrite(query, lambda text: _protected(text, matcher)),
        quotes=tuple(fold(quote) for quote in quoted(query)),
        names=tuple(map(fold, named)),
        values=tuple(f.value for f in valued if f.value is not None),
        numeric=len(valued) == 1 and fold(valued[0].text) == folded,
        ambiguous={name: tuple(names[id] for id in ids) for name, ids in ambiguous.items()},
        references=chapter_references(query),
        windows=asked_times(query, asked_at),
    )


def asked_times(query: str, asked_at: datetime | None) -> tuple[Window, ...]:
    """Stretches of time that a question names; a long text tells of times and asks for none."""
    return windows(query, asked_at) if len(query) <= LONGEST_QUESTION else ()


def _protected(text: str, matcher: AliasMatcher) -> list[tuple[int, int]]:
    """Where quotes, names and hard facts stand."""
    kept = [found.span() for found in _QUOTED.finditer(text)]
    kept += [(mention.start, mention.end) for mention in matcher.find(text)]
    for name in matcher.ambiguous(text):
        at = text.find(name)
        kept.append((at, at + len(name)))
    facts = (fact for fact in extract(text) if fact.kind is not FactKind.CONDITION)
    return [*kept, *((fact.start, fact.end) for fact in facts)]


def kept_parts(query: str, known: Sequence[Entity]) -> list[str]:
    """Its quotes, names and hard facts as they stand, in order; none stands within another.

    Args:
        query: As it was asked.
        known: Entities that the reader has met.
    """
    kept: list[tuple[int, int]] = []
    for start, end in sorted(_protected(query, AliasMatcher(known)), key=lambda s: (s[0], -s[1])):
        if (not kept or end > kept[-1][1]) and fold(query[start:end]):
            kept.append((start, end))
    return [query[start:end] for start, end in kept]


def ambiguity_warnings(ambiguous: Mapping[str, Sequence[str]]) -> list[Warned]:
    """What to say of names that several bear: none of them is guessed."""
    return [
        Warned(
            code="ambiguous_name",
            message=f"{name!r} may be {' or '.join(map(repr, bearers))}; say which is meant",
            at=name,
        )
        for name, bearers in ambiguous.items()
    ]
