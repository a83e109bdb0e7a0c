"""Mojibake: passages that somebody saved after they were read in the wrong encoding."""

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from ingest.reading.plausibility import is_frequent_in_a_standard, plausibility, weight
from lorepack.records import Warned

_MISREADINGS = (
    ("gb18030", "utf-8"),
    ("big5", "utf-8"),
    ("shift_jis", "utf-8"),
    ("cp1252", "gb18030"),
    ("cp1252", "big5"),
    ("gb18030", "big5"),
    ("big5", "gb18030"),
)
"""Encoding that a passage was read in, and the one that it was written in."""

_BYTES_OF_CP1252 = {
    ord(character): byte
    for byte in range(0x80, 0xA0)
    if (character := bytes([byte]).decode("cp1252", "ignore"))
}
"""Where CP1252 differs from Latin-1."""
_CONTINUING = f"[\x80-\xbf{''.join(map(chr, _BYTES_OF_CP1252))}]"
_UTF8_AS_LATIN = re.compile(
    f"â[€\x80]{_CONTINUING}|ï¿½|(?:[à-ï]{_CONTINUING}{{2}}){{3,}}+|(?P<letter>[ÂÃ]{_CONTINUING})"
)
"""Marks and letters of UTF-8 read as CP1252: `â€™`, `Ã©`, and Han three or more in a row."""
_LOST = re.compile("(?:锟斤拷)++")
"""What U+FFFD becomes when its UTF-8 is read as GBK: the text behind it is gone."""

_PIECE = re.compile(r"[^\n。！？]{1,400}+[。！？]*+")
_LEAST_ODD = 3
_ODD_SHARE = 0.25
"""Of a piece's characters outside ASCII; ordinary prose with rare names stays below."""
_LEAST_MEANT = 4
"""Characters that come out right: fewer may do so by chance."""
_WHOLE = 0.7
"""Share of the bytes that must make up those characters."""
_PLAUSIBLE = 0.6
_GAIN = 0.3
"""How much better than as it stands a passage must read in its own encoding."""

_APART = 40
"""Characters between two passages that are reported as one."""
_MOST = 20
"""Passages that are reported one by one."""
_SHOWN = 16
"""Characters of a passage that its warning shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Passage:
    start: int
    end: int
    why: str


def find_mojibake(text: str) -> tuple[Warned, ...]:
    """Report passages that read as nothing here and as prose in another encoding.

    Returns:
        Warnings of code `mojibake`, each with the passage's range of characters.
    """
    passages = list(_joined(_passages(text)))
    warnings = [_warning(text, passage) for passage in passages[:_MOST]]
    if len(passages) > _MOST:
        rest = f"{len(passages) - _MOST} more passages look misread; they are kept as they are"
        at = f"{passages[_MOST].start}-{passages[-1].end}"
        warnings.append(Warned(code="mojibake", message=rest, at=at))
    return tuple(warnings)


def _warning(text: str, passage: _Passage) -> Warned:
    sample = " ".join(text[passage.start : min(passage.end, passage.start + _SHOWN)].split())
    message = f"{sample!r} looks like {passage.why}; it is kept as it is"
    return Warned(code="mojibake", message=message, at=f"{passage.start}-{passage.end}")


def _joined(passages: Iterator[_Passage]) -> Iterator[_Passage]:
    """Neighbours of one kind as one passage."""
    last = None
    for passage in passages:
        if last and passage.why == last.why and passage.start - last.end <= _APART:
            last = _Passage(start=last.start, end=passage.end, why=last.why)
            continue
        if last:
            yield last
        last = passage
    if last:
        yield last


def _passages(text: str) -> Iterator[_Passage]:
    for piece in _suspects(text):
        found = _lost(piece.group()) or _misread(piece.group()) or _misread_as_latin(piece.group())
        if found:
            start = piece.start()
            yield _Passage(start=start + found.start, end=start + found.end, why=found.why)


def _suspects(text: str) -> Iterator[re.Match[str]]:
    """Pieces with anything that could speak for a misreading; a sound text has next to none."""
    signs = [m.start() for sign in (_LOST, _UTF8_AS_LATIN, _odd()) for m in sign.finditer(text)]
    left = deque(sorted(signs))
    for piece in _PIECE.finditer(text):
        while left and left[0] < piece.start():
            left.popleft()
        if not left:
            return
        if left[0] < piece.end():
            yield piece


def _lost(piece: str) -> _Passage | None:
    found = _LOST.search(piece)
    return found and _Passage(
        start=found.start(), end=found.end(), why="characters that an earlier program lost"
    )


def _misread_as_latin(piece: str) -> _Passage | None:
    found = list(_UTF8_AS_LATIN.finditer(piece))
    if not found or (len(found) == 1 and found[0]["letter"]):
        return None
    why = "UTF-8 that was read as CP1252"
    return _Passage(start=found[0].start(), end=found[-1].end(), why=why)


def _misread(piece: str) -> _Passage | None:
    odd = list(_odd().finditer(piece))
    outside_ascii = len(piece) - sum(map(str.isascii, piece))
    if len(odd) < _LEAST_ODD or len(odd) < _ODD_SHARE * outside_ascii:
        return None
    start, end = _around(piece, odd[0].start(), odd[-1].end())
    passage, least = piece[start:end], max(_PLAUSIBLE, plausibility(piece[start:end]) + _GAIN)
    for read, written in _MISREADINGS:
        if _sense(passage, read, written) >= least:
            why = f"{written.upper()} that was read as {read.upper()}"
            return _Passage(start=start, end=end, why=why)
    return None


def _around(piece: str, start: int, end: int) -> tuple[int, int]:
    """The range with what is next to it and no ordinary text."""
    while start and not piece[start - 1].isascii() and weight(piece[start - 1]) < 1:
        start -= 1
    while end < len(piece) and not piece[end].isascii() and weight(piece[end]) < 1:
        end += 1
    return start, end


def _sense(passage: str, read: str, written: str) -> float:
    """How well a passage reads once its misreading is undone; -1 if too little comes of it."""
    if read == "cp1252":
        data = passage.translate(_BYTES_OF_CP1252).encode("latin-1", "ignore")
    else:
        data = passage.encode(read, "ignore")
    meant = data.decode(written, "ignore")
    whole = len(meant.encode(written)) >= _WHOLE * len(data) and len(data) >= len(passage)
    many = sum(not c.isascii() for c in meant) >= _LEAST_MEANT
    return plausibility(meant) if whole and many else -1.0


@cache
def _odd() -> re.Pattern[str]:
    """What misread bytes are full of: rare Han, private use, half-width kana, accents."""
    rare = (chr(code) for code in range(0x3400, 0xA000))
    han = "".join(c for c in rare if not is_frequent_in_a_standard(c))
    return re.compile(f"[{han}\ue000-\uf8ff\uff61-\uff9f\x80-\x9f¡-ÿ]")
