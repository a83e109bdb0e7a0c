"""Ages, ranks, measures, sums and dates of named people and things, and what changes them."""

import re
from collections.abc import Iterator

from story.claims import ages, dates, measures, ranks, sums
from story.claims.claim import Claim, ClaimKind, Mode
from story.claims.names import Marked
from story.claims.patterns import bare, matches
from story.claims.ranks import LADDER_OF, rung
from story.claims.telling import Telling
from text.facts.values import read_numeral

_STATES = (
    *ages.STATES,
    *measures.STATES,
    *measures.ENGLISH_STATES,
    *sums.STATES,
    *dates.STATES,
    *ranks.STATES,
)
_CHANGES = (*measures.CHANGES, *sums.CHANGES, *dates.CHANGES, *ranks.CHANGES)
_UNIT_ALIKE = re.compile("银子|黄金|白银|纹银|钱|块|枚|s$")
_NOTHING_CERTAIN = re.compile("[得其皆每各见约都只]|[身人水雪地]$")
_SHORTEST_THING = 2  # characters; shorter words name too many things


def attributes(marked: Marked, telling: Telling) -> Iterator[Claim]:
    """Claims of what somebody or something is, and of what changes that."""
    for kind, grammar in ((ClaimKind.ATTRIBUTE, _STATES), (ClaimKind.EVENT, _CHANGES)):
        for predicate, found in matches(grammar, marked, telling):
            claim = _claim(kind, predicate, found, marked, telling)
            if claim is not None:
                yield claim


def _claim(
    kind: ClaimKind, predicate: str, found: re.Match[str], marked: Marked, telling: Telling
) -> Claim | None:
    parts = found.groupdict()
    subject = _subject(predicate, found, marked)
    value = _value(predicate, parts.get("value"))
    if not subject or (kind is ClaimKind.ATTRIBUTE and value is None):
        return None
    start, end = found.span()
    mode = telling.mode(start, end)
    if kind is ClaimKind.ATTRIBUTE and mode is Mode.DREAM:
        mode = telling.mode_of_fact(start, end)
    return Claim(
        kind=kind,
        subject=subject,
        predicate=_predicate(predicate, parts),
        value=value or "",
        other=marked.who(*found.span("other")) if parts.get("other") else "",
        mode=mode,
        start=start,
        end=end,
        text=marked.text[start:end],
    )


def _subject(predicate: str, found: re.Match[str], marked: Marked) -> str:
    parts = found.groupdict()
    if parts.get("who"):
        return marked.who(*found.span("who"))
    what = bare(parts.get("what") or "")
    named = len(what) >= _SHORTEST_THING and not _NOTHING_CERTAIN.search(what)
    return what if named or predicate == "date" else ""


def _predicate(predicate: str, parts: dict[str, str | None]) -> str:
    if predicate == "rank":
        return f"rank/{LADDER_OF.get(rung(parts.get('value') or '')[0], '')}".rstrip("/")
    unit = _UNIT_ALIKE.sub("", parts.get("unit") or "")
    what = bare(parts.get("what") or "") if predicate in {"date", "sum/fee"} else ""
    return "/".join(filter(None, (predicate, what, unit)))


def _value(predicate: str, words: str | None) -> str | None:
    if words is None:
        return None
    if predicate == "rank":
        return "/".join(filter(None, rung(words)))
    return words.rstrip("日号") if predicate == "date" else read_numeral(words)
