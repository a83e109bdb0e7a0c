"""Signals: what speaks for or against a candidate, as named numbers that a calibration weighs."""

from collections.abc import Callable, Collection
from dataclasses import dataclass

from lorepack.records import Candidate


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What a signal may look at: one candidate of one query."""

    candidate: Candidate
    fused: float
    """Both pools together, in [0, 1], relative to the best of the same query."""


Signal = Callable[[Evidence], float]


def fused(evidence: Evidence) -> float:
    """Both pools together, in [0, 1]."""
    return evidence.fused


def dense(evidence: Evidence) -> float:
    """Cosine of query and snippet, in [-1, 1]; 0 where the dense pool missed it."""
    return evidence.candidate.dense or 0.0


def lexical(evidence: Evidence) -> float:
    """BM25, 0 or more; 0 where the lexical pool missed it."""
    return evidence.candidate.lexical or 0.0


SIGNALS: dict[str, Signal] = {"fused": fused, "dense": dense, "lexical": lexical}
"""Every signal that a calibration may weigh, by its name in a profile."""


def measure(evidence: Evidence, names: Collection[str]) -> dict[str, float]:
    """The values of these signals, by name.

    Args:
        evidence: What is known of the candidate.
        names: Keys of `SIGNALS`.
    """
    return {name: SIGNALS[name](evidence) for name in names}
