"""Time that passes when a test says so."""

from dataclasses import dataclass

from storage.record import SqlRecord


@dataclass(slots=True)
class HandClock:
    """A clock that is set by hand, in seconds since 1970."""

    now: float = 1_700_000_000.0

    def __call__(self) -> float:
        return self.now


def timed(record: SqlRecord, clock: HandClock) -> SqlRecord:
    """The same record, its leases measured by a clock of the test's own."""
    return SqlRecord(
        record._reading,  # pyright: ignore[reportPrivateUsage]
        record._writing,  # pyright: ignore[reportPrivateUsage]
        clock,
    )
