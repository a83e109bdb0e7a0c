"""Lines that may be headings: what one line alone says about being a chapter, a volume or prose."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto

from lorepack.records import Heading
from text.numerals import CHINESE_NUMERALS, ENGLISH_NUMERAL_WORDS, parse


class Kind(Enum):
    """What a heading line announces."""

    CHAPTER = auto()
    SPECIAL = auto()
    """A chapter outside the numbering: a prologue, an afterword, a side story."""
    VOLUME = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class HeadingLine:
    """A line that announces something, and where it stands."""

    kind: Kind
    start: int
    """Offset of the line, in characters."""
    end: int
    """Offset behind its line end."""
    heading: Heading
    volume: str | None = None
    """Title of the volume it opens, or names beside the chapter."""
    unit: str = ""
    """Counting word of a Chinese label (章, 回, 节), number signs of a Markdown heading."""
    glued: bool = False
    """Whether the title follows the label without a space or a mark."""
    doubtful: bool = False
    """Whether it reads as prose just as well, so that only its number can speak for it."""
    indent: int = 0
    """Characters of white space before it."""


_BLANK = r"[ \t\u3000]"
_LEAD = rf"^(?P<indent>{_BLANK}*+)(?P<decoration>[【\[（(*#=~～☆★◆●■·—\- \t\u3000]*+)"
_MATES = str.maketrans("【[（(", "】]）)")
_SEPARATORS = " \t\u3000:：、.．·—-"
_TRAILING = " \t\u3000*#=~～—-"
_OPENING = "《〈【[（("

_CHINESE = rf"(?:[0-9０-９]{{1,5}}|[{CHINESE_NUMERALS}]{{1,10}})"
_CHINESE_VOLUME = (
    rf"(?:第{_BLANK}*{_CHINESE}{_BLANK}*[卷部集篇册冊]|卷{_CHINESE}|[上中下][卷部册冊])"
)
_VOLUME_BESIDE = (
    rf"(?P<volume>{_CHINESE_VOLUME}(?:[ \t\u3000:：·]+[^\n，。；！？]{{0,30}}?{_BLANK}+"
    rf"|[^\s，。；！？]{{1,20}}{_BLANK}+|{_BLANK}*)(?=第))?"
)
_CHINESE_CHAPTER = re.compile(
    rf"{_LEAD}(?:正文{_BLANK}*)?{_VOLUME_BESIDE}"
    rf"(?P<label>第?{_BLANK}*(?P<numeral>{_CHINESE}){_BLANK}*(?P<unit>[章回节節话話折幕]))"
    r"(?P<tail>[^\n]{0,80})$",
    re.MULTILINE,
)
_CHINESE_VOLUME_LINE = re.compile(
    rf"{_LEAD}(?P<label>{_CHINESE_VOLUME})(?P<tail>[^\n]{{0,40}})$", re.MULTILINE
)
_CHINESE_SPECIAL = re.compile(
    rf"{_LEAD}(?:正文{_BLANK}*)?(?P<label>(?:楔子|序章|序幕|序言|自序|代序|后序|前言|引子|引言|序|"
    r"尾声|尾聲|终章|終章|终曲|大结局|大結局|后记|後記|跋|附录|附錄|外传|外傳|间章|間章|幕间|插曲|"
    rf"完本感言|番外篇?)(?:{_BLANK}*[（(]?(?P<numeral>{_CHINESE})[)）]?)?)"
    r"(?P<tail>(?:[ \t\u3000:：、·—\-】\]）)*#=][^\n]{0,40})?)$",
    re.MULTILINE,
)

_WORD = f"(?:{'|'.join(sorted(ENGLISH_NUMERAL_WORDS, key=len, reverse=True))})"
_ENGLISH = (
    rf"(?P<numeral>[0-9]{{1,4}}|[IVXLCDM]+|[ivxlcdm]+|(?i:{_WORD}(?:[ -](?:and )?{_WORD})*))\b"
)
_ENGLISH_CHAPTER = re.compile(
    rf"{_LEAD}(?P<label>(?i:chapter|chap\.?|ch\.)[ \t.]*{_ENGLISH})(?P<tail>[^\n]{{0,100}})$",
    re.MULTILINE,
)
_ENGLISH_VOLUME = re.compile(
    rf"{_LEAD}(?P<label>(?:PART|BOOK|VOLUME|VOL\.?|Part|Book|Volume|Vol\.)[ \t]+{_ENGLISH}"
    r"|(?:FIRST|SECOND|THIRD)[ \t]+EPILOGUE)(?P<tail>[^\n]{0,80})$",
    re.MULTILINE,
)
_SPECIAL_WORD = (
    "Prologue|Prelude|Preface|Foreword|Introduction|Interlude|Epilogue|Finale|Afterword|Appendix"
)
_ENGLISH_SPECIAL = re.compile(
    rf"{_LEAD}(?P<label>{_SPECIAL_WORD}|{_SPECIAL_WORD.upper()})(?P<tail>[^\n]{{0,80}})$",
    re.MULTILINE,
)

_MARKDOWN = re.compile(r"^(?P<unit>#{1,6})[ \t]+(?P<tail>\S[^\n]{0,100})$", re.MULTILINE)
_BARE = re.compile(
    rf"^(?P<indent>{_BLANK}*+)(?P<label>{_CHINESE}|[IVXLC]{{1,8}})(?P<tail>[.．、]?{_BLANK}*)$",
    re.MULTILINE,
)
_NUMBERED = re.compile(
    rf"^(?P<indent>{_BLANK}*+)(?P<label>[（(](?P<bracketed>[0-9０-９]{{1,4}})[)）]"
    r"|(?P<plain>[0-9０-９]{1,4})(?=[ \t\u3000、.．:：]))"
    r"(?P<tail>[ \t\u3000、.．:：]*[^\s\d、.．:：，。；！？,;!?][^\n，。；！？,;!?]{0,40})$",
    re.MULTILINE,
)

_STOPPED = re.compile(r"[。；，、;,]$|，.*[。！？]")
"""How a sentence ends, or one that goes on; a title may end with ！ or ？ or hold a comma."""

_COMPOUND = re.compile(r"[节節][课課目]|回[合来來去头頭]|章[程节節]|[话話][题題剧劇]|折扣|幕[后後]")
"""Unit and follower that make one word: 第三节课, 第二回合."""

_DOUBT = re.compile(r"^[里中内的时時是写寫讲講说說]|[，、；：,;“”「」]|[了吗嗎呢吧着]$|.{25}")
"""A title run on to its label that a sentence could begin or end with as well."""

_ENGLISH_TITLE = re.compile(r"[ \t]*[.:—–\-].*|[ \t]+[^\sa-z,;].*")
_BLANK_LINE = re.compile(r"[^\S\n]*(?:\n|\Z)")
_WRAPPED = re.compile(r".{45,}[A-Za-z0-9,;-]")
"""A Latin line that goes on below: what stands there is the rest of its sentence."""


def chinese_chapters(text: str) -> Iterator[HeadingLine]:
    """Lines like `第十二回 …`, `【第三章】` and `三十章`, prose of that look left out."""
    for found in _CHINESE_CHAPTER.finditer(text):
        number, tail, unit = parse(found["numeral"]), found["tail"].rstrip(), found["unit"]
        glued = _is_glued(found)
        spelled_out = found["label"].startswith("第") or (unit in "章回" and not glued)
        if number is None or not spelled_out or _is_chinese_prose(text, found, glued=glued):
            continue
        yield HeadingLine(
            kind=Kind.CHAPTER,
            start=found.start(),
            end=_line_end(text, found),
            heading=Heading(label=found["label"], number=number, title=_title(found)),
            volume=(found["volume"] or "").strip(_SEPARATORS) or None,
            unit=unit,
            glued=glued,
            doubtful=glued and _DOUBT.search(tail) is not None,
            indent=len(found["indent"]),
        )


def english_chapters(text: str) -> Iterator[HeadingLine]:
    """Lines like `CHAPTER XIV.`, `Chapter One` and `chapter.001`."""
    for found in _ENGLISH_CHAPTER.finditer(text):
        number = parse(found["numeral"])
        if number is not None and _is_english_heading(text, found):
            yield _line(Kind.CHAPTER, text, found, number)


def specials(text: str) -> Iterator[HeadingLine]:
    """Chapters without a number: 楔子, 尾声, 番外二, Prologue, Epilogue."""
    for found in _CHINESE_SPECIAL.finditer(text):
        if not _is_chinese_prose(text, found, glued=False) and (
            len(found["label"]) > 1 or _stands_alone(text, found)
        ):
            yield _line(Kind.SPECIAL, text, found, parse(found["numeral"] or ""))
    for found in _ENGLISH_SPECIAL.finditer(text):
        set_apart = not found["tail"].strip() or found["tail"].lstrip()[0] in _SEPARATORS
        if set_apart and _is_english_heading(text, found):
            yield _line(Kind.SPECIAL, text, found, None)


def volumes(text: str) -> Iterator[HeadingLine]:
    """Lines like `第一卷 …`, `上卷` and `BOOK ONE: 1805`."""
    for found in _CHINESE_VOLUME_LINE.finditer(text):
        if not _is_chinese_prose(text, found, glued=_is_glued(found)):
            yield _line(Kind.VOLUME, text, found, None)
    for found in _ENGLISH_VOLUME.finditer(text):
        if _is_english_heading(text, found):
            yield _line(Kind.VOLUME, text, found, None)


def markdown_headings(text: str) -> Iterator[HeadingLine]:
    """Lines like `## …` of every level."""
    for found in _MARKDOWN.finditer(text):
        yield HeadingLine(
            kind=Kind.CHAPTER,
            start=found.start(),
            end=_line_end(text, found),
            heading=Heading(title=found["tail"].rstrip(_TRAILING)),
            unit=found["unit"],
        )


def bare_numerals(text: str) -> Iterator[HeadingLine]:
    """Numerals alone between blank lines."""
    for found in _BARE.finditer(text):
        number = parse(found["label"])
        if number is not None and _stands_alone(text, found):
            yield _line(Kind.CHAPTER, text, found, number)


def numbered_titles(text: str) -> Iterator[HeadingLine]:
    """Lines like `001 …`, `12、…` and `(10)…`."""
    for found in _NUMBERED.finditer(text):
        number = parse(found["bracketed"] or found["plain"])
        yield _line(Kind.CHAPTER, text, found, number)


def _line(kind: Kind, text: str, found: re.Match[str], number: int | None) -> HeadingLine:
    whole = text[found.start("label") : found.end()].rstrip(_TRAILING + _mates(found))
    return HeadingLine(
        kind=kind,
        start=found.start(),
        end=_line_end(text, found),
        heading=Heading(label=found["label"], number=number, title=_title(found)),
        volume=whole if kind is Kind.VOLUME else None,
        glued=_is_glued(found),
        indent=len(found["indent"]),
    )


def _line_end(text: str, found: re.Match[str]) -> int:
    return min(found.end() + 1, len(text))


def _mates(found: re.Match[str]) -> str:
    """The marks that close what the line's decoration opened."""
    return found.groupdict().get("decoration", "").translate(_MATES)


