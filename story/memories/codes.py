"""Codes of foreshadows: F001, F002 and so on."""

import re
from collections.abc import Iterable

_CODE = re.compile(r"F(\d{1,9})")
_WRITTEN = re.compile(r"(?<![\w.])(?:[FＦ]\d{1,9}|[fｆ]\d{2,9})(?![0-9A-Za-z_]|\.\d)")
"""A small letter before a single figure is rather a note of music or of a camera."""
_ALONE = re.compile(r"[FfＦｆ](\d{1,9})")


def next_code(taken: Iterable[str]) -> str:
    """The code that follows the highest one ever given."""
    numbers = [int(m[1]) for code in taken if (m := _CODE.fullmatch(code))]
    return f"F{max(numbers, default=0) + 1:03}"


def usual_code(written: str) -> str:
    """A code as the book spells it: `F012` for `f12`. What is none stays as it is."""
    found = _ALONE.fullmatch(written.strip())
    return f"F{int(found[1]):03}" if found else written


def codes_in(text: str) -> list[str]:
    """The codes that a text names, as the book spells them, in order and without repeats."""
    # A Chinese character is a letter too, but no part of a code: 回应F012.
    parted = re.sub(r"[\u2e80-\u9fff\uf900-\ufaff]", " ", text)
    return list(dict.fromkeys(usual_code(found) for found in _WRITTEN.findall(parted)))
