"""The ledger, on each database."""

from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import Outcome, Scope, Usage, UsagePart, UsageTotal
from storage.record import SqlRecord

ENTRY = Usage(
    project="book",
    session="s1",
    at="2026-05-01T12:00:00+00:00",
    model="tale-1",
    route="summarise",
    stage="memory",
    input_tokens=1000,
    cached_tokens=600,
    output_tokens=50,
    estimated=True,
    cost=Decimal("0.0000001"),
    outcome=Outcome.UNUSABLE,
)


def entry(random: Random) -> Usage:
    read = random.randrange(10_000)
    return Usage(
        tenant=random.choice(("local", "other")),
        project=random.choice(("", "book", "novel")),
        session=random.choice(("", "s1")),
        at="2026-05-01T12:00:00+00:00",
        model=random.choice(("tale-1", "tale-2")),
        route=random.choice(("summarise", "pack")),
        stage=random.choice(("memory", "context")),
        input_tokens=read,
        cached_tokens=random.randrange(read + 1),
        output_tokens=random.randrange(1000),
        cost=Decimal(random.randrange(10**20)).scaleb(-12),
        outcome=random.choice(list(Outcome)),
    )


@pytest.fixture
def written(record: SqlRecord) -> list[Usage]:
    """Entries of two tenants, as they were written."""
    random = Random(5)
    entries = [entry(random) for _ in range(60)]
    with record.writing() as unit:
        for each in entries:
            unit.ledger.add(each)
    return entries


def test_an_entry_comes_back_as_it_was_written(record: SqlRecord) -> None:
    with record.writing() as unit:
        unit.ledger.add(ENTRY)
    with record.reading() as unit:
        (found,) = unit.ledger.entries("local", limit=9)
    assert found == ENTRY
    assert found.uncached_tokens == 400


def test_the_newest_entries_come_first(record: SqlRecord, written: list[Usage]) -> None:
    mine = [each for each in written if each.tenant == "local"]
    with record.reading() as unit:
        assert unit.ledger.entries("local", limit=5) == mine[:-6:-1]
        assert unit.ledger.entries("local", limit=99) == mine[::-1]


def test_one_project_is_asked_for_by_name_and_none_by_the_empty_one(
    record: SqlRecord, written: list[Usage]
) -> None:
    with record.reading() as unit:
        for project in ("", "book", "unknown"):
            expected = [e for e in written if (e.tenant, e.project) == ("local", project)]
            found = unit.ledger.entries("local", project=project, limit=99)
            assert found == expected[::-1]
            assert unit.ledger.total("local", project=project) == UsageTotal.of(expected)


def test_a_tenant_never_sees_what_another_spent(record: SqlRecord, written: list[Usage]) -> None:
    with record.reading() as unit:
        both = [unit.ledger.total(tenant) for tenant in ("local", "other")]
        assert [total.calls for total in both] == [
            sum(each.tenant == tenant for each in written) for tenant in ("local", "other")
        ]
        assert unit.ledger.total("nobody") == UsageTotal()
        assert unit.ledger.entries("nobody", limit=9) == []


@pytest.mark.parametrize("by", UsagePart)
def test_the_parts_add_up_to_the_whole_to_the_last_digit(
    record: SqlRecord, written: list[Usage], by: UsagePart
) -> None:
    with record.reading() as unit:
        parts = unit.ledger.totals("local", by)
        whole = unit.ledger.total("local")
    assert list(parts) == sorted({getattr(e, by.value) for e in written if e.tenant == "local"})
    assert sum(part.calls for part in parts.values()) == whole.calls
    assert sum(part.output_tokens for part in parts.values()) == whole.output_tokens
    assert sum((part.cost for part in parts.values()), Decimal(0)) == whole.cost
    assert whole.cost == sum((e.cost for e in written if e.tenant == "local"), Decimal(0))


def test_the_ledger_outlives_a_failed_transaction_only_if_it_was_closed(
    record: SqlRecord, scope: Scope
) -> None:
    def write_and_fail() -> None:
        with record.writing() as unit:
            unit.ledger.add(ENTRY)
            raise RuntimeError("stop")

    with record.writing() as unit:
        unit.ledger.add(ENTRY)
    with pytest.raises(RuntimeError, match="stop"):
        write_and_fail()
    with record.reading() as unit:
        assert unit.ledger.total(scope.tenant).calls == 1


@given(st.integers(0, 2**32 - 1), st.integers(0, 12))
def test_a_sum_counts_what_was_cached_once(seed: int, size: int) -> None:
    random = Random(seed)
    entries = [entry(random) for _ in range(size)]
    total = UsageTotal.of(entries)
    assert total.calls == size
    assert total.cached_tokens + total.uncached_tokens == total.input_tokens
    assert total.cached_tokens <= total.input_tokens
