"""The literal parts of a query: each that exists is represented among what is shown."""

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace

from lorepack.records import Hit, Match, Passage, Score
from retrieval.literal import Literal, spans, valued_spans
from retrieval.near import nearest
from retrieval.query import Asked

Places = tuple[tuple[int, int], ...]
"""Stretches of a text, end exclusive."""


def best_of_parts(
    ranked: Sequence[str], literal: Literal, near: Mapping[str, float]
) -> tuple[str, ...]:
    """For each literal part of the query that exists, the best snippet that holds it.

    Args:
        ranked: Ids of snippets, best first.
        literal: What stands to the letter.
        near: Likeness of those that nearly hold the query; the nearest counts as a part as well.
    """
    parts = [set(part) for part in (literal.whole, *literal.parts)]
    best = (next((id for id in ranked if id in part), None) for part in parts)
    held = [id for id in best if id is not None]
    return tuple(dict.fromkeys([*nearest(near, ranked), *held]))


def with_every_part(
    kept: Sequence[str], ranked: Sequence[str], needed: Sequence[str], k: int
) -> list[str]:
    """The best k, in their order, the first k of those that are needed among them."""
    first = needed[:k]
    others = [id for id in kept if id not in first][: k - len(first)]
    return [id for id in ranked if id in {*first, *others}]


def matches(asked: Asked, passage: Passage) -> Places:
    """Where in its chapter all parts that begin in a passage stand, in order."""
    words = spans(asked.needles, passage)
    return tuple(sorted(words | set(valued_spans(asked.values, passage))))


def places_by_part(asked: Asked, passage: Passage) -> tuple[Places, ...]:
    """The same places, apart for each part that there is."""
    found = [tuple(sorted(spans([needle], passage))) for needle in asked.needles]
    return tuple(filter(None, [*found, valued_spans(asked.values, passage)]))


def stretched(passage: Passage, matches: Places) -> Passage:
    """The passage up to the end of its last match: a quotation that runs past it is shown whole."""
    end = max([passage.end, *(last for _, last in matches)])
    more = end - passage.end
    text, following = passage.text + passage.following[:more], passage.following[more:]
    return replace(passage, end=end, text=text, following=following)


def hit(passage: Passage, asked: Asked, score: Score, keys: Sequence[int]) -> Hit:
    """A passage as a search shows it.

    Args:
        passage: The passage.
        asked: What was looked for.
        score: Why it came up.
        keys: Order keys of the chapters in range, rising.
    """
    places = matches(asked, passage)
    pooled = score.dense is not None or score.lexical is not None
    shown = stretched(passage, places)
    return Hit(
        id=passage.id,
        chapter=bisect_left(keys, passage.order_key) + 1,
        start=shown.start,
        end=shown.end,
        text=shown.text,
        match=(Match.BOTH if pooled else Match.LITERAL) if places else Match.SEMANTIC,
        score=score,
        spans=places,
    )
