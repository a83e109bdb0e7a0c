"""Sharing out the budget."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import Form
from retrieval.pack.allocate import Allotted, allocate, required_cost
from retrieval.pack.piece import Piece
from retrieval.pack.plan import PLANS
from retrieval.pack.share import Terms

HEADING = 5
NAMES = [plan.name for plan in PLANS]


def piece(id: str, *sizes: int, required: bool = False) -> Piece:
    forms = tuple(zip(Form, ("x" * size for size in sizes), strict=False))
    return Piece(id=id, kind="note", reason="test", forms=forms, required=required)


def share(pieces: dict[str, list[Piece]], room: int, budget: int = 12_000) -> list[Allotted]:
    return allocate(pieces, room, terms(budget))


def terms(budget: int = 12_000, **budgets: int) -> Terms:
    return Terms(budget=budget, cost=len, heading=HEADING, budgets=budgets)


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
    needed = sum(required_cost(pieces, terms()).values())
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


def some_left(count: int) -> str:
    return f"and {count} more"


def with_rest(pieces: dict[str, list[Piece]], room: int) -> list[Allotted]:
    return allocate(pieces, room, terms(), {"foreshadows": some_left})


def test_what_has_no_room_is_counted_in_a_line_of_its_own() -> None:
    pieces = {"foreshadows": [piece(str(n), 50) for n in range(30)]}
    (allotted,) = with_rest(pieces, 500)
    told = [item for item in allotted.items if item.kind != "rest"]
    (line,) = [item for item in allotted.items if item.kind == "rest"]
    assert line == allotted.items[-1]
    assert line.text == f"and {30 - len(told)} more"
    assert len(told) == len(pieces["foreshadows"]) - len(allotted.dropped)


def test_no_line_is_spent_where_nothing_is_left_out() -> None:
    (allotted,) = with_rest({"foreshadows": [piece("1", 50), piece("2", 50)]}, 105)
    assert [item.kind for item in allotted.items] == ["note", "note"]


def test_a_piece_is_worth_more_than_the_line_about_the_others() -> None:
    (allotted,) = with_rest({"foreshadows": [piece("1", 50), piece("2", 50)]}, 57)
    assert [item.id for item in allotted.items] == ["1"]


@given(st.lists(st.integers(1, 120), min_size=1, max_size=12), st.integers(0, 900))
def test_the_line_keeps_to_the_room_and_counts_right(sizes: list[int], room: int) -> None:
    allotted = with_rest({"foreshadows": [piece(str(n), s) for n, s in enumerate(sizes)]}, room)
    assert spent(allotted) <= room
    for a in allotted:
        lines = [item.text for item in a.items if item.kind == "rest"]
        assert lines in ([], [some_left(len(a.dropped))])


def test_a_budget_of_a_sections_own_is_its_limit_whatever_room_is_left() -> None:
    pieces = {"originals": [piece(str(n), 100) for n in range(9)]}
    allotted = allocate(pieces, 5_000, terms(originals=320))
    assert taken(allotted, "originals") == [(str(n), Form.FULL) for n in range(3)]
    assert allotted[0].allowance == 320


def test_a_section_without_a_budget_holds_only_what_is_required() -> None:
    pieces = {"originals": [piece("free", 10), piece("needed", 10, required=True)]}
    assert taken(allocate(pieces, 5_000, terms(originals=0)), "originals") == [
        ("needed", Form.FULL)
    ]


def test_what_stands_in_the_way_is_the_least_dear_that_would_be_enough() -> None:
    pieces = {
        "character_states": [piece("c", 100)],
        "foreshadows": [piece("f", 100)],
        "originals": [piece("big", 150), piece("small", 20)],
    }
    dropped = [d for a in share(pieces, 245) for d in a.dropped]
    assert [(d.id, d.needs, d.displaced_by) for d in dropped] == [("big", 140, ("small", "f", "c"))]


def test_nothing_stands_in_the_way_of_what_could_never_fit() -> None:
    pieces = {"originals": [piece("big", 500), piece("small", 20)]}
    (dropped,) = [d for a in share(pieces, 100) for d in a.dropped]
    assert dropped.displaced_by == ()


@given(shelves, st.integers(0, 600))
def test_what_stands_in_the_way_is_in_and_has_the_room(
    pieces: dict[str, list[Piece]], spare: int
) -> None:
    allotted = share(pieces, sum(required_cost(pieces, terms()).values()) + spare)
    stable = {plan.name for plan in PLANS if plan.stable}
    for a in allotted:
        rivals = [a] if a.plan.stable else [b for b in allotted if b.plan.name not in stable]
        sizes = [(item.id, item.tokens) for b in rivals for item in b.items]
        for d in a.dropped:
            assert {*d.displaced_by} <= {id for id, _ in sizes}
            if d.displaced_by:
                assert sum(size for id, size in sizes if id in d.displaced_by) >= d.needs


def test_a_broad_section_has_all_its_pieces_short_before_any_is_enlarged() -> None:
    people = {"character_states": [piece(str(n), 300, 100, 40) for n in range(4)]}
    assert taken(share(people, 175), "character_states") == [(str(n), Form.FACTS) for n in range(4)]
    forms = [form for _, form in taken(share(people, 175 + 60 + 260), "character_states")]
    assert forms == [Form.FULL, Form.COMPRESSED, Form.FACTS, Form.FACTS]


def test_what_is_left_enlarges_nobody_before_others_are_in() -> None:
    """400 tokens are the section's own; the passage would take the rest from the foreshadow."""
    pieces = {
        "character_states": [piece("person", 700, 40)],
        "foreshadows": [piece("first", 290), piece("second", 290)],
    }
    allotted = share(pieces, 1_000, budget=2_400)
    assert taken(allotted, "character_states") == [("person", Form.COMPRESSED)]
    assert taken(allotted, "foreshadows") == [("first", Form.FULL), ("second", Form.FULL)]


def test_what_is_dear_does_not_shrink_so_that_more_passages_have_room() -> None:
    note, *passages = (piece(str(n), 40, 20) for n in range(4))
    room = HEADING + 100
    shrunk = share({"character_states": [note, *passages]}, room)
    assert taken(shrunk, "character_states")[0] == ("0", Form.FULL)
    assert len(taken(shrunk, "character_states")) == 4
    tight = HEADING + 80
    for dear, form in ((False, Form.COMPRESSED), (True, Form.FULL)):
        first = share({"character_states": [replace(note, dear=dear), *passages]}, tight)
        assert taken(first, "character_states")[0] == ("0", form)
    none_fits = share({"character_states": [replace(note, dear=True)]}, HEADING + 20)
    assert taken(none_fits, "character_states") == [("0", Form.COMPRESSED)]
