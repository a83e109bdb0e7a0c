"""Bring a database to the newest schema."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory

_SCRIPTS = Path(__file__).parent / "migrations"


def migrate(engine: sa.Engine, to: str = "head") -> None:
    """Upgrade to a schema, the newest by default; one that is there already is only looked at."""
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS))
    if _revision(engine) == ScriptDirectory(str(_SCRIPTS)).get_current_head():
        return
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, to)


def _revision(engine: sa.Engine) -> str | None:
    with engine.connect() as connection:
        return MigrationContext.configure(connection).get_current_revision()
