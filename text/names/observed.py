"""What one text shows of names: all that finding names in a book needs to know of it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from text.names import chinese, english
from text.scripts import mostly_han

OBSERVED_VERSION = 1
"""Counts changes to what is observed; what an older one has seen is to be observed again."""

_CHANCE = 3
_SHORTEST = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Observed:
    """The evidence for names in one text."""

    chinese: bool
    """The language that its names were looked for in."""
    words: Mapping[str, tuple[int, int]]
    """How often each plausible name is met: as a speaker and as tagged by the segmenter in
    Chinese, inside a sentence and beside a verb of acting in English."""
    extended: frozenset[str] = frozenset()
    """Those whose last character is there by chance: 祁山之 where 祁山 stands far more often."""

    def to_json(self) -> str:
        """As one short line."""
        seen = {word: list(counts) for word, counts in self.words.items()}
        extended = sorted(self.extended)
        parts = [OBSERVED_VERSION, self.chinese, seen, extended]
        return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> Self | None:
        """Read such a line; None if it is empty or of another version, and so out of date."""
        if not line:
            return None
        parts: list[Any] = json.loads(line)
        if parts[0] != OBSERVED_VERSION:
            return None
        _, is_chinese, seen, extended = parts
        words = {word: (one, other) for word, (one, other) in seen.items()}
        return cls(chinese=is_chinese, words=words, extended=frozenset(extended))


def observe(text: str) -> Observed:
    """Collect the evidence for names in a text."""
    return _in_chinese(text) if mostly_han(text) else _in_english(text)


def _in_chinese(text: str) -> Observed:
    spoken, tagged = chinese.spoken(text), chinese.tagged(text)
    words = {word: (spoken[word], tagged[word]) for word in sorted({*spoken, *tagged})}
    extended = (word for word in words if len(word) > _SHORTEST and _goes_on(word, text))
    return Observed(chinese=True, words=words, extended=frozenset(extended))


def _in_english(text: str) -> Observed:
    found = english.evidence(text)
    names = sorted({*found.inside, *found.acting})
    words = {name: (found.inside[name], found.acting[name]) for name in names}
    return Observed(chinese=False, words=words)


def _goes_on(word: str, text: str) -> bool:
    return text.count(word[:-1]) > _CHANCE * text.count(word)
