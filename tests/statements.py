"""What databases are asked while something is done."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

Statements = list[tuple[str, Any]]


@contextmanager
def statements() -> Generator[Statements]:
    """Everything that any database is asked meanwhile, with its values."""
    asked: Statements = []

    def note(_: object, __: object, statement: str, values: object, *___: object) -> None:
        asked.append((statement, values))

    event.listen(sa.Engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(sa.Engine, "before_cursor_execute", note)
