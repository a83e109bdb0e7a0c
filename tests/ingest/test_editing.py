"""Editing a stored book: every change whole, undoable, and the same as if it had always been so."""

from collections.abc import Callable
from contextlib import suppress
from random import Random

import pytest
import sqlalchemy as sa

from ingest.editing import Editor, read_heading
from lorepack.errors import ConflictError, InvalidInputError, NotFoundError, StaleError
from lorepack.records import (
    AUTHOR,
    EVERYWHERE,
    Alias,
    AliasKind,
    Change,
    FactKind,
    Heading,
    ManuscriptFormat,
    Memory,
    MemoryKind,
    PackRequest,
    Scope,
    SearchRequest,
    Status,
)
from runtime.library import Library
from runtime.registry import registry_of
from tests.points import held
from tests.strategies import synthetic_book

pytestmark = pytest.mark.both_databases

BOOK = (
    "第一卷 渡口\n第一章 雨\n阮小二数了三千二百两银子。\n"
    "第二章 雪\n他走了三十里，天黑才到。\n第二卷 对岸\n第三章 风\n没有人开门。\n"
)


@pytest.fixture
def editor(library: Library, scope: Scope) -> Editor:
    """An editor of the three chapters above."""
    library.import_bytes(scope, BOOK.encode())
    return library.editor(scope)


def shown(library: Library, scope: Scope) -> list[tuple[str | None, str, str, str]]:
    return [(c.volume, c.label, c.title, c.sha256) for c in library.chapters(scope)]


def labels(library: Library, scope: Scope) -> list[str]:
    return [c.label for c in library.chapters(scope)]


def found(library: Library, scope: Scope, words: str) -> int:
    return library.search(scope, SearchRequest(query=words)).literal_total


def known(library: Library, scope: Scope) -> object:
    """All that is read out of a book, by names and places instead of ids."""
    with library.record.reading() as unit:
        chapters = [e.chapter for e in unit.chapters.outline(scope)]
        place = {c.id: c.position for c in chapters}
        entities = unit.entities.known(scope)
        names = {e.id: e.name for e in entities}
        mentions = unit.entities.mentions(scope)
        snippets = {
            c.position: [(s.start, s.end, s.sha256) for s in unit.snippets.of_chapter(scope, c.id)]
            for c in chapters
        }
        values = {
            value: len(unit.literals.holding_value(scope, [value], where=EVERYWHERE))
            for value in ("3200", "17", "2", "3", "40")
        }
    return (
        [(c.volume, c.label, c.title, c.sha256) for c in chapters],
        sorted((e.name, e.spellings, place[e.known_from or ""]) for e in entities),
        {
            place[id]: [(names[m.entity], m.start, m.end) for m in found]
            for id, found in mentions.items()
            if id in place and found
        },
        snippets,
        values,
    )


def packs(library: Library, scope: Scope) -> list[str]:
    chapters = len(library.chapters(scope))
    return [
        library.pack(scope, PackRequest(chapter=n, budget=1_500, query="铜铃")).rendered
        for n in range(1, chapters + 2)
    ]


def test_an_inserted_chapter_is_found_and_moves_nobodys_id(
    library: Library, scope: Scope, editor: Editor
) -> None:
    before = [c.id for c in library.chapters(scope)]
    done = editor.insert("番外 雾\n雾里有人唱歌。\n", at=2)
    chapters = library.chapters(scope)
    assert [c.id for c in chapters if c.id in before] == before
    assert [c.id for c in done.chapters] == [chapters[1].id]
    assert (chapters[1].title, chapters[1].volume) == ("雾", "第一卷 渡口")
    assert found(library, scope, "雾里有人唱歌") == 1


def test_a_text_of_several_chapters_is_put_in_whole(
    library: Library, scope: Scope, editor: Editor
) -> None:
    editor.insert("第三卷 海上\n第四章 雷\n门开了。\n第五章 电\n灯亮了。\n")
    assert [(c.volume, c.title) for c in library.chapters(scope)][3:] == [
        ("第三卷 海上", "雷"),
        ("第三卷 海上", "电"),
    ]


