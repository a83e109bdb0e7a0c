"""What goes on standing for a chapter that is edited, and what is marked."""

from dataclasses import replace

import pytest

from ingest.scanning import Scanner
from ingest.structure import book
from lorepack.ports import Summary
from lorepack.records import Difference, PackRequest, Scope, SummaryState
from runtime.library import Library
from story.coverage import walk
from story.entries import chapter_key
from story.so_far import tell
from story.staleness import THRESHOLD
from tests.ingest.accounts import OPENING, STORY

pytestmark = pytest.mark.both_databases

READY, STALE = SummaryState.READY, SummaryState.STALE


@pytest.fixture
def told(library: Library, scope: Scope) -> Scope:
    """Two chapters, both summarised."""
    library.import_bytes(scope, (OPENING + STORY).encode())
    library.summarise(scope)
    return scope


def edit(library: Library, scope: Scope, text: str, chapter: str = "2") -> None:
    library.editor(scope).edit(chapter, text)


def state(library: Library, scope: Scope, chapter: int = 2) -> SummaryState:
    return library.chapters(scope)[chapter - 1].summary


def standing(library: Library, scope: Scope, chapter: int = 2) -> Summary:
    with library.record.reading() as unit:
        found = book(unit.chapters.edition(scope))[chapter - 1]
        return unit.summaries.some(scope, [chapter_key(found)])[chapter_key(found)]


def differences(library: Library, scope: Scope) -> tuple[Difference, ...]:
    return Scanner(record=library.record, scope=scope).run()[1].differences


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("左臂中了一箭", "左臂中了三箭"),
        ("没有叫出声", "叫出声"),
        ("三天之后", "三十天之后"),
        ("不肯上岸", "死在岸上"),
    ],
)
def test_a_fact_a_negation_or_a_death_makes_it_stale(
    library: Library, told: Scope, old: str, new: str
) -> None:
    edit(library, told, STORY.replace(old, new))
    assert state(library, told) is STALE
    assert standing(library, told).origin == "opening", "what stands in is of the text as it is"
    assert differences(library, told)
    assert state(library, told, 1) is READY


@pytest.mark.parametrize(
    ("old", "new"), [("，", ","), ("。\n", "。\n\n"), ("“", "「"), ("船", "船 ")]
)
def test_punctuation_and_white_space_leave_it_standing(
    library: Library, told: Scope, old: str, new: str
) -> None:
    before = standing(library, told)
    edit(library, told, STORY.replace(old, new))
    assert state(library, told) is READY
    assert standing(library, told).full == before.full


@pytest.mark.parametrize(("more", "expected"), [(0, READY), (1, STALE)])
def test_the_threshold_itself_leaves_it_standing(
    library: Library, told: Scope, more: int, expected: SummaryState
) -> None:
    edit(library, told, STORY + "啊" * (THRESHOLD + more))
    assert state(library, told) is expected


def test_paragraphs_in_another_order_are_told_of(library: Library, scope: Scope) -> None:
    lines = ["灯灭了。\n", "船来了。\n", "风停在芦苇上，水面上什么也看不见，只听见桨声。\n" * 30]
    library.import_bytes(scope, ("第一章 灯\n" + "".join(lines)).encode())
    library.summarise(scope)
    edit(library, scope, "第一章 灯\n" + "".join([lines[1], lines[0], lines[2]]), "1")
    (told,) = library.status(scope).behind
    assert (told.chapter, told.state, told.differences) == (1, READY, (Difference.MOVED,))


def test_many_small_edits_add_up(library: Library, told: Scope) -> None:
    """Each is compared with the text that was told of, not with the one before it."""
    text, states = STORY, list[SummaryState]()
    for nth in range(6):
        text += "风吹过芦苇荡，水面上起了细细的波纹" + "吗呢吧啦呀哦"[nth] + "。\n"
        edit(library, told, text)
        states.append(state(library, told))
    assert states == [READY] * 5 + [STALE], "eighteen letters each: the sixth is the 108th"


def test_a_text_that_comes_back_has_its_summary_again(library: Library, told: Scope) -> None:
    before = standing(library, told)
    edit(library, told, STORY.replace("五十两", "八十两"))
    assert state(library, told) is STALE
    edit(library, told, STORY.replace("江面上的雾", "河面上的雾").replace("。\n", "。 \n"))
    assert differences(library, told) == (Difference.FACT,), "a sentence with a condition"
    edit(library, told, STORY.replace("追兵的船已经", "追兵的船早已"))
    assert state(library, told) is READY, "close to what was told of, whatever lay between"
    assert standing(library, told).full == before.full
    library.undo(told)
    library.undo(told)
    library.undo(told)
    # Names may have changed meanwhile, so that it is read again by the next job.
    assert replace(standing(library, told), again=False) == before


def test_another_heading_is_told_with_the_same_words(library: Library, told: Scope) -> None:
    before = standing(library, told)
    edit(library, told, STORY.replace("第二章 夜渡", "第二章 铜钥匙"))
    renamed = standing(library, told)
    assert state(library, told) is READY
    assert renamed.full == before.full.replace("夜渡", "铜钥匙", 1)


def test_what_is_told_without_a_model_is_told_anew_of_the_text_as_it_is(
    library: Library, told: Scope
) -> None:
    edit(library, told, STORY.replace("追兵的船已经", "追兵的船早已"))
    assert standing(library, told).source != library.chapter(told, "2").sha256
    library.summarise(told)
    assert standing(library, told).source == library.chapter(told, "2").sha256


def test_the_windows_of_a_changed_chapter_are_told_anew_and_no_others(
    library: Library, scope: Scope
) -> None:
    chapters = [
        STORY.replace("第二章", f"第{n}章").replace("五十两", f"{n}两") for n in range(1, 41)
    ]
    library.import_bytes(scope, "".join(chapters).encode())
    library.summarise(scope)
    before = windows(library, scope)
    edit(library, scope, chapters[20].replace("，", ","), "21")
    assert windows(library, scope) == before, "nothing that was told has changed"
    edit(library, scope, chapters[20].replace("初九", "初六"), "21")
    changed = windows(library, scope)
    assert {first for first, _ in changed - before} == {first for first, _ in before - changed}
    assert len(before - changed) <= 2, "the window and the one above it"
    pack = library.pack(scope, PackRequest(chapter=41))
    assert {(c.first, c.last) for c in pack.coverage if c.first <= 21 <= c.last}


def windows(library: Library, scope: Scope) -> set[tuple[int, str]]:
    """First chapter and signature of every window that is told of the book as it is."""
    with library.record.reading() as unit:
        chapters = book(unit.chapters.edition(scope))
        found = unit.summaries.standing(scope, [chapter_key(c) for c in chapters])
    told = tell(chapters, found, library.tokenizers("o200k_base").count)
    return {(node.first, node.signature) for node in walk(told.forest) if node.level}
