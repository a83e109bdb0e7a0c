"""Which rows a backup carries: all of a project's, but for what is left out with a reason.

Nothing here names the tables that are carried: one that a later schema brings is, unless it is
listed here. Numbers that a database hands out itself, a project's own among them, are no part of
a row: the rows come in the order of these numbers and are numbered anew where they are restored.
"""

from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from lorepack.records import LIVE, Scope

PROJECT = "project"
"""The table of projects, and what a project's number is called in every other one."""
REVISIONS, TEXT = "chapter_revision", "text"
"""The table and the column of the texts, which a backup keeps as files."""

LEFT_OUT: Mapping[str, str] = {
    "journal": "what the index lacks; of a restored book it lacks everything",
    "lease": "who is at what, of the processes of one library",
    "purged": "projects that are gone",
    "snippet_terms": "made again, the same, from the folded words of the snippets",
    "vector": "made again by whichever encoder the restored book has",
}
"""Tables that no backup carries, and why."""


def carried(metadata: sa.MetaData) -> list[sa.Table]:
    """The tables that a backup carries; rows of each point only to those before it."""
    return [
        table
        for table in metadata.sorted_tables
        if is_of_project(table) and table.name not in LEFT_OUT
    ]


def is_of_project(table: sa.Table) -> bool:
    """Whether the rows of a table belong to a project."""
    return table.name == PROJECT or PROJECT in table.c


def owner(table: sa.Table, scope: Scope, number: int) -> dict[str, Any]:
    """The columns that say whose a row is: the same in all rows of a project."""
    if table.name == PROJECT:
        return {"tenant": scope.tenant, "name": scope.project}
    if "tenant" in table.c:
        return {"tenant": scope.tenant, PROJECT: scope.project}
    return {PROJECT: number}


def columns(table: sa.Table) -> list[sa.Column[Any]]:
    """What a backup carries of a row: all but whose it is and its number."""
    whose = owner(table, Scope(project=""), 0)
    return [c for c in table.c if c.name not in whose and c is not table.autoincrement_column]


def is_carried(table: sa.Table, scope: Scope, number: int) -> sa.ColumnElement[bool]:
    """Whether a row is one that a backup of this project carries."""
    mine = [table.c[name] == value for name, value in owner(table, scope, number).items()]
    if table.name == "job":  # a restored book asks for its own
        mine.append(table.c.state.not_in(sorted(LIVE)))
    return sa.and_(*mine)
