"""People in a pack: where they come into the book and where they were last."""

from itertools import pairwise

import pytest

from lorepack.records import (
    Alias,
    ChapterCard,
    ContextPack,
    FactKind,
    Form,
    Item,
    Memory,
    MemoryKind,
    PackRequest,
    Scope,
)
from runtime.library import Library
from runtime.registry import registry_of
from tests.statements import statements
from tests.strategies import Book

SECTIONS = ("character_states", "originals")
MANY = ("白露秋", "穆远山", "纪三娘", "耿介", "薄云归", "鲁大椿", "殷照", "祝长生")
FILLER = "江面上起了雾，渡口的灯一盏一盏地灭了，只剩下水声。"


def write(library: Library, name: str, *bodies: str) -> Scope:
    """A book of these chapters."""
    scope = Scope(project=name)
    chapters = tuple((f"第{at}章", body) for at, body in enumerate(bodies, 1))
    library.import_bytes(scope, Book(chapters=chapters).manuscript())
    return scope


def shown(pack: ContextPack, *sections: str) -> list[Item]:
    return [i for s in pack.sections if s.name in (sections or SECTIONS) for i in s.items]


def ask(library: Library, scope: Scope, *people: str, budget: int = 12_000) -> ContextPack:
    return library.pack(scope, PackRequest(budget=budget, card=ChapterCard(people=people)))


@pytest.fixture(scope="module")
def ferry(shelf: Library) -> Scope:
    """Two people, one who acts and is then spoken of, and one who only ever is."""
    return write(
        shelf,
        "ferry",
        "雨下了一夜。老船工阮小七把乌篷船系在岸边。雾很重。\n灯灭了。",
        "“潮要退了。”阮小七说，“快走。”\n两个人上了船。",
        "“昨天谁见过阮小七？”掌柜问，“还有那个崔九？”\n没有人回答。",
    )


def test_who_is_in_the_chapter_is_shown_first_and_last(shelf: Library, ferry: Scope) -> None:
    found = shown(ask(shelf, ferry, "阮小七"), "character_states")
    assert [(item.kind, item.source.chapter) for item in found] == [
        ("last_seen", 2),
        ("last_seen", 3),
        ("first_seen", 1),
    ]
    assert found[0].text.startswith("阮小七（最近出场、初次出场于第2章）：“潮要退了。")
    assert found[0].reason == (
        "阮小七 is in this chapter and last acts or speaks here and first acts or speaks here"
    )
    assert found[1].reason == "阮小七 is in this chapter and is last named here"
    assert found[2].text.startswith("阮小七（初次提及于第1章）：雨下了一夜。")


def test_who_is_never_seen_to_act_is_shown_where_the_name_stands(
    shelf: Library, ferry: Scope
) -> None:
    (item,) = shown(ask(shelf, ferry, "崔九"))
    assert item.source.chapter == 3
    assert item.text.startswith("崔九（最近提及、初次提及于第3章）：")
    assert item.reason.endswith(", in no scene that could be told to be one")


def test_a_passage_that_shows_several_people_is_one_item(shelf: Library, ferry: Scope) -> None:
    found = shown(ask(shelf, ferry, "阮小七", "崔九"))
    assert len({item.id for item in found}) == len(found) == 3
    (both,) = [item for item in found if "崔九" in item.reason]
    assert "阮小七 is in this chapter" in both.reason
    assert both.text.startswith("阮小七（最近提及于第3章）、崔九（最近提及、初次提及于第3章）：")
    assert [m.words for m in both.matched] == ["阮小七", "崔九"]


@pytest.mark.parametrize("language", ["zh", "en"])
@pytest.mark.parametrize("budget", [6_000, 12_000])
def test_many_people_have_their_sentences_before_any_has_a_passage(
    shelf: Library, language: str, budget: int
) -> None:
    """Each stands in long chapters of his own: eight passages whole would not fit 6,000 tokens."""
    chinese = language == "zh"
    filler = FILLER if chinese else "The fog came up the river and put out the lamps one by one. "
    came = "那天{}第一次走进了渡口的茶棚。" if chinese else "That day {} first came to the inn. "
    went = (
        "后来{}沿着石阶慢慢走远了。" if chinese else "Later {} went slowly down the stone steps. "
    )
    names = MANY if chinese else ("Ada Crane", "Ben Hale", "Cy Marsh", "Dora Finch", "Eli Stone",
                                  "Fay Lund", "Gus Orr", "Hope Quill")  # fmt: skip
    firsts = [filler * 30 + came.format(name) + filler * 30 for name in names]
    lasts = [filler * 30 + went.format(name) + filler * 30 for name in names]
    scope = write(shelf, f"many {language} {budget}", *firsts, *lasts)
    pack = ask(shelf, scope, *names, budget=budget)
    for name in names:
        for said in (came, went):
            assert said.format(name).strip() in pack.rendered
    short = [item for item in shown(pack) if item.form is not Form.FULL]
    assert all(item.tokens < 200 for item in short)
    assert bool(short) == (budget == 6_000)


