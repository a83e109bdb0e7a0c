"""Snippets that know who says them and when."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Widen the table, and have every chapter indexed again: the points carry more now."""
    op.add_column("snippet", sa.Column("speakers", sa.JSON(), server_default="[]", nullable=False))
    op.add_column("snippet", sa.Column("at", sa.BigInteger(), nullable=True))
    op.execute(
        sa.text(
            "INSERT INTO journal (project, chapter) SELECT project, id FROM chapter "
            "WHERE status = 'canon'"
        )
    )