def test_a_first_chapter_makes_its_project(library: Library, scope: Scope) -> None:
    library.editor(scope).insert("没有标题的开头。", heading=Heading(label="第一章", number=1))
    assert [(c.label, c.number) for c in library.chapters(scope)] == [("第一章", 1)]


def test_an_edit_changes_its_chapter_alone(library: Library, scope: Scope, editor: Editor) -> None:
    library.index(scope)
    before = shown(library, scope)
    editor.edit("2", "他走了四十里，天黑才到。")
    after = shown(library, scope)
    assert [a == b for a, b in zip(before, after, strict=True)] == [True, False, True]
    assert after[1][1:3] == ("第二章", "雪"), "a text without a heading keeps the old one"
    with library.record.reading() as unit:
        assert unit.journal.lag(scope) == 1
    assert (found(library, scope, "三十里"), found(library, scope, "四十里")) == (0, 1)


def test_an_edit_that_changes_nothing_is_no_change(
    library: Library, scope: Scope, editor: Editor
) -> None:
    before = library.changes(scope)
    assert editor.edit("2", "他走了三十里，天黑才到。\n").change is None
    assert editor.edit("2", "第二章 雪\n他走了三十里，天黑才到。\n").change is None
    assert editor.move("2", to=2).change is None
    assert library.changes(scope) == before
    assert len(library.revisions(scope, "2")) == 1


def test_volumes_are_listed_in_reading_order(
    library: Library, scope: Scope, editor: Editor
) -> None:
    editor.insert("序章\n很久以前。\n", at=1, volume="卷首")
    editor.insert("番外 雾\n雾来了。\n", volume="第一卷 渡口")
    editor.begin_volume("空卷")
    assert [v.title for v in library.volumes(scope)] == [
        *("卷首", "第一卷 渡口", "第二卷 对岸", "空卷")
    ]
    assert labels(library, scope) == ["序章", "第一章", "第二章", "番外", "第三章"]


def test_a_heading_line_in_the_edited_text_becomes_the_heading(
    library: Library, scope: Scope, editor: Editor
) -> None:
    editor.edit("2", "第二章 大雪\n他走了三十里，天黑才到。\n")
    assert [c.title for c in library.chapters(scope)] == ["雨", "大雪", "风"]


def test_an_edit_takes_one_chapter(library: Library, scope: Scope, editor: Editor) -> None:
    two = "第二章 雪\n他来了。\n第三章 霜\n他走了。\n"
    with pytest.raises(InvalidInputError, match="2 chapters, the second is 第三章 霜"):
        editor.edit("2", two)
    editor.edit("2", two, as_is=True)
    assert library.text(scope, library.chapters(scope)[1].id) == two.strip()


@pytest.mark.parametrize("text", ["", " \n\t", "\u3000"])
def test_an_empty_text_is_refused(editor: Editor, text: str) -> None:
    with pytest.raises(InvalidInputError, match="empty"):
        editor.edit("1", text)


@pytest.mark.parametrize("text", ["a\0b", "a\ud83d"])
def test_what_is_no_text_is_refused_with_its_place(editor: Editor, text: str) -> None:
    with pytest.raises(InvalidInputError, match="character 1 is"):
        editor.edit("1", text)


def test_a_stale_edit_is_refused(library: Library, scope: Scope, editor: Editor) -> None:
    base = library.chapters(scope)[1].sha256
    editor.edit("2", "别人先改了。", based_on=base)
    with pytest.raises(StaleError, match="第二章 雪 has changed"):
        editor.edit("2", "我后来才改。", based_on=base)


def test_every_text_that_a_chapter_had_is_kept(
    library: Library, scope: Scope, editor: Editor
) -> None:
    editor.edit("2", "第一次改。")
    editor.edit("2", "第二次改。")
    listed = library.revisions(scope, "2")
    assert [(r.revision, r.current) for r in listed] == [(1, False), (2, False), (3, True)]
    assert library.revision(scope, "2", 2).text == "第一次改。"
    editor.revert("2", 2)
    assert library.revision(scope, "2").text == "第一次改。"
    assert [r.current for r in library.revisions(scope, "2")] == [False, False, False, True]
    with pytest.raises(NotFoundError, match="no revision 9"):
        library.revision(scope, "2", 9)


