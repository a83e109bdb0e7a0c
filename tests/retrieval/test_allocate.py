"""Sharing out the budget."""

from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import Form
from retrieval.pack.allocate import Allotted, allocate, required_cost
from retrieval.pack.piece import Piece
from retrieval.pack.plan import PLANS

HEADING = 5
NAMES = [plan.name for plan in PLANS]


def piece(id: str, *sizes: int, required: bool = False) -> Piece:
    forms = tuple(zip(Form, ("x" * size for size in sizes), strict=False))
    return Piece(id=id, kind="note", reason="test", forms=forms, required=required)


def share(pieces: dict[str, list[Piece]], room: int, budget: int = 12_000) -> list[Allotted]:
    return allocate(pieces, room, budget, len, HEADING)


def spent(allotted: list[Allotted]) -> int:
    return sum(HEADING + sum(len(item.text) for item in a.items) for a in allotted if a.items)


def taken(allotted: list[Allotted], name: str) -> list[tuple[str, Form]]:
    return [(i.id, i.form) for a in allotted if a.plan.name == name for i in a.items]


sizes = st.lists(st.integers(1, 120), min_size=1, max_size=3).map(
    lambda values: sorted(values, reverse=True)
)
shelves = st.dictionaries(
    st.sampled_from(NAMES),
    st.lists(st.tuples(sizes, st.booleans()), min_size=1, max_size=4).map(
        lambda rows: [piece(str(n), *s, required=r) for n, (s, r) in enumerate(rows)]
    ),
    max_size=6,
)


@given(shelves, st.integers(0, 600), st.integers(0, 20_000))
def test_never_more_than_the_room_and_always_what_is_required(
    pieces: dict[str, list[Piece]], spare: int, budget: int
) -> None:
    needed = sum(required_cost(pieces, len, HEADING).values())
    allotted = share(pieces, needed + spare, budget)
    assert spent(allotted) <= needed + spare
    in_pack = {(a.plan.name, item.id) for a in allotted for item in a.items}
    left_out = {(a.plan.name, d.id) for a in allotted for d in a.dropped}
    everything = {(name, p.id) for name, listed in pieces.items() for p in listed}
    assert in_pack | left_out == everything
    assert not in_pack & left_out
    assert {(n, p.id) for n, listed in pieces.items() for p in listed if p.required} <= in_pack


def test_a_piece_too_large_is_skipped_and_the_next_goes_in() -> None:
    allotted = share({"foreshadows": [piece("big", 500), piece("small", 20)]}, 60)
    assert taken(allotted, "foreshadows") == [("small", Form.FULL)]
    (dropped,) = allotted[0].dropped
    assert (dropped.id, dropped.section, dropped.tokens) == ("big", "foreshadows", 500)
    assert dropped.needs == 500 - (60 - 25)


def test_a_piece_is_shortened_before_it_is_dropped() -> None:
    long = piece("long", 300, 90, 30)
    assert taken(share({"foreshadows": [long]}, 400), "foreshadows") == [("long", Form.FULL)]
    assert taken(share({"foreshadows": [long]}, 100), "foreshadows") == [("long", Form.COMPRESSED)]
    assert taken(share({"foreshadows": [long]}, 40), "foreshadows") == [("long", Form.FACTS)]


def test_stable_sections_keep_to_their_caps_whatever_room_there_is() -> None:
    pieces = {"bible": [piece(str(n), 100) for n in range(40)]}
    allotted = share(pieces, 10_000, budget=6_000)
    assert spent(allotted) <= 1_000
    assert allotted[0].dropped


def test_room_that_is_left_flows_to_the_others() -> None:
    pieces = {"character_states": [piece(str(n), 100) for n in range(40)]}
    assert len(taken(share(pieces, 3_500), "character_states")) == 34


def test_the_dearer_section_is_served_first() -> None:
    pieces = {"originals": [piece("o", 100)], "character_states": [piece("c", 100)]}
    allotted = share(pieces, 110)
    assert taken(allotted, "character_states") == [("c", Form.FULL)]
    assert taken(allotted, "originals") == []


@given(st.integers(1, 200), st.integers(0, 300))
def test_what_is_reported_as_lacking_is_just_enough(size: int, room: int) -> None:
    pieces = {"originals": [piece("o", size)]}
    dropped = [d for a in share(pieces, room) for d in a.dropped]
    assert bool(dropped) == (size + HEADING > room)
    for d in dropped:
        assert taken(share(pieces, room + d.needs), "originals")
        assert not taken(share(pieces, room + d.needs - 1), "originals")
