"""Facts of any text, names among them."""

import pytest
from hypothesis import given

from ingest.facts import facts_of
from lorepack.records import Alias, AliasKind, Entity, EntityOrigin, FactKind
from tests.strategies import hostile_texts, phrases

REGISTRY = (
    Entity(
        id="a",
        kind=FactKind.PERSON,
        name="阮小二",
        origin=EntityOrigin.AUTHOR,
        aliases=(Alias(text="阮小二"), Alias(text="二爷", kind=AliasKind.TITLE, confirmed=True)),
    ),
    Entity(
        id="b",
        kind=FactKind.PLACE,
        name="望潮楼",
        origin=EntityOrigin.AUTHOR,
        aliases=(Alias(text="望潮楼"),),
    ),
)


@given(text=hostile_texts() | phrases())
def test_a_fact_is_the_slice_it_names(text: str) -> None:
    found = facts_of(text, REGISTRY)
    assert all(text[fact.start : fact.end] == fact.text for fact in found)
    assert [f.start for f in found] == sorted(f.start for f in found)


def test_registered_names_are_facts_of_their_kind_and_hide_the_figures_in_them() -> None:
    text = "阮小二在望潮楼数了三条鱼，二爷笑了。"
    told = [(f.kind, f.text, f.value) for f in facts_of(text, REGISTRY)]
    assert told == [
        (FactKind.PERSON, "阮小二", "阮小二"),
        (FactKind.PLACE, "望潮楼", "望潮楼"),
        (FactKind.QUANTITY, "三条", "3"),
        (FactKind.PERSON, "二爷", "阮小二"),
    ]


@pytest.mark.parametrize("text", ["", "没有什么可说的。"])
def test_a_text_without_facts_has_none(text: str) -> None:
    assert facts_of(text, REGISTRY) == ()
