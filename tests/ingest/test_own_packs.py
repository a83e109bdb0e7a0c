"""Packs that were handed out are refused wherever words come in to be remembered."""

import json
from collections.abc import Callable
from functools import partial
from html import escape

import pytest

from ingest.bible import read_bible
from lorepack.errors import InvalidInputError
from lorepack.records import (
    BibleFormat,
    ContextPack,
    ImportOptions,
    Memory,
    MemoryDraft,
    MemoryEdit,
    MemoryKind,
    PackFormat,
    PackRequest,
    RecallRequest,
    Scope,
)
from retrieval.pack.rendering.forms import chat_json
from runtime.library import Library
from tests.ingest.formats.building import docx, epub, page, zipped

pytestmark = pytest.mark.both_databases

BOOK = "第一章 雨\n阮小二数了三千二百两银子。\n第二章 雪\n他走了三十里，天黑才到。\n"
REFUSED = "here begins a pack that lorepack handed out"


@pytest.fixture
def pack(library: Library, scope: Scope) -> ContextPack:
    """A pack for the chapter after the two above."""
    library.import_bytes(scope, BOOK.encode())
    return library.pack(scope, PackRequest(query="银子在哪里？"))


def paragraphs(text: str) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in text.split("\n"))


def said(text: str) -> bytes:
    rows = [{"speaker": "system", "text": text}, {"speaker": "Ada", "text": "开始吧。"}]
    return "\n".join(json.dumps(row) for row in rows).encode()


