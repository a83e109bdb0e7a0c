"""Chapters that a query refers to: 第十二回, 上一章, chapters 3 to 5, the epilogue."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from lorepack.records import Chapter
from text.fold import fold
from text.numerals import CHINESE_NUMERALS, ENGLISH_NUMERAL_WORDS, ENGLISH_ORDINAL_WORDS, parse

_UNITS = "章回节節话話集折"
_HAN = f"[0-9０-９{CHINESE_NUMERALS}]{{1,9}}"
_TO = "至|到|-|~|～|—|–"
_AND = "、|和|与|與|及|以及|，第"
_HAN_NUMBERED = (
    rf"(?P<nth>第)? ?(?P<numbers>(?<![0-9.])(?:{_HAN})"
    rf"(?: ?[{_UNITS}]? ?(?:{_TO}|{_AND}) ?第? ?(?:{_HAN}))*) ?(?P<unit>[{_UNITS}])(?![课課])"
)
_HAN_BACK = (
    rf"(?P<same>上+|前)(?P<count>{_HAN})?[个個]?[章回](?!末)|"
    rf"最[后後](?P<last>{_HAN})?[章回]|末[章回]"
)
_WORD = "|".join((*ENGLISH_NUMERAL_WORDS, "and"))
_ROMAN = r"(?-i:[IVXLC]{2,}|[VX]|I(?=\W*(?:$|[,.;:?!)-])))"  # in the chapter I read
_LATIN = rf"(?:\d{{1,4}}|(?:{_WORD})(?:[- ](?:{_WORD}))*|{_ROMAN})"
_LATIN_NUMBERED = (
    rf"\bch(?:apter|ap)?s?\b\.? ?(?P<numbers>{_LATIN}"
    rf"(?:(?: ?[-–—] ?| to | through |, | and |, and ){_LATIN})*)\b"
)
_ORDINAL = "|".join(ENGLISH_ORDINAL_WORDS)
_LATIN_NTH = rf"\b(?P<ordinal>\d+(?:st|nd|rd|th)|(?:\w+ty[- ])?(?:{_ORDINAL})) chapter\b"
_LATIN_BACK = (
    r"\b(?P<which>previous|preceding|last|final|closing)"
    rf"(?: (?P<count>\d{{1,3}}|{_WORD}))? chapters?\b"
)
_LABELS = (
    "楔子|序章|序言|序幕|引子|尾声|尾聲|后记|後記|终章|終章|番外|"
    r"\bprologue\b|\bepilogue\b|\bpreface\b|\bforeword\b|\bafterword\b"
)
_RANGE = re.compile(rf"{_TO}|\bto\b|\bthrough\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterReference:
    """What a query says of chapters; what is meant by it depends on the book."""

    numbers: tuple[int, int] | None = None
    """The first and the last number meant."""
    back: tuple[int, int] | None = None
    """Chapters counted from where the reader stands: the previous one is (1, 1)."""
    from_place: bool = False
    """Whether that means nothing for who stands at no place in the book."""
    label: str = ""
    """Words that a chapter without a number goes by, folded."""


def chapter_references(query: str) -> tuple[ChapterReference, ...]:
    """The chapters that a query refers to, each once."""
    return tuple(dict.fromkeys(_references(query)))


def _references(query: str) -> Iterator[ChapterReference]:
    for found in _pattern(_HAN_NUMBERED).finditer(query):
        if found["nth"] or (found["unit"] == "章" and found["numbers"][0].isdecimal()):
            yield from _numbered(re.sub(f"[{_UNITS}第 ]", "", found["numbers"]), rf"{_AND}")
    for found in _pattern(_LATIN_NUMBERED).finditer(query):
        yield from _numbered(found["numbers"], r", and |, | and (?=\d|(?-i:[IVXL]))")
    for found in _pattern(_LATIN_NTH).finditer(query):
        yield from _numbered(found["ordinal"], "(?!)")
    for found in _pattern(_HAN_BACK).finditer(query):
        yield from _han_back(found)
    for found in _pattern(_LATIN_BACK).finditer(query):
        count = parse(found["count"]) if found["count"] else 1
        if count:
            nearer = found["which"].lower() in ("previous", "preceding")
            yield ChapterReference(back=(count, 1), from_place=nearer)
    for found in _pattern(_LABELS).finditer(query):
        yield ChapterReference(label=fold(found[0]))


def _numbered(written: str, listed: str) -> Iterator[ChapterReference]:
    for one in re.split(listed, written, flags=re.IGNORECASE):
        ends = [parse(end.strip()) for end in _RANGE.split(one)]
        first, last = ends[0], ends[-1]
        if first is not None and last is not None:
            yield ChapterReference(numbers=(min(first, last), max(first, last)))


def _han_back(found: re.Match[str]) -> Iterator[ChapterReference]:
    if found["same"] is None:
        count = parse(found["last"]) if found["last"] else 1
        away = (count, 1) if count else None
    elif found["count"] in (None, "一"):
        steps = len(found["same"])
        away = (steps, steps)
    else:
        count = parse(found["count"])
        away = (count, 1) if count else None
    if away:
        yield ChapterReference(back=away, from_place=found["same"] is not None)


@cache
def _pattern(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)


def resolve_chapters(
    references: Iterable[ChapterReference], chapters: Sequence[Chapter], *, placed: bool
) -> tuple[int, ...]:
    """Order keys of the chapters referred to, rising.

    A number means the chapters whose headings claim it, in whatever volume, or else the one at
    that position.

    Args:
        references: What a query says.
        chapters: Those that the reader may see, in reading order.
        placed: Whether the reader stands behind the last of them, and not just anywhere.
    """
    meant = {c.order_key for r in references for c in _meant(r, chapters, placed=placed)}
    return tuple(sorted(meant))


def _meant(
    reference: ChapterReference, chapters: Sequence[Chapter], *, placed: bool
) -> Sequence[Chapter]:
    if reference.numbers:
        first, last = reference.numbers
        numbered = [c for c in chapters if c.number is not None and first <= c.number <= last]
        return numbered or [c for c in chapters if first <= c.position <= last]
    if reference.back:
        far, near = reference.back
        known = placed or not reference.from_place
        return chapters[max(len(chapters) - far, 0) : len(chapters) - near + 1] if known else ()
    called = ((c, fold(c.label or c.title)) for c in chapters)
    return [c for c, name in called if name.startswith(reference.label)]
