"""Names of persons, found in a book without a list of them."""

from text.names.discovery import discover
from text.names.found import FoundName

__all__ = ["FoundName", "discover"]
