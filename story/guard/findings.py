"""What the guard says of a text: kept, repaired or rejected, and every fault by its kind."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum

from lorepack.records import Span


class Verdict(StrEnum):
    """What became of a text."""

    KEPT = "kept"
    """It holds no fault and stands as it came."""
    REPAIRED = "repaired"
    """Its faults were put right from the source, or their sentences left out."""
    REJECTED = "rejected"
    """Too little of it was sound."""


class FindingKind(StrEnum):
    """How a text departs from its source."""

    INVENTED_NUMBER = "invented_number"
    """A number, date or time that the source has nowhere."""
    CHANGED_VALUE = "changed_value"
    """Another value than the source has in the same place."""
    LOST_VALUE = "lost_value"
    """A vague word in the place of a value."""
    INVENTED_NAME = "invented_name"
    CHANGED_NAME = "changed_name"
    """Another name than the source has in the same place."""
    SWAPPED_ROLES = "swapped_roles"
    """Who acted is told as who was acted on."""
    DROPPED_NEGATION = "dropped_negation"
    ADDED_NEGATION = "added_negation"
    CHANGED_CONDITION = "changed_condition"
    """What holds on a condition is told without it."""
    DEATH_CHANGED = "death_changed"
    """The dead live, or the living are dead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fault of a text."""

    kind: FindingKind
    span: Span
    """In the text as it came to the guard."""
    text: str
    """What the span holds; empty where something is missing."""
    expected: str | None = None
    """What the source says instead, verbatim, where that is certain."""
    source: Span | None = None
    """Where it says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Guarded:
    """A text that holds nothing against its source, and what had to go for that."""

    text: str
    """Empty if it was rejected."""
    verdict: Verdict
    findings: tuple[Finding, ...] = ()
    """Faults of the text as it came, in order."""
    removed: int = 0
    """Sentences left out of it."""

    @property
    def counts(self) -> Counter[FindingKind]:
        """How many faults of each kind it had."""
        return Counter(finding.kind for finding in self.findings)
