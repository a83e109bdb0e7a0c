"""Reading an English book chapter by chapter, until names of persons are certain."""

from collections import Counter
from collections.abc import Iterator

from text.names.english import title_of
from text.names.forms import KnownNames
from text.names.observed import Observed

_ENOUGH_INSIDE = 2
"""Times inside a sentence, so that the capital cannot come from its beginning."""
_ENOUGH_ACTING = 2
"""Times beside what a person says or does: places have capitals too."""


class EnglishPeople:
    """What the chapters read so far say about who is in the book."""

    def __init__(self) -> None:
        self._inside: Counter[str] = Counter()
        self._acting: Counter[str] = Counter()
        self._known = KnownNames(self)

    def read(self, chapter: Observed) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Take in one more chapter; yields the names now certain, each with its other forms."""
        for name, (inside, acting) in chapter.words.items():
            self._inside[name] += inside
            self._acting[name] += acting
        return self._known.give_out(name for name in chapter.words if self._is_name(name))

    def short_forms(self, name: str) -> list[str]:
        """The surname after a form of address, else the first of several names."""
        parts = name.split()
        if len(parts) == 1:
            return []
        return [parts[-1] if title_of(name) else parts[0]]

    def is_used(self, short: str) -> bool:
        """Whether the text has it by itself, inside sentences."""
        return self._inside[short] >= _ENOUGH_INSIDE

    def is_shared(self, short: str, name: str) -> bool:
        """Whether any other name holds the same word: Bennet belongs to a whole family."""
        return any(word not in (name, short) and short in word.split() for word in self._inside)

    def _is_name(self, name: str) -> bool:
        if self._inside[name] < _ENOUGH_INSIDE:
            return False
        return bool(title_of(name)) or self._acting[name] >= _ENOUGH_ACTING
