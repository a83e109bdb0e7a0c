"""What is done while a call fails or the process dies: each from a library that is up to date."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from lorepack.ports import ChatTiers, Question
from lorepack.records import FactKind, Heading, Memory, MemoryKind, PackRequest, Scope
from providers.chat.scripted import Line, ScriptedChat
from runtime.library import Library
from runtime.registry import registry_of
from runtime.worker import quiet
from tests.crash.state import SCOPE
from tests.crash.working import settle, summarise_here
from tests.ingest.accounts import account
from tests.strategies import synthetic_book

BOOK = synthetic_book(3, sentences=4)
LONGER = synthetic_book(4, sentences=4)
_TEXT = "船号一二三，沈砚秋在青石渡等了十七天。没有人来。"


def nothing(library: Library) -> object:
    """Prepare nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """Something done to a book."""

    prepare: Callable[[Library], object] = nothing
    run: Callable[[Library], object]


def filled(library: Library) -> None:
    """Let a library hold a small book and all that is made from it."""
    library.import_bytes(SCOPE, BOOK.manuscript())
    library.remember(SCOPE, [Memory(id="m", kind=MemoryKind.NOTE, text="铜铃缺了铃舌。")])
    settle(library)


def _edit(library: Library) -> object:
    return library.editor(SCOPE).edit("2", _TEXT, as_is=True)


def _delete(library: Library) -> object:
    return library.editor(SCOPE).delete(["3"])


def _remember(library: Library) -> object:
    return library.remember(SCOPE, [Memory(id="m", kind=MemoryKind.NOTE, text="铃舌找到了。")])


def _change(library: Library) -> None:
    _edit(library)
    _delete(library)


def _purgeable(library: Library) -> None:
    _delete(library)
    settle(library)
    library.pack(SCOPE, PackRequest(budget=4000))


def told(question: Question) -> Line:
    """A model's account, the same for every chapter of the same length."""
    length = sum(len(str(m.content)) for m in question.messages)
    summary = f"沈砚秋在青石渡等人，没有等到。船还是走了，走了{'很' * (length % 7)}远。"
    line = account(summary=summary, people=[], places=[], updates=[])
    return json.loads(json.dumps(line))


def with_model(library: Library) -> Library:
    """The library with a chat model."""
    chat = ScriptedChat(script=told)

    def opened(scope: Scope, *, route: str, stage: str, session: str = "") -> ChatTiers:
        return ChatTiers(light=chat, main=chat)

    return replace(library, chat=opened)


SCENARIOS: dict[str, Scenario] = {
    "import": Scenario(run=lambda one: one.import_bytes(SCOPE, LONGER.manuscript())),
    "edit": Scenario(run=_edit),
    "insert": Scenario(
        run=lambda one: one.editor(SCOPE).insert(
            _TEXT, at=2, heading=Heading(label="第九章", number=9, title="船")
        )
    ),
    "move": Scenario(run=lambda one: one.editor(SCOPE).move("3", to=1)),
    "delete": Scenario(run=_delete),
    "undo": Scenario(prepare=_edit, run=lambda one: one.undo(SCOPE)),
    "purge": Scenario(prepare=_purgeable, run=lambda one: one.purge(SCOPE)),
    "remember": Scenario(run=_remember),
    "register": Scenario(run=lambda one: registry_of(one, SCOPE).add("沈砚秋甲", FactKind.PERSON)),
    "pack": Scenario(
        prepare=_edit, run=lambda one: one.pack(SCOPE, PackRequest(budget=4000, query="沈砚秋"))
    ),
    "index": Scenario(prepare=_change, run=lambda one: one.index(SCOPE)),
    "summarise": Scenario(prepare=_change, run=lambda one: summarise_here(one, SCOPE)),
    "summarise by a model": Scenario(
        prepare=_change, run=lambda one: summarise_here(with_model(one), SCOPE)
    ),
    "rebuild rows": Scenario(prepare=_change, run=lambda one: one.rebuild_rows(SCOPE)),
    "rebuild": Scenario(prepare=_change, run=lambda one: one.ownership.rebuild(quiet)),
}
