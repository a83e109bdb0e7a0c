"""Understanding a query: what must be found to the letter, and where it points."""

from retrieval.query.asked import Asked, ambiguity_warnings, check_words, quoted, understand
from retrieval.query.placing import placed

__all__ = ["Asked", "ambiguity_warnings", "check_words", "placed", "quoted", "understand"]
