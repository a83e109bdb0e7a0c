"""Days of the story that come again."""

from collections.abc import Iterator
from dataclasses import dataclass

from lorepack.records import Finding, FindingCode
from story.claims import Claim, ClaimKind, Mode
from story.continuity.before import Before, Known
from story.continuity.draft import Draft

_SAME_JOURNEY = 10
"""Chapters; a journey of earlier ones is another one."""


@dataclass(kw_only=True)
class _Clock:
    travelled: int = 0
    """Days since the last departure."""
    journey: Known | None = None
    day: int = 0
    """The last counted day of the story and the days told since."""
    counted: Known | None = None

    def take(self, one: Known) -> None:
        claim = one.claim
        days = int(claim.value or 0)
        if claim.predicate == "sets_out":
            self.travelled, self.journey = 0, None
        elif claim.predicate == "travel":
            self.travelled, self.journey = self.travelled + days, one
            self.day += days
        elif claim.predicate == "day":
            self.travelled, self.journey = max(self.travelled, days), one
        elif claim.predicate == "story_day":
            self.day, self.counted = days, one
        elif claim.predicate == "elapsed":
            self.day += days

    def against(self, claim: Claim, chapter: int) -> Known | None:
        """What speaks against a count of days."""
        days = int(claim.value or 0)
        if claim.predicate == "story_day":
            return self.counted if days < self.day else None
        if claim.predicate not in {"day", "since"} or self.journey is None:
            return None
        recent = self.journey.chapter is None or chapter - self.journey.chapter <= _SAME_JOURNEY
        return self.journey if recent and days < self.travelled else None


def days_again(draft: Draft, before: Before) -> Iterator[Finding]:
    """Findings about a clock that runs backwards."""
    clock = _Clock()
    for one in before:
        if one.claim.kind is ClaimKind.CLOCK and one.claim.mode is Mode.ASSERTED:
            clock.take(one)
    for claim in draft.of(ClaimKind.CLOCK):
        known = clock.against(claim, draft.chapter)
        if known is not None:
            yield _finding(draft, claim, known)
        clock.take(Known(claim=claim, chapter=draft.chapter))


def _finding(draft: Draft, claim: Claim, known: Known) -> Finding:
    day, told = claim.value, known.claim.text
    message = draft.message(
        f"这里是第{day}天，前文已过了更多天：{told}",
        f"this is day {day}, and more days had gone by: {told}",
    )
    contradicted = f"{claim.predicate}\x1f{claim.value}\x1f{known.claim.value}"
    return draft.finding(FindingCode.CLOCK_TURNED_BACK, "", contradicted, message, claim, known)
