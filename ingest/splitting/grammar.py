"""What heading lines of every language share: the marks around them, and how a title reads."""

import re
import unicodedata
from collections.abc import Iterable

from ingest.splitting.lines import FILLER, HeadingLine, Kind, Page, Reason
from lorepack.records import Heading
from text.numerals import CHINESE_NUMERALS, ROMAN_NUMERALS

BLANKS = " \\t\\u3000\\xa0\\u2002\\u2003"
BLANK = rf"[{BLANKS}]"
BLANK_LINE = re.compile(rf"[^\S\n{FILLER}]*+[{FILLER}]*+[^\S\n]*+(?:\n|\Z)")
NEXT_LINE = re.compile(
    r"(?:[^\S\n]{0,400}+\n){0,50}+[^\S\n]{0,400}+(?P<line>\S[^\n]{0,200})(?:\n|\Z)"
)
"""The next visible line; not looked for beyond fifty blank ones."""

LEAD = (
    rf"^(?P<indent>{BLANK}*+)"
    rf"(?P<decoration>[【〖〔\[（(#=*~～☆★◆◇●■□▲△※·、—–_\-\ufeff\u200b{FILLER}{BLANKS}]*+)"
)
"""The beginning of a line: its white space, then the marks that people set before a heading."""

CHINESE_NUMERAL = rf"(?:[0-9０-９]{{1,5}}|[{CHINESE_NUMERALS}]{{1,10}}|[{ROMAN_NUMERALS}]{{1,4}})"

_MATES = str.maketrans("【〖〔[（(", "】〗〕]）)")
_SEPARATORS = " \t\u3000\xa0\u2002\u2003:：、.．·—–_-"
_TRAILING = " \t\u3000\xa0\u2002\u2003*#=~～—_-☆★◆◇●■□▲△※" + FILLER
_OPENING = "《〈【〖〔[（("
_LINK = re.compile(r"\]\([^()\n]{0,200}\)\s*$")
_LEADER = re.compile(r"(?:[.．·…・‥。_\s]{2,}+|[\t…])\(?\d{1,4}\)?$")
_BELOW = re.compile(rf"\n(?:[^\S\n]*+\n)*+(?P<indent>{BLANK}*+)\S")
_INVISIBLE = FILLER + " \t\u3000\xa0"


def is_glued(found: re.Match[str]) -> bool:
    """Whether a title follows its label without a space or a mark."""
    apart = _SEPARATORS + _TRAILING + _OPENING + mates(found) + "…"
    return found["tail"][:1] not in apart


def mates(found: re.Match[str]) -> str:
    """The marks that close what the line's decoration opened."""
    return (found.groupdict().get("decoration") or "").translate(_MATES)


def title_of(page: Page, found: re.Match[str]) -> str:
    """The words behind the label, without the marks around them and a link's address."""
    words = _LINK.sub("", page.words(*found.span("tail")))
    closing = mates(found)
    return words.lstrip(_SEPARATORS + _TRAILING + closing).rstrip(_TRAILING + closing)


def whole_title(page: Page, found: re.Match[str]) -> str:
    """Label and title as one, the marks around them left out."""
    words = page.words(found.start("label"), found.end())
    return words.lstrip(_SEPARATORS).rstrip(_TRAILING + mates(found))


def bare(words: str) -> str:
    """Words without the marks that separate them from others."""
    return words.strip(_SEPARATORS + _TRAILING)


def folded(words: str) -> str:
    """The letters and digits of some words, one way of writing for all widths and cases."""
    plain = unicodedata.normalize("NFKC", words).casefold()
    return "".join(character for character in plain if character.isalnum())


def without_page(title: str) -> str:
    """A title as the book has it, the leader and the page number of a contents line left out."""
    return _LEADER.sub("", title).rstrip(_TRAILING + ".．…")


def names_page(title: str) -> bool:
    """Whether a title ends as a line of a contents page does, or is a link."""
    return _LEADER.search(title) is not None


def heading_line(page: Page, found: re.Match[str], kind: Kind, number: int | None) -> HeadingLine:
    """Make the record of a line that matched, its words to the letter."""
    label = page.words(*found.span("label")).strip()
    return HeadingLine(
        kind=kind,
        start=found.start(),
        own=found.start(),
        end=min(found.end() + 1, len(page.text)),
        heading=Heading(label=label, number=number, title=title_of(page, found)),
        indent=len(found["indent"]),
        crowded=bool(line_before(page.seen, found.start()).strip(_INVISIBLE)),
        glued=is_glued(found),
    )


def lines_with(seen: str, needles: Iterable[str]) -> list[int]:
    """Offsets of the lines that hold one of some words, rising."""
    starts: set[int] = set()
    for needle in needles:
        at = seen.find(needle)
        while at >= 0:
            starts.add(seen.rfind("\n", 0, at) + 1)
            end = seen.find("\n", at)
            at = seen.find(needle, end) if end >= 0 else -1
    return sorted(starts)


def line_before(seen: str, start: int) -> str:
    """The line above the one that begins at `start`, empty at the text's beginning."""
    return seen[seen.rfind("\n", 0, max(0, start - 1)) + 1 : max(0, start - 1)]


def stands_alone(page: Page, found: re.Match[str]) -> bool:
    """Whether nothing but blank lines touches the line."""
    above = line_before(page.seen, found.start()).strip(_INVISIBLE)
    return not above and BLANK_LINE.match(page.seen, found.end() + 1) is not None


def above_deeper(page: Page, found: re.Match[str]) -> bool:
    """Whether the next visible line is indented further than the line."""
    below = _BELOW.match(page.seen, found.end())
    return below is not None and len(below["indent"]) > len(found["indent"])


def prose(*, flawed: bool) -> Reason | None:
    """The reason that a line reads as prose, where it does."""
    return Reason.PROSE if flawed else None
