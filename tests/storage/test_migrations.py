"""The schema that migrations make is the schema that the tables describe."""

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from storage.migrate import migrate
from storage.record import SqlRecord
from storage.tables import metadata


def _described_by_tables(name: str | None, _kind: str, _parents: object) -> bool:
    """Literal search's own tables are each database's affair."""
    return not (name or "").startswith("snippet_terms")


def test_migrations_lead_to_the_tables(record: SqlRecord) -> None:
    with record._writing.connect() as connection:  # pyright: ignore[reportPrivateUsage]
        context = MigrationContext.configure(
            connection, opts={"include_name": _described_by_tables}
        )
        assert compare_metadata(context, metadata) == []


def test_migrating_again_changes_nothing(record: SqlRecord) -> None:
    migrate(record._writing)  # pyright: ignore[reportPrivateUsage]
    with record.reading() as unit:
        assert unit.projects.names("local") == []
