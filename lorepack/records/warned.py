"""What a caller should know beside an answer."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Warned:
    """Something the caller should know."""

    code: str
    message: str
    at: str | None = None
