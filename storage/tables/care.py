"""What keeps a book in order: journal, changes, jobs, the ledger, packs handed out."""

import sqlalchemy as sa

from storage.tables.base import ROW_ID, in_project, metadata, of_project, project_column

_LIVE_JOB = sa.text("state IN ('queued', 'running')")

job = sa.Table(
    "job",
    metadata,
    project_column(),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("dedupe", sa.Text, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    # Counts the times it was taken up, and fences writes: those of an earlier attempt are refused.
    sa.Column("attempt", sa.Integer, nullable=False),
    # Counts them since it last came forward; too many end it.
    sa.Column("tries", sa.Integer, nullable=False),
    # Moments are seconds since 1970, by the database's clock where it has one.
    sa.Column("run_at", sa.Float, nullable=False),
    sa.Column("lease_until", sa.Float),
    sa.Column("worker", sa.Text, nullable=False),
    sa.Column("done", sa.Integer, nullable=False),
    sa.Column("total", sa.Integer, nullable=False),
    sa.Column("error", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
    of_project(),
    sa.CheckConstraint(
        "state IN ('queued', 'running', 'done', 'failed', 'cancelled')", name="job_state"
    ),
    sa.Index("ix_job_claim", "state", "run_at"),
    sa.Index(
        "ix_job_live",
        "project",
        "dedupe",
        unique=True,
        sqlite_where=_LIVE_JOB,
        postgresql_where=_LIVE_JOB,
    ),
)


# What each call of a model cost; it outlives its project.
usage = sa.Table(
    "usage",
    metadata,
    sa.Column("id", ROW_ID, primary_key=True, autoincrement=True),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("project", sa.Text, nullable=False),
    sa.Column("session", sa.Text, nullable=False),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("model", sa.Text, nullable=False),
    sa.Column("route", sa.Text, nullable=False),
    sa.Column("stage", sa.Text, nullable=False),
    sa.Column("input_tokens", sa.Integer, nullable=False),
    sa.Column("cached_tokens", sa.Integer, nullable=False),
    sa.Column("output_tokens", sa.Integer, nullable=False),
    # Whether the tokens were counted here: the model's server said nothing of them.
    sa.Column("estimated", sa.Boolean, nullable=False),
    # A decimal numeral: money is never a float.
    sa.Column("cost", sa.Text, nullable=False),
    sa.Column("outcome", sa.Text, nullable=False),
    sa.Index("ix_usage_project", "tenant", "project"),
)


journal = sa.Table(
    "journal",
    metadata,
    sa.Column("id", ROW_ID, primary_key=True, autoincrement=True),
    sa.Column("project", ROW_ID, nullable=False),
    sa.Column("chapter", sa.Text, nullable=False),
    # Which process is bringing the chapter into the index, and until when others leave it alone,
    # in seconds since 1970.
    sa.Column("holder", sa.Text, nullable=False, server_default=""),
    sa.Column("until", sa.Float, nullable=False, server_default="0"),
    of_project(),
    sa.Index("ix_journal_project", "project", "chapter"),
    sqlite_autoincrement=True,  # an entry written while others are being read gets a new id
)


# Projects that are gone, as long as the index may hold points of them.
purged = sa.Table(
    "purged",
    metadata,
    sa.Column("id", ROW_ID, primary_key=True, autoincrement=True),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sqlite_autoincrement=True,
)


# What one process at a time may do.
lease = sa.Table(
    "lease",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("holder", sa.Text, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)


change = sa.Table(
    "change",
    metadata,
    project_column(),
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("rows", sa.JSON, nullable=False),
    sa.Column("undoes", sa.Integer),
    sa.Column("undone_by", sa.Integer),
    of_project(),
)


profile = sa.Table(
    "profile",
    metadata,
    project_column(),
    # In the canonical form of its file.
    sa.Column("toml", sa.Text, nullable=False),
    of_project(),
)


run = sa.Table(
    "run",
    metadata,
    sa.Column("row", ROW_ID, primary_key=True, autoincrement=True),
    sa.Column("project", ROW_ID, nullable=False),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("chapter", sa.Integer, nullable=False),
    sa.Column("request", sa.Text, nullable=False),
    sa.Column("rendered", sa.Text, nullable=False),
    sa.Column("pack", sa.Text, nullable=False),
    # What a list of packs shows: of the pack and its request, so that neither need be read whole.
    sa.Column("at", sa.Text, nullable=False, server_default=""),
    sa.Column("format", sa.Text, nullable=False, server_default="text"),
    sa.Column("budget", sa.Integer, nullable=False, server_default="0"),
    sa.Column("tokens", sa.Integer, nullable=False, server_default="0"),
    sa.Column("encoding", sa.Text, nullable=False, server_default=""),
    sa.Column("profile", sa.Text, nullable=False, server_default=""),
    sa.Column("query", sa.Text, nullable=False, server_default=""),
    of_project(),
    sa.UniqueConstraint("project", "id"),
    sa.Index("ix_run_chapter", "project", "chapter"),
    sa.Index("ix_run_newest", "project", "row"),
)


# Which pack a chapter's text was written from. A pack's id is no key to its row: a purge deletes
# the packs, which hold words, and the changes of chapters that stay are to be taken back as before.
written = sa.Table(
    "written",
    metadata,
    project_column(),
    sa.Column("chapter", sa.Text, primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("run", sa.Text, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    in_project("chapter", table="chapter"),
    sa.Index("ix_written_run", "project", "run"),
)
