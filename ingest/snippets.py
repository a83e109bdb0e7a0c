"""Snippets: pieces of a chapter small enough to hand out, cut where a reader would pause.

Their borders are local: packing starts anew at anchors, which only the text around them decides,
so an edit moves borders up to the next anchor and none beyond. And they are a function of the
text, so whatever was edited before leaves no trace.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, groupby, pairwise
from math import ceil
from zlib import crc32

from lorepack.errors import InvalidInputError
from lorepack.ports import TokenCounter
from lorepack.records import Span
from text.sentences import sentences, units

REACH = 20
"""UTF-8 bytes, for each token of the limit, within which an anchor has no rival: some seven
snippets of Chinese, five of English."""

_MARK_LENGTH = 64
"""Characters behind a border that its mark is drawn from: refrains go on differently."""

_NEARLY_FULL = 0.8
"""Share of its room from which a snippet closes at a line's end rather than fill up."""

_SPARSE = 0.75
"""Share of the limit below which a snippet's room was estimated too small."""

_LAST_TWO = 1.5
"""Rooms below which what is left before an anchor is shared between two snippets."""

_HALF = 0.55
"""Share of what is left that the first of the two may have, so that a border is found near the
middle."""

_BYTES_A_TOKEN = 3.2
"""UTF-8 bytes a token of Chinese, where nothing is known yet; English has a third more."""

_LONG = 8
"""UTF-8 bytes for each token of the limit; a longer passage is cut finer without a count."""

_SLICE_FILL = 0.9
"""Share of the limit that slices of unpunctuated text aim at: tokens are not spread evenly."""

_LONGEST_CLUSTER = 64
"""Characters to either side of a hard cut among which a better place is looked for."""

_CLOSING = "”’」』)）】》〉〕]"
_CLAUSE_END = re.compile(rf"(?:[，、；：—]++|[,;:](?=\s))[{re.escape(_CLOSING)}]*+\s*+")
_WORD_END = re.compile(r"(?<=\S)\s++")

_ZERO_WIDTH_JOINER = "\u200d"
_SKIN_TONES = range(0x1F3FB, 0x1F400)

