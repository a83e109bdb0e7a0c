"""Bring a database to the newest schema: alone, whole or not at all, and with a copy before."""

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util.exc import CommandError

from lorepack.errors import UnavailableError
from storage.copies import make_copy, remove_copies
from storage.postgresql import wait_longer

_SCRIPTS = Path(__file__).parent / "migrations"
_VERSION = "alembic_version"
_TERMS = "snippet_terms"
"""Literal search's own table; on SQLite its parts are never empty."""
_LOCK = 0x10FE_9ACC
"""Names, in a PostgreSQL database, the migrations of lorepack."""
_MOST_MS = 600_000
"""How long another process's migration is waited for."""


def is_newest(engine: sa.Engine) -> bool:
    """Whether a database has the newest schema; takes no lock."""
    with engine.connect() as connection:
        return _revision(connection) == _scripts().get_current_head()


def migrate(engine: sa.Engine, to: str = "head") -> None:
    """Upgrade to a schema, the newest by default; one that is there already is only looked at.

    Of several processes that begin at once one does it, and the others find it done. What is
    stored is copied before (`storage.copies`), and the copies of former migrations go.

    Raises:
        StorageFullError: There is no room for the copy.
        UnavailableError: The database was written by a newer lorepack, or cannot be copied.
    """
    to = (_scripts().get_current_head() or to) if to == "head" else to
    with engine.begin() as connection:
        on_sqlite = connection.dialect.name == "sqlite"  # alone since the transaction began
        if not on_sqlite:
            wait_longer(connection, milliseconds=_MOST_MS)
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
        found = _revision(connection)
        if found == to:
            return
        _check_known(found)
        held = _held(connection)
        if not on_sqlite:
            _keep_out(connection)
        copy = make_copy(connection, to) if held else None
        command.upgrade(_config(connection), to)
        if on_sqlite:
            _check_keys(connection)
    if copy is not None:
        remove_copies(engine, but=copy)


def _scripts() -> ScriptDirectory:
    return ScriptDirectory(str(_SCRIPTS))


def _config(connection: sa.Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(_SCRIPTS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _revision(connection: sa.Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


def _check_known(found: str | None) -> None:
    try:
        _scripts().get_revision(found or "base")
    except CommandError as error:
        newest = _scripts().get_current_head()
        raise UnavailableError(
            f"the database was written by a newer lorepack: its schema is {found}, and this one "
            f"knows those up to {newest}; install the newer one"
        ) from error


def _tables(connection: sa.Connection) -> list[str]:
    names = sa.inspect(connection).get_table_names()
    return [name for name in names if name != _VERSION and not name.startswith(_TERMS)]


def _held(connection: sa.Connection) -> bool:
    """Whether anything is stored."""
    asked = (sa.select(sa.literal(1)).select_from(sa.table(name)) for name in _tables(connection))
    return any(connection.execute(query.limit(1)).first() for query in asked)


def _keep_out(connection: sa.Connection) -> None:
    """Let nobody write before the end: what a copy or a table made anew had not read is lost."""
    quote = connection.dialect.identifier_preparer.quote
    if names := ", ".join(map(quote, _tables(connection))):
        connection.exec_driver_sql(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")


def _check_keys(connection: sa.Connection) -> None:
    """A table that was made anew may have lost rows that others point to."""
    if broken := connection.exec_driver_sql("PRAGMA foreign_key_check").fetchmany(3):
        raise AssertionError(f"a migration left rows that point to nothing: {broken}")
