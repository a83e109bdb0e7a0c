"""What calls for original passages, and what is said of those that nothing calls for."""

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from lorepack.records import (
    ChapterCard,
    ContextPack,
    FieldValue,
    Item,
    Memory,
    MemoryKind,
    PackRequest,
    Provenance,
    Scope,
)
from runtime.library import Library
from tests.strategies import Book, books, cards, phrases

CHINESE = (
    ("第1章 借灯", "铺子的门半掩着。陶掌柜把那盏铁皮灯递给她，说：“夜里过桥，灯要提在左手。”"),
    ("第2章 断桥边的约定", "桥断了。两个人隔着水说话，她把铜哨挂在柳枝上。"),
    ("第3章 雪夜", "雪下得很大，没有人出门。铁皮灯一直亮着。"),
    ("第4章 回信", "信上写着：“夜里过桥，灯要提在左手。”她看了三遍，把信烧了。"),
    ("第5章 码头", "码头上卸了一整天的货，没有人提起那封信。"),
)
ENGLISH = (
    ("Chapter 1 A Loan", "A door ajar. “Carry the lamp in your left hand,” said the keeper."),
    ("Chapter 2 The Broken Bridge", "The bridge was down. She hung the tin whistle on a willow."),
    ("Chapter 3 Snow", "It snowed all day and nobody went out. The lamp burned on."),
    ("Chapter 4 A Letter", "The letter said only this: “Carry the lamp in your left hand.”"),
    ("Chapter 5 The Quay", "All day long they unloaded barrels, and nobody spoke of the letter."),
)  # fmt: skip


@pytest.fixture(scope="module")
def chinese(shelf: Library) -> Scope:
    return write(shelf, "lamp", *CHINESE)


@pytest.fixture(scope="module")
def english(shelf: Library) -> Scope:
    return write(shelf, "lamp in English", *ENGLISH)


def write(library: Library, name: str, *chapters: tuple[str, str]) -> Scope:
    scope = Scope(project=name)
    library.import_bytes(scope, Book(chapters=chapters).manuscript())
    library.index(scope)
    return scope


def called(pack: ContextPack) -> list[tuple[int | None, str]]:
    """Chapters of the originals, with what called for them."""
    return [(item.source.chapter, item.reason) for item in originals(pack)]


def originals(pack: ContextPack) -> list[Item]:
    return [item for s in pack.sections if s.name == "originals" for item in s.items]


def build(library: Library, scope: Scope, query: str = "", **said: object) -> ContextPack:
    card = ChapterCard(**said) if said else None  # pyright: ignore[reportArgumentType]
    return library.pack(scope, PackRequest(card=card, query=query))


# --- chapters


@pytest.mark.parametrize(
    ("said", "chapter"),
    [
        ("要和第2章对得上", 2),
        ("与第三章的雪呼应", 3),
        ("回到断桥边的约定那一晚", 2),
        ("写第6章，接着写", None),
        ("和雪夜一样", None),
    ],
)
def test_a_chapter_that_the_card_names_is_brought(
    shelf: Library, chinese: Scope, said: str, chapter: int | None
) -> None:
    found = called(build(shelf, chinese, text=said))
    named = [(at, reason) for at, reason in found if "is named" in reason]
    expected = f"chapter {chapter} is named: its passage nearest to what is asked"
    assert named == ([] if chapter is None else [(chapter, expected)])


@pytest.mark.parametrize(
    ("query", "chapter"),
    [("what the whistle in chapter 2 was for", 2), ("as in The Broken Bridge", 2)],
)
def test_a_chapter_that_the_query_names_is_brought(
    shelf: Library, english: Scope, query: str, chapter: int
) -> None:
    found = dict(called(build(shelf, english, query)))
    assert f"chapter {chapter} is named" in found[chapter]


def test_a_chapter_that_shares_no_word_with_what_is_asked_opens(
    shelf: Library, english: Scope
) -> None:
    assert called(build(shelf, english, ending_hook="ch. 3")) == [
        (3, "chapter 3 is named: it opens so")
    ]


def test_a_long_stretch_of_chapters_names_no_passage(shelf: Library, chinese: Scope) -> None:
    assert called(build(shelf, chinese, text="承接第1章到第5章")) == []


