"""Folding: one spelling for what readers take to be the same text.

Width, case, traditional and simplified script, variant characters, white space and punctuation
fold away; the order of the letters stays. Folding works character by character (then drops spaces
that mean nothing), so every folded character knows where it came from.
"""

import unicodedata
from functools import lru_cache
from itertools import pairwise

from opencc import OpenCC

from text.scripts import is_han
from text.variants import VARIANTS

_LAST_LATIN = "\u2e7f"
"""No Chinese character comes before it."""

_APOSTROPHES = frozenset("'’ʼ＇")


class _Folding(dict[int, str]):
    """A translation table that fills itself: one entry for each character met so far."""

    def __missing__(self, code: int) -> str:
        self[code] = folded = _fold_character(chr(code))
        return folded


def _fold_character(character: str) -> str:
    if character in _APOSTROPHES:
        return ""
    plain = unicodedata.normalize("NFKC", character).casefold()
    return "".join(_usual(c) if c.isalnum() else _blank(c) for c in plain)


def _usual(character: str) -> str:
    simple = _simplified().get(character, character)
    return VARIANTS.get(simple, simple)


def _blank(character: str) -> str:
    # Marks belong to the letter before them; all else that is no letter parts words.
    return character if unicodedata.category(character).startswith("M") else " "


@lru_cache(maxsize=1)
def _simplified() -> dict[str, str]:
    """Every traditional character with another simplified form, converted one by one."""
    han = [chr(c) for block in ((0x3400, 0x4DC0), (0x4E00, 0xA000)) for c in range(*block)]
    converted: list[str] = OpenCC("t2s").convert("\n".join(han)).split("\n")
    return {a: b for a, b in zip(han, converted, strict=True) if a != b}


_TABLE = _Folding()


def fold(text: str) -> str:
    """Fold a text for comparing: `fold("「林妹妹」，來了！") == "林妹妹来了"`."""
    words = text.translate(_TABLE).split()
    return _join(words) if words else ""


def _join(words: list[str]) -> str:
    parts = [words[0]]
    for before, word in pairwise(words):
        if not (is_han(before[-1]) or is_han(word[0])):
            parts.append(" ")
        parts.append(word)
    return "".join(parts)


def fold_with_offsets(text: str) -> tuple[str, list[int]]:
    """Fold a text and tell where each folded character came from.

    Returns:
        The same string as `fold`, and for each of its characters the offset in `text`.
    """
    folded: list[str] = []
    offsets: list[int] = []
    gap, after_han = False, True  # nothing parts the first word from what is not there
    for offset, character in enumerate(text):
        for letter in _TABLE[ord(character)]:
            if letter == " ":
                gap = True
                continue
            han = letter > _LAST_LATIN and is_han(letter)
            if gap and not (han or after_han):
                folded.append(" ")
                offsets.append(offset)
            folded.append(letter)
            offsets.append(offset)
            gap, after_han = False, han
    return "".join(folded), offsets
