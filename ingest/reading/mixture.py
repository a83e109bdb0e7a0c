"""Files put together from two encodings: part of the lines UTF-8, part of them an older one."""

import re

from ingest.reading.damage import REPLACEMENT, Decoding, decode_damaged
from ingest.reading.guessing import guess
from ingest.reading.plausibility import plausibility
from lorepack.records import Warned

_THREE_BYTES = re.compile(rb"[\xe1-\xef][\x80-\xbf]{2}")
"""A character of UTF-8 that older Chinese encodings give by chance only once in thousands."""

_PROSE = 0.55
"""Plausibility from which lines are believed to be what they decode to."""


def decode_mixture(data: bytes) -> tuple[Decoding, str, Warned] | None:
    """Decode by line, if some lines are UTF-8 and others are not.

    Returns:
        The text, its second encoding and a warning; None where one encoding fits all lines.
    """
    lines = data.splitlines(keepends=True)
    is_utf8 = [_is_utf8(line) for line in lines]
    modern = b"".join(x for x, good in zip(lines, is_utf8, strict=True) if good)
    if not _THREE_BYTES.search(modern) or plausibility(modern.decode()) < _PROSE:
        return None
    older = b"".join(x for x, good in zip(lines, is_utf8, strict=True) if not good)
    guessed = guess(older) if older else None
    if guessed is None or guessed.encoding == "utf-8" or guessed.encoding.startswith("utf-16"):
        return None
    return _by_line(lines, is_utf8, guessed.encoding)


def _by_line(lines: list[bytes], is_utf8: list[bool], older: str) -> tuple[Decoding, str, Warned]:
    parts: list[str] = []
    bad: list[int] = []
    numbers: list[int] = []
    at = 0
    for number, (line, good) in enumerate(zip(lines, is_utf8, strict=True), start=1):
        decoding = Decoding(text=line.decode()) if good else _either(line, older)
        numbers += [] if good else [number]
        parts.append(decoding.text)
        bad.extend(at + offset for offset in decoding.bad)
        at += len(line)
    message = (
        f"{len(numbers)} of {len(lines)} lines are {older.upper()} and the others UTF-8; "
        f"look at the text from line {numbers[0]} on before you go on"
    )
    warned = Warned(code="encoding", message=message, at=f"line {numbers[0]}")
    return Decoding(text="".join(parts), bad=tuple(bad)), older, warned


def _either(line: bytes, older: str) -> Decoding:
    """A line that is no UTF-8: in the older encoding, or UTF-8 with a bad byte."""
    both = (decode_damaged(line, older), decode_damaged(line, "utf-8"))
    return max(both, key=lambda d: plausibility(d.text) - d.text.count(REPLACEMENT) / len(d.text))


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True
