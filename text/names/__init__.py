"""Names of persons, found in a book without a list of them."""

from text.names.discovery import discover
from text.names.found import FoundName
from text.names.observed import OBSERVED_VERSION, Observed, observe

__all__ = ["OBSERVED_VERSION", "FoundName", "Observed", "discover", "observe"]