def test_a_draft_makes_nothing_until_it_is_accepted(
    library: Library, scope: Scope, editor: Editor
) -> None:
    before = packs(library, scope)
    (draft,) = editor.insert("第四章 雷\n雷声里阮小二说了三句话。\n", draft=True).chapters
    assert labels(library, scope) == ["第一章", "第二章", "第三章"]
    assert found(library, scope, "雷声里") == 0
    assert packs(library, scope) == before
    listed = library.chapters(scope, everything=True)[-1]
    assert (listed.status, listed.position) == (Status.DRAFT, 4)
    editor.edit(draft.id, "第四章 雷\n雷声小了。\n")
    assert found(library, scope, "雷声小了") == 0
    editor.accept(draft.id)
    assert labels(library, scope) == ["第一章", "第二章", "第三章", "第四章"]
    assert found(library, scope, "雷声小了") == 1
    with pytest.raises(InvalidInputError, match="is no draft"):
        editor.accept(draft.id)


def remember(library: Library, scope: Scope, *told: tuple[str, int, int | None, str]) -> None:
    ids = [c.id for c in library.chapters(scope)]
    library.remember(
        scope,
        [
            Memory(
                id=id,
                kind=MemoryKind.FORESHADOW,
                subject="F012",
                text=id,
                known_from=ids[known - 1],
                valid_to=ids[ended - 1] if ended else None,
                fields={"status": status},
            )
            for id, known, ended, status in told
        ],
    )


def live(library: Library, scope: Scope) -> list[str]:
    with library.record.reading() as unit:
        return [m.id for m in unit.memories.live(scope, before=1 << 60) if m.origin == AUTHOR]


def test_a_deleted_chapter_is_hidden_with_all_that_came_of_it(
    library: Library, scope: Scope, editor: Editor
) -> None:
    remember(library, scope, ("planted", 1, 2, "planted"), ("paid", 2, None, "paid"))
    library.index(scope)
    library.summarise(scope)
    before, hits = packs(library, scope), found(library, scope, "三十里")
    assert (hits, live(library, scope)) == (1, ["paid"])
    editor.delete(["2"])
    assert labels(library, scope) == ["第一章", "第三章"]
    assert found(library, scope, "三十里") == 0
    assert live(library, scope) == ["planted"], "what it paid off is open again"
    assert not any("三十里" in pack or "雪" in pack for pack in packs(library, scope))
    library.index(scope)
    with library.record.reading() as unit:
        ids = {s.id for c in library.chapters(scope) for s in unit.snippets.of_chapter(scope, c.id)}
    owner = library.ownership.take()
    assert owner is not None
    assert held(owner.index, scope) == ids
    library.undo(scope)
    library.index(scope)
    assert found(library, scope, "三十里") == hits
    assert live(library, scope) == ["paid"]
    assert packs(library, scope) == before


def test_what_is_purged_stands_nowhere(library: Library, scope: Scope, editor: Editor) -> None:
    remember(library, scope, ("planted", 1, 2, "planted"), ("paid", 2, None, "paid"))
    library.summarise(scope)
    packs(library, scope)
    editor.delete(["2"])
    assert [c.label for c in library.purge(scope)] == ["第二章"]
    library.index(scope)
    with library.record._writing.connect() as connection:  # pyright: ignore[reportPrivateUsage]
        stored = [
            str(row)
            for table in sa.inspect(connection).get_table_names()
            for row in connection.exec_driver_sql(f'SELECT * FROM "{table}"')
        ]
    assert any("没有人开门" in row for row in stored)
    assert not any("三十里" in row for row in stored)
    assert live(library, scope) == ["planted"]
    assert library.purge(scope) == []
    with pytest.raises(NotFoundError, match=r"nothing to undo|no change"):
        library.undo(scope, 2)


