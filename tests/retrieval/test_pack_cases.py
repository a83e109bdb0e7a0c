"""Packs that users of other tools saw go wrong."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from lorepack.errors import BudgetError
from lorepack.records import ContextPack, Item, Memory, MemoryKind, PackRequest, Scope
from providers.tokens import open_counter
from runtime.library import Library
from tests.strategies import Book

CODE = "def swap(a: int, b: int) -> tuple[int, int]:\n    return b, a  # 𠮷 ✅\n"
ODD = {
    "emoji": "🀄🐉👨‍👩‍👧‍👦" * 400,
    "rare characters": "𠮷𡃁龘" * 800,
    "code": CODE * 80,
    "one paragraph": "雨下了一夜，沈砚秋没有合眼。" * 1_450,
    "English": "The tide turned twice before Ada Crane came back. " * 400,
}


def items(pack: ContextPack, section: str) -> list[Item]:
    return [item for s in pack.sections if s.name == section for item in s.items]


@pytest.fixture(scope="module")
def promises(shelf: Library) -> Scope:
    """A book with thirty open foreshadows: two overdue, two due, the others at any time."""
    scope = Scope(project="promises")
    chapters = tuple((f"第{at}章", f"第{at}天，船还没有来。") for at in range(1, 13))
    shelf.import_bytes(scope, Book(chapters=chapters).manuscript())
    windows = {5: (2, 8), 9: (3, 12), 17: (10, 20), 26: (13, 13)}
    shelf.remember(scope, [_foreshadow(at, windows.get(at)) for at in range(30)])
    return scope


def _foreshadow(at: int, window: tuple[int, int] | None) -> Memory:
    due = {} if window is None else {"due_from": window[0], "due_to": window[1]}
    return Memory(
        id=f"f{at}",
        kind=MemoryKind.FORESHADOW,
        subject=f"F{at:03}",
        text=f"第{at}盏灯在雾里亮过一次，谁也没有问是谁点的。" * 3,
        fields={"title": f"灯{at}", **due},
    )


def test_of_thirty_promises_the_urgent_come_first_and_the_rest_are_counted(
    shelf: Library, promises: Scope
) -> None:
    pack = shelf.pack(promises, PackRequest(chapter=13, budget=1_400))
    shown = items(pack, "foreshadows")
    assert [item.id for item in shown[:4]] == ["f5", "f9", "f17", "f26"]
    assert [item.reason.split()[0] for item in shown[:4]] == ["overdue", "overdue", "due", "due"]
    (told,) = [item.text for item in shown if item.kind == "rest"]
    out = [d for d in pack.dropped if d.section == "foreshadows"]
    assert re.findall(r"\d+", told) == [str(len(out))]
    assert len(shown) - 1 + len(out) == 30


def test_with_room_for_all_promises_none_is_counted(shelf: Library, promises: Scope) -> None:
    pack = shelf.pack(promises, PackRequest(chapter=13, budget=30_000))
    assert len(items(pack, "foreshadows")) == 30
    assert not [d for d in pack.dropped if d.section == "foreshadows"]


@pytest.mark.parametrize("what", ODD)
def test_no_text_is_too_odd_to_be_counted(what: str, shelf: Library, cache_dir: Path) -> None:
    scope = Scope(project=f"odd {what}")
    chapters = (("第1章", ODD[what]), ("第2章", f"他说：{ODD[what]}"))
    shelf.import_bytes(scope, Book(chapters=chapters).manuscript())
    shelf.summarise(scope)
    shelf.remember(scope, [Memory(id="odd", kind=MemoryKind.MAINLINE, text=ODD[what][:400])])
    for encoding in ("o200k_base", "cl100k_base", "bytes"):
        count = open_counter(encoding, cache_dir)
        for budget in (1, 200, 8_000, 32_000, 128_000, 1_000_000):
            pack = _granted(shelf, scope, PackRequest(budget=budget, encoding=encoding))
            assert count(pack.rendered) == pack.tokens <= pack.budget


def _granted(library: Library, scope: Scope, request: PackRequest) -> ContextPack:
    """The pack, at the budget that its refusal names where it is refused."""
    try:
        return library.pack(scope, request)
    except BudgetError as error:
        return library.pack(scope, replace(request, budget=error.smallest))


def test_the_tail_of_the_chapter_before_is_there_and_not_its_head(shelf: Library) -> None:
    scope = Scope(project="tail")
    text = "开头的第一句话。" + "中间说了很久。" * 900 + "结尾的最后一句话。"
    shelf.import_bytes(scope, Book(chapters=(("第1章", text),)).manuscript())
    (tail,) = items(shelf.pack(scope, PackRequest()), "previous_tail")
    assert tail.text.endswith("结尾的最后一句话。")
    assert "开头的第一句话" not in tail.text
