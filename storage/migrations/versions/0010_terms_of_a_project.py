"""Terms in the literal index tell their project, so that a search reads no other one's matches."""

import sqlalchemy as sa
from alembic import op

from storage.literal_numbers import literal_numbers
from text.terms import terms

revision = "0010"
down_revision = "0009"

_PAGE = 2_000
_SNIPPET = sa.table(
    "snippet",
    sa.column("row", sa.BigInteger),
    sa.column("project", sa.BigInteger),
    sa.column("folded", sa.Text),
)
_TERMS = sa.table("snippet_terms", sa.column("rowid", sa.BigInteger), sa.column("terms", sa.Text))

_AGAIN = """
UPDATE snippet_terms SET terms = ARRAY(SELECT (s.project << 32) + number FROM unnest(terms) number)
FROM snippet s WHERE s.row = rowid
"""


def upgrade() -> None:
    """Put the project's number before each term's; a term's alone was below 2**32."""
    if op.get_bind().dialect.name == "postgresql":
        op.drop_index("ix_snippet_terms", "snippet_terms")
        op.execute(_AGAIN)
        op.create_index("ix_snippet_terms", "snippet_terms", ["terms"], postgresql_using="gin")
        return
    # What a full-text table without contents holds cannot be read: it is made again.
    op.execute("DROP TABLE snippet_terms")
    op.execute(
        "CREATE VIRTUAL TABLE snippet_terms USING fts5(terms, content='', "
        "contentless_delete=1, detail=none, tokenize='ascii')"
    )
    last = -1
    row = _SNIPPET.c.row
    while page := op.get_bind().execute(_page(row, last)).all():
        last = page[-1].row
        held = [{"rowid": s.row, "terms": _held(s.project, s.folded)} for s in page]
        op.get_bind().execute(_TERMS.insert(), held)


def _page(row: sa.ColumnClause[int], last: int) -> sa.Select[int, int, str]:
    return (
        sa.select(row, _SNIPPET.c.project, _SNIPPET.c.folded)
        .where(row > last)
        .order_by(row)
        .limit(_PAGE)
    )


def _held(project: int, folded: str) -> str:
    return " ".join(map(str, literal_numbers(project, terms(folded))))