def test_undoing_goes_back_step_by_step_and_forward_again(
    library: Library, scope: Scope, editor: Editor
) -> None:
    states = [shown(library, scope)]
    editor.insert("第四章 雷\n门开了。\n")
    states.append(shown(library, scope))
    editor.move("4", to=1)
    states.append(shown(library, scope))
    editor.rename("1", read_heading("序章 雷"))
    states.append(shown(library, scope))
    for state in reversed(states[:-1]):
        library.undo(scope)
        assert shown(library, scope) == state
    undos = [c.id for c in library.changes(scope) if c.undoes]
    for undo, state in zip(undos, states[1:], strict=True):
        library.undo(scope, undo)
        assert shown(library, scope) == state
    with pytest.raises(ConflictError, match="was undone by"):
        library.undo(scope, undos[-1])


def test_an_import_is_a_change_as_well(library: Library, scope: Scope, editor: Editor) -> None:
    before = shown(library, scope)
    library.import_bytes(scope, BOOK.replace("三十里", "四十里").encode() + "第四章\n完。".encode())
    assert len(shown(library, scope)) == 4
    library.undo(scope)
    assert shown(library, scope) == before
    library.undo(scope)
    assert shown(library, scope) == []


def test_what_was_changed_since_is_not_undone_over(
    library: Library, scope: Scope, editor: Editor
) -> None:
    editor.rename("2", read_heading("第二章 大雪"))
    first = library.changes(scope)[0]
    editor.rename("2", read_heading("第二章 小雪"))
    with pytest.raises(ConflictError, match=r"第二章 大雪.*changed since"):
        library.undo(scope, first.id)
    assert library.chapters(scope)[1].title == "小雪"


def test_changes_are_told_in_one_line_each(library: Library, scope: Scope, editor: Editor) -> None:
    editor.delete(["3"])
    newest = library.changes(scope)[0]
    assert isinstance(newest, Change)
    assert (newest.id, newest.kind, newest.what) == (2, "delete", "deleted 第三章 风")
    assert newest.at.endswith("+00:00")


def test_a_change_is_planned_anew_when_somebody_else_wrote_meanwhile(
    library: Library, scope: Scope, editor: Editor
) -> None:
    heard: list[str] = []

    def somebody_writes(what: str, *_: int) -> None:
        if not heard:
            heard.append(what)
            editor.insert("番外 雾\n雾里有人唱歌。\n", at=1)

    library.editor(scope, progress=somebody_writes).edit("2", "他走了四十里。")
    assert [c.title for c in library.chapters(scope)] == ["雾", "雨", "雪", "风"]
    assert library.text(scope, "3") == "他走了四十里。", "the chapter that was the second then"


def test_split_and_merge_are_each_others_inverse(
    library: Library, scope: Scope, editor: Editor
) -> None:
    editor.edit("2", "他走了三十里。\n\n天黑才到。")
    remember(library, scope, ("told", 2, None, "planted"))
    before = library.text(scope, library.chapters(scope)[1].id)
    editor.split("2", editor.place_of("2", "天黑才到"), read_heading("番外 夜"))
    assert [c.title for c in library.chapters(scope)] == ["雨", "雪", "夜", "风"]
    with library.record.reading() as unit:
        third = unit.chapters.reading_order(scope)[2][0]
        assert unit.memories.live(scope, before=third) == [], "it may stand in the second half"
    editor.merge("2", "3")
    assert library.text(scope, library.chapters(scope)[1].id) == before
    assert live(library, scope) == ["told"]
    with pytest.raises(InvalidInputError, match="'没有的话' stands in 第一章 雨 0 times"):
        editor.place_of("1", "没有的话")


def mentioned(library: Library, scope: Scope) -> dict[str, int]:
    """How often somebody is mentioned in each chapter, by its title."""
    with library.record.reading() as unit:
        found = unit.entities.mentions(scope)
    return {c.title: len(found[c.id]) for c in library.chapters(scope) if c.id in found}


