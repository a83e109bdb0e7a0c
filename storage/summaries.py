"""Summaries by signature, and vectors by text hash: what is costly to make is kept by content."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import numpy as np
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from lorepack.ports import Summary, Vector
from lorepack.records import Scope
from storage import tables as t
from storage.projects import SqlProjects


class SqlSummaries:
    """Summaries, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def standing(self, scope: Scope, signatures: Sequence[str]) -> dict[str, Summary]:
        """Summaries by signature: those asked for that are ready, and every window's."""
        asked = t.summary.c.signature.in_(signatures)
        found = self._where(scope, sa.or_(asked, t.summary.c.level > 0))
        return {summary.signature: summary for summary in found}

    def some(self, scope: Scope, signatures: Sequence[str]) -> dict[str, Summary]:
        """Those asked for that there are, by signature."""
        return {s.signature: s for s in self._where(scope, t.summary.c.signature.in_(signatures))}

    def made_from(self, scope: Scope, sources: Collection[str]) -> dict[str, Summary]:
        """Summaries made from these chapter texts, by the hash of the text."""
        return {s.source: s for s in self._where(scope, t.summary.c.source.in_(sources))}

    def _where(self, scope: Scope, condition: sa.ColumnElement[bool]) -> list[Summary]:
        of_project = t.summary.c.project == self._projects.number(scope)
        query = sa.select(t.summary).where(of_project, condition)
        return [_summary(row) for row in self._connection.execute(query)]

    def add(self, scope: Scope, summaries: Sequence[Summary]) -> None:
        """Store ready ones; one of the same signature is replaced, by the last of several."""
        number = self._projects.number(scope)
        if not summaries:
            return
        # Before any row of theirs: whoever else writes some waits here, and holds none meanwhile.
        self._projects.tell(scope)
        last = {s.signature: s for s in summaries}
        self._connection.execute(
            t.summary.delete().where(
                t.summary.c.project == number, t.summary.c.signature.in_(list(last))
            )
        )
        rows = [
            {
                "project": number,
                "signature": s.signature,
                "origin": s.origin,
                "level": s.level,
                "full": s.full,
                "short": s.short,
                "line": s.line,
                "full_tokens": s.tokens[0],
                "short_tokens": s.tokens[1],
                "line_tokens": s.tokens[2],
                "title": s.title,
                "source": s.source,
                "stale": s.stale,
                "error": s.error,
                "details": s.details,
                "repaired": s.repaired,
                "rejected": s.rejected,
                "again": s.again,
            }
            for s in last.values()
        ]
        self._connection.execute(t.summary.insert(), rows)

    def reread(self, scope: Scope, signatures: Collection[str]) -> None:
        """Say of summaries that the names have changed that their chapters were read with."""
        self._projects.tell(scope)
        of_project = t.summary.c.project == self._projects.number(scope)
        named = of_project, t.summary.c.signature.in_(signatures)
        self._connection.execute(t.summary.update().where(*named).values(again=True))

    def forgive(self, scope: Scope) -> None:
        """Forget what went wrong with summaries, so that a model is asked for them again."""
        self._projects.tell(scope)
        failed = t.summary.c.project == self._projects.number(scope), t.summary.c.error != ""
        self._connection.execute(t.summary.update().where(*failed).values(error=""))

    def keep(self, scope: Scope, signatures: Collection[str]) -> None:
        """Delete all others."""
        self._projects.tell(scope)
        number = self._projects.number(scope)
        stored = sa.select(t.summary.c.signature).where(t.summary.c.project == number)
        gone = set(self._connection.scalars(stored)) - set(signatures)
        for signature in gone:
            self._connection.execute(
                t.summary.delete().where(
                    t.summary.c.project == number, t.summary.c.signature == signature
                )
            )


def _summary(row: sa.Row[*tuple[Any, ...]]) -> Summary:
    return Summary(
        signature=row.signature,
        level=row.level,
        origin=row.origin,
        full=row.full,
        short=row.short,
        line=row.line,
        tokens=(row.full_tokens, row.short_tokens, row.line_tokens),
        title=row.title,
        source=row.source,
        stale=row.stale,
        error=row.error,
        details=row.details,
        repaired=row.repaired,
        rejected=row.rejected,
        again=row.again,
    )


class SqlVectorCache:
    """Vectors by encoder and text hash, within one transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def get(self, fingerprint: str, sha256s: Sequence[str]) -> dict[str, Vector]:
        """Those that are known."""
        query = sa.select(t.vector.c.sha256, t.vector.c.data).where(
            t.vector.c.fingerprint == fingerprint, t.vector.c.sha256.in_(sha256s)
        )
        rows = self._connection.execute(query)
        return {row.sha256: np.frombuffer(row.data, dtype="<f4") for row in rows}

    def add(self, fingerprint: str, vectors: Mapping[str, Vector]) -> None:
        """Keep new ones; a vector known already stays."""
        fresh = vectors.keys() - self.get(fingerprint, list(vectors)).keys()
        rows = [
            {
                "fingerprint": fingerprint,
                "sha256": sha256,
                "data": vectors[sha256].astype("<f4").tobytes(),
            }
            for sha256 in sorted(fresh)
        ]
        if rows:  # in one order everywhere, so that two writers wait for each other and no more
            postgres = self._connection.dialect.name == "postgresql"
            insert = postgresql.insert(t.vector) if postgres else sqlite.insert(t.vector)
            self._connection.execute(insert.on_conflict_do_nothing(), rows)
