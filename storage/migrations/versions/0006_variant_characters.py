"""Variant characters fold to their usual form: 著 to 着, 鎗 to 枪."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from text.terms import term_number, terms
from text.variants import VARIANTS

revision = "0006"
down_revision = "0005"

_PAGE = 2_000
_SNIPPET = sa.table("snippet", sa.column("row", sa.BigInteger), sa.column("folded", sa.Text))
_TERMS = sa.table(
    "snippet_terms",
    sa.column("rowid", sa.BigInteger),
    sa.column("terms", postgresql.ARRAY(sa.BigInteger).with_variant(sa.Text(), "sqlite")),
)


def upgrade() -> None:
    """Fold what is stored once more, letter by letter, and find it by its new terms.

    Vectors of another version of terms lie in another folder: the index is made anew by itself.
    """
    last = -1
    usual = str.maketrans(VARIANTS)
    row, folded = _SNIPPET.c.row, _SNIPPET.c.folded
    while True:
        page = sa.select(row, folded).where(row > last).order_by(row).limit(_PAGE)
        stored = op.get_bind().execute(page).all()
        if not stored:
            return
        last = stored[-1].row
        again = {found.row: found.folded.translate(usual) for found in stored}
        _store({f.row: again[f.row] for f in stored if again[f.row] != f.folded})


def _store(changed: dict[int, str]) -> None:
    if not changed:
        return
    bind = op.get_bind()
    written = _SNIPPET.update().where(_SNIPPET.c.row == sa.bindparam("at"))
    rows = [{"at": row, "words": folded} for row, folded in changed.items()]
    bind.execute(written.values(folded=sa.bindparam("words")), rows)
    bind.execute(_TERMS.delete().where(_TERMS.c.rowid.in_(changed)))
    bind.execute(
        _TERMS.insert(),
        [{"rowid": row, "terms": _held(folded)} for row, folded in changed.items()],
    )


def _held(folded: str) -> list[int] | str:
    numbers = list(dict.fromkeys(map(term_number, terms(folded))))
    on_postgresql = op.get_bind().dialect.name == "postgresql"
    return numbers if on_postgresql else " ".join(map(str, numbers))
