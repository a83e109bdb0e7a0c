"""The spoiler scan: it finds each kind of leak that is planted, and none where there is none."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from lorepack.records import (
    Alias,
    AliasKind,
    ChapterCard,
    ContextPack,
    FactKind,
    Heading,
    Item,
    Leak,
    LeakKind,
    Memory,
    MemoryKind,
    PackFormat,
    PackRequest,
    Scope,
    Source,
)
from retrieval.pack.leaks import HAN_STRETCH, LATIN_STRETCH, STRIDE
from runtime.library import Library
from runtime.registry import RegistryEditor
from tests.retrieval.conftest import OpenLibrary

pytestmark = pytest.mark.both_databases

SCOPE = Scope(project="two halves")
LATE = "海图烧成灰的那个早晨，陆砚秋终于说出了铃舌藏在井底第三块青砖后面。值八百七十两。"
LATE_ENGLISH = (
    "On the last morning Ada Crane admitted that the brass key had never opened the mill."
)
CHAPTERS = (
    ("第1章", "渡口", "雨夜里，沈砚秋把船系在岸边，数了数鱼，只有三条。铜铃没有响。"),
    ("第2章", "望潮楼", "沈砚秋上了望潮楼，苏小满在等他。Nobody opened the old mill that night."),
    ("第3章", "井底青砖", LATE),
    ("第4章", "The Brass Key", LATE_ENGLISH + "沈砚秋数了数鱼，只有三条。"),
)


@pytest.fixture(scope="module")
def library(opened: OpenLibrary) -> Library:
    """Four chapters, of which the last two tell what is known of nobody before."""
    library = opened("leaks")
    for label, title, text in CHAPTERS:
        heading = Heading(label=label, title=title)
        library.editor(SCOPE).insert(text, heading=heading, as_is=True, volume=_volume(label))
    third = library.chapters(SCOPE)[2].id
    registry = RegistryEditor(record=library.record, scope=SCOPE, refresh=lambda: None)
    late = Alias(text="摆渡鬼", kind=AliasKind.NAME, from_chapter=third)
    registry.add("沈砚秋", FactKind.PERSON, [late])
    library.remember(SCOPE, MEMORIES + [replace(m, known_from=third) for m in LATER])
    library.summarise(SCOPE)
    return library


def _volume(label: str) -> str:
    return "上卷" if label in {"第1章", "第2章"} else "下卷·灰烬"


MEMORIES = [
    Memory(
        id="truth",
        kind=MemoryKind.FORESHADOW,
        subject="F001",
        text="铃舌不见了。",
        fields={"hidden_truth": "铃舌在苏小满手里", "due_from": "5", "due_to": "9"},
    )
]
LATER = [
    Memory(id="late", kind=MemoryKind.ITEM, subject="井砖", text="铃舌藏过的那块砖已经碎了。"),
    Memory(id="state", kind=MemoryKind.CHARACTER_STATE, subject="陆砚秋", text="改口了"),
]


def built(library: Library, form: PackFormat = PackFormat.TEXT, **asked: object) -> ContextPack:
    card = ChapterCard(people=("沈砚秋",), goal="交代铜铃为何不响")
    request = PackRequest(chapter=3, budget=4_000, card=card, format=form, query="鱼有几条")
    return library.pack(SCOPE, replace(request, **asked))


def planted(pack: ContextPack, words: str) -> ContextPack:
    """The pack with words in its last item but the card, as if they had been told."""
    at = next(n for n, s in enumerate(pack.sections) if s.name == "previous_tail")
    item = pack.sections[at].items[0]
    said = f"{item.text}{words}"
    section = replace(pack.sections[at], items=(replace(item, text=said),))
    sections = (*pack.sections[:at], section, *pack.sections[at + 1 :])
    return replace(pack, sections=sections, rendered=pack.rendered.replace(item.text, said))


def found(library: Library, words: str) -> list[tuple[LeakKind, int, str]]:
    scanned = library.leaks(SCOPE, planted(built(library), words))
    return [(leak.kind, leak.chapter, leak.section) for leak in scanned]


@pytest.mark.parametrize("form", PackFormat)
@pytest.mark.parametrize("chapter", range(1, 6))
def test_no_pack_of_ours_leaks(library: Library, form: PackFormat, chapter: int) -> None:
    assert library.leaks(SCOPE, built(library, form, chapter=chapter)) == []


@pytest.mark.parametrize(
    ("words", "kind", "chapter"),
    [
        ("铃舌藏在井底第三块青砖后面。值八百", LeakKind.TEXT, 3),
        ("「鈴舌藏在，井底第三塊青磚後面值八百」", LeakKind.TEXT, 3),
        ("admitted that the brass key had never opened", LeakKind.TEXT, 4),
        ("“井底青砖”", LeakKind.TITLE, 3),
        ("见 the brass  key。", LeakKind.TITLE, 4),
        ("到了下卷·灰烬就懂了", LeakKind.TITLE, 3),
        ("第4章", LeakKind.TITLE, 4),
        ("人称摆渡鬼", LeakKind.NAME, 3),
        ("八百七十两", LeakKind.FACT, 3),
        ("铃舌藏过的那块砖已经碎了", LeakKind.MEMORY, 3),
        ("他改口了", LeakKind.MEMORY, 3),
        ("陆砚秋来了", LeakKind.MEMORY, 3),
        ("那块井砖", LeakKind.MEMORY, 3),
    ],
)
def test_each_kind_of_leak_is_found_where_it_stands(
    library: Library, words: str, kind: LeakKind, chapter: int
) -> None:
    assert (kind, chapter, "previous_tail") in found(library, words)


@pytest.mark.parametrize(
    "words",
    [
        "数了数鱼，只有三条",  # told before as well
        "Nobody opened the old mill",
        "铃舌在苏小满手里",  # planned by the author
        "应在第5-9章揭晓",
        "第3章（全书顺序）",
        "沈砚秋",
        "最近出现于第2章",
        "值八",
        "keys",
    ],
)
def test_what_is_known_or_planned_is_no_leak(library: Library, words: str) -> None:
    assert found(library, words) == []


def test_what_was_asked_is_no_leak(library: Library) -> None:
    card = ChapterCard(title="井底青砖", people=("摆渡鬼",), goal="值八百七十两")
    pack = built(library, card=card, query="铃舌藏在井底第三块青砖后面。值八百吗")
    assert library.leaks(SCOPE, pack) == []


def test_every_stretch_of_the_length_that_is_promised_is_found(library: Library) -> None:
    size = HAN_STRETCH + STRIDE - 1
    late = LATE.replace("，", "").replace("。", "")
    for at in range(len(late) - size + 1):
        words = late[at : at + size]
        assert LeakKind.TEXT in {kind for kind, *_ in found(library, words)}, words
    size = LATIN_STRETCH + STRIDE - 1
    for at in range(0, 45, 3):
        words = LATE_ENGLISH[at : at + size].strip()
        if len(words) == size:
            assert LeakKind.TEXT in {kind for kind, *_ in found(library, f" {words} ")}, words


def test_one_run_of_words_is_one_leak(library: Library) -> None:
    scanned = library.leaks(SCOPE, planted(built(library), LATE))
    (text,) = [leak for leak in scanned if leak.kind is LeakKind.TEXT]
    assert len(text.words) > 30


def test_an_item_that_is_cut_from_a_later_chapter_is_found(library: Library) -> None:
    pack = built(library)
    item = Item(
        id="s9", kind="snippet", form=pack.sections[0].items[0].form, text="雨", tokens=1,
        reason="", source=Source(chapter=4),
    )  # fmt: skip
    first = replace(pack.sections[0], items=(item,))
    leak = Leak(kind=LeakKind.SOURCE, words="s9", chapter=4, section=first.name)
    assert leak in library.leaks(SCOPE, replace(pack, sections=(first, *pack.sections[1:])))


def test_a_window_that_reaches_past_the_chapter_is_found(library: Library) -> None:
    pack = built(library)
    straddling = (replace(pack.coverage[-1], last=3),)
    scanned = library.leaks(SCOPE, replace(pack, coverage=straddling))
    assert [(leak.kind, leak.chapter) for leak in scanned] == [(LeakKind.SOURCE, 3)]


def _in_text(pack: ContextPack) -> ContextPack:
    return replace(pack, rendered=pack.rendered.replace("##\n\n", f"##\n{LATE}\n\n", 1))


def _in_chat(pack: ContextPack) -> ContextPack:
    system, user = pack.messages
    return replace(pack, messages=(system, replace(user, content=f"{LATE}\n{user.content}")))


def _in_json(pack: ContextPack) -> ContextPack:
    document = json.loads(pack.rendered)
    document["sections"][0]["heading"] = LATE
    return replace(pack, rendered=json.dumps(document, ensure_ascii=False))


@pytest.mark.parametrize(
    ("form", "spoil"),
    [
        (PackFormat.TEXT, _in_text),
        (PackFormat.MESSAGES, _in_chat),
        (PackFormat.JSON, _in_json),
    ],
)
def test_what_stands_in_no_item_is_scanned_too(
    library: Library, form: PackFormat, spoil: Callable[[ContextPack], ContextPack]
) -> None:
    scanned = library.leaks(SCOPE, spoil(built(library, form)))
    assert {(leak.kind, leak.section) for leak in scanned} >= {(LeakKind.TEXT, "")}


def test_a_draft_is_told_nowhere(opened: OpenLibrary) -> None:
    library = opened("drafts")
    for label, _, text in CHAPTERS[:2]:
        library.editor(SCOPE).insert(text, heading=Heading(label=label), as_is=True)
    library.editor(SCOPE).insert(LATE, heading=Heading(label="第3章"), as_is=True, draft=True)
    assert library.leaks(SCOPE, built(library)) == []
    assert (LeakKind.TEXT, 3, "previous_tail") in found(library, LATE)
