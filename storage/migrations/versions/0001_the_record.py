"""The record: books, what was read out of them, and the index journal."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""SQLite numbers rows by itself only where the type is spelled INTEGER."""


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "project",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("chapters_made", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project")),
        sa.UniqueConstraint("tenant", "name", name=op.f("uq_project_tenant_name")),
    )
    op.create_table(
        "vector",
        sa.Column("fingerprint", sa.Text(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("fingerprint", "sha256", name=op.f("pk_vector")),
    )
    op.create_table(
        "journal",
        sa.Column("id", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("chapter", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project"], ["project.id"], name=op.f("fk_journal_project"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_journal")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_journal_project", "journal", ["project", "chapter"], unique=False)
    op.create_table(
        "run",
        sa.Column("row", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("chapter", sa.Integer(), nullable=False),
        sa.Column("request", sa.Text(), nullable=False),
        sa.Column("rendered", sa.Text(), nullable=False),
        sa.Column("pack", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project"], ["project.id"], name=op.f("fk_run_project"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("row", name=op.f("pk_run")),
        sa.UniqueConstraint("project", "id", name=op.f("uq_run_project_id")),
    )
    op.create_index("ix_run_chapter", "run", ["project", "chapter"], unique=False)
    op.create_table(
        "summary",
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("signature", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("level", sa.Integer(), nullable=False),
        sa.Column("full", sa.Text(), nullable=False),
        sa.Column("short", sa.Text(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("full_tokens", sa.Integer(), nullable=False),
        sa.Column("short_tokens", sa.Integer(), nullable=False),
        sa.Column("line_tokens", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project"], ["project.id"], name=op.f("fk_summary_project"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("project", "signature", "origin", name=op.f("pk_summary")),
    )
    op.create_table(
        "volume",
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("order_key", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project"], ["project.id"], name=op.f("fk_volume_project"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("project", "id", name=op.f("pk_volume")),
        sa.UniqueConstraint("project", "order_key", name=op.f("uq_volume_project_order_key")),
    )
    op.create_table(
        "chapter",
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("volume", sa.Text(), nullable=True),
        sa.Column("order_key", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=True),
        sa.Column("label", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("current_revision", sa.Integer(), nullable=False),
        sa.CheckConstraint("status IN ('draft', 'canon', 'trash')", name="chapter_status"),
        sa.ForeignKeyConstraint(
            ["project", "volume"],
            ["volume.project", "volume.id"],
            name=op.f("fk_chapter_project_volume"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["project"], ["project.id"], name=op.f("fk_chapter_project"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("project", "id", name=op.f("pk_chapter")),
    )
    op.create_index(
        "ix_chapter_reading_order",
        "chapter",
        ["project", "order_key"],
        unique=True,
        sqlite_where=sa.text("status <> 'trash'"),
        postgresql_where=sa.text("status <> 'trash'"),
    )
    op.create_table(
        "chapter_revision",
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("chapter", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("heading", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("chars", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("opening", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project", "chapter"],
            ["chapter.project", "chapter.id"],
            name=op.f("fk_chapter_revision_project_chapter"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("project", "chapter", "revision", name=op.f("pk_chapter_revision")),
    )
    op.create_table(
        "entity",
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("known_from", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["project", "known_from"],
            ["chapter.project", "chapter.id"],
            name=op.f("fk_entity_project_known_from"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["project"], ["project.id"], name=op.f("fk_entity_project"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("project", "id", name=op.f("pk_entity")),
    )
    op.create_table(
        "fact",
        sa.Column("row", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("chapter", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("snippet", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("value", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(
            ["project", "chapter"],
            ["chapter.project", "chapter.id"],
            name=op.f("fk_fact_project_chapter"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("row", name=op.f("pk_fact")),
    )
    op.create_index("ix_fact_chapter", "fact", ["project", "chapter"], unique=False)
    op.create_index("ix_fact_value", "fact", ["project", "value"], unique=False)
    op.create_table(
        "memory",
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("importance", sa.Float(), nullable=False),
        sa.Column("known_from", sa.Text(), nullable=True),
        sa.Column("valid_to", sa.Text(), nullable=True),
        sa.Column("fields", sa.JSON(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project", "known_from"],
            ["chapter.project", "chapter.id"],
            name=op.f("fk_memory_project_known_from"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["project", "valid_to"],
            ["chapter.project", "chapter.id"],
            name=op.f("fk_memory_project_valid_to"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["project"], ["project.id"], name=op.f("fk_memory_project"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("project", "id", name=op.f("pk_memory")),
    )
    op.create_table(
        "snippet",
        sa.Column("row", _NUMBER, autoincrement=True, nullable=False),
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("chapter", sa.Text(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("sha256", sa.Text(), nullable=False),
        sa.Column("folded", sa.Text(), nullable=False),
        sa.Column("own", sa.Integer(), nullable=False),
        sa.Column("lead", sa.Integer(), nullable=False),
        sa.Column("importance", sa.Float(), nullable=False),
        sa.Column("people", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project", "chapter"],
            ["chapter.project", "chapter.id"],
            name=op.f("fk_snippet_project_chapter"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("row", name=op.f("pk_snippet")),
        sa.UniqueConstraint("project", "id", name=op.f("uq_snippet_project_id")),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_snippet_place", "snippet", ["project", "chapter", "nth"], unique=False)
    op.create_table(
        "alias",
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("entity", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project", "entity"],
            ["entity.project", "entity.id"],
            name=op.f("fk_alias_project_entity"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("project", "entity", "text", name=op.f("pk_alias")),
    )
    op.create_table(
        "mention",
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("chapter", sa.Text(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("entity", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["project", "chapter"],
            ["chapter.project", "chapter.id"],
            name=op.f("fk_mention_project_chapter"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["project", "entity"],
            ["entity.project", "entity.id"],
            name=op.f("fk_mention_project_entity"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("project", "chapter", "start", name=op.f("pk_mention")),
    )
    op.create_index(
        "ix_mention_entity", "mention", ["project", "entity", "chapter", "start"], unique=False
    )
    if op.get_bind().dialect.name == "postgresql":
        op.create_table(
            "snippet_terms",
            sa.Column("rowid", sa.BigInteger(), primary_key=True),
            sa.Column("terms", postgresql.ARRAY(sa.BigInteger()), nullable=False),
            sa.ForeignKeyConstraint(["rowid"], ["snippet.row"], ondelete="CASCADE"),
        )
        op.create_index("ix_snippet_terms", "snippet_terms", ["terms"], postgresql_using="gin")
    else:
        # Terms only say which snippets to look at, so no text and no places are kept.
        op.execute(
            "CREATE VIRTUAL TABLE snippet_terms USING fts5(terms, content='', "
            "contentless_delete=1, detail=none, tokenize='ascii')"
        )
