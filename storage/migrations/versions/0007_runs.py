"""Packs handed out are listed and dated, and chapters say which one they were written from."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_PAGE = 50
_WORDS = ("at", "encoding", "profile", "query")
_NUMBERS = ("budget", "tokens")
_RUN = sa.table(
    "run",
    sa.column("row", sa.BigInteger),
    sa.column("request", sa.Text),
    sa.column("pack", sa.Text),
    *(sa.column(name, sa.Text) for name in _WORDS),
    *(sa.column(name, sa.Integer) for name in _NUMBERS),
)


def upgrade() -> None:
    """Take out of the packs that are stored what a list of them shows.

    When they were handed out was not noted, and all of them were texts.
    """
    form = sa.Column("format", sa.Text(), nullable=False, server_default="text")
    op.add_column("run", form)
    for name in _WORDS:
        op.add_column("run", sa.Column(name, sa.Text(), nullable=False, server_default=""))
    for name in _NUMBERS:
        op.add_column("run", sa.Column(name, sa.Integer(), nullable=False, server_default="0"))
    op.create_index("ix_run_newest", "run", ["project", "row"])
    op.create_table(
        "written",
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("chapter", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("run", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project", "chapter"],
            ["chapter.project", "chapter.id"],
            name=op.f("fk_written_project_chapter"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("project", "chapter", "revision", name=op.f("pk_written")),
    )
    op.create_index("ix_written_run", "written", ["project", "run"])
    _fill()


def _fill() -> None:
    last = -1
    row = _RUN.c.row
    while True:
        page = sa.select(_RUN.c.row, _RUN.c.request, _RUN.c.pack).where(row > last)
        stored = op.get_bind().execute(page.order_by(row).limit(_PAGE)).all()
        if not stored:
            return
        last = stored[-1].row
        op.get_bind().execute(_FILLED, [_shown(r.row, r.request, r.pack) for r in stored])


_FILLED = (
    _RUN.update()
    .where(_RUN.c.row == sa.bindparam("its_row"))
    .values(
        encoding=sa.bindparam("its_encoding"),
        profile=sa.bindparam("its_profile"),
        query=sa.bindparam("its_query"),
        budget=sa.bindparam("its_budget"),
        tokens=sa.bindparam("its_tokens"),
    )
)


def _shown(row: int, request: str, pack: str) -> dict[str, Any]:
    told, asked = json.loads(pack), json.loads(request)
    return {
        "its_row": row,
        "its_encoding": told["encoding"],
        "its_profile": told.get("profile", ""),
        "its_query": asked["query"],
        "its_budget": told["budget"],
        "its_tokens": told["tokens"],
    }
