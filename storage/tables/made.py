"""What is made out of a book: memories, summaries, vectors, claims."""

import sqlalchemy as sa

from storage.tables.base import in_project, metadata, of_project, project_column

# A memory's versions; the newest one that is not retired is what holds. Nothing is written over.
memory = sa.Table(
    "memory",
    metadata,
    project_column(),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("version", sa.Integer, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("importance", sa.Float, nullable=False),
    sa.Column("known_from", sa.Text),
    sa.Column("valid_to", sa.Text),
    sa.Column("fields", sa.JSON, nullable=False),
    sa.Column("facts", sa.JSON, nullable=False),
    # Where it says so, as a list of {chapter, sha256, start, end}.
    sa.Column("sources", sa.JSON, nullable=False),
    sa.Column("visibility", sa.Text, nullable=False),
    sa.Column("origin", sa.Text, nullable=False),
    # Hash of the chapter text that it was extracted from; none for an author's own.
    sa.Column("made_from", sa.Text),
    # Another memory that it takes the place of: an author's word for an extracted one.
    sa.Column("supersedes", sa.Text),
    sa.Column("retired", sa.Boolean, nullable=False),
    sa.Column("newest", sa.Boolean, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    of_project(),
    in_project("known_from", table="chapter"),
    in_project("valid_to", table="chapter"),
    sa.Index("ix_memory_subject", "project", "newest", "kind", "subject"),
    sa.Index("ix_memory_chapter", "project", "known_from"),
)


summary = sa.Table(
    "summary",
    metadata,
    project_column(),
    sa.Column("signature", sa.Text, primary_key=True),
    sa.Column("origin", sa.Text, primary_key=True),
    sa.Column("level", sa.Integer, nullable=False),
    sa.Column("full", sa.Text, nullable=False),
    sa.Column("short", sa.Text, nullable=False),
    sa.Column("line", sa.Text, nullable=False),
    sa.Column("full_tokens", sa.Integer, nullable=False),
    sa.Column("short_tokens", sa.Integer, nullable=False),
    sa.Column("line_tokens", sa.Integer, nullable=False),
    # The heading that the three begin with.
    sa.Column("title", sa.Text, nullable=False, server_default=""),
    # Hash of the chapter text as it was sent; empty for a window and for an opening.
    sa.Column("source", sa.Text, nullable=False, server_default=""),
    # For an opening: the source of the summary that the text has left behind.
    sa.Column("stale", sa.Text, nullable=False, server_default=""),
    # Why the model's own summary is not here, where one was asked for.
    sa.Column("error", sa.Text, nullable=False, server_default=""),
    # Statements of the model that were put right from the chapter, and that were left out.
    sa.Column("repaired", sa.Integer, nullable=False, server_default="0"),
    sa.Column("rejected", sa.Integer, nullable=False, server_default="0"),
    # Whether the names have changed that it was read with.
    sa.Column("again", sa.Boolean, nullable=False, server_default=sa.false()),
    # Hash of story times, people and places, which a window is told from too.
    sa.Column("details", sa.Text, nullable=False, server_default=""),
    of_project(),
)


# What a chapter's text claims of people and things, to check later chapters by.
chapter_claims = sa.Table(
    "chapter_claims",
    metadata,
    project_column(),
    sa.Column("chapter", sa.Text, primary_key=True),
    # Names text, names known and grammar: others make other claims.
    sa.Column("signature", sa.Text, nullable=False),
    sa.Column("claims", sa.Text, nullable=False),
    in_project("chapter", table="chapter"),
)


exemption = sa.Table(
    "exemption",
    metadata,
    project_column(),
    sa.Column("finding", sa.Text, primary_key=True),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    of_project(),
)


vector = sa.Table(
    "vector",
    metadata,
    sa.Column("fingerprint", sa.Text, primary_key=True),
    sa.Column("sha256", sa.Text, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)
