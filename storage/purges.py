"""What only a purge deletes: see `lorepack.ports.purges`."""

from collections.abc import Collection, Iterator

import sqlalchemy as sa

from lorepack.ports import StoredText
from lorepack.records import LIVE, Scope, Status
from storage import tables as t
from storage.changes import SqlChanges
from storage.jobs import SqlJobs
from storage.projects import SqlProjects

_IN_CHAPTER = sa.and_(
    t.chapter.c.project == t.chapter_revision.c.project,
    t.chapter.c.id == t.chapter_revision.c.chapter,
)


class SqlPurges:
    """Deleting for good, within one transaction."""

    def __init__(
        self,
        connection: sa.Connection,
        projects: SqlProjects,
        changes: SqlChanges,
        jobs: SqlJobs,
    ) -> None:
        self._connection = connection
        self._projects = projects
        self._changes = changes
        self._jobs = jobs

    def hold(self, scope: Scope) -> None:
        """Let nobody else write to a project, or keep a pack of it, before this transaction ends.

        Whatever belongs to a project takes its row first, so that nobody waits in a circle.
        """
        row = sa.select(t.project.c.id).where(t.project.c.id == self._projects.number(scope))
        self._connection.execute(row.with_for_update())

    def texts(self, scope: Scope) -> Iterator[StoredText]:
        """Every text that any chapter has or had."""
        r = t.chapter_revision.c
        current = (r.revision == t.chapter.c.current_revision).label("current")
        query = (
            sa.select(r.chapter, r.revision, current, r.sha256, r.text)
            .join(t.chapter, _IN_CHAPTER)
            .where(r.project == self._projects.number(scope))
            .order_by(r.chapter, r.revision)
        )
        for row in self._connection.execute(query):
            yield StoredText(
                chapter_id=row.chapter,
                revision=row.revision,
                current=bool(row.current),
                sha256=row.sha256,
                text=row.text,
            )

    def forget_texts(self, scope: Scope, texts: Collection[StoredText]) -> None:
        """Delete former texts, and the changes that would bring them back."""
        if not texts:
            return
        places = [(text.chapter_id, text.revision) for text in texts]
        for table in (t.chapter_revision, t.written):
            c = table.c
            of_project = c.project == self._projects.number(scope)
            gone = sa.tuple_(c.chapter, c.revision).in_(places)
            self._connection.execute(table.delete().where(of_project, gone))
        self._changes.forget_texts(scope, places)

    def forget_volumes(self, scope: Scope) -> list[str]:
        """Delete volumes in the trash that no chapter is of any more; returns their ids."""
        v = t.volume.c
        held = sa.exists().where(t.chapter.c.project == v.project, t.chapter.c.volume == v.id)
        of_project = v.project == self._projects.number(scope)
        empty = t.volume.delete().where(of_project, v.status == Status.TRASH.value, ~held)
        return list(self._connection.scalars(empty.returning(v.id)))

    def forget_entities(self, scope: Scope, ids: Collection[str]) -> None:
        """Delete entities with all their names."""
        of_project = t.entity.c.project == self._projects.number(scope)
        self._connection.execute(t.entity.delete().where(of_project, t.entity.c.id.in_(ids)))

    def forget_work(self, scope: Scope) -> None:
        """Take running jobs out of their workers' hands, and forget claims and what jobs said."""
        number = self._projects.number(scope)
        self._jobs.requeue(scope)
        job, live = t.job.c, t.job.c.state.in_(sorted(LIVE))
        said = sa.and_(job.project == number, job.error != "")
        self._connection.execute(t.job.delete().where(said, ~live))
        self._connection.execute(t.job.update().where(said).values(error=""))
        claims = t.chapter_claims.delete().where(t.chapter_claims.c.project == number)
        self._connection.execute(claims)

    def project(self, scope: Scope) -> None:
        """Delete a project with all that it holds."""
        number = self._projects.number(scope)
        rows = sa.select(t.snippet.c.row).where(t.snippet.c.project == number)
        # No key leads from terms to snippets where they are a full-text table.
        self._connection.execute(t.snippet_terms.delete().where(t.snippet_terms.c.rowid.in_(rows)))
        self._connection.execute(t.project.delete().where(t.project.c.id == number))
        self._projects.forget(scope)

    def ledger(self, tenant: str) -> int:
        """Delete a tenant's entries of the ledger; returns how many."""
        gone = t.usage.delete().where(t.usage.c.tenant == tenant)
        return self._connection.execute(gone).rowcount

    def vectors(self) -> int:
        """Delete vectors of texts that stand in no snippet of any project; returns how many."""
        unused = sa.select(t.vector.c.sha256).except_(sa.select(t.snippet.c.sha256))
        gone = t.vector.delete().where(t.vector.c.sha256.in_(unused))
        return self._connection.execute(gone).rowcount
