"""Names that the book itself makes known."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.names import entity_id, find_mentions, find_names
from lorepack.records import Alias, AliasKind, Entity, EntityOrigin, FactKind, Scope
from tests.strategies import Book, books
from text.names import observe

SCOPE = Scope(project="book")
SPEAKS = "“走吧。”{0}说道。{0}笑道：“好。”“快些。”{0}说道。" * 4


def named(*texts: str, scope: Scope = SCOPE, registry: tuple[Entity, ...] = ()) -> list[Entity]:
    chapters = [(f"c{at}", observe(text)) for at, text in enumerate(texts)]
    return find_names(scope, chapters, registry)


def someone(
    name: str, *others: str, origin: EntityOrigin = EntityOrigin.AUTHOR, id: str = "x"
) -> Entity:
    aliases = tuple(Alias(text=text) for text in (name, *others))
    return Entity(id=id, kind=FactKind.PERSON, name=name, origin=origin, aliases=aliases)


def known_by(entities: list[Entity], chapters: set[str]) -> list[Entity]:
    """What a reader of some chapters knows."""

    def has_come(chapter: str | None) -> bool:
        return chapter is None or chapter in chapters

    return [
        replace(e, aliases=tuple(a for a in e.aliases if has_come(a.from_chapter)))
        for e in entities
        if has_come(e.known_from)
    ]


def test_a_name_is_known_from_the_chapter_that_makes_it_certain() -> None:
    (entity,) = named("雨。", SPEAKS.format("阮小二"), "阮小二走了。")
    assert (entity.name, entity.known_from, entity.origin) == ("阮小二", "c1", EntityOrigin.FOUND)
    assert entity.spellings == ("阮小二",)


def test_ids_stay_and_belong_to_the_project() -> None:
    text = SPEAKS.format("阮小二")
    assert named(text) == named(text)
    assert named("雨。", text)[0].id == named(text)[0].id
    assert named(text)[0].id != named(text, scope=Scope(project="other"))[0].id


@given(book=books(2, 6, sentences=20), data=st.data())
@settings(max_examples=30)
def test_the_first_chapters_make_known_the_same_whatever_follows(
    book: Book, data: st.DataObject
) -> None:
    texts = [body for _, body in book.chapters]
    length = data.draw(st.integers(1, len(texts)))
    read = {f"c{at}" for at in range(length)}
    assert known_by(named(*texts), read) == named(*texts[:length])


def test_who_turns_out_to_have_a_longer_name_stays_one_person() -> None:
    texts = [SPEAKS.format("砚秋"), SPEAKS.format("沈砚秋"), "砚秋对沈砚秋说了话。"]
    (entity,) = named(*texts)
    assert (entity.name, entity.known_from) == ("砚秋", "c0")
    assert entity.aliases == (
        Alias(text="砚秋"),
        Alias(text="沈砚秋", kind=AliasKind.NAME, from_chapter="c1"),
    )
    mentions = find_mentions([entity], {"c0": texts[0], "c2": texts[2]}, ["c0", "c1", "c2"])
    assert {m.entity for m in mentions["c0"]} == {entity.id}
    assert [texts[2][m.start : m.end] for m in mentions["c2"]] == ["砚秋", "沈砚秋"]


@pytest.mark.parametrize(
    "origin", [EntityOrigin.AUTHOR, EntityOrigin.REJECTED, EntityOrigin.MERGED]
)
def test_what_an_author_has_spoken_of_is_not_found_again(origin: EntityOrigin) -> None:
    text = SPEAKS.format("阮小二") + SPEAKS.format("陆沉")
    registry = (someone("立地太岁", "阮小二", origin=origin),)
    assert [e.name for e in named(text, registry=registry)] == ["陆沉"]


@pytest.mark.parametrize("origin", [EntityOrigin.FOUND, EntityOrigin.PROPOSED])
def test_what_nobody_has_answered_yet_is_found_all_the_same(origin: EntityOrigin) -> None:
    registry = (someone("阮小二", origin=origin),)
    assert [e.name for e in named(SPEAKS.format("阮小二"), registry=registry)] == ["阮小二"]


def test_a_found_alias_that_the_registry_gives_to_somebody_is_left_to_them() -> None:
    text = SPEAKS.format("沈砚秋") + SPEAKS.format("砚秋")
    assert named(text)[0].spellings == ("沈砚秋", "砚秋")
    (found,) = named(text, registry=(someone("柳砚秋", "砚秋"),))
    assert found.spellings == ("沈砚秋",)


def test_an_id_that_is_taken_is_not_given_out_again() -> None:
    text = SPEAKS.format("阮小二")
    renamed = someone("阮二郎", id=named(text)[0].id)
    (found,) = named(text, registry=(renamed,))
    assert found.id != renamed.id
    assert named(text, registry=(renamed,)) == [found]
    assert entity_id(SCOPE, "甲", set()) != entity_id(SCOPE, "甲", {entity_id(SCOPE, "甲", set())})


def test_mentions_are_the_slices_of_the_names() -> None:
    text = SPEAKS.format("阮小二")
    entities = named(text)
    found = find_mentions(entities, {"c0": text, "c1": "雨。"}, ["c0", "c1"])
    assert found["c1"] == []
    assert {text[m.start : m.end] for m in found["c0"]} == {"阮小二"}
    assert len(found["c0"]) == text.count("阮小二")


def test_an_alias_is_mentioned_in_its_chapters_alone() -> None:
    keeper = Alias(text="掌柜", kind=AliasKind.ROLE, to_chapter="c0")
    first = replace(someone("钱四", id="a"), aliases=(Alias(text="钱四"), keeper))
    texts = {"c0": "掌柜来了。", "c1": "掌柜走了。"}
    found = find_mentions([first], texts, ["c0", "c1"])
    assert {id: len(mentions) for id, mentions in found.items()} == {"c0": 1, "c1": 0}