# --- quoted lines


@pytest.mark.parametrize("where", ["card", "query"])
def test_a_quoted_line_is_brought_once_and_marked(
    shelf: Library, chinese: Scope, where: str
) -> None:
    line = "“夜里过桥，灯要提在左手”要有着落"
    pack = build(shelf, chinese, text=line) if where == "card" else build(shelf, chinese, line)
    quoted = [item for item in originals(pack) if f"the {where} quotes" in item.reason]
    (item,) = quoted
    assert item.source.chapter in ((1,) if where == "card" else (1, 4))
    assert "夜里过桥，灯要提在左手" in [matched.words for matched in item.matched]


@pytest.mark.parametrize(
    ("book", "line"),
    [
        ("chinese", "“夜间过桥的时候，灯要提在左手”这句再出现一次"),
        ("english", "“Always carry the lamp in the left hand” must come back"),
    ],
)
def test_a_line_that_nearly_stands_there_is_brought(
    shelf: Library, request: pytest.FixtureRequest, book: str, line: str
) -> None:
    scope: Scope = request.getfixturevalue(book)
    ((chapter, reason),) = called(build(shelf, scope, text=line))
    assert chapter in (1, 4)
    assert "which nearly stands here (likeness 0." in reason


def test_a_line_that_stands_nowhere_brings_nothing(shelf: Library, english: Scope) -> None:
    assert called(build(shelf, english, text="“Seven herons on a roof at dawn, counting”")) == []


# --- foreshadows and things


def foreshadow(**given: FieldValue) -> Memory:
    fields = {"title": "铜哨", "surface": "柳枝上的铜哨", "planted_at": 2, **given}
    return Memory(
        id="whistle",
        kind=MemoryKind.FORESHADOW,
        subject="F001",
        text="她把铜哨挂在柳枝上，没有回头取。",
        fields=fields,
    )


@pytest.mark.parametrize(
    ("given", "codes", "why"),
    [
        ({"due_to": 4}, (), "overdue"),
        ({"due_from": 6, "due_to": 9}, (), "due"),
        ({}, ("F001",), "named in the card"),
        ({"due_from": 9, "due_to": 12}, (), None),
    ],
)
def test_a_foreshadow_that_is_wanted_brings_its_planting(
    shelf: Library, given: dict[str, FieldValue], codes: tuple[str, ...], why: str | None
) -> None:
    scope = write(shelf, f"planted {why}", *CHINESE)
    shelf.remember(scope, [foreshadow(**given)])
    found = called(build(shelf, scope, foreshadow_codes=codes))
    said = f"F001 is {why} and was planted in this chapter: its passage likest to the foreshadow"
    assert found == ([] if why is None else [(2, said)])


def test_the_words_that_a_foreshadow_was_taken_from_are_its_planting(shelf: Library) -> None:
    scope = write(shelf, "evidence", *CHINESE)
    chapter = shelf.chapters(scope)[0]
    text = shelf.text(scope, chapter.id)
    start = text.index("那盏铁皮灯")
    proof = Provenance(
        chapter=chapter.id, sha256=chapter.sha256, start=start, end=start + len("那盏铁皮灯")
    )
    lamp = Memory(
        id="lamp",
        kind=MemoryKind.FORESHADOW,
        subject="F002",
        text="灯为什么要提在左手。",
        fields={"title": "灯"},
        known_from=chapter.id,
        sources=(proof,),
    )
    with shelf.record.writing() as unit:
        unit.memories.write(scope, [lamp])
    found = build(shelf, scope, foreshadow_codes=("F002",))
    (item,) = originals(found)
    assert item.reason == "F002 is named in the card and was planted here"
    assert [m.words for m in item.matched] == ["那盏铁皮灯"]


@pytest.mark.parametrize(
    ("book", "thing", "chapter"),
    [("chinese", "铁皮灯", 1), ("chinese", "铜哨", 2), ("english", "tin whistle", 2)],
)
def test_a_thing_that_the_card_names_brings_its_first_mention(
    shelf: Library, request: pytest.FixtureRequest, book: str, thing: str, chapter: int
) -> None:
    scope: Scope = request.getfixturevalue(book)
    pack = build(shelf, scope, items=(thing, "没有这样东西"))
    assert called(pack) == [(chapter, f"the card names {thing!r}, first mentioned here")]
    assert [m.words for m in originals(pack)[0].matched] == [thing]


