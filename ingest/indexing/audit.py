"""Whether the index holds what the record says: every point, with all that it carries."""

from collections.abc import Iterator
from dataclasses import dataclass
from math import isclose

import numpy as np

from ingest.indexing.points import Work, point_of, read_work
from lorepack.ports import Point, Record, Vector, VectorIndex
from lorepack.records import Fault, FaultCode, IndexAudit, Scope

_APART = 1e-5
"""How far a component of a vector may differ: the index makes its length 1 in single precision."""

_DIGITS = 1e-9
"""How far an importance may differ: a way through JSON can change its last digit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """A point of the index, its words and fields as bytes: a book's worth of them fits easily."""

    carried: bytes
    importance: float
    dense: Vector
    chapter_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Auditor:
    """Compares an index with the record."""

    record: Record
    index: VectorIndex
    fingerprint: str
    """Of the encoder that the index is made by."""

    def run(self, scope: Scope) -> IndexAudit:
        """Compare a project's points, each with what it is to be.

        What is written meanwhile is told apart by the journal: chapters with entries pending are
        not compared.

        Raises:
            NotFoundError: There is no such project.
            UnavailableError: The index cannot be read.
        """
        held = {point.id: _held(point) for point in self.index.points(scope)}
        size, expected = len(held), 0
        faults: list[Fault] = []
        with self.record.reading() as unit:
            pending = unit.journal.chapters(scope)
            for chapter in unit.chapters.edition(scope).chapters:
                work = read_work(unit, scope, chapter.id)
                known = unit.vectors.get(self.fingerprint, [s.sha256 for s in work.snippets])
                expected += len(work.snippets)
                found = list(_compared(work, known, held))
                faults += [] if chapter.id in pending else found
        faults += [
            _fault(FaultCode.ORPHAN, id, one.chapter_id)
            for id, one in sorted(held.items())
            if one.chapter_id not in pending
        ]
        return IndexAudit(
            snippets=expected, points=size, pending=len(pending), faults=tuple(faults)
        )


def _compared(work: Work, known: dict[str, Vector], held: dict[str, _Held]) -> Iterator[Fault]:
    """What is wrong with a chapter's points, which are taken out of those that are held."""
    for snippet in work.snippets:
        one, vector = held.pop(snippet.id, None), known.get(snippet.sha256)
        if one is None:
            yield _fault(FaultCode.MISSING, snippet.id, work.chapter_id)
        elif vector is None:
            yield _fault(FaultCode.UNPROVEN, snippet.id, work.chapter_id)
        elif not _same(point_of(work, snippet, vector), one):
            yield _fault(FaultCode.STALE, snippet.id, work.chapter_id)


def _fault(code: FaultCode, id: str, chapter_id: str) -> Fault:
    return Fault(code=code, snippet=id, chapter=chapter_id)


def _held(point: Point) -> _Held:
    return _Held(
        carried=_carried(point),
        importance=point.importance,
        dense=point.dense,
        chapter_id=point.chapter_id,
    )


def _same(point: Point, held: _Held) -> bool:
    length = float(np.linalg.norm(point.dense)) or 1.0
    return _carried(point) == held.carried and bool(
        isclose(point.importance, held.importance, rel_tol=0, abs_tol=_DIGITS)
        and point.dense.shape == held.dense.shape
        and np.allclose(point.dense / length, held.dense, rtol=0, atol=_APART)
    )


def _carried(point: Point) -> bytes:
    """Fields and terms, whose weights are kept in single precision."""
    order = np.argsort(np.asarray(point.sparse.indices, dtype=np.uint32))
    fields = (point.id, point.chapter_id, point.order_key, point.nth)
    named = (point.people, point.speakers, point.at)
    return (
        repr((*fields, *named)).encode()
        + np.asarray(point.sparse.indices, dtype=np.uint32)[order].tobytes()
        + np.asarray(point.sparse.values, dtype=np.float32)[order].tobytes()
    )
