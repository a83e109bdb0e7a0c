"""Names in a list that somebody wrote: A, B and C; 甲、乙和丙."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import rjieba

from text.aliases import plain
from text.names.chinese import surname

_BRACKETED = r"[(（][^()（）\n]*[)）]"
_HAN = "\u3400-\u9fff"
_PARTS = re.compile(
    rf"(?:{_BRACKETED}|,(?=\s*(?:Jr|Sr|Esq|M\.?D|Ph\.?D)\b)"
    rf"|(?<=[^{_HAN}])[ \t　]+|[ \t　]+(?=[^{_HAN}])|[^、，,；;／/|\s])+"
)
"""Between two Chinese characters a space parts names, else it belongs to one."""
_TITLE = re.compile(r"(?:Mr|Mrs|Ms|Miss|Dr|Sir|Lady|Lord|Prof|Rev|Capt|Col|St)\.?", re.IGNORECASE)
_SHORTENED = re.compile(
    r"\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|Esq|Prof|Rev|Capt|Col|Gen|Lt|M\.D|Ph\.D|[A-Z])\.\Z"
)
_FIRM = re.compile(r"(?:Sons?|Co|Company|Daughters?|Brothers|Bros)\b")
_AND = re.compile(r"\s+(?:and|&)\s+")
_LEADING_AND = re.compile(r"\A(?:(?:and|&)\s+|以及)")
_JOINING = "和与與及"
_HAN_AND = re.compile(f"以及|[{_JOINING}]")
_NAME = re.compile(
    rf"(?P<name>[^：:（(—]+?)(?P<more>等(?:人|等)?|\s*{_BRACKETED}.*|\s*[：:].*|\s*—.*|\s+-\s.*)?",
    re.DOTALL,
)
_NOBODY = frozenset({"等", "等人", "等等", "无", "暂无", "待定", "none", "n/a", "etc", "-"})
_PRONOUNS = frozenset("我你他她它")
LONGEST = 40
"""Characters of a name; what is longer is a description."""


class Named(NamedTuple):
    """A name of a list, and what stands beside it where that is more than the name."""

    name: str
    whole: str
    """The name with what is said of it; empty where nothing is."""


def names(listed: str) -> Iterator[Named]:
    """The names of a list; titles, 的 and what is in brackets part nothing.

    A part that reads as no name has an empty one, and is told whole.
    """
    for part in _PARTS.findall(listed):
        for piece in _parted(_LEADING_AND.sub("", part.strip())):
            bare = _bare(piece)
            if bare:
                yield _named(bare)


def _named(piece: str) -> Named:
    found = _NAME.fullmatch(piece)
    name = _bare(found["name"]) if found else ""
    if not name or len(name) > LONGEST or name.lower() in _NOBODY:
        return Named("", piece)
    return Named(name, "" if name == piece else piece)


def _bare(piece: str) -> str:
    """Without the marks around a name; the point of a shortened word is a part of it."""
    kept = piece.strip(" \t　。！？!?;；,，*_")
    return kept if _SHORTENED.search(kept) else kept.rstrip(". ")


def _parted(piece: str) -> list[str]:
    parts = _AND.split(piece)
    if len(parts) > 1 and all(map(_two, parts, parts[1:])):
        return [each for part in parts for each in _parted(part)]
    for found in _HAN_AND.finditer(piece):
        left, right = piece[: found.start()].strip(), piece[found.end() :].strip()
        if left and right and _conjoins(piece, left, right, found):
            return [left, *_parted(right)]
    return [piece]


def _two(left: str, right: str) -> bool:
    """Whether an and stands between two names: not in Mr. and Mrs. Vale, the Hare and Hounds."""
    inn = left.lower().startswith("the ") and right[:1].isupper() and not _TITLE.match(right)
    return not (_TITLE.fullmatch(left) or _FIRM.match(right) or (inn and " " not in right))


def _conjoins(piece: str, left: str, right: str, found: re.Match[str]) -> bool:
    """Whether 和 stands between two names rather than inside one: 李和平, 颐和园."""
    if right[0] in _JOINING and right[0] != found[0]:  # the last of two joins: 陈永和与刘墉
        return False
    if len(left) > 1 and len(right) > 1:
        return True
    if not _word_alone(piece, found):
        return False
    if len(left) == 1:
        return left in _PRONOUNS or (len(right) == 1 and not surname(left))
    return True


def _word_alone(piece: str, found: re.Match[str]) -> bool:
    at = 0
    for word in rjieba.cut(plain(piece), hmm=False):
        if at == found.start():
            return len(word) == len(found[0])
        at += len(word)
    return False