# --- the query


def test_what_the_query_brings_up_in_vain_is_said_to_be_left_out(shelf: Library) -> None:
    others = ["".join(chr(0x5000 + 40 * at + n) for n in range(30)) for at in range(1, 31)]
    bodies = [(f"第{at}章", f"{said}，铜铃响了。") for at, said in enumerate(others, 1)]
    scope = write(shelf, "bells", *bodies)
    pack = build(shelf, scope, "铜铃响")
    taken = [i for i in originals(pack) if "among the best for the query (relevance" in i.reason]
    assert len(taken) == 5
    left = [dropped for dropped in pack.dropped if dropped.needs == 0]
    assert 0 < len(left) <= 20
    assert {dropped.section for dropped in left} == {"originals"}
    assert all(dropped.score and dropped.tokens and dropped.source.chapter for dropped in left)
    assert not {d.id for d in left} & {i.id for s in pack.sections for i in s.items}
    assert left[0].reason == "number 6 for the query; 5 are taken"


def test_what_is_below_the_threshold_is_said_to_be(shelf: Library, chinese: Scope) -> None:
    strict = "threshold = 0.99"
    pack = shelf.pack(chinese, PackRequest(query="宇航员如何修理太阳能帆板", profile=strict))
    assert called(pack) == []
    reasons = [dropped.reason for dropped in pack.dropped]
    assert reasons
    assert all(" is below the threshold 0.99" in reason for reason in reasons)


def test_what_repeats_a_better_passage_is_not_taken(shelf: Library) -> None:
    line = "铜铃在檐下响了三次，谁也没有去看是谁来了，直到雪停。"
    scope = write(shelf, "refrain", *((f"第{at}章", line) for at in range(1, 5)))
    pack = build(shelf, scope, "铜铃在檐下响了三次")
    assert len(originals(pack)) == 1
    reasons = {dropped.reason for dropped in pack.dropped}
    assert reasons == {"nearly the same as a better passage for the query"}


def test_a_passage_that_several_things_call_for_stands_once(shelf: Library, chinese: Scope) -> None:
    card = {"text": "“铁皮灯递给她”，见第1章", "items": ("铁皮灯",), "people": ("陶掌柜",)}
    pack = build(shelf, chinese, "铁皮灯", **card)
    (item,) = [item for item in originals(pack) if item.source.chapter == 1]
    for said in ("the card quotes", "chapter 1 is named", "the card names", "among the best"):
        assert said in item.reason
    assert "陶掌柜 is in this chapter" in item.reason
    assert not [s for s in pack.sections if s.name == "character_states"]


# --- whatever is asked


@given(book=books(2, 6, sentences=10), data=st.data(), card=cards(), query=phrases())
@settings(max_examples=30, phases=(Phase.explicit, Phase.reuse, Phase.generate))
def test_passages_stand_once_before_the_chapter_and_hold_what_they_say(
    book: Book, data: st.DataObject, card: ChapterCard, query: str, shelf: Library
) -> None:
    scope = write(shelf, f"any {data.draw(st.uuids())}", *book.chapters)
    chapter = data.draw(st.integers(2, len(book) + 1))
    budget = data.draw(st.sampled_from([4_000, 12_000]))
    pack = shelf.pack(scope, PackRequest(chapter=chapter, budget=budget, card=card, query=query))
    texts = [shelf.text(scope, c.id) for c in shelf.chapters(scope)]
    ids = [item.id for section in pack.sections for item in section.items]
    assert len(set(ids)) == len(ids)
    assert not set(ids) & {dropped.id for dropped in pack.dropped}
    for section in pack.sections:
        for item in section.items:
            assert (item.source.chapter or 0) < chapter
            for matched in item.matched:
                assert item.source.chapter is not None
                text = texts[item.source.chapter - 1]
                assert text[matched.start : matched.end] == matched.words
