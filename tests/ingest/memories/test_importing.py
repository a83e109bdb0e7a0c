"""Importing story bibles: the same file changes nothing, a changed entry is a new version."""

import pytest

from ingest.bible import read_bible, write_bible
from ingest.memories import BibleImporter, MemoryEditor
from lorepack.errors import ConflictError, InvalidInputError, NotFoundError
from lorepack.records import BibleFormat, BibleReport, MemoryEdit, MemoryKind, PackRequest, Scope
from runtime.library import Library

pytestmark = pytest.mark.both_databases

BOOK = "第一章 雨\n林墨来了。\n第二章 雪\n林墨走了。\n"
BIBLE = """\
## 规则
- 不得出现现代词语
- 叙述用第三人称
## 人物
### 林墨
守塔人的女儿，十七岁。
## 伏笔
- F012 铃舌：铃舌在谁手里？（第50-60章揭晓）
- 缺角：海图缺的那一角。
"""


@pytest.fixture
def editor(library: Library, scope: Scope) -> MemoryEditor:
    library.import_bytes(scope, BOOK.encode())
    return library.memories(scope)


def take(
    editor: MemoryEditor,
    text: str,
    form: BibleFormat = BibleFormat.MARKDOWN,
    *,
    dry_run: bool = False,
    overwrite: bool = False,
) -> BibleReport:
    bible = read_bible(text.encode(), form)
    return BibleImporter(editor=editor).run(bible, dry_run=dry_run, overwrite=overwrite)


def counts(report: BibleReport) -> tuple[int, int, int, int]:
    return report.added, report.changed, report.unchanged, report.kept


def test_the_same_file_again_changes_nothing(
    library: Library, scope: Scope, editor: MemoryEditor
) -> None:
    assert counts(take(editor, BIBLE)) == (5, 0, 0, 0)
    before, changes = editor.listed(everything=True), library.changes(scope)
    assert counts(take(editor, BIBLE)) == (0, 0, 5, 0)
    assert (editor.listed(everything=True), library.changes(scope)) == (before, changes)


def test_a_changed_entry_is_a_new_version_wherever_it_stands(editor: MemoryEditor) -> None:
    take(editor, BIBLE)
    changed = (
        BIBLE.replace("十七岁", "十八岁")
        .replace("现代词语", "现代的词语")
        .replace("- 叙述", "- 章末留钩子，另起一行写\n- 叙述")
        .replace("第50-60章", "第50-65章")
        .replace("海图缺的那一角。", "海图缺了东南角。")
    )
    assert counts(take(editor, changed)) == (1, 4, 1, 0)
    (person,) = editor.listed(kind=MemoryKind.CHARACTER_STATE)
    assert [v.text for v in editor.history(person.id)] == [
        "守塔人的女儿，十七岁。",
        "守塔人的女儿，十八岁。",
    ]
    found = {m.subject: m for m in editor.listed(kind=MemoryKind.FORESHADOW)}
    assert (found["F012"].fields["due_to"], found["F013"].version) == (65, 2)


def test_an_import_is_one_change(library: Library, scope: Scope, editor: MemoryEditor) -> None:
    take(editor, BIBLE)
    assert library.changes(scope)[0].kind == "memory import"
    library.undo(scope)
    assert editor.listed(everything=True) == []


def test_a_dry_run_says_the_same_and_writes_nothing(editor: MemoryEditor) -> None:
    tried = take(editor, BIBLE, dry_run=True)
    assert editor.listed(everything=True) == []
    done = take(editor, BIBLE)
    assert (tried.entries, tried.dry_run) == (done.entries, True)


def test_a_bible_makes_its_project(library: Library, scope: Scope) -> None:
    editor = library.memories(scope)
    assert counts(take(editor, BIBLE, dry_run=True)) == (5, 0, 0, 0)
    assert library.projects() == []
    take(editor, BIBLE)
    assert "不得出现现代词语" in library.pack(scope, PackRequest(chapter=1)).rendered


def test_what_was_edited_or_taken_away_here_since_stands(editor: MemoryEditor) -> None:
    report = take(editor, BIBLE)
    ids = {(e.kind, e.subject): e.id for e in report.entries}
    person, code = ids[MemoryKind.CHARACTER_STATE, "林墨"], ids[MemoryKind.FORESHADOW, "F012"]
    editor.edit(person, MemoryEdit(text="另一个人，与此前所写全无关系"))
    editor.remove(code)
    assert counts(take(editor, BIBLE)) == (0, 0, 3, 2)
    assert editor.get(person).version == 2
    assert counts(take(editor, BIBLE, overwrite=True)) == (0, 2, 3, 0)
    assert (editor.get(person).version, editor.get(code).version) == (3, 3)


def test_what_the_file_no_longer_holds_stays(editor: MemoryEditor) -> None:
    take(editor, BIBLE)
    take(editor, BIBLE.split("## 伏笔")[0])
    assert len(editor.listed(kind=MemoryKind.FORESHADOW)) == 2


def test_states_of_one_person_keep_to_their_chapters(editor: MemoryEditor) -> None:
    two = "人物:\n  林墨:\n  - {text: 在渡口, from: 1}\n  - {text: 上山了, from: 2}\n"
    take(editor, two, BibleFormat.YAML)
    first = "人物:\n  林墨:\n  - {text: 没有来, from: 2}\n  - {text: 还在渡口, from: 1}\n"
    assert counts(take(editor, first, BibleFormat.YAML)) == (0, 2, 0, 0)
    assert [m.text for m in editor.as_of(2)] == ["还在渡口"]
    assert [m.text for m in editor.as_of(3)] == ["没有来"]


def test_what_is_exported_imports_as_the_same(
    library: Library, scope: Scope, editor: MemoryEditor
) -> None:
    take(editor, BIBLE)
    editor.edit(editor.listed()[0].id, MemoryEdit(known_from=2, visibility="person:林墨:2"))
    written = write_bible(editor.own())
    assert counts(take(editor, written, BibleFormat.YAML)) == (0, 0, 5, 0)
    other = library.memories(Scope(project="other"))
    library.import_bytes(Scope(project="other"), BOOK.encode())
    take(other, written, BibleFormat.YAML)
    assert write_bible(other.own()) == written


@pytest.mark.parametrize(
    ("text", "kind", "why"),
    [
        ("items:\n  bell: {text: x, from: 9}", NotFoundError, "line 2: there is no chapter 9"),
        ("items:\n  bell: {text: x, visible: me}", InvalidInputError, "line 2: visibility 'me'"),
        (
            "foreshadows:\n  F001: {text: x, due_to: soon}",
            InvalidInputError,
            "line 2: field 'due_to' of foreshadow cannot be 'soon'",
        ),
        (
            "items:\n- {id: a, subject: b, text: x}\n- {id: a, subject: c, text: y}",
            InvalidInputError,
            "lines 2 and 3 have the same id 'a'",
        ),
        (
            "foreshadows:\n  F001: {text: x, status: paid, from: 1}",
            InvalidInputError,
            "no foreshadow 'F001' that could be paid",
        ),
        ("items:\n  bell: {text: x, supersedes: gone}", ConflictError, "no memory 'gone'"),
    ],
)
def test_one_wrong_entry_stops_the_whole_import(
    editor: MemoryEditor, text: str, kind: type[Exception], why: str
) -> None:
    whole = f"{text}\nrules: [a rule]\n"
    for dry_run in (True, False):
        with pytest.raises(kind) as error:
            take(editor, whole, BibleFormat.YAML, dry_run=dry_run)
        assert why in str(error.value)
    assert editor.listed(everything=True) == []
