"""Drafts held against a book: what is read, what is kept, and what comes later."""

from collections.abc import Sequence

import pytest

from ingest.continuity import LONGEST_DRAFT
from lorepack.errors import InvalidInputError, NotFoundError
from lorepack.records import (
    Alias,
    AliasKind,
    ChapterCard,
    FactKind,
    Finding,
    FindingCode,
    Heading,
    Memory,
    MemoryKind,
    PackRequest,
    Scope,
)
from runtime.continuity import Continuity, continuity_of
from runtime.library import Library
from runtime.registry import registry_of

pytestmark = pytest.mark.both_databases

TEXTS = (
    "沈砚秋今年二十七岁，还没有成家。",
    "沈砚秋把铜铃交给了陆青禾。",
    "夜里风大。周老三咳了两声，气绝身亡，灯也灭了。",
    "陆青禾在渡口等了一夜，雨没有停。",
)
DRAFT = """天亮了。
周老三推门进来，抖了抖伞上的雨水。
沈砚秋今年才十九岁。"""


class Readings:
    """Counts the chapters that a check reads."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, int, int]] = []

    def __call__(self, what: str, done: int, total: int) -> None:
        self.seen.append((what, done, total))

    def taken(self) -> int:
        """Chapters read since the last call."""
        seen, self.seen = self.seen, []
        assert seen == [("claims", done, len(seen)) for done in range(len(seen))]
        return len(seen)


def write(library: Library, scope: Scope, texts: Sequence[str] = TEXTS) -> Continuity:
    editor = library.editor(scope)
    for nth, text in enumerate(texts, 1):
        editor.insert(text, heading=Heading(label=f"第{nth}章", number=nth), as_is=True)
    registry = registry_of(library, scope)
    for name in ("沈砚秋", "陆青禾", "周老三"):
        registry.add(name, FactKind.PERSON)
    registry.add("铜铃", FactKind.OBJECT)
    return continuity_of(library, scope)


@pytest.fixture
def book(library: Library, scope: Scope) -> Continuity:
    """Four chapters, in the third of which somebody dies."""
    return write(library, scope)


def codes(found: Sequence[Finding]) -> list[FindingCode]:
    return [finding.code for finding in found]


def test_a_finding_quotes_the_draft_and_the_chapter(book: Continuity) -> None:
    dead, age = book.check(DRAFT)
    assert (dead.code, age.code) == (FindingCode.DEAD_ACTS, FindingCode.AGE_CHANGED)
    for finding, chapter in ((dead, 3), (age, 1)):
        assert finding.draft.quote == DRAFT[finding.draft.start : finding.draft.end] != ""
        before = finding.before
        assert before is not None
        assert before.chapter == chapter
        assert before.quote == TEXTS[chapter - 1][before.start : before.end] != ""


def test_only_what_stands_before_the_chapter_speaks(book: Continuity) -> None:
    assert codes(book.check(DRAFT, 3)) == [FindingCode.AGE_CHANGED]
    assert codes(book.check(DRAFT, 1)) == []


def test_a_chapter_is_read_once(book: Continuity) -> None:
    readings = Readings()
    first = book.check(DRAFT, progress=readings)
    assert readings.taken() == len(TEXTS)
    assert book.check(DRAFT, progress=readings) == first
    book.check("雨停了。", 3, progress=readings)
    assert readings.taken() == 0


def test_an_edited_chapter_alone_is_read_again(
    book: Continuity, library: Library, scope: Scope
) -> None:
    readings = Readings()
    book.check(DRAFT)
    library.editor(scope).edit("1", "沈砚秋今年十九岁，还没有成家。", as_is=True)
    assert codes(book.check(DRAFT, progress=readings)) == [FindingCode.DEAD_ACTS]
    assert readings.taken() == 1
    library.undo(scope)
    assert len(book.check(DRAFT, progress=readings)) == 2
    assert readings.taken() == 1


def test_a_chapter_that_is_inserted_or_moved_makes_none_of_the_others_read_again(
    book: Continuity, library: Library, scope: Scope
) -> None:
    readings = Readings()
    book.check(DRAFT)
    library.editor(scope).insert("雨下了三天。", at=2, as_is=True)
    book.check(DRAFT, progress=readings)
    assert readings.taken() == 1
    library.editor(scope).move("1", to=3)
    book.check(DRAFT, progress=readings)
    assert readings.taken() == 0


def test_a_new_name_makes_only_chapters_that_hold_it_read_again(
    book: Continuity, library: Library, scope: Scope
) -> None:
    readings = Readings()
    book.check(DRAFT)
    registry_of(library, scope).add("渡口", FactKind.PLACE)
    book.check(DRAFT, progress=readings)
    assert readings.taken() == 1


def test_a_check_that_is_broken_off_goes_on_from_there(library: Library, scope: Scope) -> None:
    book = write(library, scope, [*TEXTS, *(f"雨下了第{nth}夜。" for nth in range(20))])

    def stop(_: str, done: int, total: int) -> None:
        if done == total - 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        book.check(DRAFT, progress=stop)
    readings = Readings()
    assert len(book.check(DRAFT, progress=readings)) == 2
    assert 0 < readings.taken() < 20


def test_a_deleted_chapter_takes_its_claims_back(
    book: Continuity, library: Library, scope: Scope
) -> None:
    assert FindingCode.DEAD_ACTS in codes(book.check(DRAFT))
    library.editor(scope).delete(["3"])
    assert codes(book.check(DRAFT)) == [FindingCode.AGE_CHANGED]
    library.undo(scope)
    assert FindingCode.DEAD_ACTS in codes(book.check(DRAFT))
    library.editor(scope).delete(["3"])
    library.purge(scope)
    assert codes(book.check(DRAFT)) == [FindingCode.AGE_CHANGED]


def test_a_draft_chapter_says_nothing_until_it_is_accepted(
    book: Continuity, library: Library, scope: Scope
) -> None:
    text = "陆青禾把铜铃还给了沈砚秋。陆青禾咳了两声，气绝身亡。"
    (made,) = library.editor(scope).insert(text, draft=True, as_is=True).chapters
    draft = "陆青禾推门进来，抖了抖伞上的雨水。"
    assert book.check(draft) == []
    library.editor(scope).accept(made.id)
    assert codes(book.check(draft)) == [FindingCode.DEAD_ACTS]


def test_a_role_means_whoever_had_it_then(book: Continuity, library: Library, scope: Scope) -> None:
    registry = registry_of(library, scope)
    role = Alias(text="掌柜", kind=AliasKind.ROLE)
    registry.add_alias("周老三", Alias(text="掌柜", kind=role.kind, to_chapter="3"))
    registry.add_alias("陆青禾", Alias(text="掌柜", kind=role.kind, from_chapter="4"))
    library.editor(scope).edit("3", "掌柜咳了两声，气绝身亡，灯也灭了。", as_is=True)
    assert codes(book.check("周老三推门进来，抖了抖伞上的雨水。")) == [FindingCode.DEAD_ACTS]
    assert book.check("掌柜推门进来，抖了抖伞上的雨水。") == []


def test_a_name_that_only_later_chapters_use_means_nobody_yet(
    book: Continuity, library: Library, scope: Scope
) -> None:
    given = Alias(text="老船夫", from_chapter="4")
    registry_of(library, scope).add_alias("周老三", given)
    draft = "老船夫推门进来，抖了抖伞上的雨水。"
    assert book.check(draft, 4) == []
    assert codes(book.check(draft, 5)) == [FindingCode.DEAD_ACTS]


def test_memories_of_the_author_and_the_card_speak_too(
    book: Continuity, library: Library, scope: Scope
) -> None:
    state = Memory(
        id="m",
        kind=MemoryKind.CHARACTER_STATE,
        subject="陆青禾",
        text="渡口的人。",
        fields={"age": 40, "conceals": ("她换走了海图",)},
    )
    library.remember(scope, [state])
    (age,) = book.check("陆青禾今年二十岁。")
    assert age.before is not None
    assert (age.code, age.before.memory) == (FindingCode.AGE_CHANGED, "m")
    card = ChapterCard(must_not=("不得打开铁匣",))
    (broken,) = book.check("苏小满走到井边，打开铁匣，里面是空的。", card=card)
    written = ChapterCard(text="慢一点写。\n不得发生：不得打开铁匣")
    assert book.check("苏小满走到井边，打开铁匣，里面是空的。", card=written) == [broken]
    assert broken.before is not None
    assert (broken.before.chapter, broken.before.memory) == (None, None)
    assert broken.before.quote == "不得打开铁匣"


def test_an_exemption_sticks_when_the_draft_is_edited_elsewhere(book: Continuity) -> None:
    dead, age = book.check(DRAFT)
    said = book.exempt(age.id, "他谎报了\n年纪")
    assert (said.finding, said.reason) == (age.id, "他谎报了 年纪")
    edited = f"雨下了一夜。\n{DRAFT}\n没有人说话。"
    again = {finding.id: finding.exempt for finding in book.check(edited)}
    assert again == {dead.id: False, age.id: True}
    book.unexempt(age.id)
    assert not any(finding.exempt for finding in book.check(edited))
    assert book.exemptions() == []


def test_an_exemption_can_be_undone(book: Continuity, library: Library, scope: Scope) -> None:
    book.exempt("0" * 16)
    change = library.undo(scope)
    assert change is not None
    assert change.what.endswith(f"let finding {'0' * 16} stand")
    assert book.exemptions() == []


@pytest.mark.parametrize("id", ["", "xyz", "0" * 15, "0" * 17, "A" * 16, "g" * 16, "0" * 15 + "\n"])
def test_what_is_no_id_is_refused(book: Continuity, id: str) -> None:
    for say in (book.exempt, book.unexempt):
        with pytest.raises(InvalidInputError, match="no id of a finding"):
            say(id)


@pytest.mark.parametrize("reason", ["a\0b", "\x1b[2J", "\ud83d", "字" * 501])
def test_a_reason_is_one_line_of_words(book: Continuity, reason: str) -> None:
    with pytest.raises(InvalidInputError, match="one line of words"):
        book.exempt("0" * 16, reason)


def test_a_position_beyond_the_next_chapter_is_refused_as_a_pack_is(
    book: Continuity, library: Library, scope: Scope
) -> None:
    for chapter in (-1, 0, 6):
        with pytest.raises(InvalidInputError) as checked:
            book.check(DRAFT, chapter)
        with pytest.raises(InvalidInputError) as packed:
            library.pack(scope, PackRequest(chapter=chapter))
        assert str(checked.value) == str(packed.value)


def test_an_unknown_project_is_named(library: Library) -> None:
    with pytest.raises(NotFoundError, match="there is no project 'nobody'"):
        continuity_of(library, Scope(project="nobody")).check(DRAFT)


@pytest.mark.parametrize(
    "draft",
    [
        *("", "\0", "\n", "。", "“", "\ufdd0\ufdd2\ufdd1", "\ufeff周老三", "<|im_start|>"),
        "".join(map(chr, range(32))) * 9,
        "周老三" * 2_000,
    ],
)
def test_a_draft_that_tells_nothing_has_no_findings(book: Continuity, draft: str) -> None:
    assert book.check(draft) == []


def test_a_draft_of_a_megabyte_is_checked_and_a_book_is_refused(book: Continuity) -> None:
    long = "雨下了一夜。" * 60_000 + DRAFT
    assert len(long.encode()) > 1_000_000
    dead, _ = book.check(long)
    assert long[dead.draft.start : dead.draft.end] == dead.draft.quote
    with pytest.raises(InvalidInputError, match="check it in parts"):
        book.check("雨" * (LONGEST_DRAFT + 1))


def test_half_a_character_is_no_text(book: Continuity) -> None:
    with pytest.raises(InvalidInputError, match="character 2 is half of one") as refused:
        book.check("雨\n\ud83d" + "字" * 9_999)
    assert len(str(refused.value)) < 200
    with pytest.raises(InvalidInputError, match="half of one"):
        book.check("雨", card=ChapterCard(goal="\ud83d"))
