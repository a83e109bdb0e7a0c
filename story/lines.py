"""A text's sentences on one line each, and back into one line together."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from lorepack.records import Span
from text.sentences import sentences, units

_PAUSES = " ，、；：,;:—–-"
# A minus or a decimal point stays, and a mark that may open something unless a pause follows. One
# that only closes something would close the line before: that one would go on here.
_LOOSE_START = re.compile(
    r"\A(?:[ ，、；：。！？,;:!?—–…”」』）)】》〉〕\]]|\.(?!\d)"
    r"|[’\"'](?=[’\"']*[，、；：。！？,;:!?…]))+"
)
_ENDED = re.compile(r"[。！？!?.，、；：,;:…—–~～”’」』）)】》\]\"'-]\Z")
_STOPPED = re.compile(r"[。！？!?.][”’」』）)】》\]\"']*\Z")
_QUOTES = "“”‘’\"'"


def lines(text: str) -> list[str]:
    """The sentences that hold a word, each with single spaces for all white space."""
    return _worded(text, sentences(text))


def speeches(text: str) -> list[str]:
    """The same, but all sentences of a quotation and the words that say whose stay together."""
    return _worded(text, units(text))


def one_line(text: str) -> str:
    """The text with single spaces for all white space; empty if it holds no word."""
    return flow(lines(text))


def flow(neighbours: Iterable[str]) -> str:
    """Put sentences on one line that follow one another in the text; empty ones are left out.

    What ends with a letter, such as a heading, gets a stop: two figures could read as one.
    """
    return _chain(neighbours, _ENDED)


def assemble(chosen: Iterable[str]) -> str:
    """Put sentences on one line that need not be neighbours; empty ones are left out.

    What has no full stop gets one, and what begins with a small letter a dash: two conditions
    could read as one.
    """
    kept = [line for line in chosen if line]
    return _chain([*kept[:1], *map(_apart, kept[1:])], _STOPPED)


def _worded(text: str, spans: Sequence[Span]) -> list[str]:
    spaced = (" ".join(text[span.start : span.end].split()) for span in spans)
    tidy = (_LOOSE_START.sub("", line, count=1) for line in spaced)
    return [line for line in tidy if any(map(str.isalnum, line))]


def _chain(found: Iterable[str], closed: re.Pattern[str]) -> str:
    kept = [line for line in found if line]
    linked = [_link(line, after, closed) for line, after in pairwise(kept)]
    return "".join([*linked, *kept[-1:]])


def _link(line: str, after: str, closed: re.Pattern[str]) -> str:
    """The line with what has to stand between it and the next one."""
    ends = line.rstrip(_QUOTES + "…")[-1:], after.lstrip(_QUOTES)[:1]
    chinese = any(character >= "\u2e80" for character in ends)
    if not closed.search(line):
        line = line.rstrip(_PAUSES) + ("。" if chinese else ".")
    return line if chinese and not after[0].isdigit() else line + " "


def _apart(line: str) -> str:
    return f"– {line}" if "a" <= line[0] <= "z" else line
