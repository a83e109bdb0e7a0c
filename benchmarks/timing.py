"""How long work takes, in processor time."""

import time
from collections.abc import Callable

REPEATS = 3


def cpu_seconds(work: Callable[[], object]) -> float:
    """Fewest CPU seconds of some runs."""
    times: list[float] = []
    for _ in range(REPEATS):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)
