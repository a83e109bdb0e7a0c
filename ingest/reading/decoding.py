"""From bytes to a text: the mark, strict UTF-8, UTF-16, then what reads best."""

import codecs
import re
import unicodedata
from dataclasses import dataclass, replace

from ingest.reading.damage import REPLACEMENT, Decoding, bad_byte_warning, decode_damaged
from ingest.reading.guessing import guess, guess_utf16
from ingest.reading.mixture import decode_mixture
from ingest.reading.mojibake import find_mojibake
from lorepack.errors import InvalidInputError
from lorepack.records import Warned

WAY_OUT = "save it as a UTF-8 text file and import that"

_MARKED = (
    (codecs.BOM_UTF8, "utf-8", "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16"),
)

_OTHER_KINDS = (
    (b"%PDF-", "a PDF"),
    (b"{\\rtf", "an RTF document"),
    (b"\xd0\xcf\x11\xe0", "an old Word document (.doc)"),
    (b"\x89PNG\r\n", "a picture (PNG)"),
    (b"\xff\xd8\xff", "a picture (JPEG)"),
    (b"GIF8", "a picture (GIF)"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"Rar!\x1a", "a RAR archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
)

_CONTROL = re.compile("[\x01-\x08\x0e-\x19\x1c-\x1f\x7f]")
_MOST_CONTROLS = 0.01
"""Share of control characters that a text file may hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """The text of a file: Unicode NFC, line feeds alone at line ends, no byte order mark."""

    text: str
    encoding: str
    """`utf-8`, `utf-8-sig`, `utf-16` (with a mark), `utf-16-le` or `utf-16-be` (without one),
    `gb18030`, `big5`, `cp1252`, `shift_jis` and the like; two joined by `, ` where lines differ."""
    reason: str
    """Why that encoding, one line for people."""
    warnings: tuple[Warned, ...] = ()


def decode(data: bytes) -> Decoded:
    """Read the bytes of a text file, and look for passages that were misread before.

    Compatibility characters (full-width digits, ellipses) stay as they are: they are the
    author's.

    Raises:
        InvalidInputError: The bytes are no text, in no encoding known here, or only white space.
    """
    decoded = decode_bytes(data)
    return replace(decoded, warnings=(*decoded.warnings, *find_mojibake(decoded.text)))


def decode_bytes(data: bytes) -> Decoded:
    """Read the bytes of a text file, without a look at what the text says.

    Raises:
        InvalidInputError: The bytes are no text, in no encoding known here, or only white space.
    """
    kind = next((kind for magic, kind in _OTHER_KINDS if data.startswith(magic)), None)
    if kind:
        raise InvalidInputError(f"this is {kind}, no text; {WAY_OUT}")
    decoded = _marked(data) or _utf16(data) or _unmarked(data)
    plain = decoded.text.replace("\r\n", "\n").replace("\r", "\n")
    text = unicodedata.normalize("NFC", plain)
    _require_text(text)
    return replace(decoded, text=text)


def _marked(data: bytes) -> Decoded | None:
    for mark, encoding, name in _MARKED:
        if data.startswith(mark):
            decoding = decode_damaged(data[len(mark) :], encoding)
            bad = tuple(len(mark) + offset for offset in decoding.bad)
            decoding = Decoding(text=decoding.text, bad=bad)
            return _decoded(data, decoding, name, "it begins with a byte order mark")
    return None


def _unmarked(data: bytes) -> Decoded:
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        return _mixed(data) or _guessed(data, error)
    reason = "all of it is ASCII" if text.isascii() else "all of it is well-formed UTF-8"
    return Decoded(text=text, encoding="utf-8", reason=reason)


def _utf16(data: bytes) -> Decoded | None:
    if b"\0" not in data:
        return None
    guessed = guess_utf16(data)
    decoding = decode_damaged(data, guessed.encoding) if guessed else None
    if guessed is None or decoding is None or "\0" in decoding.text:
        raise InvalidInputError(
            f"this is no text: it holds a NUL byte at offset {data.index(0)}; {WAY_OUT}"
        )
    reason = "it holds NUL bytes as UTF-16 does, and reads well in this byte order"
    return _decoded(data, decoding, guessed.encoding, reason)


def _mixed(data: bytes) -> Decoded | None:
    mixture = decode_mixture(data)
    if mixture is None:
        return None
    decoding, older, warned = mixture
    reason = f"some lines are well-formed UTF-8, others read well as {older.upper()}"
    decoded = _decoded(data, decoding, f"utf-8, {older}", reason)
    return replace(decoded, warnings=(warned, *decoded.warnings))


def _guessed(data: bytes, error: UnicodeDecodeError) -> Decoded:
    guessed = guess(data)
    if guessed is None:
        raise InvalidInputError(
            f"byte 0x{data[error.start]:02x} at offset {error.start} is no valid UTF-8, "
            f"nor is this a text in an encoding known here; {WAY_OUT}"
        ) from error
    if guessed.encoding == "utf-8":
        reason = "it is UTF-8 but for a few bad bytes"
    else:
        name, well = guessed.encoding.upper(), f"{max(guessed.plausibility, 0):.0%}"
        reason = f"it is no UTF-8, and makes the most sense in {name} ({well} as prose does)"
    decoding = decode_damaged(data, guessed.encoding)
    return _decoded(data, decoding, guessed.encoding, reason)


def _decoded(data: bytes, decoding: Decoding, encoding: str, reason: str) -> Decoded:
    warnings: tuple[Warned, ...] = ()
    if decoding.bad:
        if 2 * len(decoding.bad) > len(decoding.text):
            offset = decoding.bad[0]
            raise InvalidInputError(
                f"byte 0x{data[offset]:02x} at offset {offset} is no valid {encoding.upper()}, "
                f"nor is most of the file; {WAY_OUT}"
            )
        warnings = (bad_byte_warning(data, decoding.bad, encoding),)
    return Decoded(text=decoding.text, encoding=encoding, reason=reason, warnings=warnings)


def _require_text(text: str) -> None:
    """Refuse what is decoded well and still nothing to read."""
    if not text.strip():
        what = "holds nothing but white space" if text else "is empty"
        raise InvalidInputError(f"the file {what}; import one that holds the manuscript")
    if "\0" in text:
        raise InvalidInputError(f"this is no text: it holds a NUL character; {WAY_OUT}")
    controls = len(_CONTROL.findall(text))
    if controls > max(1, _MOST_CONTROLS * len(text)):
        raise InvalidInputError(
            f"this is no text: it holds {controls} control characters; {WAY_OUT}"
        )
    if not text.replace(REPLACEMENT, "").strip():
        raise InvalidInputError(f"this is no text: nothing of it could be read; {WAY_OUT}")
