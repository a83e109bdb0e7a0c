"""Projects, chapters, and what is read out of their texts."""

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from storage.tables.base import ROW_ID, in_project, metadata, of_project, project_column

_NOT_TRASH = sa.text("status <> 'trash'")

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
    # Counts writes of summaries: what jobs write between the writes that `revision` counts.
    sa.Column("told", sa.Integer, nullable=False, server_default="0"),
    sa.UniqueConstraint("tenant", "name"),
)


volume = sa.Table(
    "volume",
    metadata,
    project_column(),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("order_key", sa.BigInteger, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("heading", sa.Text, nullable=False, server_default=""),
    sa.Column("status", sa.Text, nullable=False, server_default="canon"),
    of_project(),
    sa.UniqueConstraint("project", "order_key"),
)


chapter = sa.Table(
    "chapter",
    metadata,
    project_column(),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("volume", sa.Text),
    sa.Column("order_key", sa.BigInteger, nullable=False),
    sa.Column("number", sa.Integer),
    sa.Column("label", sa.Text, nullable=False),
    sa.Column("title", sa.Text, nullable=False),
    sa.Column("status", sa.Text, nullable=False),
    sa.Column("current_revision", sa.Integer, nullable=False),
    sa.Column("front_matter", sa.Boolean, nullable=False, server_default=sa.false()),
    of_project(),
    in_project("volume", table="volume"),
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
    project_column(),
    sa.Column("chapter", sa.Text, primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("heading", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("chars", sa.Integer, nullable=False),
    sa.Column("sha256", sa.Text, nullable=False),
    sa.Column("opening", sa.Text, nullable=False),
    # What the text shows of names (`text.names.observe`), as JSON: made once for each text.
    sa.Column("observed", sa.Text, nullable=False, server_default=""),
    in_project("chapter", table="chapter"),
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
    # Of a transcript's messages: who speaks, folded, and when, in seconds since 1970.
    sa.Column("speakers", sa.JSON, nullable=False, server_default="[]"),
    sa.Column("at", sa.BigInteger),
    in_project("chapter", table="chapter"),
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
    in_project("chapter", table="chapter"),
    sa.Index("ix_fact_value", "project", "value"),
    sa.Index("ix_fact_chapter", "project", "chapter"),
)


entity = sa.Table(
    "entity",
    metadata,
    project_column(),
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("origin", sa.Text, nullable=False),
    sa.Column("known_from", sa.Text),
    sa.Column("merged_into", sa.Text),
    of_project(),
    in_project("known_from", table="chapter"),
)


alias = sa.Table(
    "alias",
    metadata,
    project_column(),
    sa.Column("entity", sa.Text, primary_key=True),
    sa.Column("nth", sa.Integer, primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False, server_default="name"),
    # The first and the last chapter in which it means the entity; none for no bound.
    sa.Column("from_chapter", sa.Text),
    sa.Column("to_chapter", sa.Text),
    sa.Column("confirmed", sa.Boolean, nullable=False, server_default=sa.false()),
    in_project("entity", table="entity"),
    in_project("from_chapter", table="chapter"),
    in_project("to_chapter", table="chapter"),
)


mention = sa.Table(
    "mention",
    metadata,
    project_column(),
    sa.Column("chapter", sa.Text, primary_key=True),
    sa.Column("start", sa.Integer, primary_key=True),
    sa.Column("end", sa.Integer, nullable=False),
    sa.Column("entity", sa.Text, nullable=False),
    in_project("chapter", table="chapter"),
    in_project("entity", table="entity"),
    sa.Index("ix_mention_entity", "project", "entity", "chapter", "start"),
)


# Terms of each snippet, for literal search. A table of its own since each database has its own
# way to index them: SQLite a full-text table (made by the migration), PostgreSQL an array.
snippet_terms = sa.Table(
    "snippet_terms",
    sa.MetaData(),
    sa.Column("rowid", sa.BigInteger, primary_key=True),
    sa.Column("terms", postgresql.ARRAY(sa.BigInteger).with_variant(sa.Text(), "sqlite")),
)
