"""Reading: the bytes of a manuscript as one clean text."""

import codecs
import unicodedata
from dataclasses import dataclass

from lorepack.errors import InvalidInputError
from lorepack.records import Warned
from text.scripts import is_han

_WAY_OUT = "save it as a UTF-8 text file and import that"

_MARKED = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_DAMAGED = 0.01
"""Share of replaced characters below which a file is UTF-8 with a few bad bytes."""

_COMMON = 0.8
"""Share of Han from GB 2312's common plane that Chinese prose has; misread bytes have far less."""
_COMMON_PLANE = range(0xB0, 0xD8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decoded:
    """The text of a file: Unicode NFC, line feeds alone at line ends, no byte order mark."""

    text: str
    encoding: str
    """`utf-8`, `utf-8-sig`, `utf-16` or `gb18030`."""
    warnings: tuple[Warned, ...] = ()


def decode(data: bytes) -> Decoded:
    """Read the bytes of a text file.

    Compatibility characters (full-width digits, ellipses) stay as they are: they are the
    author's.

    Raises:
        InvalidInputError: The bytes are no text, in no encoding known here, or only white space.
    """
    marked = next((encoding for mark, encoding in _MARKED if data.startswith(mark)), None)
    if marked is None and b"\0" in data:
        raise InvalidInputError(
            f"this is no text: it holds a NUL byte at offset {data.index(0)}; {_WAY_OUT}"
        )
    text, encoding, warnings = _strictly(data, marked or "utf-8")
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))
    if not text.strip():
        what = "holds nothing but white space" if text else "is empty"
        raise InvalidInputError(f"the file {what}; import one that holds the manuscript")
    if "\0" in text:
        raise InvalidInputError(f"this is no text: it holds a NUL character; {_WAY_OUT}")
    return Decoded(text=text, encoding=encoding, warnings=warnings)


def _strictly(data: bytes, encoding: str) -> tuple[str, str, tuple[Warned, ...]]:
    try:
        return data.decode(encoding), encoding, ()
    except UnicodeDecodeError as error:
        chinese = _as_gb18030(data) if encoding == "utf-8" else None
        if chinese is None:
            raise InvalidInputError(
                f"byte 0x{data[error.start]:02x} at offset {error.start} is no valid "
                f"{encoding.upper()}; {_WAY_OUT}"
            ) from error
    message = "read as GB18030 because it is no UTF-8; look at the text before you go on"
    return chinese, "gb18030", (Warned(code="encoding", message=message),)


def _as_gb18030(data: bytes) -> str | None:
    """The text, if the bytes are well-formed GB18030 and make sense as Chinese.

    Nearly every byte sequence is well formed in it, damaged UTF-8 too, so form alone proves
    nothing.
    """
    damaged = data.decode("utf-8", "replace")
    if damaged.count("\ufffd") < _DAMAGED * len(damaged):
        return None
    try:
        text = data.decode("gb18030")
    except UnicodeDecodeError:
        return None
    han = [character for character in text if is_han(character)]
    return text if han and sum(map(_is_common, han)) >= _COMMON * len(han) else None


def _is_common(han: str) -> bool:
    encoded = han.encode("gb2312", "ignore")
    return bool(encoded) and encoded[0] in _COMMON_PLANE
