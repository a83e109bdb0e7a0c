"""Whether the record is what it promises: texts by their hashes, snippets that tile them, facts."""

from collections.abc import Iterable, Iterator
from itertools import pairwise

from ingest.content import digest
from lorepack.ports import Cut, StoredRevision, UnitOfWork
from lorepack.records import Fault, FaultCode, RecordAudit, Scope


def audit_record(unit: UnitOfWork, scope: Scope) -> RecordAudit:
    """Check a project's rows in one snapshot.

    Raises:
        NotFoundError: There is no such project.
    """
    counts = unit.audits.counts(scope)
    faults = [fault for stored in unit.audits.revisions(scope) for fault in _faults(stored)]
    faults += [
        Fault(code=FaultCode.TERMS, chapter=chapter, snippet=snippet)
        for chapter, snippet in unit.audits.misfiled(scope)
    ]
    return RecordAudit(rows=counts, faults=tuple(faults))


def audit_database(unit: UnitOfWork) -> tuple[Fault, ...]:
    """What the database finds wrong with itself: it is read whole, whichever project it is for."""
    return tuple(Fault(code=FaultCode.DAMAGED, message=line) for line in unit.audits.damage())


def _faults(stored: StoredRevision) -> Iterator[Fault]:
    if digest(stored.text) != stored.sha256:
        message = f"revision {stored.revision} is not the text that was handed in"
        yield Fault(code=FaultCode.TEXT, chapter=stored.chapter_id, message=message)
    if stored.current and not _tile(stored.snippets, len(stored.text)):
        yield Fault(code=FaultCode.SNIPPETS, chapter=stored.chapter_id)
    for fact in stored.facts:
        if fact.text != stored.text[fact.start : fact.end]:
            message = f"{fact.text!r} does not stand at {fact.start} to {fact.end}"
            yield Fault(code=FaultCode.FACTS, chapter=stored.chapter_id, message=message)


def _tile(cuts: Iterable[Cut], length: int) -> bool:
    """Whether the stretches cover a text without a gap and without an overlap."""
    edges = [(0, 0), *((cut.start, cut.end) for cut in cuts), (length, length)]
    return all(before[1] == behind[0] for before, behind in pairwise(edges))