def test_a_recorded_state_comes_first_and_hides_no_appearance(shelf: Library) -> None:
    scope = write(shelf, "recorded", "阮小七把船系在岸边。", "“走。”阮小七说。", "风停了。")
    state = Memory(
        id="state", kind=MemoryKind.CHARACTER_STATE, subject="阮小七", text="腿上有伤，不能下水。"
    )
    shelf.remember(scope, [state])
    found = shown(ask(shelf, scope, "阮小七"), "character_states")
    assert found[0].id == "state"
    assert [item.source.chapter for item in found[1:]] == [2, 1]


def test_an_alias_counts_as_the_name(shelf: Library) -> None:
    scope = write(
        shelf, "aliased", "“来。”老七说。", "阮小七把船系在岸边。", "“走。”七哥说。", "风停了。"
    )
    registry_of(shelf, scope).add(
        "阮小七", FactKind.PERSON, [Alias(text="老七"), Alias(text="七哥")]
    )
    found = shown(ask(shelf, scope, "阮小七"))
    assert [(item.kind, item.source.chapter) for item in found] == [
        ("last_seen", 3),
        ("first_seen", 1),
    ]
    assert [m.words for item in found for m in item.matched] == ["七哥", "老七"]


def test_an_alias_of_later_shows_nothing_before(shelf: Library) -> None:
    scope = write(shelf, "alias of later", "“来。”七哥说。", "阮小七来了。", "风停了。", "雨停了。")
    registry_of(shelf, scope).add("阮小七", FactKind.PERSON, [Alias(text="七哥", from_chapter="3")])
    found = shown(ask(shelf, scope, "阮小七"))
    assert [item.source.chapter for item in found] == [2]


def test_a_longer_name_is_no_mention_of_the_shorter_one(shelf: Library) -> None:
    bodies = ("林动来了。", "林动天走了。", "Ann Lee came.", "Anna and Ann Leeds went.")
    scope = write(shelf, "inside names", *bodies)
    registry = registry_of(shelf, scope)
    registry.add("林动天", FactKind.PERSON)
    for name, chapter in (("林动", 1), ("Ann Lee", 3)):
        assert [item.source.chapter for item in shown(ask(shelf, scope, name))] == [chapter]


def test_who_returns_is_an_original_and_stands_nowhere_else(shelf: Library) -> None:
    scope = write(
        shelf,
        "returning",
        "雨下了一夜。老船工阮小七把乌篷船系在岸边。",
        FILLER * 20 + "“潮要退了。”阮小七说，“快走。”" + FILLER * 20,
        *("山路很长，雪下了一夜。",) * 12,
    )
    pack = ask(shelf, scope, "阮小七")
    (back,) = shown(pack, "originals")
    assert (back.source.chapter, back.kind, back.form) == (2, "last_seen", Form.FULL)
    assert back.reason.startswith("阮小七 returns after 12 chapters and last acts or speaks here")
    assert [item.source.chapter for item in shown(pack, "character_states")] == [1]
    card = ChapterCard(people=("阮小七",))
    little = PackRequest(card=card, budgets={"originals": 62})
    (tight,) = shown(shelf.pack(scope, little), "originals")
    assert tight.form is Form.FACTS
    assert tight.text == "阮小七（最近出场、初次出场于第2章）：阮小七说，“快走。”"


def test_however_many_people_there_are_the_record_is_asked_as_often(shelf: Library) -> None:
    bodies = [f"{a}笑道：“好。”{b}没有说话。" for a, b in pairwise(MANY)]
    scope = write(shelf, "how often", *bodies, "风停了。")
    registry_of(shelf, scope).add("白露秋", FactKind.PERSON)
    ask(shelf, scope)  # the book is on the shelf from now on
    counted: list[int] = []
    for people in (("白露秋", "穆远山"), MANY):
        with statements() as asked:
            ask(shelf, scope, *people)
        counted.append(len(asked))
    assert counted[0] == counted[1]
    with statements() as asked:
        ask(shelf, scope)
    assert counted[0] - len(asked) <= 7


def test_nobody_is_shown_by_a_name_without_a_letter(shelf: Library, ferry: Scope) -> None:
    pack = ask(shelf, ferry, "……", "·")
    assert shown(pack) == []
    assert [warning.code for warning in pack.warnings] == ["unknown_person"] * 2
