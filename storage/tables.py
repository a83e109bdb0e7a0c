"""The tables of the record.

Every row below a project carries the project's number, and foreign keys are composite with it, so
that no row can point into another project. Reading order lives in gapped `order_key`s; a
chapter's number is only what its heading says.
"""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

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

_NOT_TRASH = sa.text("status <> 'trash'")


def _project() -> sa.Column[int]:
    return sa.Column("project", ROW_ID, nullable=False, primary_key=True)


def _in_project(*names: str, table: str) -> sa.ForeignKeyConstraint:
    remote = [f"{table}.project", f"{table}.id"]
    return sa.ForeignKeyConstraint(["project", *names], remote, ondelete="CASCADE")


def _of_project() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["project"], ["project.id"], ondelete="CASCADE")


project = sa.Table(
    "project",
    metadata,
    sa.Column("id", ROW_ID, primary_key=True, autoincrement=True),
    sa.Column("tenant", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("chapters_made", sa.Integer, nullable=False),
    # Whether names in chapters are still to be looked for again: the registry was changed.
    sa.Column("names_due", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.UniqueConstraint("tenant", "name"),
)

volume = sa.Table(
    "volume",
    metadata,
    _project(),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("order_key", sa.BigInteger, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("heading", sa.Text, nullable=False, server_default=""),
    sa.Column("status", sa.Text, nullable=False, server_default="canon"),
    _of_project(),
    sa.UniqueConstraint("project", "order_key"),
)

chapter = sa.Table(
    "chapter",
    metadata,
    _project(),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("volume", sa.Text),
    sa.Column("order_key", sa.BigInteger, nullable=False),
    sa.Column("number", sa.Integer),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("current_revision", sa.Integer, nullable=False),
    sa.Column("front_matter", sa.Boolean, nullable=False, server_default=sa.false()),
    _of_project(),
    _in_project("volume", table="volume"),
    sa.CheckConstraint("status IN ('draft', 'canon', 'trash')", name="chapter_status"),
    sa.Index(
        "ix_chapter_reading_order",
        "project",
        "order_key",
        unique=True,
        sqlite_where=_NOT_TRASH,
        postgresql_where=_NOT_TRASH,
    ),
)

chapter_revision = sa.Table(
    "chapter_revision",
    metadata,
    _project(),
    sa.Column("chapter", sa.Text, primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("heading", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("chars", sa.Integer, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("opening", sa.Text, nullable=False),
    # What the text shows of names (`text.names.observe`), as JSON: made once for each text.
    sa.Column("observed", sa.Text, nullable=False, server_default=""),
    _in_project("chapter", table="chapter"),
)

snippet = sa.Table(
    "snippet",
    metadata,
    sa.Column("row", ROW_ID, primary_key=True, autoincrement=True),
    sa.Column("project", ROW_ID, nullable=False),
    sa.Column("id", sa.Text, nullable=False),
    sa.Column("chapter", sa.Text, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("nth", sa.Integer, nullable=False),
    sa.Column("start", sa.Integer, nullable=False),
    sa.Column("end", sa.Integer, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("folded", sa.Text, nullable=False),
    sa.Column("own", sa.Integer, nullable=False),
    sa.Column("lead", sa.Integer, nullable=False),
    sa.Column("importance", sa.Float, nullable=False),
    sa.Column("people", sa.JSON, nullable=False),
    _in_project("chapter", table="chapter"),
    sa.UniqueConstraint("project", "id"),
    sa.Index("ix_snippet_place", "project", "chapter", "nth"),
    sqlite_autoincrement=True,  # a row number that came back would join another row's terms
)

fact = sa.Table(
    "fact",
    metadata,
    sa.Column("row", ROW_ID, primary_key=True, autoincrement=True),
    sa.Column("project", ROW_ID, nullable=False),
    sa.Column("chapter", sa.Text, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("snippet", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("start", sa.Integer, nullable=False),
    sa.Column("end", sa.Integer, nullable=False),
    sa.Column("value", sa.Text),
    _in_project("chapter", table="chapter"),
    sa.Index("ix_fact_value", "project", "value"),
    sa.Index("ix_fact_chapter", "project", "chapter"),
)

entity = sa.Table(
    "entity",
    metadata,
    _project(),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("origin", sa.Text, nullable=False),
    sa.Column("known_from", sa.Text),
    sa.Column("merged_into", sa.Text),
    _of_project(),
    _in_project("known_from", table="chapter"),
)

alias = sa.Table(
    "alias",
    metadata,
    _project(),
    sa.Column("entity", sa.Text, primary_key=True),
    sa.Column("nth", sa.Integer, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False, server_default="name"),
    # The first and the last chapter in which it means the entity; none for no bound.
    sa.Column("from_chapter", sa.Text),
    sa.Column("to_chapter", sa.Text),
    sa.Column("confirmed", sa.Boolean, nullable=False, server_default=sa.false()),
    _in_project("entity", table="entity"),
    _in_project("from_chapter", table="chapter"),
    _in_project("to_chapter", table="chapter"),
)

mention = sa.Table(
    "mention",
    metadata,
    _project(),
    sa.Column("chapter", sa.Text, primary_key=True),
    sa.Column("start", sa.Integer, primary_key=True),
    sa.Column("end", sa.Integer, nullable=False),
    sa.Column("entity", sa.Text, nullable=False),
    _in_project("chapter", table="chapter"),
    _in_project("entity", table="entity"),
    sa.Index("ix_mention_entity", "project", "entity", "chapter", "start"),
)

memory = sa.Table(
    "memory",
    metadata,
    _project(),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("importance", sa.Float, nullable=False),
    sa.Column("known_from", sa.Text),
    sa.Column("valid_to", sa.Text),
    sa.Column("fields", sa.JSON, nullable=False),
    sa.Column("origin", sa.Text, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    _of_project(),
    _in_project("known_from", table="chapter"),
    _in_project("valid_to", table="chapter"),
)

summary = sa.Table(
    "summary",
    metadata,
    _project(),
    sa.Column("signature", sa.Text, primary_key=True),
    sa.Column("origin", sa.Text, primary_key=True),
    sa.Column("level", sa.Integer, nullable=False),
    sa.Column("full", sa.Text, nullable=False),
    sa.Column("short", sa.Text, nullable=False),
    sa.Column("line", sa.Text, nullable=False),
    sa.Column("full_tokens", sa.Integer, nullable=False),
    sa.Column("short_tokens", sa.Integer, nullable=False),
    sa.Column("line_tokens", sa.Integer, nullable=False),
    _of_project(),
)

vector = sa.Table(
    "vector",
    metadata,
    sa.Column("fingerprint", sa.Text, primary_key=True),
    sa.Column("sha256", sa.Text, primary_key=True),
    sa.Column("data", sa.LargeBinary, nullable=False),
)

journal = sa.Table(
    "journal",
    metadata,
    sa.Column("id", ROW_ID, primary_key=True, autoincrement=True),
    sa.Column("project", ROW_ID, nullable=False),
    sa.Column("chapter", sa.Text, nullable=False),
    _of_project(),
    sa.Index("ix_journal_project", "project", "chapter"),
    sqlite_autoincrement=True,  # an entry written while others are being read gets a new id
)

change = sa.Table(
    "change",
    metadata,
    _project(),
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("what", sa.Text, nullable=False),
    sa.Column("rows", sa.JSON, nullable=False),
    sa.Column("undoes", sa.Integer),
    sa.Column("undone_by", sa.Integer),
    _of_project(),
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
    _of_project(),
    sa.UniqueConstraint("project", "id"),
    sa.Index("ix_run_chapter", "project", "chapter"),
)

# Terms of each snippet, for literal search. A table of its own since each database has its own
# way to index them: SQLite a full-text table (made by the migration), PostgreSQL an array.
snippet_terms = sa.Table(
    "snippet_terms",
    sa.MetaData(),
    sa.Column("rowid", sa.BigInteger, primary_key=True),
    sa.Column("terms", postgresql.ARRAY(sa.BigInteger).with_variant(sa.Text(), "sqlite")),
)
