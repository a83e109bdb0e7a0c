"""The ledger: an entry for every call of a model; entries are added and never changed."""

from typing import Protocol

from lorepack.records import Usage, UsagePart, UsageTotal


class Ledger(Protocol):
    """What calls of models cost. It outlives the projects that it names."""

    def add(self, usage: Usage) -> None:
        """Write an entry."""
        ...

    def entries(self, tenant: str, *, project: str | None = None, limit: int) -> list[Usage]:
        """The newest entries of a tenant, or of one of its projects, the last one first."""
        ...

    def total(self, tenant: str, *, project: str | None = None) -> UsageTotal:
        """The sum of all of them."""
        ...

    def totals(
        self, tenant: str, by: UsagePart, *, project: str | None = None
    ) -> dict[str, UsageTotal]:
        """The same sum in parts, by name in order; the parts add up to the whole."""
        ...
