"""What the tables are made of: keys that no row can cross projects with."""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

ROW_ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""SQLite numbers rows by itself only where the type is spelled INTEGER."""


def project_column() -> sa.Column[int]:
    """The number of the project that a row belongs to."""
    return sa.Column("project", ROW_ID, nullable=False, primary_key=True)


def in_project(*names: str, table: str) -> sa.ForeignKeyConstraint:
    """A key to a row of the same project; the row goes with it."""
    remote = [f"{table}.project", f"{table}.id"]
    return sa.ForeignKeyConstraint(["project", *names], remote, ondelete="CASCADE")


def of_project() -> sa.ForeignKeyConstraint:
    """A key to the project; the row goes with it."""
    return sa.ForeignKeyConstraint(["project"], ["project.id"], ondelete="CASCADE")
