"""Damaged lines of two-byte encodings: which bytes belong together.

Nothing in the bytes of GB18030, Big5 or Shift-JIS marks where a character begins. One byte lost,
added or changed shifts the reading of all that follow, and many of those are well formed still.
The reading that makes the most sense of the whole line is found by dynamic programming.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ingest.reading.plausibility import weight

_ASCII_SENSE = 0.2
"""Less than a character of prose has: second bytes look like ASCII by chance."""
_BAD_SENSE = -1.5
"""Of a byte left out: more than one misread character costs."""
_BROKEN_SENSE = -2.0
"""Of both halves of a character left out."""


@dataclass(frozen=True, slots=True)
class Step:
    """A few bytes read together."""

    sense: float
    size: int
    """Bytes taken."""
    text: str
    bad: int | None = None
    """Offset of the byte among them that is left out."""


def align(window: bytes, encoding: str, sure: int) -> list[Step]:
    """Read some bytes of a two-byte encoding around the bad ones.

    Args:
        window: What to read.
        encoding: A codec of Python.
        sure: Bytes to cover; those behind them only help to decide.

    Returns:
        Steps in order that cover at least the sure bytes.
    """
    best = [0.0] + [float("-inf")] * len(window)
    taken: list[Step | None] = [None] * (len(window) + 1)
    for at in range(len(window)):
        for step in _steps(window[at : at + 4], encoding):
            end = at + step.size
            if best[at] + step.sense > best[end]:
                best[end], taken[end] = best[at] + step.sense, step
    return _traced(taken, sure)


def _traced(taken: list[Step | None], sure: int) -> list[Step]:
    """The best steps from the start on."""
    steps: list[Step] = []
    end = len(taken) - 1
    while step := taken[end]:
        end -= step.size
        if end < sure:
            steps.append(step)
    return steps[::-1]


def _steps(ahead: bytes, encoding: str) -> Iterator[Step]:
    """What may begin here: a bad byte, a broken character, a whole one, one around a bad byte."""
    yield _BAD_BYTE
    if len(ahead) > 1:
        yield _BROKEN
    for size in (1, 2, 4)[: 1 + len(ahead) // 2]:
        if (step := _character(ahead[:size], encoding)) and step.size == len(ahead[:size]):
            yield step
    if len(ahead) > 2 and (around := _character(ahead[:1] + ahead[2:3], encoding)):
        yield Step(around.sense + _BAD_SENSE, 3, around.text, 1)


_BAD_BYTE = Step(_BAD_SENSE, 1, "", 0)
_BROKEN = Step(_BROKEN_SENSE, 2, "", 0)


@lru_cache(maxsize=1 << 16)
def _character(data: bytes, encoding: str) -> Step | None:
    """The one character that some bytes are in full; None if they are none or more."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError:
        return None
    if len(text) != 1:
        return None
    return Step(_ASCII_SENSE if text.isascii() else weight(text), len(data), text)
