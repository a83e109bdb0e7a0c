"""Evidence for names of persons in Chinese prose."""

import re
from collections import Counter
from functools import cache

import rjieba

from text.names import chinese_words as words

_HAN = "[\u4e00-\u9fff]"
_SPOKEN_BEFORE = (
    rf"(?:^|(?<=[。！？；，、：”」』\"\n\s]))(?:{words.OPENINGS})?(?P<name>{_HAN}{{2,4}}?)"
    rf"(?:{words.MANNERS}){{0,4}}[地着了]?(?:{words.SPEECH_VERBS})(?=[：:“「『\"]|[，,][“「『\"])"
)
_SPOKEN_AFTER = (
    rf"(?<=[”」』\"])(?P<name>{_HAN}{{2,4}}?)(?:{words.MANNERS}){{0,4}}[地着了]?"
    rf"(?:{words.SPEECH_VERBS})(?=[。，；：,])"
)
_LONGEST = 4


@cache
def _patterns() -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in (_SPOKEN_BEFORE, _SPOKEN_AFTER))


def spoken(text: str) -> Counter[str]:
    """How often each plausible name is said to speak."""
    found = (match["name"] for pattern in _patterns() for match in pattern.finditer(text))
    return Counter(filter(plausible, map(without_loose_end, found)))


def tagged(text: str) -> Counter[str]:
    """How often the segmenter takes each plausible name for a person's."""
    found = (w for w, tag in rjieba.tag(text) if tag == "nr" and 2 <= len(w) <= _LONGEST)
    return Counter({word: n for word, n in Counter(found).items() if plausible(word)})


def without_loose_end(word: str) -> str:
    """A name without what is stuck to its end: 宝玉 of 宝玉笑."""
    while len(word) > 2 and word[-1] in words.LOOSE_ENDS:
        word = word[:-1]
    return word


def plausible(word: str) -> bool:
    """Whether a word may be a name, judged by itself."""
    return not (
        _is_generic(word)
        or word[0] in words.LOOSE_BEGINNINGS
        or word[-1] in words.LOOSE_ENDS
        or (word[-1] == "人" and not word.endswith(words.TITLES))
    )


def _is_generic(word: str) -> bool:
    head, tail = word[:-2], word[-2:]
    return (
        word in words.NEVER_NAMES
        or word in words.TITLES
        or (len(word) > 2 and word[:2] in words.NEVER_NAMES)
        or (head in words.KIN_AND_AGE and (tail in words.TITLES or tail in words.NEVER_NAMES))
    )


def is_ordinary(word: str) -> bool:
    """Whether a dictionary has the word, as something else than a person's name."""
    found = rjieba.tag(word, hmm=False)
    return len(found) == 1 and not found[0][1].startswith("nr")


def surname(word: str) -> str:
    """The surname that a word begins with, empty if none."""
    if word[:2] in words.DOUBLE_SURNAMES:
        return word[:2]
    return word[0] if word[0] in words.SURNAMES else ""


def given_name(word: str) -> str:
    """The two-character given name of a full name, empty if it has no such form."""
    given = word[len(surname(word)) :] if surname(word) else ""
    is_name = len(given) == 2 and given[-1] not in words.KIN_ENDINGS and plausible(given)
    return given if is_name else ""
