"""The ledger: what each call of a model cost."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, fields
from decimal import Decimal
from typing import Any

import sqlalchemy as sa

from lorepack.records import Outcome, Usage, UsagePart, UsageTotal
from storage import tables as t

_COLUMNS = [t.usage.c[field.name] for field in fields(Usage)]


class SqlLedger:
    """The ledger, within one transaction.

    Sums are made here and not by the database: SQLite has no decimals, and money is no float.
    """

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def add(self, usage: Usage) -> None:
        """Write an entry."""
        values = asdict(usage) | {"cost": f"{usage.cost:f}", "outcome": usage.outcome.value}
        self._connection.execute(t.usage.insert().values(values))

    def entries(self, tenant: str, *, project: str | None = None, limit: int) -> list[Usage]:
        """The newest entries, the last one first."""
        newest = _asked(tenant, project).order_by(t.usage.c.id.desc()).limit(limit)
        return list(self._read(newest))

    def total(self, tenant: str, *, project: str | None = None) -> UsageTotal:
        """The sum of all entries."""
        return UsageTotal.of(self._read(_asked(tenant, project)))

    def totals(
        self, tenant: str, by: UsagePart, *, project: str | None = None
    ) -> dict[str, UsageTotal]:
        """The same sum in parts, by name in order."""
        parts: defaultdict[str, list[Usage]] = defaultdict(list)
        for entry in self._read(_asked(tenant, project)):
            parts[getattr(entry, by.value)].append(entry)
        return {name: UsageTotal.of(parts[name]) for name in sorted(parts)}

    def _read(self, query: sa.Select[tuple[object, ...]]) -> Iterator[Usage]:
        for row in self._connection.execute(query).mappings():
            values: dict[str, Any] = dict(row)
            values["cost"] = Decimal(values["cost"])
            values["outcome"] = Outcome(values["outcome"])
            yield Usage(**values)


def _asked(tenant: str, project: str | None) -> sa.Select[tuple[object, ...]]:
    query = sa.select(*_COLUMNS).where(t.usage.c.tenant == tenant)
    return query if project is None else query.where(t.usage.c.project == project)
