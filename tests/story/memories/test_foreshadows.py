"""Foreshadows: what their steps add up to, and what is refused."""

from dataclasses import replace
from typing import Any

import pytest

from lorepack.errors import InvalidInputError
from lorepack.records import (
    AUTHOR,
    EXTRACTIVE,
    ForeshadowFields,
    ForeshadowStatus,
    Memory,
    MemoryKind,
    Told,
)
from story.memories import as_typed, check_steps, fold

POSITIONS = {f"c{n}": n for n in range(1, 100)}


def step(at: int, status: str = "", *, origin: str = AUTHOR, **given: Any) -> Memory:
    fields: dict[str, Any] = {**({"status": status} if status else {}), **given}
    return Memory(
        id=f"{origin} {at} {status} {given}",
        kind=MemoryKind.FORESHADOW,
        subject="F012",
        text=f"第{at}步",
        known_from=f"c{at}" if at else None,
        fields=fields,
        origin=origin,
    )


def told(*steps: Memory) -> Told:
    (one,) = fold(steps, POSITIONS)
    return one


def fields(*steps: Memory) -> ForeshadowFields:
    return as_typed(told(*steps).memory, ForeshadowFields)


def test_what_does_not_say_is_planned_or_planted() -> None:
    assert fields(step(0)).status is ForeshadowStatus.PLANNED
    planted = fields(step(0, due_from=50, due_to=60), step(3))
    assert (planted.status, planted.planted_at) == (ForeshadowStatus.PLANTED, 3)
    assert (planted.due_from, planted.due_to) == (50, 60)


def test_one_payoff_pays_unless_it_takes_more() -> None:  # F4
    assert fields(step(3), step(9, "paid")).status is ForeshadowStatus.PAID
    first = fields(step(3, payoffs=2), step(9, "paid"))
    assert (first.status, first.paid) == (ForeshadowStatus.ADVANCED, 1)
    both = fields(step(3, payoffs=2), step(9, "paid"), step(12, "paid"))
    assert (both.status, both.paid) == (ForeshadowStatus.PAID, 2)


def test_the_same_payoff_told_twice_counts_once() -> None:
    twice = (step(9, "paid", step=1), step(10, "paid", step=1))
    assert fields(step(3, payoffs=2), *twice).paid == 1


def test_without_its_payoff_it_is_open_again() -> None:  # F4
    steps = [step(3), step(9, "paid")]
    assert fields(*steps).status is ForeshadowStatus.PAID
    assert fields(*steps[:1]).status is ForeshadowStatus.PLANTED


def test_given_up_it_stays_so_until_it_goes_on() -> None:  # F4
    assert fields(step(3), step(5, "retired")).status is ForeshadowStatus.RETIRED
    assert fields(step(3), step(5, "retired"), step(7, "hinted")).status is ForeshadowStatus.HINTED


def test_steps_without_a_title_stand_behind_what_was_told() -> None:
    assert told(step(3, title="铃舌"), step(5, "hinted")).memory.text == "第3步\n第5章：第5步"
    anew = told(step(3, title="铃舌"), step(5, "hinted"), step(8, "advanced", title="铃舌"))
    assert anew.memory.text == "第8步"


def test_what_is_filed_under_a_title_is_a_step_of_the_code_that_has_it() -> None:
    titled = replace(step(9, "paid", origin=EXTRACTIVE, title="铃舌"), subject="铃舌")
    one = told(step(0, title="铃舌"), titled)
    assert (one.memory.subject, one.memory.fields["status"]) == ("F012", "paid")


def test_an_extracted_step_stands_behind_its_planting_whatever_its_title() -> None:
    planted, hinted = (
        step(at, status, origin=EXTRACTIVE, title="铃舌") for at, status in ((3, ""), (5, "hinted"))
    )
    assert told(planted, hinted).memory.text == "第3步\n第5章：第5步"


def test_the_author_s_fields_outrank_extracted_ones() -> None:
    one = told(
        step(0, title="铃舌", due_to=60),
        step(4, "planted", origin=EXTRACTIVE, title="铜铃", hidden_truth="x"),
    )
    own = as_typed(one.memory, ForeshadowFields)
    assert (own.title, own.due_to, own.hidden_truth) == ("铃舌", 60, "x")
    assert (own.status, own.planted_at) == (ForeshadowStatus.PLANTED, 4)
    assert one.since is not None


def test_what_was_extracted_before_the_author_s_last_word_closes_nothing() -> None:
    wrong = step(10, "paid", origin=EXTRACTIVE)
    assert fields(step(3), wrong).status is ForeshadowStatus.PAID
    assert fields(step(3), wrong, step(20, "advanced")).status is ForeshadowStatus.ADVANCED


@pytest.mark.parametrize("status", ["hinted", "advanced", "paid", "retired"])
def test_what_goes_on_before_it_is_planted_is_refused(status: str) -> None:  # F3
    with pytest.raises(
        InvalidInputError, match=f"planted in chapter 7: it cannot be {status} in chapter 5"
    ):
        check_steps([step(5, status), step(7, "planted")], POSITIONS)
    check_steps([step(7, status), step(7, "planted")], POSITIONS)


def test_what_is_to_be_planted_in_a_later_chapter_is_refused() -> None:  # F3
    with pytest.raises(InvalidInputError, match="to be planted in chapter 7: it cannot be planted"):
        check_steps([step(5, "planted", planted_at=7)], POSITIONS)
    check_steps([step(0, planted_at=7)], POSITIONS)


def test_a_window_upside_down_is_refused() -> None:
    with pytest.raises(InvalidInputError, match="from chapter 60 to chapter 50"):
        check_steps([step(0, due_from=60, due_to=50)], POSITIONS)
    check_steps([step(0, due_from=60)], POSITIONS)
