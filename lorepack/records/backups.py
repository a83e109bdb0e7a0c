"""What a backup holds, as people see it."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class BackupReport:
    """A project that was written to a backup, or restored from one."""

    project: str
    """Its name in this library."""
    tenant: str
    file: str
    """The backup."""
    bytes: int
    """Its size."""
    at: str
    """When it was written, ISO 8601 in UTC."""
    schema: str
    """Revision of the schema that its rows are of."""
    tables: Mapping[str, int]
    """How many rows it holds of each table."""
    texts: int
    """How many texts of chapters, former ones too."""
