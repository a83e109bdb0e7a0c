"""Which schemas there have been."""

from pathlib import Path

import sqlalchemy as sa
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

_SCRIPTS = Path(__file__).parents[1] / "migrations"


def revisions() -> list[str]:
    """Every schema there has been, the newest one last."""
    scripts = ScriptDirectory(str(_SCRIPTS)).walk_revisions()
    return [script.revision for script in scripts][::-1]


def revision_of(connection: sa.Connection) -> str | None:
    """The schema of a database; None for one that has none yet."""
    return MigrationContext.configure(connection).get_current_revision()
