"""What else holds the words of texts that go."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.remains import nobodys, tainted, unheard
from lorepack.ports import StoredText
from lorepack.records import Alias, Entity, EntityOrigin, FactKind

GONE = "鎏金的麒麟饮尽了酒。\n“走。”\n灯在风里晃了一整夜。\n"


def former(text: str) -> StoredText:
    return StoredText(chapter_id="c1", revision=1, current=False, sha256="", text=text)


def is_tainted(text: str, gone: str = GONE, staying: tuple[str, ...] = ()) -> bool:
    return bool(tainted([gone], staying, [former(text)]))


@pytest.mark.parametrize(
    "text",
    [
        "雨停了。\n\n鎏金的麒麟饮尽了酒。\n",
        "　　灯在风里晃了一整夜。\n雨停了。\n",
        "雨停了，他说：灯在风里晃了一整夜。",
        "里晃了一整夜。\n天亮了。\n",
        "天亮了。\n鎏金的麒麟饮尽",
    ],
    ids=["joined", "indented", "ends in a line", "cut off behind", "cut off before"],
)
def test_a_text_that_was_joined_or_cut_holds_lines_of_the_other(text: str) -> None:
    assert is_tainted(text)


@pytest.mark.parametrize("text", ["雨停了。\n“走。”\n", "鎏金\n雨停了。\n", "", "\n \n"])
def test_what_anybody_may_have_written_is_no_sign(text: str) -> None:
    assert not is_tainted(text)


def test_a_line_that_stays_elsewhere_is_nobodys_secret() -> None:
    assert not is_tainted("鎏金的麒麟饮尽了酒。\n", staying=("雨。\n鎏金的麒麟饮尽了酒。\n",))
    assert is_tainted(GONE, staying=("鎏金的麒麟饮尽了酒。\n",)), "its other lines stay nowhere"


_LINES = st.lists(st.text("雨雪风雷电灯酒马", min_size=6, max_size=12), min_size=1, max_size=4)


@given(_LINES, _LINES, st.booleans())
def test_every_way_to_join_two_texts_is_seen(
    gone: list[str], other: list[str], first: bool
) -> None:
    both = [*gone, *other] if first else [*other, *gone]
    staying = "\n".join(other)
    seen = is_tainted("\n\n".join(both), "\n".join(gone), (staying,))
    assert seen == any(line not in staying.splitlines() for line in gone)


def entity(name: str, origin: EntityOrigin, *spellings: str) -> Entity:
    aliases = tuple(Alias(text=text) for text in (name, *spellings))
    return Entity(id=name, kind=FactKind.PERSON, name=name, origin=origin, aliases=aliases)


def test_a_name_is_unheard_where_no_text_that_stays_has_any_of_its_spellings() -> None:
    registry = [
        entity("歐陽靖", EntityOrigin.REJECTED),
        entity("阮小二", EntityOrigin.PROPOSED, "小二"),
        entity("钱四", EntityOrigin.AUTHOR),
        entity("孙五", EntityOrigin.MERGED),
    ]
    gone = ["欧阳靖与阮小二同去，钱四不肯。"]
    found = unheard(registry, gone, ["小二留下了。"])
    assert [e.name for e in found] == ["歐陽靖", "钱四"], "孙五 was spoken of nowhere"
    assert [e.name for e in nobodys(found)] == ["歐陽靖"]
    assert unheard(registry, gone, [*gone]) == []
