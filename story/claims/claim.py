"""What a chapter says about somebody or something."""

from dataclasses import dataclass
from enum import StrEnum


class ClaimKind(StrEnum):
    """What a claim is about."""

    DEATH = "death"
    REVIVAL = "revival"
    ACT = "act"
    """Somebody is there: speaks, moves, does something."""
    ATTRIBUTE = "attribute"
    """An age, a rank, a weight, a sum, a date."""
    EVENT = "event"
    """Something that changes an attribute: a promotion, a payment, a birthday."""
    CUSTODY = "custody"
    """Somebody holds, gets, gives away or loses an item, or there are several of it."""
    KNOWLEDGE = "knowledge"
    """Somebody knows, learns or does not know something."""
    CLOCK = "clock"
    """How much time goes by, which day it is."""
    RELATION = "relation"
    """Kinship, marriage, master and disciple."""


class Mode(StrEnum):
    """How a claim is made."""

    ASSERTED = "asserted"
    """By the narrator, here and now."""
    SPEECH = "speech"
    """By somebody in the story, who may err or lie."""
    NEGATED = "negated"
    HYPOTHETICAL = "hypothetical"
    """Wished, feared, asked, planned, or all but done."""
    FLASHBACK = "flashback"
    DREAM = "dream"
    """In a dream, a vision, by a ghost."""
    PROPHECY = "prophecy"
    MENTION = "mention"
    """In passing, as something known: `X死后`, `X's grave`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One thing that a text says; `text == source[start:end]`."""

    kind: ClaimKind
    subject: str
    """Id of the entity, or the words of the text where no entity is known for them."""
    predicate: str
    """What of it: `age`, `rank/cultivation`, `gives`; the same word in every language."""
    value: str = ""
    """Normalised: a plain decimal numeral, an ISO date, an entity's id; else as it stands."""
    other: str = ""
    """Id or words of the second party: who is given the item, whom the sum is owed."""
    mode: Mode = Mode.ASSERTED
    start: int
    end: int
    text: str
