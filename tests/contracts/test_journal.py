"""The journal that several processes share: nobody works at what another is at, nothing is lost."""

import pytest

from lorepack.ports import WHOLE_JOURNAL
from lorepack.records import Scope
from storage.record import SqlRecord
from tests.clocks import HandClock, timed
from tests.contracts.test_record import chapter, write

SECONDS = 60.0


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def shared(record: SqlRecord, scope: Scope, clock: HandClock) -> SqlRecord:
    """Four chapters, all of which are still to come into the index."""
    opened = timed(record, clock)
    with opened.writing() as unit:
        unit.projects.ensure(scope)
        for nth in range(4):
            write(unit, scope, chapter(nth % 3) if nth < 3 else chapter(0, revision=2))
    return opened


def claim(record: SqlRecord, holder: str, limit: int = 10) -> list[str]:
    with record.writing() as unit:
        claimed = unit.journal.claim(holder, seconds=SECONDS, limit=limit)
    return [entry.chapter_id for entry in claimed]


def test_no_two_are_at_one_chapter(shared: SqlRecord) -> None:
    assert claim(shared, "one", limit=2) == ["c0", "c1"]
    assert claim(shared, "two") == ["c2"], "c0 has another entry, and somebody is at c0"
    assert claim(shared, "three") == []
    assert claim(shared, "one", limit=2) == ["c0", "c1"], "one's own may be claimed again"


def test_what_nobody_holds_on_to_is_anybodys_again(shared: SqlRecord, clock: HandClock) -> None:
    claim(shared, "dead")
    clock.now += SECONDS - 1
    assert claim(shared, "alive") == []
    with shared.writing() as unit:
        unit.journal.keep("dead", seconds=SECONDS)
    clock.now += SECONDS - 1
    assert claim(shared, "alive") == []
    clock.now += 2
    assert claim(shared, "alive") == ["c0", "c1", "c2", "c0"]


def test_a_claim_of_a_clock_that_was_set_back_freezes_nothing(
    shared: SqlRecord, clock: HandClock
) -> None:
    claim(shared, "ahead")
    clock.now -= 3600
    assert claim(shared, "alive") == ["c0", "c1", "c2", "c0"]


def test_what_was_taken_over_is_noted_once_more(
    shared: SqlRecord, clock: HandClock, scope: Scope
) -> None:
    with shared.writing() as unit:
        slow = unit.journal.claim("slow", seconds=SECONDS, limit=2)
    clock.now += SECONDS + 1
    with shared.writing() as unit:
        quick = unit.journal.claim("quick", seconds=SECONDS, limit=10)
        unit.journal.forget(quick, holder="quick")
        assert unit.journal.length() == 0
    with shared.writing() as unit:
        unit.journal.forget(slow, holder="slow")
        assert unit.journal.chapters(scope) == {"c0", "c1"}, "the slow one may have written last"


def test_what_is_released_may_be_claimed_at_once(shared: SqlRecord) -> None:
    claim(shared, "one", limit=1)
    claim(shared, "two")
    with shared.writing() as unit:
        assert unit.journal.holders() == {"one", "two"}
        unit.journal.release("one")
        assert unit.journal.holders() == {"two"}
    assert claim(shared, "three") == ["c0", "c0"]
    with shared.writing() as unit:
        unit.journal.release()
    assert claim(shared, "four") == ["c0", "c1", "c2", "c0"]


def test_who_has_the_journal_alone_waits_for_those_who_are_at_it(
    shared: SqlRecord, clock: HandClock
) -> None:
    claim(shared, "one", limit=1)
    with shared.writing() as unit:
        assert unit.leases.take(WHOLE_JOURNAL, "rebuilder", seconds=SECONDS)
        assert not unit.leases.take(WHOLE_JOURNAL, "another", seconds=SECONDS)
        assert unit.journal.claimed(but="rebuilder", seconds=SECONDS) == 1
        assert unit.journal.claimed(but="one", seconds=SECONDS) == 0
    assert claim(shared, "one") == [], "nothing new is claimed"
    assert claim(shared, "rebuilder") == ["c1", "c2"]
    clock.now += SECONDS + 1
    assert claim(shared, "one") == ["c0", "c1", "c2", "c0"], "it did not come back"
    with shared.writing() as unit:
        assert unit.leases.take(WHOLE_JOURNAL, "another", seconds=SECONDS)
        unit.leases.end(WHOLE_JOURNAL, "rebuilder")  # it has run out: another has it now
        assert not unit.leases.take(WHOLE_JOURNAL, "rebuilder", seconds=SECONDS)
        unit.leases.end(WHOLE_JOURNAL, "another")
    assert claim(shared, "one") == ["c0", "c1", "c2", "c0"]


def test_a_namesake_enters_the_index_after_the_one_that_is_gone_has_left(
    shared: SqlRecord, scope: Scope
) -> None:
    with shared.writing() as unit:
        unit.journal.note_purged(scope)
        assert unit.journal.length() == 5
    assert claim(shared, "one") == []
    with shared.writing() as unit:
        gone = unit.journal.purged()
        assert list(gone.values()) == [scope]
        unit.journal.forget_purged(list(gone))
    assert claim(shared, "one") == ["c0", "c1", "c2", "c0"]


def test_who_wrote_for_a_project_that_is_gone_notes_it(shared: SqlRecord, scope: Scope) -> None:
    with shared.writing() as unit:
        claimed = unit.journal.claim("slow", seconds=SECONDS, limit=10)
    gone = [entry for entry in claimed if entry.scope == scope]
    nowhere = [
        type(entry)(id=entry.id + 100, scope=Scope(project="gone"), chapter_id=entry.chapter_id)
        for entry in gone[:1]
    ]
    with shared.writing() as unit:
        unit.journal.forget(nowhere, holder="slow")
        assert list(unit.journal.purged().values()) == [Scope(project="gone")]
