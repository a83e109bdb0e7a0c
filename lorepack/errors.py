"""Errors a caller may want to catch.

* LorepackError
  + NotFoundError
  + ConflictError
    + StaleError
    + LeaseLostError
  + InvalidInputError
    + BudgetError
  + ProviderError
    + ProviderDownError
    + ProviderTimeoutError
    + RateLimitedError
    + UnusableAnswerError
  + UnavailableError
    + StorageFullError
    + ReadOnlyError
    + BrokenIndexError
    + IndexGoneError
  + JobFailedError
"""

from collections.abc import Mapping


class LorepackError(Exception):
    """Base class of every error raised on purpose; its text is meant for people."""


class NotFoundError(LorepackError):
    """The named project, chapter or memory does not exist."""


class ConflictError(LorepackError):
    """The write is based on a state that is no longer the current one."""


class StaleError(ConflictError):
    """The text that was edited is no longer the current one."""


class LeaseLostError(ConflictError):
    """The job was taken over by another worker, or cancelled."""


class InvalidInputError(LorepackError):
    """The request cannot be carried out as it stands; the text says what to change."""


class BudgetError(InvalidInputError):
    """What a pack must hold does not fit its budget."""

    def __init__(self, budget: int, required: Mapping[str, int], smallest: int) -> None:
        """Name every required block and its size.

        Args:
            budget: Tokens asked for.
            required: Tokens of each block that may not be left out.
            smallest: The smallest budget that would do, in tokens.
        """
        self.budget, self.required, self.smallest = budget, dict(required), smallest
        blocks = ", ".join(f"{name} {tokens}" for name, tokens in required.items())
        super().__init__(
            f"a budget of {budget} tokens cannot hold what the pack must contain ({blocks}); "
            f"the smallest that would do is {smallest}"
        )


class ProviderError(LorepackError):
    """A model could not be prepared or answered with something unusable."""


class ProviderDownError(ProviderError):
    """A model's server cannot be reached, breaks off or is out of order, for now."""


class ProviderTimeoutError(ProviderError):
    """A model did not answer in time."""


class RateLimitedError(ProviderError):
    """A model's server has no room for the question now."""

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        """Say when to ask again.

        Args:
            message: For people.
            retry_after: Seconds that the server asks to wait, if it does.
        """
        self.retry_after = retry_after
        super().__init__(message)


class UnusableAnswerError(ProviderError):
    """A model answered with a refusal, nothing, or what breaks off or is no form asked for."""


class UnavailableError(LorepackError):
    """A part of the deployment did not answer in time."""


class StorageFullError(UnavailableError):
    """There is no room left for a write; nothing of it was stored."""


class ReadOnlyError(UnavailableError):
    """The record can be read here and not written."""


class BrokenIndexError(UnavailableError):
    """The files of the vector index cannot be read; it can be made anew from the record."""


class IndexGoneError(UnavailableError):
    """The index that was asked is no more; another one has taken its place, if any."""


class JobFailedError(LorepackError):
    """A job that was waited for failed or was cancelled; the text says why."""
