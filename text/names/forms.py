"""Which names found so far belong to one person."""

from collections.abc import Iterable, Iterator
from typing import Protocol


class Rules(Protocol):
    """What a language says about short forms of names, from the text read so far."""

    def short_forms(self, name: str) -> list[str]:
        """Shorter names that the name's bearer would go by."""
        ...

    def is_used(self, short: str) -> bool:
        """Whether the text has the short form by itself."""
        ...

    def is_shared(self, short: str, name: str) -> bool:
        """Whether another name than this one has the same short form."""
        ...


class KnownNames:
    """The names and aliases given out; what is given out never changes afterwards."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._given: set[str] = set()
        self._longer: dict[str, list[str]] = {}
        """Names given out, by the short forms they have."""

    def __contains__(self, name: str) -> bool:
        return name in self._given

    def give_out(self, fresh: Iterable[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Take in certain names, the longest first, and tell each new one's other forms."""
        for name in sorted(fresh, key=lambda name: (-len(name), name)):
            if name not in self._given:
                aliases = tuple(self._aliases(name))
                self._given.update((name, *aliases))
                for short in self._rules.short_forms(name):
                    self._longer.setdefault(short, []).append(name)
                yield name, aliases

    def _aliases(self, name: str) -> Iterator[str]:
        rules = self._rules
        for short in rules.short_forms(name):
            if rules.is_used(short) and not rules.is_shared(short, name):
                yield short
        longer = self._longer.get(name, [])
        if len(longer) == 1 and not rules.is_shared(name, longer[0]):
            yield longer[0]
