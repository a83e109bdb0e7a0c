"""Who is named by what is asked of a pack."""

from lorepack.records import (
    Alias,
    AliasKind,
    ChapterCard,
    Entity,
    FactKind,
    Heading,
    PackRequest,
    Scope,
)
from retrieval.pack.people.naming import named_people, shared_names
from runtime.library import Library
from runtime.registry import registry_of
from text.aliases import AliasMatcher


def someone(name: str, *others: str, kind: FactKind = FactKind.PERSON) -> Entity:
    aliases = tuple(Alias(text=text) for text in (name, *others))
    return Entity(id=name, kind=kind, name=name, aliases=aliases)


SHEN, LIU = someone("沈砚秋", "砚秋"), someone("柳砚秋", "砚秋")
GATE = someone("青云门", "砚秋", kind=FactKind.ORGANISATION)


def request(query: str = "", *people: str) -> PackRequest:
    return PackRequest(chapter=1, budget=1_000, query=query, card=ChapterCard(people=people))


def shared(asked: PackRequest, known: list[Entity]) -> dict[str, tuple[str, ...]]:
    return shared_names(asked, known, AliasMatcher(known))


def names(asked: PackRequest, *known: Entity) -> dict[str, str | None]:
    return {
        name: e and e.name for name, e in named_people(asked, known, AliasMatcher(known)).items()
    }


def test_the_card_comes_first_and_nobody_twice() -> None:
    asked = request("柳砚秋在哪，沈砚秋呢", "砚秋", "无名氏")
    assert names(asked, SHEN, someone("柳砚秋")) == {
        "砚秋": "沈砚秋",
        "无名氏": None,
        "柳砚秋": "柳砚秋",
    }


def test_a_name_that_several_bear_is_nobodys() -> None:
    asked = request("", "砚秋")
    assert names(asked, SHEN, LIU) == {"砚秋": None}
    assert shared(asked, [SHEN, LIU]) == {"砚秋": ("沈砚秋", "柳砚秋")}
    assert shared(request("沈砚秋"), [SHEN, LIU]) == {}


def test_a_thing_of_that_name_makes_it_ambiguous_and_is_no_person() -> None:
    assert names(request("砚秋"), SHEN, GATE) == {}
    assert names(request("青云门", "青云门"), GATE) == {"青云门": None}
    assert shared(request("砚秋"), [SHEN, GATE]) == {"砚秋": ("沈砚秋", "青云门")}


def test_a_pack_warns_of_an_ambiguous_name_and_follows_a_role_as_it_passes_on(
    library: Library, scope: Scope
) -> None:
    for nth, text in enumerate(("掌柜来了。", "掌柜走了。", "雨停了。"), 1):
        heading = Heading(label=f"第{nth}章", number=nth)
        library.editor(scope).insert(text, heading=heading, as_is=True)
    registry = registry_of(library, scope)
    registry.add("钱四", FactKind.PERSON, [Alias(text="掌柜", kind=AliasKind.ROLE, to_chapter="1")])
    registry.add(
        "孙五", FactKind.PERSON, [Alias(text="掌柜", kind=AliasKind.ROLE, from_chapter="2")]
    )

    def warned(chapter: int) -> list[tuple[str, str | None]]:
        asked = PackRequest(chapter=chapter, budget=4_000, query="掌柜去哪了")
        return [(w.code, w.at) for w in library.pack(scope, asked).warnings]

    assert [warned(chapter) for chapter in (2, 3, 4)] == [[], [], []]
    registry.change_alias("钱四", Alias(text="掌柜", kind=AliasKind.ROLE, confirmed=True))
    assert warned(4) == [("ambiguous_name", "掌柜")]
