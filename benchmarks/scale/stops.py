"""What is measured at one size."""

from dataclasses import dataclass

from benchmarks.scale.growing import Grown
from benchmarks.scale.probing import Growth, Probe
from benchmarks.scale.sizes import Disk


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A library at one size."""

    snippets: int
    books: int
    grown: Grown
    """What the books that were added since the stop before took, in this run."""
    disk: Disk
    probe: Probe
    growth: dict[str, Growth]
    """Empty where the book that it is measured on is not there yet."""
