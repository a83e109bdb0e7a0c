"""Ranking profiles of projects."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "profile",
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("toml", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project"], ["project.id"], name=op.f("fk_profile_project"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("project", name=op.f("pk_profile")),
    )
