"""Jobs: work on a project that goes on in the background, whoever does it."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from lorepack.records.book import SummaryState
from lorepack.records.freshness import Freshness


class JobKind(StrEnum):
    """What a job does to its project."""

    SUMMARISE = "summarise"


class JobState(StrEnum):
    """How far a job has come."""

    QUEUED = "queued"
    """It waits for a worker, or for its next try."""
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def over(self) -> bool:
        """Whether nothing will be done for it any more."""
        return self not in LIVE


LIVE = frozenset({JobState.QUEUED, JobState.RUNNING})
"""States of a job that is still to end; a project has one such job of each kind at the most."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job as people see it."""

    id: str
    project: str
    kind: JobKind
    state: JobState
    attempt: int
    """How often a worker has taken it up."""
    tries: int
    """How often since it last came forward, this time included."""
    done: int
    """Chapters, over all attempts."""
    total: int
    """Chapters that are known to need it, those done included."""
    error: str
    """What went wrong the last time; empty if nothing did."""
    worker: str
    """Host and process that has it or had it last."""
    created: str
    """ISO 8601 in UTC."""
    updated: str
    """When it last changed or its worker last gave a sign of life, likewise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectStatus:
    """What a project holds, and what is still to be done for it."""

    project: str
    chapters: int
    characters: int
    summaries: Mapping[SummaryState, int]
    """Chapters by the state of their summary."""
    index_lag: int
    """Chapters whose vectors are still to come."""
    jobs: tuple[Job, ...]
    """Those that are not over."""
    repaired: int = 0
    """Statements of a model in the summaries that stand, put right from their chapters."""
    rejected: int = 0
    """Statements of a model that were left out: their chapters do not hold them."""
    behind: tuple[Freshness, ...] = ()
    """Chapters that have left their summary behind, that a model failed at, or whose paragraphs
    stand in another order than when they were told of."""
