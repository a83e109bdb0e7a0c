"""How sure a split is: the share of its headings that behave as headings do."""

from collections.abc import Sequence
from itertools import pairwise

from ingest.splitting.assembly import Cut
from ingest.splitting.lines import Found, HeadingLine, Kind

_STRENGTH = {
    **{"pattern": 1.0, "outline": 1.0, "zh-chapter": 1.0, "en-chapter": 1.0},
    **{"markdown": 0.9, "bare-numeral": 0.9, "numbered-title": 0.8, "zh-inline": 0.8},
    **{"special": 0.7, "volume": 0.8, "whole-file": 1.0},
}
"""How well a rule's lines name themselves, once all of them behave."""

_ALONE = 0.8
"""Factor for a book of one chapter: nothing speaks for its heading but its form."""

_WHOLE = 100_000
"""Characters from which a text without headings is probably a book whose headings are unknown."""

LOW = 0.7
"""Below it a person should look at the chapters before going on."""


def confidence(found: Found, made: Cut) -> float:
    """Rate a split in [0, 1].

    The strength of the rule times the mean of three shares: the numbered headings that follow the
    number before them or begin again at 1 (or count down throughout), which weigh double; the
    headings whose line is in no doubt; the chapters with a text. A text without headings is rated
    by its length and by the lines that were refused.

    Returns:
        The rating, rounded to two digits.
    """
    if found.rule == "whole-file":
        size = sum(len(chapter.body) for chapter in made.chapters)
        return round(0.5 if found.rejected or size >= _WHOLE else 1.0, 2)
    headings = [line for line in found.lines if line.kind in (Kind.CHAPTER, Kind.SPECIAL)]
    filled = sum(bool(c.body.strip()) for c in made.chapters) / max(1, len(made.chapters))
    on = _counting_on(made)
    shares = (on, on, _undoubted(headings), filled)
    alone = _ALONE if len(made.chapters) < 2 else 1.0
    return round(_STRENGTH[found.rule] * alone * sum(shares) / len(shares), 2)


def _counting_on(made: Cut) -> float:
    numbers = [chapter.parsed.number or 0 for chapter in made.counted]
    steps = list(pairwise(numbers))
    up = sum(b == a + 1 or b == 1 for a, b in steps)
    down = sum(b == a - 1 for a, b in steps)
    return max(up, down) / len(steps) if steps else 1.0


def _undoubted(headings: Sequence[HeadingLine]) -> float:
    sound = sum(line.doubt is None for line in headings)
    return sound / len(headings) if headings else 1.0
