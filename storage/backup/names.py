"""What the texts of a backup are called: names that every file system takes, in reading order."""

import re
import unicodedata

_MOST_CHARACTERS = 60
_MOST_BYTES = 150
"""File systems end names at 255 bytes, encrypted ones at 143 characters."""

_UNSAFE = re.compile(r'[<>:"/\\|?*]+')
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of characters that a name is better without."""


def stem(nth: int, of: int, heading: str) -> str:
    """The beginning of a chapter's file names, as in `0001 第一章 雨`.

    Args:
        nth: The chapter's place among all, from 1.
        of: How many there are: their names sort as they are read.
        heading: What it is headed by, perhaps nothing.
    """
    number = f"{nth:0{max(4, len(str(of)))}d}"
    return f"{number} {_safe(heading)}".rstrip(" .")


def _safe(heading: str) -> str:
    shown = "".join(
        " " if c.isspace() else c
        for c in unicodedata.normalize("NFC", heading)
        if c.isspace() or unicodedata.category(c) not in _HIDDEN
    )
    words = " ".join(_UNSAFE.sub(" ", shown).split())[:_MOST_CHARACTERS]
    return words.encode()[:_MOST_BYTES].decode(errors="ignore")
