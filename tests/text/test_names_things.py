import pytest

from lorepack.records import FactKind
from text.names.things import things


@pytest.mark.parametrize(
    ("sentence", "kind", "name"),
    [
        ("三人连夜来到了望潮楼，", FactKind.PLACE, "望潮楼"),
        ("他住在青石渡。", FactKind.PLACE, "青石渡"),
        ("她本是听雪阁弟子，", FactKind.ORGANISATION, "听雪阁"),
        ("他拔出寒江剑，", FactKind.OBJECT, "寒江剑"),
    ],
)
def test_a_thing_is_named_where_the_words_beside_it_say_so(
    sentence: str, kind: FactKind, name: str
) -> None:
    assert things(sentence) == {(kind, name): 1}


@pytest.mark.parametrize(
    "sentence",
    [
        *("他来到那山。", "她回到本县。", "众人到了城里。", "他住在王太公庄里。"),
        *("他拔出宝剑，", "一把口大刀，", "望潮楼很高。", "寒江剑断了。"),
    ],
)
def test_vague_words_and_bare_names_prove_nothing(sentence: str) -> None:
    assert not things(sentence)


def test_a_long_line_is_read_in_linear_time() -> None:
    assert not things("在" * 300_000)
    assert not things("在到至" * 100_000)
