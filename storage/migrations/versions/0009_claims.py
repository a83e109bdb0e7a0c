"""Several processes share the journal: entries are claimed, and what is gone is remembered."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Begin with no claim on any entry."""
    op.add_column("journal", sa.Column("holder", sa.Text(), nullable=False, server_default=""))
    op.add_column("journal", sa.Column("until", sa.Float(), nullable=False, server_default="0"))
    op.create_table(
        "purged",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_purged")),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "lease",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("holder", sa.Text(), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_lease")),
    )
