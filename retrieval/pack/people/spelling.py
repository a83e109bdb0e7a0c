"""One spelling of a name and where it stands to the letter, as a name and not as mere letters."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from lorepack.ports import LiteralRow, Place
from lorepack.records import Passage
from retrieval.literal import Needle, occurrences, spans
from text.aliases import plain
from text.fold import fold

_OWNS = ("'s", "’s")
"""What makes a Latin name somebody's; folding joins it to the name."""


def terms_of(text: str) -> list[str]:
    """Terms that every snippet with a spelling holds; none for what has no letter."""
    return Needle(folded=fold(text)).terms


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """A spelling to be found."""

    folded: str
    marks: frozenset[str]
    """The punctuation in it: no other may stand within a mention."""
    longer: tuple[str, ...]
    """Folded names that hold it and more: within these it is somebody else's."""

    @classmethod
    def of(cls, text: str, names: Mapping[str, str]) -> Self:
        """Make one.

        Args:
            text: As it is written.
            names: Every name that may stand around it, with its plain form.
        """
        short = plain(text)
        holding = (n for n, form in names.items() if len(n) > len(text) and short in form)
        return cls(
            folded=fold(text), marks=_marks(text), longer=tuple(sorted(set(map(fold, holding))))
        )

    @property
    def _forms(self) -> tuple[str, ...]:
        return (self.folded, f"{self.folded}s") if self.folded[-1:].isascii() else (self.folded,)

    def may_stand(self, row: LiteralRow) -> bool:
        """Whether a row may hold it, for all that its folded words tell."""
        found = [
            (at, at + len(form))
            for form in self._forms
            for at in occurrences(form, row.folded, own=row.own)
        ]
        covered = [
            (at, at + len(name))
            for name in (self.longer if found else ())
            for at in occurrences(name, row.folded, own=len(row.folded))
        ]
        return any(_free(found, covered))

    def places(self, passage: Passage) -> Iterator[Place]:
        """Where it begins in a passage."""
        words = passage.text + passage.following
        covered = spans(self.longer, passage)
        for start, end in _free(spans(self._forms, passage), covered):
            said = words[start - passage.start : end - passage.start]
            owned = fold(said) != self.folded
            if (not owned or said.casefold().endswith(_OWNS)) and _marks(said) - {
                *"'’"
            } <= self.marks:
                yield Place(
                    chapter_id=passage.chapter_id, start=start, end=end - 2 if owned else end
                )


def _free(
    found: Iterable[tuple[int, int]], covered: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Spans that lie within none of others."""
    others = list(covered)
    for start, end in sorted(found):
        if not any(a <= start and end <= b for a, b in others):
            yield start, end


def _marks(text: str) -> frozenset[str]:
    return frozenset(c for c in plain(text) if not c.isalnum() and not c.isspace())
