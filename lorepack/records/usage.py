"""The ledger: what each call of a model cost."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum


class Outcome(StrEnum):
    """How a call ended."""

    ANSWERED = "answered"
    UNUSABLE = "unusable"
    """It answered, and the answer was refused: no JSON, a refusal, cut off."""
    FAILED = "failed"
    """No answer came: a timeout, an error status, a cut connection."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """One call of a model."""

    tenant: str = "local"
    project: str = ""
    """Empty for a call that belongs to none."""
    session: str = ""
    at: str
    """When it ended, ISO 8601 in UTC."""
    model: str
    route: str
    """What asked for it: `summarise`, a REST route, a command."""
    stage: str
    """Part of the work: `memory`, `planning`, `tools`, `context`, `generation`."""
    input_tokens: int
    """All of the prompt, what was cached included; 0 for a call that failed: nobody said."""
    cached_tokens: int
    output_tokens: int
    estimated: bool = False
    """Whether the tokens were counted here, the model's server having said nothing of them."""
    cost: Decimal
    """In the currency of the price list; 0 for a model without a price."""
    outcome: Outcome

    @property
    def uncached_tokens(self) -> int:
        """Input that was paid for in full."""
        return self.input_tokens - self.cached_tokens


class UsagePart(StrEnum):
    """What the ledger may be summed by."""

    MODEL = "model"
    ROUTE = "route"
    PROJECT = "project"
    SESSION = "session"
    STAGE = "stage"


@dataclass(frozen=True, slots=True, kw_only=True)
class UsageTotal:
    """The sum of some entries."""

    calls: int = 0
    input_tokens: int = 0
    cached_tokens: int = 0
    uncached_tokens: int = 0
    output_tokens: int = 0
    cost: Decimal = Decimal(0)

    @classmethod
    def of(cls, entries: Iterable[Usage]) -> "UsageTotal":
        """Sum entries; costs are decimals and add up exactly."""
        kept = list(entries)
        return cls(
            calls=len(kept),
            input_tokens=sum(entry.input_tokens for entry in kept),
            cached_tokens=sum(entry.cached_tokens for entry in kept),
            uncached_tokens=sum(entry.uncached_tokens for entry in kept),
            output_tokens=sum(entry.output_tokens for entry in kept),
            cost=sum((entry.cost for entry in kept), Decimal(0)),
        )
