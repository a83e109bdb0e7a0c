"""Items that are in other hands than they can be."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from lorepack.records import Finding, FindingCode
from story.claims import Claim, ClaimKind, Mode, Names
from story.continuity.before import Before, Known
from story.continuity.draft import Draft

_CERTAIN_ITEM = 3
"""Characters of an item that no registry knows, from which on it is the only one of its name."""


@dataclass(kw_only=True)
class _Hands:
    """Who has what, and who gave it away or lost it."""

    holder: dict[str, tuple[str, Known]] = field(default_factory=dict[str, tuple[str, Known]])
    without: dict[tuple[str, str], Known] = field(default_factory=dict[tuple[str, str], Known])

    several: set[str] = field(default_factory=set[str])
    """Items of which there are more than one: nobody can say which is meant."""

    def take(self, one: Known) -> None:
        claim = one.claim
        item, who = claim.subject, claim.value
        if claim.predicate == "several":
            self.several.add(item)
        elif claim.predicate in {"gives", "loses"}:
            self.without[item, who] = one
            self.holder.pop(item, None)
            if claim.other:
                self._hold(item, claim.other, one)
        elif claim.predicate == "gets":
            if claim.other:
                self.without[item, claim.other] = one
            self._hold(item, who, one)
        elif one.memory is not None:
            self._hold(item, who, one)
        else:
            self.without.pop((item, who), None)  # the book itself shows it there again

    def _hold(self, item: str, who: str, one: Known) -> None:
        self.holder[item] = (who, one)
        self.without.pop((item, who), None)

    def against(self, claim: Claim, *, certain: bool) -> Known | None:
        """What speaks against somebody's having an item."""
        item, who = claim.subject, claim.value
        if any(item[at:] in self.several for at in range(len(item))):
            return None
        if (item, who) in self.without:
            return self.without[item, who]
        holder, known = self.holder.get(item, (who, None))
        return known if certain and holder != who else None


def wrong_hands(draft: Draft, before: Before) -> Iterator[Finding]:
    """Findings about items that somebody uses who does not have them."""
    hands = _Hands()
    for one in before:
        if one.claim.kind is ClaimKind.CUSTODY and one.claim.mode is Mode.ASSERTED:
            hands.take(one)
    told: set[tuple[str, str]] = set()
    for claim in draft.of(ClaimKind.CUSTODY):
        key = claim.subject, claim.value
        if claim.predicate in {"has", "gives", "loses"} and key not in told:
            known = hands.against(claim, certain=_certain(claim.subject, draft.names))
            if known is not None and known.chapter != draft.chapter and not _same(claim, known):
                told.add(key)
                yield _finding(draft, claim, known)
        hands.take(Known(claim=claim, chapter=draft.chapter))


def _same(claim: Claim, known: Known) -> bool:
    """Whether a claim but tells again how the item was given away or lost."""
    before = known.claim
    return (claim.predicate, claim.value, claim.other) == (
        before.predicate, before.value, before.other
    )  # fmt: skip


def _certain(item: str, names: Names) -> bool:
    return len(item) >= _CERTAIN_ITEM or names.name(item) != item


def _finding(draft: Draft, claim: Claim, known: Known) -> Finding:
    item, who = draft.names.name(claim.subject), draft.names.name(claim.value)
    holder = known.claim.value if known.claim.predicate in {"gets", "has"} else known.claim.other
    contradicted = f"{claim.value}\x1f{holder}"
    message = _message(draft, item, who, draft.names.name(holder))
    return draft.finding(
        FindingCode.WRONG_HANDS, claim.subject, contradicted, message, claim, known
    )


def _message(draft: Draft, item: str, who: str, holder: str) -> str:
    if holder:
        return draft.message(
            f"{item}在{holder}手里，这里却在{who}手里",
            f"{item} is with {holder}; here {who} has it",
        )
    return draft.message(
        f"{item}已不在{who}手里，这里却又在", f"{item} is no longer with {who}; here {who} has it"
    )
