"""Memories with versions and sources, summaries that know their text, jobs, and the ledger."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
_LIVE_JOB = sa.text("state IN ('queued', 'running')")


def upgrade() -> None:
    """Widen the tables; nothing points to `memory`, so it alone is made anew."""
    for name in ("title", "source", "stale", "error", "details"):
        op.add_column("summary", sa.Column(name, sa.Text(), server_default="", nullable=False))
    again = sa.Column("again", sa.Boolean(), server_default=sa.false(), nullable=False)
    op.add_column("summary", again)
    for name in ("repaired", "rejected"):
        op.add_column("summary", sa.Column(name, sa.Integer(), server_default="0", nullable=False))
    _make_memories_anew()
    _make_jobs()
    _make_usage()
    _make_claims()
    _make_exemptions()


def _make_memories_anew() -> None:
    names = (
        *("project", "id", "kind", "subject", "text", "importance"),
        *("known_from", "valid_to", "origin", "seq"),
    )
    fields: sa.ColumnClause[Any] = sa.column("fields", sa.JSON())
    old = sa.table("memory", *map(sa.column, names), fields)
    rows = [dict(row) for row in op.get_bind().execute(sa.select(old)).mappings()]
    op.drop_table("memory")
    memory = op.create_table(
        "memory",
        sa.Column("project", _NUMBER, nullable=False),
        _words("id"),
        sa.Column("version", sa.Integer(), nullable=False),
        *map(_words, ("kind", "subject", "text")),
        sa.Column("importance", sa.Float(), nullable=False),
        sa.Column("known_from", sa.Text(), nullable=True),
        sa.Column("valid_to", sa.Text(), nullable=True),
        *(sa.Column(name, sa.JSON(), nullable=False) for name in ("fields", "facts", "sources")),
        *map(_words, ("visibility", "origin")),
        sa.Column("made_from", sa.Text(), nullable=True),
        sa.Column("supersedes", sa.Text(), nullable=True),
        sa.Column("retired", sa.Boolean(), nullable=False),
        sa.Column("newest", sa.Boolean(), nullable=False),
        _words("at"),
        sa.Column("seq", sa.Integer(), nullable=False),
        _of_project("memory"),
        *(_of_chapter("memory", column) for column in ("known_from", "valid_to")),
        sa.PrimaryKeyConstraint("project", "id", "version", name=op.f("pk_memory")),
    )
    op.create_index("ix_memory_subject", "memory", ["project", "newest", "kind", "subject"])
    op.create_index("ix_memory_chapter", "memory", ["project", "known_from"])
    new: dict[str, Any] = {
        "version": 1,
        "facts": [],
        "sources": [],
        "visibility": "author",
        "retired": False,
        "newest": True,
        "at": "",
    }
    if rows:
        op.bulk_insert(memory, [row | new for row in rows])


def _make_jobs() -> None:
    op.create_table(
        "job",
        sa.Column("project", _NUMBER, nullable=False),
        *map(_words, ("id", "kind", "dedupe")),
        _words("state"),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("run_at", sa.Float(), nullable=False),
        sa.Column("lease_until", sa.Float(), nullable=True),
        _words("worker"),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        _words("error"),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("updated", sa.Float(), nullable=False),
        _of_project("job"),
        sa.CheckConstraint(
            "state IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="job_state"
        ),
        sa.PrimaryKeyConstraint("project", "id", name=op.f("pk_job")),
    )
    op.create_index("ix_job_claim", "job", ["state", "run_at"])
    op.create_index(
        "ix_job_live",
        "job",
        ["project", "dedupe"],
        unique=True,
        sqlite_where=_LIVE_JOB,
        postgresql_where=_LIVE_JOB,
    )


def _make_usage() -> None:
    op.create_table(
        "usage",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        *map(_words, ("tenant", "project", "session", "at", "model", "route", "stage")),
        sa.Column("input_tokens", sa.Integer(), nullable=False),
        sa.Column("cached_tokens", sa.Integer(), nullable=False),
        sa.Column("output_tokens", sa.Integer(), nullable=False),
        sa.Column("estimated", sa.Boolean(), nullable=False),
        *map(_words, ("cost", "outcome")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_usage")),
    )
    op.create_index("ix_usage_project", "usage", ["tenant", "project"])


def _make_claims() -> None:
    op.create_table(
        "chapter_claims",
        sa.Column("project", _NUMBER, nullable=False),
        *map(_words, ("chapter", "signature", "claims")),
        _of_chapter("chapter_claims", "chapter"),
        sa.PrimaryKeyConstraint("project", "chapter", name=op.f("pk_chapter_claims")),
    )


def _make_exemptions() -> None:
    op.create_table(
        "exemption",
        sa.Column("project", _NUMBER, nullable=False),
        *map(_words, ("finding", "reason", "at")),
        _of_project("exemption"),
        sa.PrimaryKeyConstraint("project", "finding", name=op.f("pk_exemption")),
    )


def _words(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), nullable=False)


def _of_project(table: str) -> sa.ForeignKeyConstraint:
    name = op.f(f"fk_{table}_project")
    return sa.ForeignKeyConstraint(["project"], ["project.id"], name=name, ondelete="CASCADE")


def _of_chapter(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["project", column],
        ["chapter.project", "chapter.id"],
        name=op.f(f"fk_{table}_project_{column}"),
        ondelete="CASCADE",
    )
