"""Snippets: pieces of a chapter small enough to hand out, cut where a reader would pause."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import ceil

from lorepack.errors import InvalidInputError
from lorepack.ports import TokenCounter
from lorepack.records import Span
from text.sentences import paragraphs, sentences, units

_PARAGRAPH_END_PREFERRED = 0.85
"""Share of the limit from which a snippet closes at a paragraph's end rather than fill up."""

_SLICE_FILL = 0.9
"""Share of the limit that slices of unpunctuated text aim at: tokens are not spread evenly."""

_CLOSING = "”’」』）)】》〉〕]"
_CLAUSE_END = re.compile(rf"(?:[，、；：—]++|[,;:](?=\s))[{re.escape(_CLOSING)}]*+\s*+")
_WORD_END = re.compile(r"(?<=\S)\s++")

_ZERO_WIDTH_JOINER = "\u200d"
_SKIN_TONES = range(0x1F3FB, 0x1F400)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Piece:
    """A span that goes whole into one snippet, and its own size."""

    span: Span
    tokens: int


def cut(text: str, count: TokenCounter, limit: int = 400) -> list[Span]:
    """Cut a text into snippets that tile it, none above the limit.

    Units of sentence and speech are packed greedily. A unit above the limit is cut at its
    sentences, then its clauses, then its words, then between two characters that do not combine.

    Args:
        text: A chapter.
        count: Tokens of a text; asked about every unit and every finished snippet.
        limit: Tokens a snippet may have, by `count` over the snippet's own text.

    Raises:
        InvalidInputError: The limit cannot hold even one character of the text.
    """
    pieces = list(_pieces(text, units(text), _FINER, count, limit))
    paragraph_starts = {paragraph.end for paragraph in paragraphs(text)}
    return list(_pack(text, pieces, paragraph_starts, count, limit))


def _pack(
    text: str,
    pieces: Sequence[_Piece],
    paragraph_starts: set[int],
    count: TokenCounter,
    limit: int,
) -> Iterator[Span]:
    first = 0
    while first < len(pieces):
        start = pieces[first].span.start
        last = _fill(pieces, first, paragraph_starts, limit)
        # Pieces nearly always count more one by one than together, but no tokenizer promises it.
        while last > first and count(text[start : pieces[last].span.end]) > limit:
            last -= 1
        yield Span(start=start, end=pieces[last].span.end)
        first = last + 1


def _fill(pieces: Sequence[_Piece], first: int, paragraph_starts: set[int], limit: int) -> int:
    """Index of the last piece that still goes into the snippet that begins with `first`."""
    total = pieces[first].tokens
    for index in range(first + 1, len(pieces)):
        nearly_full = total >= _PARAGRAPH_END_PREFERRED * limit
        total += pieces[index].tokens
        if total > limit or (nearly_full and pieces[index].span.start in paragraph_starts):
            return index - 1
    return len(pieces) - 1


_Cutter = Callable[[str], list[int]]
"""Where a passage may be cut: offsets in it, the last one its length."""


def _pieces(
    text: str, spans: Sequence[Span], finer: Sequence[_Cutter], count: TokenCounter, limit: int
) -> Iterator[_Piece]:
    """Keep each span that fits; cut the others by the first of the finer cuts, and so on."""
    for span in spans:
        passage = text[span.start : span.end]
        tokens = count(passage)
        if tokens <= limit:
            yield _Piece(span=span, tokens=tokens)
            continue
        ends = finer[0](passage) if finer else _halves(passage, tokens, limit)
        yield from _pieces(text, _spans(span.start, ends), finer[1:], count, limit)


def _spans(offset: int, ends: Sequence[int]) -> list[Span]:
    starts = [0, *ends[:-1]]
    return [Span(start=offset + a, end=offset + b) for a, b in zip(starts, ends, strict=True)]


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


def _halves(passage: str, tokens: int, limit: int) -> list[int]:
    """Cut a passage that has no pause in two, so that well filled slices can come of it."""
    if len(passage) < 2:
        raise InvalidInputError(
            f"a snippet of {limit} tokens cannot hold {passage!r}, which has {tokens}"
        )
    slices = max(2, ceil(tokens / (_SLICE_FILL * limit)))
    middle = max(1, len(passage) * (slices // 2) // slices)
    return [_nearest_cut(passage, middle), len(passage)]


def _nearest_cut(passage: str, middle: int) -> int:
    """The place near the middle where no character sequence is torn and no side is left blank."""
    low = len(passage) - len(passage.lstrip()) + 1
    high = len(passage.rstrip()) - 1
    if low > high:
        return middle
    middle = min(max(middle, low), high)
    places = chain(range(middle, low - 1, -1), range(middle + 1, high + 1))
    return next((place for place in places if not _sticks(passage, place)), middle)


def _sticks(passage: str, place: int) -> bool:
    """Whether the character at `place` belongs with the one before it."""
    character = passage[place]
    return (
        unicodedata.category(character).startswith("M")
        or _ZERO_WIDTH_JOINER in passage[place - 1 : place + 1]
        or ord(character) in _SKIN_TONES
        or character in _CLOSING
    )
