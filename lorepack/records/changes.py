"""What was changed in a book, so that it can be taken back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class RowChange:
    """A row of the record before and after a change."""

    table: str
    key: Mapping[str, Any]
    """Values of its key columns, the project's aside."""
    before: Mapping[str, Any] | None
    """Its other columns; None where there was no such row."""
    after: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One thing somebody did to a project."""

    id: int
    """Counts the project's changes from 1."""
    at: str
    """When, ISO 8601 in UTC."""
    kind: str
    """The verb: `import`, `insert`, `move`, `undo` and so on."""
    what: str
    """One line for people."""
    undoes: int | None = None
    """The change that this one takes back."""
    undone_by: int | None = None
    """The change that took this one back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RevisionView:
    """One of the texts that a chapter has had."""

    revision: int
    """Counts from 1."""
    chars: int
    sha256: str
    current: bool