def _title(found: re.Match[str]) -> str:
    mates = _mates(found)
    return found["tail"].lstrip(_SEPARATORS + _TRAILING + mates).rstrip(_TRAILING + mates)


def _is_glued(found: re.Match[str]) -> bool:
    apart = _SEPARATORS + _TRAILING + _OPENING + _mates(found)
    return found["tail"][:1] not in apart


def _is_chinese_prose(text: str, found: re.Match[str], *, glued: bool) -> bool:
    tail = found["tail"].rstrip()
    if glued:
        compound = _COMPOUND.match(text, found.end("label") - 1)
        return compound is not None or "。" in tail or _STOPPED.search(tail) is not None
    return _STOPPED.search(tail) is not None and ("，" in tail or not _stands_alone(text, found))


def _is_english_heading(text: str, found: re.Match[str]) -> bool:
    tail = found["tail"].rstrip(_TRAILING + _mates(found))
    if tail and (tail.endswith((",", ";")) or not _ENGLISH_TITLE.fullmatch(tail)):
        return False
    return not _WRAPPED.fullmatch(_line_before(text, found.start()))


def _line_before(text: str, start: int) -> str:
    return text[text.rfind("\n", 0, max(0, start - 1)) + 1 : max(0, start - 1)]


def _stands_alone(text: str, found: re.Match[str]) -> bool:
    """Whether nothing but blank lines touches the line."""
    before = _line_before(text, found.start())
    return not before.strip() and _BLANK_LINE.match(text, found.end() + 1) is not None
