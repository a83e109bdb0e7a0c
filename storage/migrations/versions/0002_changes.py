"""Changes that can be taken back; volumes and aliases with more to say."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

_NUMBER = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Widen the tables; nothing points to `alias`, so it alone is made anew."""
    op.add_column("project", _flag("names_due"))
    op.add_column("volume", _words("heading", ""))
    op.add_column("volume", _words("status", "canon"))
    op.add_column("chapter", _flag("front_matter"))
    op.add_column("chapter_revision", _words("observed", ""))
    op.add_column("entity", sa.Column("merged_into", sa.Text(), nullable=True))
    _make_changes()
    _make_aliases_anew()
    # What the texts show of names is read at the next look at them.
    op.execute(sa.text("UPDATE project SET names_due = true"))


def _flag(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean(), server_default=sa.false(), nullable=False)


def _words(name: str, default: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text(), server_default=default, nullable=False)


def _make_changes() -> None:
    op.create_table(
        "change",
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("rows", sa.JSON(), nullable=False),
        sa.Column("undoes", sa.Integer(), nullable=True),
        sa.Column("undone_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["project"], ["project.id"], name=op.f("fk_change_project"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("project", "id", name=op.f("pk_change")),
    )


def _make_aliases_anew() -> None:
    old = sa.table("alias", *map(sa.column, ("project", "entity", "text", "nth")))
    rows = [dict(row) for row in op.get_bind().execute(sa.select(old)).mappings()]
    op.drop_table("alias")
    alias = op.create_table(
        "alias",
        sa.Column("project", _NUMBER, nullable=False),
        sa.Column("entity", sa.Text(), nullable=False),
        sa.Column("nth", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        _words("kind", "name"),
        sa.Column("from_chapter", sa.Text(), nullable=True),
        sa.Column("to_chapter", sa.Text(), nullable=True),
        _flag("confirmed"),
        *(
            sa.ForeignKeyConstraint(
                ["project", column],
                [f"{table}.project", f"{table}.id"],
                name=op.f(f"fk_alias_project_{column}"),
                ondelete="CASCADE",
            )
            for column, table in (
                ("entity", "entity"),
                ("from_chapter", "chapter"),
                ("to_chapter", "chapter"),
            )
        ),
        sa.PrimaryKeyConstraint("project", "entity", "nth", name=op.f("pk_alias")),
    )
    if rows:
        op.bulk_insert(alias, rows)
