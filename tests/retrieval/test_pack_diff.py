"""In what two packs differ."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import ChapterCard, ContextPack, PackRequest, Scope, Turn
from providers.tokens import open_counter
from retrieval.pack.diff import difference
from retrieval.pack.prefix import common_beginning
from runtime.library import Library

CARD = ChapterCard(people=("沈砚秋",), items=("铜铃",))


def texts(pack: ContextPack) -> dict[tuple[str, str], str]:
    return {(s.name, item.id): item.text for s in pack.sections for item in s.items}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (PackRequest(chapter=30), PackRequest(chapter=31, card=CARD, query="铜铃")),
        (PackRequest(chapter=40, budget=9_000), PackRequest(chapter=40, budget=2_500)),
        (PackRequest(chapter=41, card=CARD), PackRequest(chapter=12)),
    ],
)
def test_the_changes_turn_the_one_into_the_other(
    one: PackRequest, other: PackRequest, shelf: Library, told: Scope
) -> None:
    before, after = shelf.pack(told, one), shelf.pack(told, other)
    diff = difference(before, after, len)
    had, has = texts(before), texts(after)
    turned = {(c.section, c.id): c.turn for c in diff.changes}
    assert {place for place, turn in turned.items() if turn is Turn.IN} == has.keys() - had.keys()
    assert {place for place, turn in turned.items() if turn is Turn.OUT} == had.keys() - has.keys()
    same = {place for place in had.keys() & has.keys() if had[place] == has[place]}
    assert same.isdisjoint(turned)
    assert len(same) == diff.kept
    assert diff.changes
    assert before.rendered[: diff.shared_tokens] == after.rendered[: diff.shared_tokens]


def test_a_pack_differs_in_nothing_from_itself(shelf: Library, told: Scope) -> None:
    pack = shelf.pack(told, PackRequest(chapter=30, card=CARD))
    diff = difference(pack, pack, len)
    assert (diff.changes, diff.broken_by, diff.shared_tokens) == ((), "", len(pack.rendered))
    assert diff.kept == len(texts(pack))


def test_it_names_what_ends_the_common_beginning(shelf: Library, told: Scope) -> None:
    quiet = shelf.pack(told, PackRequest(chapter=30, budget=9_000))
    asking = shelf.pack(told, PackRequest(chapter=30, budget=9_000, query="铜铃"))
    broken = difference(quiet, asking, len).broken_by
    assert broken == "scenes_items/item:铜铃"
    assert broken.removeprefix("scenes_items/") in {id for _, id in texts(asking)}


def test_it_counts_what_is_shared_as_the_prefix_does(
    shelf: Library, told: Scope, cache_dir: Path
) -> None:
    before, after = (shelf.pack(told, PackRequest(chapter=at, budget=7_000)) for at in (51, 52))
    diff = difference(before, after, open_counter(after.encoding, cache_dir))
    assert after.prefix.previous == before.id
    assert diff.shared_tokens == after.prefix.shared_tokens > 0


def test_what_went_says_why(shelf: Library, told: Scope) -> None:
    roomy = shelf.pack(told, PackRequest(chapter=30, card=CARD, query="铜铃 海图"))
    tight = shelf.pack(told, PackRequest(chapter=30, card=CARD, query="铜铃 海图", budget=1_600))
    gone = [c for c in difference(roomy, tight, len).changes if c.turn is Turn.OUT]
    assert gone
    reasons = {d.id: d.reason for d in tight.dropped}
    for change in gone:
        expected = reasons.get(change.id, "nothing calls for it any more")
        assert (change.after, change.reason) == (0, expected)
    shrunk = [c for c in difference(roomy, tight, len).changes if c.turn is Turn.FORM]
    assert all(change.after < change.before for change in shrunk)


@given(st.text("ab", max_size=9), st.text("ab", max_size=9))
def test_a_common_beginning_is_the_longest(one: str, other: str) -> None:
    shared = common_beginning(one, other)
    assert one.startswith(shared)
    assert other.startswith(shared)
    at = len(shared)
    assert at in (len(one), len(other)) or one[at] != other[at]
