"""Reading a Chinese book chapter by chapter, until names of persons are certain."""

from collections import Counter
from collections.abc import Iterator

from text.names import chinese
from text.names.chinese_words import COMMON_WORDS, THINGS, TITLES
from text.names.forms import KnownNames
from text.names.observed import Observed

_SPOKEN_TWICE = 2
_ENOUGH_TOGETHER = 5
"""Speeches and tags that make a name together, where there are some of both."""
_ENOUGH_SPEECH = 3
"""Speeches that make a name of what is shaped like one."""
_ENOUGH_BARE_SPEECH = 6
"""Speeches that make a name of a word in no dictionary."""
_ENOUGH_SPEECH_OF_A_WORD = 20
"""Speeches that make a name of an ordinary word: maids are called 鸳鸯 and 琥珀."""
_ENOUGH_TAGS = 8
"""Tags that make a name of what has the shape of a full name and never speaks."""
_SHORTEST = 2


class ChinesePeople:
    """What the chapters read so far say about who is in the book."""

    def __init__(self) -> None:
        self._spoken: Counter[str] = Counter()
        self._tagged: Counter[str] = Counter()
        self._known = KnownNames(self)

    def read(self, chapter: Observed) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Take in one more chapter; yields the names now certain, each with its other forms."""
        for word, (spoken, tagged) in chapter.words.items():
            self._spoken[word] += spoken
            self._tagged[word] += tagged
        fresh = [word for word in chapter.words if word not in self._known]
        certain = [word for word in fresh if self._is_name(word)]
        return self._known.give_out(word for word in certain if word not in chapter.extended)

    def short_forms(self, name: str) -> list[str]:
        """The given name of a full name; 凤姐 for 凤姐儿."""
        if name.endswith("儿") and len(name) > _SHORTEST:
            return [name[:-1]]
        given = chinese.given_name(name)
        return [given] if given else []

    def is_used(self, short: str) -> bool:
        """Whether somebody is called so, and the word has no other meaning."""
        return self._weight(short) > 1 and not chinese.is_ordinary(short)

    def is_shared(self, short: str, name: str) -> bool:
        """Whether somebody of another surname has the given name too."""
        return any(
            word not in (name, short)
            and word.endswith(short)
            and chinese.surname(word) + short == word
            and chinese.surname(word) not in COMMON_WORDS
            for word in self._spoken
        )

    def _is_name(self, word: str) -> bool:
        return self._has_evidence(word) and not self._is_extended(word)

    def _has_evidence(self, word: str) -> bool:
        spoken, tagged = self._spoken[word], self._tagged[word]
        if spoken >= _SPOKEN_TWICE and tagged and spoken + tagged >= _ENOUGH_TOGETHER:
            return True
        surname = chinese.surname(word)
        if tagged >= _ENOUGH_TAGS and _is_full_name(word, surname):
            return True
        if surname not in COMMON_WORDS and (surname or word.endswith(TITLES)):
            return spoken >= _ENOUGH_SPEECH
        if spoken < _ENOUGH_BARE_SPEECH:
            return False
        return spoken >= _ENOUGH_SPEECH_OF_A_WORD or not chinese.is_ordinary(word)

    def _is_extended(self, word: str) -> bool:
        """Whether it is a likelier name with something before or after it."""
        for cut in range(_SHORTEST, len(word)):
            head, tail = word[:cut], word[cut:]
            if self._outweighs(head, word) and not (tail == "儿" or tail in TITLES):
                return True
            before, name = word[:-cut], word[-cut:]
            if self._outweighs(name, word) and before != chinese.surname(word):
                return True
        return False

    def _outweighs(self, part: str, word: str) -> bool:
        return part in self._known or self._weight(part) > self._weight(word)

    def _weight(self, word: str) -> int:
        return 2 * self._spoken[word] + self._tagged[word]


def _is_full_name(word: str, surname: str) -> bool:
    return (
        bool(surname)
        and len(word) == len(surname) + 2
        and surname not in COMMON_WORDS
        and word[-1] not in THINGS
    )
