"""Excerpts: the sentences of a text that a query is most likely after."""

from collections.abc import Callable, Iterator, Sequence

from lorepack.records import Span
from ranking.bm25 import scores
from text.fold import fold
from text.sentences import sentences

_GAP = "…"


def excerpt(text: str, query: str, fits: Callable[[str], bool]) -> str | None:
    """The sentences that match best and fit together, in their order; gaps are marked.

    Room that is left goes to what stands around the best of them.

    Args:
        text: What is cut.
        query: Folded.
        fits: Whether an excerpt is short enough.

    Returns:
        None if not even the best sentence fits. Where none matches, the first counts as the best.
    """
    spans = sentences(text)
    taken: list[int] = []
    for at in _ranked([fold(text[s.start : s.end]) for s in spans], query):
        longer = sorted([*taken, at])
        if fits(_joined(text, spans, longer)):
            taken = longer
        elif not taken:
            return None
    return _joined(text, spans, taken)


def _ranked(folded: Sequence[str], query: str) -> list[int]:
    """Places of the sentences, by BM25 among themselves, then by how near the best they stand."""
    values = scores(query, folded, total=len(folded))
    best = max(range(len(folded)), key=lambda at: (values[at], -at), default=0)
    return sorted(range(len(folded)), key=lambda at: (-values[at], abs(at - best), at))


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
