"""A project counts the writes of its summaries."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Begin to count; nothing was kept of the story before there was a count."""
    op.add_column("project", sa.Column("told", sa.Integer, nullable=False, server_default="0"))