def test_a_name_valid_up_to_a_chapter_is_valid_in_both_its_halves(
    library: Library, scope: Scope
) -> None:
    text = "掌柜来了。\n\n掌柜又走了。"
    library.import_bytes(scope, f"第一章 雨\n{text}\n第二章 雪\n掌柜没来。\n".encode())
    role = Alias(text="掌柜", kind=AliasKind.ROLE, to_chapter="1")
    registry_of(library, scope).add("钱四", FactKind.PERSON, [role])
    before = mentioned(library, scope)
    assert before == {"雨": 2}
    editor = library.editor(scope)
    editor.split("1", editor.place_of("1", "掌柜又走了"), read_heading("番外 夜"))
    assert mentioned(library, scope) == {"雨": 1, "夜": 1}
    editor.merge("1", "2")
    assert mentioned(library, scope) == before
    library.undo(scope)
    assert mentioned(library, scope) == {"雨": 1, "夜": 1}


def test_a_search_for_a_name_of_two_says_so(library: Library, scope: Scope) -> None:
    library.import_bytes(scope, "第一章 雨\n李晨来了，李晨又来了。\n".encode())
    registry = registry_of(library, scope)
    for name in ("大李", "小李"):
        registry.add(name, FactKind.PERSON, [Alias(text="李晨", confirmed=True)])
    result = library.search(scope, SearchRequest(query="李晨去哪了"))
    assert result.hits, "they are found to the letter all the same"
    (warning,) = result.warnings
    assert (warning.code, warning.at) == ("ambiguous_name", "李晨")
    assert "'大李' or '小李'" in warning.message or "'小李' or '大李'" in warning.message


def test_a_registry_change_is_taken_back_with_its_mentions(library: Library, scope: Scope) -> None:
    library.import_bytes(scope, "第一章 雨\n林墨来了，林先生坐下。\n".encode())
    registry = registry_of(library, scope)
    registry.add("林墨", FactKind.PERSON)
    registry.add_alias("林墨", Alias(text="林先生", kind=AliasKind.TITLE))
    assert mentioned(library, scope) == {"雨": 2}
    library.undo(scope)
    assert mentioned(library, scope) == {"雨": 1}
    library.undo(scope)
    assert mentioned(library, scope) == {}
    assert len(library.chapters(scope)) == 1, "the import stands"


def test_a_name_whose_bound_is_purged_is_valid_up_to_the_chapter_beside(
    library: Library, scope: Scope
) -> None:
    chapters = "".join(f"第{n}章 {title}\n掌柜来了。\n" for n, title in enumerate("雨雪风雷", 1))
    library.import_bytes(scope, chapters.encode())
    registry = registry_of(library, scope)
    registry.add("钱四", FactKind.PERSON, [Alias(text="掌柜", kind=AliasKind.ROLE, to_chapter="2")])
    registry.add(
        "孙五", FactKind.PERSON, [Alias(text="掌柜", kind=AliasKind.ROLE, from_chapter="4")]
    )
    assert mentioned(library, scope) == {"雨": 1, "雪": 1, "雷": 1}
    library.editor(scope).delete(["2", "4"])
    library.purge(scope)
    assert mentioned(library, scope) == {"雨": 1}
    library.editor(scope).insert("第五章 电\n掌柜来了。\n")
    assert mentioned(library, scope) == {"雨": 1}, "the second one's time has gone with its chapter"


