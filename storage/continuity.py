"""What checks for contradictions keep: claims by chapter, and findings that are let stand."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

import sqlalchemy as sa

from lorepack.errors import NotFoundError
from lorepack.ports import KeptClaims
from lorepack.records import Exemption, Scope
from storage import tables as t
from storage.changes import SqlChanges
from storage.projects import SqlProjects
from storage.rows import RowWrite


class SqlClaimsCache:
    """Claims of chapters, within one transaction."""

    def __init__(self, connection: sa.Connection, projects: SqlProjects) -> None:
        self._connection = connection
        self._projects = projects

    def get(self, scope: Scope, chapter_ids: Sequence[str]) -> dict[str, KeptClaims]:
        """Those that are kept, by chapter id."""
        c = t.chapter_claims.c
        query = sa.select(c.chapter, c.signature, c.claims).where(
            c.project == self._projects.number(scope), c.chapter.in_(chapter_ids)
        )
        rows = self._connection.execute(query)
        return {r.chapter: KeptClaims(signature=r.signature, claims=r.claims) for r in rows}

    def put(self, scope: Scope, claims: Mapping[str, KeptClaims]) -> None:
        """Keep claims in place of a chapter's former ones; of a chapter that is gone, none."""
        number = self._projects.number(scope)
        there = self._hold(scope, list(claims))
        c = t.chapter_claims.c
        former = t.chapter_claims.delete().where(c.project == number, c.chapter.in_(there))
        self._connection.execute(former)
        rows = [
            {
                "project": number,
                "chapter": id,
                "signature": claims[id].signature,
                "claims": claims[id].claims,
            }
            for id in there
        ]
        if rows:
            self._connection.execute(t.chapter_claims.insert(), rows)

    def _hold(self, scope: Scope, ids: Sequence[str]) -> list[str]:
        """Those of the chapters that are there: they stay, and nobody else writes their claims."""
        self._projects.hold(scope)
        c = t.chapter.c
        query = sa.select(c.id).where(c.project == self._projects.number(scope), c.id.in_(ids))
        return list(self._connection.scalars(query))


class SqlExemptions:
    """Findings that are let stand, within one transaction; written so that it can be undone."""

    def __init__(
        self, connection: sa.Connection, projects: SqlProjects, changes: SqlChanges
    ) -> None:
        self._connection = connection
        self._projects = projects
        self._changes = changes

    def all(self, scope: Scope) -> list[Exemption]:
        """Every one, the oldest first."""
        e = t.exemption.c
        query = sa.select(e.finding, e.reason, e.at).where(
            e.project == self._projects.number(scope)
        )
        rows = self._connection.execute(query.order_by(e.at, e.finding))
        return [Exemption(finding=r.finding, reason=r.reason, at=r.at) for r in rows]

    def put(self, scope: Scope, finding: str, reason: str) -> None:
        """Let a finding stand; said again, the new reason holds."""
        at = datetime.now(UTC).isoformat(timespec="seconds")
        self._write(scope, finding, {"reason": reason, "at": at})

    def delete(self, scope: Scope, finding: str) -> None:
        """Let a finding stand no longer.

        Raises:
            NotFoundError: It was not let stand.
        """
        if all(exemption.finding != finding for exemption in self.all(scope)):
            raise NotFoundError(
                f"finding {finding!r} is not exempt in project {scope.project!r}; "
                f"`lorepack exempt {scope.project} --list` shows those that are"
            )
        self._write(scope, finding, None)

    def _write(self, scope: Scope, finding: str, values: Mapping[str, str] | None) -> None:
        self._changes.put(scope, [RowWrite(t.exemption.name, {"finding": finding}, values)])
