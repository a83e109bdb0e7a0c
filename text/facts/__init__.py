"""Protected facts: found verbatim in a text, and checked between two texts."""

from text.facts.extraction import extract
from text.facts.verification import identity, verify

__all__ = ["extract", "identity", "verify"]
