"""The memory of long-form writing: records, errors, and the way into a library."""

from lorepack.errors import (
    BudgetError,
    ConflictError,
    InvalidInputError,
    LorepackError,
    NotFoundError,
    ProviderError,
    UnavailableError,
)
from lorepack.library import open_library

__all__ = [
    "BudgetError",
    "ConflictError",
    "InvalidInputError",
    "LorepackError",
    "NotFoundError",
    "ProviderError",
    "UnavailableError",
    "open_library",
]