def change_at_random(random: Random, library: Library, scope: Scope) -> None:
    """One change of any kind, drawn by chance; some are refused, as an author's may be."""
    editor = library.editor(scope)
    chapters = library.chapters(scope)
    one, other = (str(random.randint(1, len(chapters))) for _ in range(2))
    volumes = [v.id for v in library.volumes(scope) if v.chapters]
    text = library.text(scope, one)
    half = len(text) // 2
    deeds: list[Callable[[], object]] = [
        lambda: editor.insert(f"番外 {random.random()}\n沈砚秋在渡口等了十七天。\n", at=int(one)),
        lambda: editor.edit(one, text[:half] + "铜铃响了三千二百下。" + text[half:], as_is=True),
        lambda: editor.move(one, to=int(other)),
        lambda: editor.rename(one, read_heading(f"第{random.randint(1, 90)}章 改")),
        lambda: editor.begin_volume(f"新卷{random.random()}", at=int(one)),
        lambda: editor.insert("第九章 稿\n不算数的稿子。\n", draft=True),
    ]
    if len(chapters) > 2:
        deeds += [lambda: editor.delete([one]), lambda: editor.merge(one, other)]
    if volumes:
        deeds += [
            lambda: editor.move_volume(random.choice(volumes), random.choice(volumes)),
            lambda: editor.merge_volumes(random.choice(volumes), random.choice(volumes)),
            lambda: editor.delete_volume(random.choice(volumes), keep_chapters=True),
        ]
    if sum(not (c.undoes or c.undone_by) for c in library.changes(scope, limit=99)) > 1:
        deeds.append(lambda: library.undo(scope))
    with suppress(InvalidInputError, ConflictError):
        random.choice(deeds)()


@pytest.mark.parametrize("seed", range(6))
def test_a_changed_book_is_the_book_it_would_be_from_scratch(
    library: Library, scope: Scope, seed: int
) -> None:
    """However it came to be so: names, mentions, snippets and facts depend on the text alone."""
    random = Random(seed)
    library.import_bytes(scope, synthetic_book(9, seed=seed, sentences=10).manuscript())
    for _ in range(14):
        change_at_random(random, library, scope)
    anew = Scope(project="anew")
    for chapter in library.chapters(scope):
        heading = Heading(label=chapter.label, title=chapter.title, number=chapter.number)
        library.editor(anew).insert(
            library.text(scope, chapter.id), heading=heading, volume=chapter.volume, as_is=True
        )
    assert known(library, scope) == known(library, anew)


@pytest.mark.parametrize("seed", range(4))
def test_undoing_everything_gives_the_same_book_and_the_same_packs(
    library: Library, scope: Scope, seed: int
) -> None:
    random = Random(seed)
    library.import_bytes(scope, synthetic_book(8, seed=seed).manuscript())
    library.summarise(scope)
    library.index(scope)
    before, books = packs(library, scope), known(library, scope)
    for _ in range(10):
        change_at_random(random, library, scope)
    assert known(library, scope) != books
    while any(not (c.undone_by or c.undoes) for c in library.changes(scope, limit=500)[:-1]):
        library.undo(scope)
    library.index(scope)
    assert known(library, scope) == books
    assert packs(library, scope) == before


def test_a_move_is_seen_by_names_and_facts_of_other_chapters(
    library: Library, scope: Scope
) -> None:
    """A name that a chapter makes known is none before it, and its figures are facts there."""
    speaks = "“走吧。”李十七说道。李十七笑道：“好。”“快些。”李十七说道。" * 4
    library.import_bytes(scope, f"第一章 雨\n{speaks}\n第二章 雪\n李十七点头。\n".encode())

    def seventeens() -> int:
        with library.record.reading() as unit:
            return len(unit.literals.holding_value(scope, ["17"], where=EVERYWHERE))

    assert seventeens() == 0
    library.editor(scope).move("2", to=1)
    assert seventeens() == 1
    library.undo(scope)
    assert seventeens() == 0


def test_the_manuscript_comes_out_as_it_went_in(
    library: Library, scope: Scope, editor: Editor
) -> None:
    data = library.manuscript(scope, ManuscriptFormat.TXT, title="书")
    assert BOOK.split() == data.decode().removeprefix("书").split()
    report = library.import_bytes(scope, data)
    assert (report.added, report.updated, report.unchanged) == (0, 0, 3)
    editor.move("3", to=1)
    editor.rename("2", read_heading("第一章 大雨"))
    again = Scope(project="again")
    library.import_bytes(again, library.manuscript(scope, ManuscriptFormat.TXT, title="书"))
    assert shown(library, again) == shown(library, scope)
