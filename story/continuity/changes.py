"""Ages, numbers, sums, dates, ranks and kinship that are not what they were."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from lorepack.records import Finding, FindingCode
from story.claims import Claim, ClaimKind, Mode
from story.claims.dates import same_day
from story.claims.ranks import same_rung
from story.continuity.before import Before, Known
from story.continuity.draft import Draft
from story.continuity.wording import attribute, value

_CODES = {
    "age": FindingCode.AGE_CHANGED,
    "number": FindingCode.NUMBER_CHANGED,
    "sum": FindingCode.SUM_CHANGED,
    "date": FindingCode.DATE_CHANGED,
    "rank": FindingCode.RANK_CHANGED,
    "relation": FindingCode.RELATION_CHANGED,
}
_YEAR = 365  # days
_BIRTHDAYS = 1  # years that an age may gain without a word
_LEAST_SUFFIX = 3  # characters
_ONLY_ONE = frozenset({"father", "mother", "master"})


@dataclass(kw_only=True)
class _Standing:
    """The last value of everything, and the days that have gone by since it was told."""

    values: dict[tuple[str, str], Known] = field(default_factory=dict[tuple[str, str], Known])
    days: dict[tuple[str, str], float] = field(default_factory=dict[tuple[str, str], float])

    def take(self, one: Known) -> None:
        claim = one.claim
        if claim.kind is ClaimKind.CLOCK:
            passed = _days(claim)
            self.days = {key: days + passed for key, days in self.days.items()}
        elif claim.kind is ClaimKind.EVENT:
            self._change(one)
        elif _is_value(claim) and claim.mode is Mode.ASSERTED:
            self._set(one)

    def _set(self, one: Known) -> None:
        key = one.claim.subject, one.claim.predicate
        self.values[key], self.days[key] = one, 0.0

    def _change(self, one: Known) -> None:
        for key in [key for key in self.values if _touches(one.claim, *key)]:
            del self.values[key], self.days[key]
        if one.claim.value and "/" in one.claim.predicate:
            self._set(one)


def changed_facts(draft: Draft, before: Before) -> Iterator[Finding]:
    """Findings about values that changed with no event to change them."""
    standing = _Standing()
    for one in before:
        standing.take(one)
    told: set[tuple[str, str]] = set()
    passed, events = 0.0, dict[tuple[str, str], Claim]()
    for claim in draft.claims:
        passed += _days(claim) if claim.kind is ClaimKind.CLOCK else 0
        key = claim.subject, claim.predicate
        if claim.kind is ClaimKind.EVENT:
            events[key] = claim
        if claim.mode is not Mode.ASSERTED or not _is_value(claim) or key in told:
            continue
        known = _known(standing.values, claim)
        if known is None or any(_touches(event, *key) for event in events.values()):
            continue
        days = passed + standing.days[known.claim.subject, known.claim.predicate]
        if not _agree(known.claim, claim, days):
            told.add(key)
            yield _finding(draft, claim, known)


def _is_value(claim: Claim) -> bool:
    kinship = claim.kind is ClaimKind.RELATION and claim.predicate in _ONLY_ONE
    return claim.kind is ClaimKind.ATTRIBUTE or kinship


def _days(claim: Claim) -> float:
    """Days that a claim lets go by: endless where it does not say how many."""
    if claim.predicate in {"elapsed", "travel", "next_year"}:
        return int(claim.value)
    return float("inf") if claim.predicate == "long" else 0.0


def _touches(event: Claim, subject: str, predicate: str) -> bool:
    """Whether an event explains that a value is another one."""
    about = event.subject == subject or _same_thing(event.subject, subject)
    family = event.predicate.partition("/")[0]
    return (
        about
        and predicate.partition("/")[0] == family
        and (family != "sum" or predicate.startswith(event.predicate))
    )


def _known(values: Mapping[tuple[str, str], Known], claim: Claim) -> Known | None:
    exact = values.get((claim.subject, claim.predicate))
    if exact is not None:
        return exact
    alike = (
        one
        for (subject, predicate), one in values.items()
        if predicate == claim.predicate and _same_thing(subject, claim.subject)
    )
    return next(alike, None)


def _same_thing(one: str, other: str) -> bool:
    """Whether one of two things' words are the other's with something before them."""
    short, long = sorted((one, other), key=len)
    return len(short) >= _LEAST_SUFFIX and long.endswith(short)


def _agree(known: Claim, claim: Claim, days: float) -> bool:
    if claim.predicate == "age":
        years = int(float(claim.value)) - int(float(known.value))
        return 0 <= years <= days / _YEAR + _BIRTHDAYS
    if claim.predicate.startswith("rank"):
        return same_rung(known.value, claim.value)
    if claim.predicate.startswith("date"):
        return same_day(known.value, claim.value)
    if known.other != claim.other and known.other and claim.other:
        return True  # owed to somebody else: another debt
    return known.value == claim.value


def _message(draft: Draft, claim: Claim, known: Claim) -> str:
    names, chinese = draft.names, draft.chinese
    name, what = names.name(claim.subject), attribute(claim.predicate, chinese=chinese)
    was, now = (value(one, names, chinese=chinese) for one in (known, claim))
    if name == what:  # an occasion of nobody's: 庙会
        return draft.message(
            f"{name}前文为{was}，这里为{now}", f"{name} was {was} and is {now} here"
        )
    return draft.message(
        f"{name}的{what}前文为{was}，这里为{now}", f"{name}'s {what} was {was} and is {now} here"
    )


def _finding(draft: Draft, claim: Claim, known: Known) -> Finding:
    relation = claim.kind is ClaimKind.RELATION
    family = "relation" if relation else claim.predicate.partition("/")[0]
    message = _message(draft, claim, known.claim)
    contradicted = f"{claim.predicate}\x1f{known.claim.value}"
    return draft.finding(_CODES[family], claim.subject, contradicted, message, claim, known)
