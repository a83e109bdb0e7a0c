"""In what two packs of a project differ, and how far the later one begins like the earlier one."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest

from lorepack.ports import TokenCounter
from lorepack.records import ContextPack, Dropped, Item, ItemChange, PackDiff, Turn
from retrieval.pack.prefix import shared_lines

Place = tuple[str, str]
"""Names of a section and an item."""


def difference(before: ContextPack, after: ContextPack, count: TokenCounter) -> PackDiff:
    """Compare two packs item by item.

    Args:
        before: The earlier one.
        after: The later one.
        count: Counts tokens as the later one was counted.
    """
    had, has = _items(before), _items(after)
    changes = tuple(_changes(had, has, after))
    gone = sum(change.turn is Turn.OUT for change in changes)
    return PackDiff(
        before=before.id,
        after=after.id,
        changes=changes,
        kept=len(had) - gone - sum(c.turn in (Turn.FORM, Turn.TEXT) for c in changes),
        shared_tokens=count(shared_lines(before.rendered, after.rendered)),
        broken_by=_broken_by(had, has),
    )


def _items(pack: ContextPack) -> dict[Place, Item]:
    return {(s.name, item.id): item for s in pack.sections for item in s.items}


def _broken_by(had: Mapping[Place, Item], has: Mapping[Place, Item]) -> str:
    """The first item that is not the same in both, of the earlier pack where the later ends."""
    before = [(place, item.text) for place, item in had.items()]
    after = [(place, item.text) for place, item in has.items()]
    for one, other in zip_longest(before, after):
        if one != other and (broken := other or one):
            return "/".join(broken[0])
    return ""


def _changes(
    had: Mapping[Place, Item], has: Mapping[Place, Item], after: ContextPack
) -> Iterator[ItemChange]:
    """What came or changed, in the later pack's order, then what went."""
    out = {(d.section, d.id): d for d in after.dropped}
    for place, item in has.items():
        if (turn := _turn(had.get(place), item)) is not None:
            yield _change(place, turn, had.get(place), item, item.reason)
    for place, item in had.items():
        if place not in has:
            yield _change(place, Turn.OUT, item, None, _why_out(out.get(place)))


def _turn(before: Item | None, after: Item) -> Turn | None:
    if before is None:
        return Turn.IN
    if before.form is not after.form:
        return Turn.FORM
    return None if before.text == after.text else Turn.TEXT


def _why_out(dropped: Dropped | None) -> str:
    return dropped.reason if dropped else "nothing calls for it any more"


def _change(
    place: Place, turn: Turn, before: Item | None, after: Item | None, reason: str
) -> ItemChange:
    one = after or before
    assert one is not None, "a change is of something"
    return ItemChange(
        section=place[0],
        id=place[1],
        kind=one.kind,
        turn=turn,
        before=before.tokens if before else 0,
        after=after.tokens if after else 0,
        reason=reason,
    )
