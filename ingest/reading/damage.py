"""Bad bytes: decoding all of a text but them."""

import re
from dataclasses import dataclass

from ingest.reading.alignment import align
from lorepack.records import Warned

REPLACEMENT = "\ufffd"

_NAMED = 10
"""Bad bytes that a warning names one by one."""

_WINDOW = 4096
"""Bytes that are decoded at a time in a damaged line: a failing decoder copies all it was given."""

_UNSURE = 64
"""Bytes at the end of a window that the next one reads again, as it sees what follows."""

_SELF_SYNCHRONISING = ("utf-8", "cp1252")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoding:
    """A text, and where in its bytes something stood that is no part of it."""

    text: str
    bad: tuple[int, ...] = ()
    """Offsets in bytes; each has one U+FFFD in the text."""


def decode_damaged(data: bytes, encoding: str) -> Decoding:
    """Decode all but the bad bytes, and as little else lost as can be.

    Args:
        data: Bytes without a byte order mark.
        encoding: A codec of Python; UTF-16 with its byte order.
    """
    if encoding.startswith("utf-16"):
        return _decode_utf16(data, encoding)
    parts: list[str] = []
    bad: list[int] = []
    at = 0
    for line in data.splitlines(keepends=True):
        try:
            parts.append(line.decode(encoding))
        except UnicodeDecodeError:
            mended = _mend(line, encoding)
            parts.append(mended.text)
            bad.extend(at + offset for offset in mended.bad)
        at += len(line)
    return Decoding(text="".join(parts), bad=tuple(bad))


def bad_byte_warning(data: bytes, bad: tuple[int, ...], encoding: str) -> Warned:
    """Name what was replaced, and where in the file."""
    named = ", ".join(f"0x{data[offset]:02x} at {offset}" for offset in bad[:_NAMED])
    more = f" and {len(bad) - _NAMED} more" if len(bad) > _NAMED else ""
    count = "1 place is" if len(bad) == 1 else f"{len(bad)} places are"
    message = (
        f"{count} no valid {encoding.upper()} and replaced by U+FFFD in the text; "
        f"byte and offset in the file: {named}{more}"
    )
    return Warned(code="bad_byte", message=message, at=f"byte {bad[0]}")


def _mend(line: bytes, encoding: str) -> Decoding:
    if encoding in _SELF_SYNCHRONISING:
        return _replace(line, encoding)
    parts: list[str] = []
    bad: list[int] = []
    at = 0
    while at < len(line):
        window = line[at : at + _WINDOW]
        last = at + len(window) == len(line)
        sure = len(window) if last else len(window) - _UNSURE
        for step in align(window, encoding, sure):
            parts.append(step.text if step.bad is None else step.text + REPLACEMENT)
            bad += [] if step.bad is None else [at + step.bad]
            at += step.size
    return Decoding(text="".join(parts), bad=tuple(bad))


def _replace(line: bytes, encoding: str) -> Decoding:
    parts: list[str] = []
    bad: list[int] = []
    at = 0
    while at < len(line):
        window = line[at : at + _WINDOW]
        try:
            parts.append(window.decode(encoding))
            at += len(window)
        except UnicodeDecodeError as error:
            if error.start:  # whole up to here; what follows may only be cut by the window
                parts.append(window[: error.start].decode(encoding))
                at += error.start
                continue
            parts.append(REPLACEMENT)
            bad.append(at)
            at += error.end
    return Decoding(text="".join(parts), bad=tuple(bad))


def _decode_utf16(data: bytes, encoding: str) -> Decoding:
    whole = len(data) & ~1
    text = data[:whole].decode(encoding, "surrogatepass")
    bad: list[int] = []
    offset, last = 0, 0
    for lone in _LONE_SURROGATE.finditer(text):
        offset += len(text[last : lone.start()].encode(encoding, "surrogatepass"))
        bad.append(offset)
        last = lone.start()
    text = _LONE_SURROGATE.sub(REPLACEMENT, text)
    if whole < len(data):
        return Decoding(text=text + REPLACEMENT, bad=(*bad, whole))
    return Decoding(text=text, bad=tuple(bad))
