"""Which encoding bytes are in that are no UTF-8 and carry no mark."""

import codecs
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ingest.reading.damage import decode_damaged
from ingest.reading.plausibility import plausibility

_PRIORS = {
    "gb18030": 0.0,
    "big5": 0.1,
    "shift_jis": 0.15,
    "utf-16-le": 0.3,
    "utf-16-be": 0.3,
}
"""How much better than GB18030 an encoding must read to be believed, where there is little text."""

_WIDER = {"big5": ("big5", "cp950", "big5hkscs"), "shift_jis": ("shift_jis", "cp932")}
"""Encodings with their vendors' additions."""

_SAMPLE = 1 << 16
"""Bytes that are judged."""
_CLOSER = 2_048
"""Bytes that are looked at closer where no encoding reads well: bad bytes may be to blame."""

_CLEAR = 0.55
"""Plausibility that only the right reading of more than a few characters has."""
_DOUBTFUL = 0.1
"""Plausibility below which nothing is believed, however short."""
_LITTLE = 48
"""Bytes outside ASCII up to which a doubtful reading is believed."""

_HIGH = re.compile(rb"[\x80-\xff]")
_KANA = re.compile(rb"\xa4[\xa1-\xf3]")
_LATIN = re.compile(rb"[A-Za-z ]")
_SYMBOL = re.compile(rb"[#$%&*+/<=>@\\\[\]^_`{|}~\0-\x08\x0e-\x1f]")
_MULTIBYTE = re.compile(
    rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Guess:
    """An encoding and how well it reads."""

    encoding: str
    plausibility: float


def guess(data: bytes) -> Guess | None:
    """Find the encoding that makes the most sense of some bytes; None if none does.

    Args:
        data: A text that is no well-formed UTF-8.
    """
    sample = _sample(data)
    high = len(_HIGH.findall(sample))
    little = high <= _LITTLE
    candidates = [*_utf8(data), *_PRIORS, *_rarer(sample, high)]
    best = _best(sample, candidates, _judged, little=little)
    if best.plausibility < _CLEAR:
        best = _best(sample[:_CLOSER], candidates, _judged_closely, little=little)
    if _worth(best, little=little) < (_DOUBTFUL if little else _CLEAR):
        return None
    return Guess(encoding=_wider(data, best.encoding), plausibility=best.plausibility)


def guess_utf16(data: bytes) -> Guess | None:
    """The byte order in which bytes that hold NULs make sense as UTF-16; None if in neither."""
    best = _best(data[:_SAMPLE], ["utf-16-le", "utf-16-be"], _judged, little=False)
    return best if best.plausibility >= _CLEAR else None


def _sample(data: bytes) -> bytes:
    """The text from a little before the first byte outside ASCII, in whole UTF-16 units."""
    first = _HIGH.search(data)
    at = first.start() if first else 0
    start = max(data.rfind(b"\n", 0, at) + 1, at - _SAMPLE // 2) & ~1
    return data[start : start + _SAMPLE]


def _utf8(data: bytes) -> list[str]:
    """UTF-8, if more whole characters than broken bytes are in it: chance does not give that."""
    broken = data.decode("utf-8", "replace").count("\ufffd")
    return ["utf-8"] if len(_MULTIBYTE.findall(data)) >= broken else []


def _rarer(sample: bytes, high: int) -> list[str]:
    """Encodings that nearly all bytes are well formed in, if there is more to speak for them."""
    latin, symbols = len(_LATIN.findall(sample)), len(_SYMBOL.findall(sample))
    return [
        *(["cp1252"] if latin >= high and 20 * symbols <= latin else []),
        *(["euc_jp"] if 10 * len(_KANA.findall(sample)) >= high else []),
    ]


def _best(
    sample: bytes, encodings: Iterable[str], judge: Callable[[bytes, str], Guess], *, little: bool
) -> Guess:
    return max(
        (judge(sample, encoding) for encoding in encodings), key=lambda g: _worth(g, little=little)
    )


def _worth(judged: Guess, *, little: bool) -> float:
    return judged.plausibility - little * _PRIORS.get(judged.encoding, 0.0)


def _judged(sample: bytes, encoding: str) -> Guess:
    decoder = codecs.getincrementaldecoder(encoding)("replace")
    text = decoder.decode(sample, final=len(sample) < _SAMPLE)
    return Guess(encoding=encoding, plausibility=plausibility(text))


def _judged_closely(sample: bytes, encoding: str) -> Guess:
    text = decode_damaged(sample, encoding).text
    return Guess(encoding=encoding, plausibility=plausibility(text))


def _wider(data: bytes, encoding: str) -> str:
    """The narrowest variant that holds every character, or the encoding itself."""
    return next((name for name in _WIDER.get(encoding, ()) if _reads(data, name)), encoding)


def _reads(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
