"""What in a draft cannot be true beside what stood before it."""

from dataclasses import dataclass
from enum import StrEnum


class FindingCode(StrEnum):
    """What sort of contradiction a finding is."""

    DEAD_ACTS = "dead_acts"
    """Somebody dead speaks or acts."""
    DIES_AGAIN = "dies_again"
    """Somebody dead dies a second time."""
    AGE_CHANGED = "age_changed"
    NUMBER_CHANGED = "number_changed"
    """A weight, a length, a count of something."""
    SUM_CHANGED = "sum_changed"
    """A price, a debt."""
    DATE_CHANGED = "date_changed"
    RANK_CHANGED = "rank_changed"
    """A rank, an office, a stage of cultivation."""
    RELATION_CHANGED = "relation_changed"
    """Somebody has another father, master or spouse."""
    WRONG_HANDS = "wrong_hands"
    """An item is where it cannot be."""
    CANNOT_KNOW = "cannot_know"
    """Somebody knows what has not reached them, or the text tells what is still hidden."""
    CLOCK_TURNED_BACK = "clock_turned_back"
    """A day of the story comes again."""
    MUST_HAPPEN_UNMET = "must_happen_unmet"
    DUTY_UNMET = "duty_unmet"
    MUST_NOT_BROKEN = "must_not_broken"
    RULE_BROKEN = "rule_broken"
    FORESHADOW_OVERDUE = "foreshadow_overdue"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Words that speak for a finding: `quote` is `source[start:end]`."""

    quote: str
    start: int
    """Offset in the draft, the chapter, the memory's text or the line of the card."""
    end: int
    chapter: int | None = None
    """Position of the chapter that says so; None for the draft, a memory or the card."""
    memory: str | None = None
    """Id of the memory that says so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One contradiction."""

    id: str
    """Hash of the code, the subject and what is contradicted, and of nothing else in the draft:
    an edit of the draft elsewhere, or of the sentence's wording, does not change it."""
    code: FindingCode
    subject: str
    """Name of whom or what it is about; a foreshadow's code; a line of the card."""
    message: str
    """One line for people."""
    draft: Evidence
    before: Evidence | None
    exempt: bool = False
    """Whether the author lets it stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exemption:
    """A finding that the author lets stand."""

    finding: str
    """Id of the finding."""
    reason: str
    """Why, in the author's words; empty where nothing was said."""
    at: str
    """When that was said: ISO 8601, UTC."""