FILES: dict[str, Callable[[str], bytes]] = {
    "book.txt": str.encode,
    "book.md": str.encode,
    "book.html": lambda text: page(paragraphs(text)).encode(),
    "book.docx": lambda text: docx(
        "".join(f"<w:p><w:r><w:t>{escape(line)}</w:t></w:r></w:p>" for line in text.split("\n"))
    ),
    "book.epub": lambda text: epub({"one.xhtml": page(paragraphs(text))}),
    "book.zip": lambda text: zipped({"1.txt": "第一章 风\n\n没有人。\n", "2.txt": text}),
    "chat.jsonl": said,
    "pack.json": lambda text: json.dumps({"rendered": text, "messages": []}).encode(),
    "utf16.txt": lambda text: text.encode("utf-16"),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("dry_run", [False, True], ids=["import", "dry run"])
def test_a_file_of_any_format_with_a_pack_in_it_is_refused_whole(
    library: Library, scope: Scope, pack: ContextPack, name: str, dry_run: bool
) -> None:
    before = library.chapters(scope), library.changes(scope)
    text = f"第三章 风\n\n没有人开门。\n\n{pack.rendered}\n\n第四章 门\n\n门开了。\n"
    options = ImportOptions(dry_run=dry_run)
    with pytest.raises(InvalidInputError, match=REFUSED):
        library.import_bytes(scope, FILES[name](text), options, name=name)
    assert (library.chapters(scope), library.changes(scope)) == before


def test_the_refusal_names_chapter_and_line_and_the_way_out(
    library: Library, scope: Scope, pack: ContextPack
) -> None:
    text = f"第三章 风\n\n没有人开门。\n\n第四章 门\n\n门开了。\n\n{pack.rendered}\n"
    with pytest.raises(InvalidInputError) as refused:
        library.import_bytes(scope, text.encode(), name="new.txt")
    assert str(refused.value).startswith("chapter 2 (第四章 门), line 9: ")
    assert "Take it out and hand in only what was written from it" in str(refused.value)


def test_a_pack_of_another_project_is_refused_as_well(library: Library, pack: ContextPack) -> None:
    with pytest.raises(InvalidInputError, match=REFUSED):
        library.import_bytes(Scope(project="another"), pack.rendered.encode())
    assert library.projects() == ["book"]


def test_no_chapter_is_made_of_a_pack_or_of_its_messages(
    library: Library, scope: Scope, pack: ContextPack
) -> None:
    editor, before = library.editor(scope), library.changes(scope)
    recalled = library.recall(scope, RecallRequest(query="三千二百两")).text
    for text in (pack.rendered, *(m.content for m in pack.messages), recalled):
        for refused in (
            partial(editor.insert, text),
            partial(editor.insert, f"门开了。\n\n{text}", draft=True),
            partial(editor.insert, text, as_is=True),
            partial(editor.edit, "1", text),
            partial(editor.edit, "1", f"{text}\n\n阮小二走了。", as_is=True),
        ):
            with pytest.raises(InvalidInputError, match=REFUSED):
                refused()
    assert library.changes(scope) == before


@pytest.mark.parametrize("form", PackFormat)
@pytest.mark.parametrize("name", ["pack.txt", "pack.json", "pack.jsonl", "pack.md"])
def test_a_pack_of_any_form_is_refused_as_a_file_and_as_a_chapter(
    library: Library, scope: Scope, pack: ContextPack, form: PackFormat, name: str
) -> None:
    built = library.pack(scope, PackRequest(format=form))
    text = chat_json(built.messages) if form is PackFormat.MESSAGES else built.rendered
    for refused in (
        partial(library.import_bytes, scope, text.encode(), name=name),
        partial(library.editor(scope).insert, f"第三章 风\n\n{text}\n"),
        partial(library.editor(scope).edit, "1", text),
    ):
        with pytest.raises(InvalidInputError, match=REFUSED):
            refused()


def test_no_memory_is_made_of_a_pack(library: Library, scope: Scope, pack: ContextPack) -> None:
    memories = library.memories(scope)
    note = MemoryDraft(kind=MemoryKind.NOTE, text="铜铃缺了铃舌。", id="n1")
    memories.add([note])
    before = memories.listed(everything=True)
    draft = MemoryDraft(kind=MemoryKind.NOTE, text=f"记下：\n{pack.rendered}")
    hidden = MemoryDraft(
        kind=MemoryKind.FORESHADOW, text="铃舌", fields={"hidden_truth": pack.rendered}
    )
    stored = Memory(id="n2", kind=MemoryKind.NOTE, text=pack.rendered)
    for refused in (
        lambda: memories.add([draft]),
        lambda: memories.add([note, hidden]),
        lambda: memories.edit("n1", MemoryEdit(text=pack.rendered)),
        lambda: memories.restate("n1", draft),
        lambda: library.remember(scope, [stored]),
    ):
        with pytest.raises(InvalidInputError, match=f"line [12]: {REFUSED}"):
            refused()
    assert memories.listed(everything=True) == before


@pytest.mark.parametrize("form", BibleFormat)
def test_no_story_bible_is_read_out_of_a_pack(pack: ContextPack, form: BibleFormat) -> None:
    with pytest.raises(InvalidInputError, match=REFUSED):
        read_bible(pack.rendered.encode(), form)


@pytest.mark.parametrize("ascii", [True, False])
def test_a_story_bible_with_a_pack_in_it_is_refused_with_its_line(
    pack: ContextPack, ascii: bool
) -> None:
    quoted = json.dumps(pack.rendered, ensure_ascii=ascii)
    yaml = f"notes:\n  - text: {quoted}\n"
    with pytest.raises(InvalidInputError, match=f"^line 2: {REFUSED}"):
        read_bible(yaml.encode(), BibleFormat.YAML)
    with pytest.raises(InvalidInputError, match=f"^line 5: {REFUSED}"):
        read_bible(f"# 笔记\n\n## 一条\n\n{pack.rendered}\n".encode(), BibleFormat.MARKDOWN)


def test_what_only_mentions_a_pack_is_taken_in(
    library: Library, scope: Scope, pack: ContextPack
) -> None:
    first = pack.rendered.split("\n")[0]
    library.editor(scope).insert(f"第三章 门\n\n纸上写着“{first}”，按§12办理。\n")
    library.memories(scope).add([MemoryDraft(kind=MemoryKind.NOTE, text=f"见 {first}")])
    assert len(library.chapters(scope)) == 3
