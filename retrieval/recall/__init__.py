"""The recall pack: what an agent is reminded of, one line each, within a hard budget."""

from retrieval.recall.builder import Recaller

__all__ = ["Recaller"]
