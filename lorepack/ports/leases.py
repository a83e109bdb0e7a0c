"""What one process at a time may do, among those that share a record."""

from typing import Protocol


class Leases(Protocol):
    """Leases by name; one that is not kept runs out."""

    def take(self, name: str, holder: str, *, seconds: float) -> bool:
        """Have a lease, or for as long again.

        Args:
            name: What it is for.
            holder: Who has it.
            seconds: How long it holds.

        Returns:
            Whether nobody else has it.
        """
        ...

    def end(self, name: str, holder: str) -> None:
        """Give a lease back, if one still has it."""
        ...

    def last(self, name: str) -> str | None:
        """Who has a lease, or had it last; None if nobody ever did."""
        ...