_BLANK_LINE = 2
_MID_LINE = _BLANK_LINE << 32
"""Marks from here on are of borders in the middle of a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Borders:
    """Where a text may be cut: its beginning, the end of every piece."""

    text: str
    at: Sequence[int]
    """Offsets, in characters."""
    size: Sequence[int]
    """UTF-8 bytes before each: tokens follow bytes more evenly than characters."""
    mark: Sequence[int]
    """What speaks for each, the least the most: a blank line before a line's end before the middle
    of a line; among equals the text that follows decides, as good as by lot."""


def cut(text: str, count: TokenCounter, limit: int = 400) -> list[Span]:
    """Cut a text into snippets that tile it, none above the limit.

    Units of sentence and speech are packed greedily from one anchor to the next. A unit above the
    limit is cut at its sentences, then its clauses, then its words, then between two characters
    that do not combine.

    An edit changes no snippet beyond the nearest anchors that stand out of its reach, which is
    `REACH * limit` UTF-8 bytes and what a mark is drawn from. A text of one refrain has no anchor,
    and a quotation that the edit leaves open may move borders up to its paragraph's end.

    Args:
        text: A chapter.
        count: Tokens of a text; never more than its UTF-8 bytes, as of every byte-level encoding.
        limit: Tokens a snippet may have, by `count` over the snippet's own text.

    Raises:
        InvalidInputError: The limit cannot hold even one character of the text.
    """
    packing = _Packing(borders=_borders(text, count, limit), count=count, limit=limit)
    stops = [0, *_anchors(packing.borders, REACH * limit), len(packing.borders.at) - 1]
    ends = [end for first, last in pairwise(stops) for end in packing.ends(first, last)]
    offsets = [packing.borders.at[index] for index in (0, *ends)]
    return [Span(start=start, end=end) for start, end in pairwise(offsets)]


def _borders(text: str, count: TokenCounter, limit: int) -> _Borders:
    ends = [unit.end for unit in units(text)]
    at = [0, *_pieces(text, 0, ends, _FINER, count, limit)]
    pieces = [text[start:end] for start, end in pairwise(at)]
    behind = (text[end : end + _MARK_LENGTH] for end in at[1:])
    return _Borders(
        text=text,
        at=at,
        size=list(accumulate(map(_bytes, pieces), initial=0)),
        mark=[_MID_LINE, *map(_mark, pieces, behind)],
    )


def _mark(before: str, behind: str) -> int:
    line_ends = min(before.count("\n", len(before.rstrip())), _BLANK_LINE)
    return (_BLANK_LINE - line_ends << 32) | crc32(behind.encode("utf-8", "surrogatepass"))


def _bytes(passage: str) -> int:
    return len(passage.encode("utf-8", "surrogatepass"))


def _anchors(borders: _Borders, reach: int) -> Iterator[int]:
    """Borders with the least mark within reach, the first of equals, out of reach of the ends."""
    size, mark = borders.size, borders.mark.__getitem__
    inner = range(bisect_right(size, reach), bisect_left(size, size[-1] - reach))
    for _, rivals in groupby(inner, key=lambda index: size[index] // reach):
        best = min(rivals, key=mark)
        low, high = bisect_left(size, size[best] - reach), bisect_right(size, size[best] + reach)
        if min(range(low, high), key=mark) == best:
            yield best


@dataclass(frozen=True, slots=True, kw_only=True)
class _Packing:
    """Fills snippets by the bytes a token takes, and verifies each by a count."""

    borders: _Borders
    count: TokenCounter
    limit: int

    def ends(self, first: int, end: int) -> Iterator[int]:
        """Borders at which the snippets between two stops end.

        What a token takes is learnt from the first snippet alone, so that two packings which meet
        at a border go on alike.
        """
        start, room = first, _BYTES_A_TOKEN * self.limit
        while start < end:
            last, enough = self._close(start, end, room)
            room = enough if start == first else room
            yield last
            start = last

    def _close(self, start: int, end: int, room: float) -> tuple[int, float]:
        """Where the snippet that begins at a border ends, and the bytes that would fill it."""
        last, tokens, enough = self._try(start, end, room)
        if tokens < _SPARSE * self.limit and self._fill(start, end, enough) > last:
            last, tokens, enough = self._try(start, end, enough)
        while tokens > self.limit and last > start + 1:
            last, tokens, enough = self._try(start, end, enough)
        return last, enough

    def _try(self, start: int, end: int, room: float) -> tuple[int, int, float]:
        """Fill a room: the border that closes it, its tokens, and the bytes that make a limit."""
        text, at, size = self.borders.text, self.borders.at, self.borders.size
        last = self._fill(start, end, room)
        tokens = self.count(text[at[start] : at[last]])
        return last, tokens, self.limit * (size[last] - size[start]) / max(tokens, 1)

    def _fill(self, start: int, end: int, room: float) -> int:
        """The best border to close a snippet of at most so many bytes, or of one piece."""
        size, mark = self.borders.size, self.borders.mark
        begun, left = size[start], size[end] - size[start]
        if left <= room:
            return end
        if left < _LAST_TWO * room:
            room = _HALF * left
        full = max(bisect_right(size, begun + room, start + 1, end) - 1, start + 1)
        nearly = bisect_left(size, begun + _NEARLY_FULL * room, start + 1, full)
        best = min(range(full, nearly - 1, -1), key=mark.__getitem__)
        return best if mark[best] < _MID_LINE else full


_Cutter = Callable[[str], Sequence[int]]
"""Where a passage may be cut: offsets in it, the last one its length."""


def _pieces(
    text: str,
    start: int,
    ends: Sequence[int],
    finer: Sequence[_Cutter],
    count: TokenCounter,
    limit: int,
) -> Iterator[int]:
    """Ends of the passages that fit into a snippet; the others are cut finer, and so on."""
    for end in ends:
        passage = text[start:end]
        if _fits(passage, count, limit):
            yield end
        else:
            cuts = finer[0](passage) if finer else _halves(passage, count, limit)
            inner = [start + offset for offset in cuts]
            yield from _pieces(text, start, inner, finer[1:], count, limit)
        start = end


def _fits(passage: str, count: TokenCounter, limit: int) -> bool:
    size = _bytes(passage)
    return size <= limit or (size <= _LONG * limit and count(passage) <= limit)


def _sentence_ends(passage: str) -> list[int]:
    return [sentence.end for sentence in sentences(passage)]


def _clause_ends(passage: str) -> list[int]:
    return _ends(_CLAUSE_END, passage)


def _word_ends(passage: str) -> list[int]:
    return _ends(_WORD_END, passage)


def _ends(pattern: re.Pattern[str], passage: str) -> list[int]:
    ends = [found.end() for found in pattern.finditer(passage)]
    return ends if ends and ends[-1] == len(passage) else [*ends, len(passage)]


_FINER: tuple[_Cutter, ...] = (_sentence_ends, _clause_ends, _word_ends)


def _halves(passage: str, count: TokenCounter, limit: int) -> list[int]:
    """Cut a passage that has no pause in two, so that well filled slices can come of it."""
    if len(passage) < 2:
        raise InvalidInputError(
            f"a snippet of {limit} tokens cannot hold {passage!r}, which has {count(passage)}"
        )
    slices = 2
    if _bytes(passage) <= _LONG * limit:
        slices = max(2, ceil(count(passage) / (_SLICE_FILL * limit)))
    middle = max(1, len(passage) * (slices // 2) // slices)
    return [_nearest_cut(passage, middle), len(passage)]


def _nearest_cut(passage: str, middle: int) -> int:
    """The place near the middle where no character sequence is torn and no side is left blank."""
    low = len(passage) - len(passage.lstrip()) + 1
    high = len(passage.rstrip()) - 1
    if low > high:
        return middle
    middle = min(max(middle, low), high)
    below = range(middle, max(low, middle - _LONGEST_CLUSTER) - 1, -1)
    above = range(middle + 1, min(high, middle + _LONGEST_CLUSTER) + 1)
    return next((p for p in chain(below, above) if not _sticks(passage, p)), middle)


def _sticks(passage: str, place: int) -> bool:
    """Whether the character at `place` belongs with the one before it."""
    character = passage[place]
    return (
        unicodedata.category(character).startswith("M")
        or _ZERO_WIDTH_JOINER in passage[place - 1 : place + 1]
        or ord(character) in _SKIN_TONES
        or character in _CLOSING
    )
