"""Evidence within a budget of tokens."""

from hypothesis import given
from hypothesis import strategies as st

from ranking.evaluate import Packed, evidence_recall, fitting, share_recall

IDS = [f"u{n}" for n in range(8)]
pieces = st.builds(
    Packed,
    ids=st.lists(st.sampled_from(IDS), max_size=2).map(tuple),
    tokens=st.integers(0, 60),
)


def piece(tokens: int, *ids: str) -> Packed:
    return Packed(ids=ids, tokens=tokens)


def test_pieces_go_in_until_the_budget_is_full() -> None:
    items = [piece(200, "a"), piece(100, "b"), piece(1, "c")]
    assert fitting(items, 300) == {"a", "b"}
    assert fitting(items, 299) == {"a", "c"}


def test_a_piece_that_is_too_long_does_not_stop_the_ones_behind_it() -> None:
    assert fitting([piece(900, "long"), piece(50, "short")], 300) == {"short"}


def test_a_group_counts_with_any_of_its_members() -> None:
    items = [piece(100, "sms", "call"), piece(100, "note")]
    groups = [{"sms", "photo"}, {"note"}, {"gone"}]
    assert evidence_recall(groups, items, 100) == 1 / 3
    assert evidence_recall(groups, items, 200) == 2 / 3


def test_a_span_counts_by_its_characters() -> None:
    items = [piece(100, "left"), piece(100, "right")]
    shares = {"left": 0.25, "right": 0.75}
    assert share_recall(shares, items, 100) == 0.25
    assert share_recall(shares, items, 200) == 1.0
    assert share_recall(shares, [], 200) == 0.0


@given(st.lists(pieces), st.integers(0, 200), st.sets(st.sampled_from(IDS), min_size=1))
def test_what_fits_never_exceeds_the_budget_and_recall_is_a_share(
    items: list[Packed], budget: int, gold: set[str]
) -> None:
    own = [Packed(ids=(f"p{n}",), tokens=item.tokens) for n, item in enumerate(items)]
    held = fitting(own, budget)
    assert sum(item.tokens for item in own if item.ids[0] in held) <= budget
    assert 0 <= evidence_recall([{id} for id in gold], items, budget) <= 1


@given(st.lists(pieces))
def test_with_room_for_everything_everything_is_held(items: list[Packed]) -> None:
    budget = sum(item.tokens for item in items)
    assert fitting(items, budget) == {id for item in items for id in item.ids}


@given(st.lists(pieces), st.integers(0, 200))
def test_the_first_piece_that_fits_is_always_held(items: list[Packed], budget: int) -> None:
    first = next((item for item in items if item.tokens <= budget), None)
    assert first is None or set(first.ids) <= fitting(items, budget)
