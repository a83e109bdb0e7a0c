"""Excerpts: the sentences of a text that a query is most likely after."""

from collections.abc import Callable, Iterator, Sequence

from lorepack.records import Span
from ranking.bm25 import scores
from retrieval.parts import Places
from text.fold import fold
from text.sentences import sentences

_GAP = "…"


def excerpt(
    text: str, query: str, fits: Callable[[str], bool], parts: Sequence[Places] = ()
) -> str | None:
    """The sentences that match best and fit together, in their order; gaps are marked.

    Room that is left goes to what stands around the best of them.

    Args:
        text: What is cut.
        query: Folded.
        fits: Whether an excerpt is short enough.
        parts: Where each part stands that is to be shown before all else, at one of its places.

    Returns:
        None if not even the best sentence fits, or there is none. Where none matches, the first
        counts as the best.
    """
    spans, ranked = _matched(text, query)
    due = _due(spans, ranked, parts)
    taken = due if due and fits(_joined(text, spans, due)) else []
    for at in dict.fromkeys([*due, *ranked]):
        longer = sorted({*taken, at})
        if fits(_joined(text, spans, longer)):
            taken = longer
        elif not taken:
            return None
    return _joined(text, spans, taken) if taken else None


def least(text: str, query: str, parts: Sequence[Places]) -> str:
    """The shortest excerpt that shows each part; the best sentence where there are none."""
    spans, ranked = _matched(text, query)
    return _joined(text, spans, _due(spans, ranked, parts) or ranked[:1])


def _matched(text: str, query: str) -> tuple[Sequence[Span], Sequence[int]]:
    """The sentences of a text, and their places, the best match first."""
    spans = sentences(text)
    return spans, _ranked([fold(text[s.start : s.end]) for s in spans], query)


def _ranked(folded: Sequence[str], query: str) -> list[int]:
    """Places of the sentences, by BM25 among themselves, then by how near the best they stand."""
    values = scores(query, folded, total=len(folded))
    best = max(range(len(folded)), key=lambda at: (values[at], -at), default=0)
    return sorted(range(len(folded)), key=lambda at: (-values[at], abs(at - best), at))


def _due(spans: Sequence[Span], ranked: Sequence[int], parts: Sequence[Places]) -> list[int]:
    """Sentences that hold each part, at the place of it that matches best; rising."""
    rank = {at: nth for nth, at in enumerate(ranked)}
    due: set[int] = set()
    for places in parts:
        held = [
            [at for at, s in enumerate(spans) if s.start < end and start < s.end]
            for start, end in places
        ]
        due.update(min(held, key=lambda some: min(rank[at] for at in some)))
    return sorted(due)


def _joined(text: str, spans: Sequence[Span], taken: Sequence[int]) -> str:
    return " ".join(_pieces(text, spans, taken))


def _pieces(text: str, spans: Sequence[Span], taken: Sequence[int]) -> Iterator[str]:
    """Stretches of the text, to the letter, with a mark for what stands between them."""
    behind = 0
    while behind < len(taken):
        first = behind
        while behind + 1 < len(taken) and taken[behind + 1] == taken[behind] + 1:
            behind += 1
        if taken[first] > 0:
            yield _GAP
        yield text[spans[taken[first]].start : spans[taken[behind]].end].strip()
        behind += 1
    if taken and taken[-1] < len(spans) - 1:
        yield _GAP
