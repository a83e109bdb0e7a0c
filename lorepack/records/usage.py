"""The ledger: what each call of a model cost."""

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
    """All of the prompt, what was cached included."""
    cached_tokens: int
    output_tokens: int
    cost: Decimal
    """In the currency of the price list; 0 for a model without a price."""
    outcome: Outcome

    @property
    def uncached_tokens(self) -> int:
        """Input that was paid for in full."""
        return self.input_tokens - self.cached_tokens
