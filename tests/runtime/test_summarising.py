"""A book summarised by a model over the wire: whatever the model does, nothing is lost."""

import json
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.structure import book
from lorepack.errors import ProviderDownError, ProviderTimeoutError, RateLimitedError
from lorepack.ports import ChatTiers, Question
from lorepack.records import JobState, Outcome, PackRequest, Scope, SummaryState
from providers.chat.scripted import Line, ScriptedChat
from runtime.jobs import worker_of
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from story.entries import bare, chapter_key
from tests.chat_server import ChatServer, Scripted, completion, serving
from tests.ingest.accounts import OPENING, STORY, SUMMARY, account

pytestmark = pytest.mark.both_databases

FAILED, READY = SummaryState.FAILED, SummaryState.READY
FIRST = account(
    summary="林墨在渡口等了三天，只等到一封没有落款的信，信上说初八夜里有船来接，一人收银五十两。",
    story_start="", story_end="", people=[], places=[], updates=[], new_foreshadows=[],
    items=[], duties=[],
)  # fmt: skip


def said(line: object) -> Scripted:
    return completion(json.dumps(line, ensure_ascii=False))


@contextmanager
def library_of(server: ChatServer, folder: Path, cache: Path) -> Generator[Library]:
    settings = Settings(
        data_dir=folder,
        cache_dir=cache,
        embedder="hashing:64",
        chat_url=server.url,
        chat_model="tale-1",
        chat_light_model="tale-1-mini",
    )
    with open_library(settings) as library:
        yield library


def with_model(library: Library, script: list[Line] | Callable[[Question], Line]) -> Library:
    chat = ScriptedChat(script=script)

    def opened(scope: Scope, *, route: str, stage: str, session: str = "") -> ChatTiers:
        return ChatTiers(light=chat, main=chat)

    return replace(library, chat=opened)


def work_off(library: Library, scope: Scope) -> JobState:
    """Work the project's job without waiting between tries, until it is over."""
    job = library.queue(scope)
    worker = replace(worker_of(library), wait=_at_once)
    while not library.job(scope, job.id).state.over:
        worker.work_one(scope)
    return library.job(scope, job.id).state


def _at_once(tries: int) -> float:
    return 0.0


def states(library: Library, scope: Scope) -> list[SummaryState]:
    return [chapter.summary for chapter in library.chapters(scope)]


def origins(library: Library, scope: Scope) -> list[str]:
    with library.record.reading() as unit:
        keys = [chapter_key(c) for c in book(unit.chapters.edition(scope))]
        found = unit.summaries.some(scope, keys)
    return [found[key].origin.split("#")[0] for key in keys]


def test_the_light_model_writes_the_summaries_and_every_call_is_entered(
    scope: Scope, tmp_path: Path, cache_dir: Path
) -> None:
    with (
        serving(said(FIRST), said(account())) as server,
        library_of(server, tmp_path, cache_dir) as library,
    ):
        library.import_bytes(scope, (OPENING + STORY).encode())
        assert library.summarise(scope) == 2
        assert origins(library, scope) == ["tale-1-mini"] * 2
        assert SUMMARY in library.pack(scope, PackRequest(chapter=3)).rendered
        with library.record.reading() as unit:
            entries = unit.ledger.entries(scope.tenant, limit=9)
        told = {(e.model, e.project, e.route, e.stage, e.outcome) for e in entries}
        assert told == {("tale-1-mini", "book", "summarise", "memory", Outcome.ANSWERED)}
        assert len(entries) == 2
        formats = [received.body["response_format"]["type"] for received in server.received]
        assert formats == ["json_schema"] * 2


@pytest.mark.parametrize(
    "bad",
    [
        completion(json.dumps(account(), ensure_ascii=False)[:300]),
        completion(json.dumps(account(), ensure_ascii=False)[:300], finish="length"),
        completion(None, refusal="I can't help with that."),
        completion(""),
        Scripted(body=b"<html>busy</html>"),
    ],
    ids=["half", "cut", "refusal", "empty", "html"],
)
def test_an_answer_that_is_none_is_asked_for_again_and_then_done_without(
    scope: Scope, tmp_path: Path, cache_dir: Path, bad: Scripted
) -> None:
    with (
        serving(said(FIRST), bad, bad, said(account())) as server,
        library_of(server, tmp_path, cache_dir) as library,
    ):
        library.import_bytes(scope, (OPENING + STORY).encode())
        library.summarise(scope)
        assert states(library, scope) == [READY, FAILED]
        assert origins(library, scope) == ["tale-1-mini", "extractive"]
        library.summarise(scope)
        assert states(library, scope) == [READY, READY]
        assert origins(library, scope) == ["tale-1-mini"] * 2


@pytest.mark.parametrize(
    "error",
    [
        ProviderTimeoutError("no answer within 120 s"),
        RateLimitedError("429", retry_after=0.0),
        ProviderDownError("the connection broke off"),
    ],
)
def test_a_model_that_is_away_is_waited_for_and_then_done_without(
    library: Library, scope: Scope, error: Exception
) -> None:
    library.import_bytes(scope, (OPENING + STORY).encode())
    away = with_model(library, [FIRST, *[error] * 20])
    assert work_off(away, scope) is JobState.DONE
    assert states(away, scope) == [READY, FAILED]
    assert origins(away, scope) == ["scripted", "extractive"]
    back = with_model(library, [account()])
    assert work_off(back, scope) is JobState.DONE
    assert states(back, scope) == [READY, READY]


def test_a_model_that_comes_back_in_time_is_asked_only_for_what_is_left(
    library: Library, scope: Scope
) -> None:
    library.import_bytes(scope, (OPENING + STORY).encode())
    slow = ProviderTimeoutError("slow")
    assert work_off(with_model(library, [FIRST, slow, slow, account()]), scope) is JobState.DONE
    assert origins(library, scope) == ["scripted"] * 2


def test_windows_are_told_by_the_model_from_what_it_told_of_their_members(
    library: Library, scope: Scope
) -> None:
    chapters = [STORY.replace("第二章", f"第{n}章") for n in range(1, 31)]
    window = "初八夜里苏晚晴撑船来接林墨，收了五十两银子，把一枚铜钥匙交给他，初九中午到了青石镇。"

    def answer(question: Question) -> Line:
        assert question.form is not None
        return account() if question.form.name == "emit_chapter_memory" else {"summary": window}

    library.import_bytes(scope, "".join(chapters).encode())
    told = with_model(library, answer)
    assert work_off(told, scope) is JobState.DONE
    pack = told.pack(scope, PackRequest(chapter=31, budget=2_500))
    windows = [c for c in pack.coverage if c.level]
    assert windows
    assert {c.origin.split("#")[0] for c in windows} == {"scripted"}
    with library.record.reading() as unit:
        stored = unit.summaries.standing(scope, [])
    assert {bare(summary) for summary in stored.values()} == {window}
    assert work_off(with_model(library, []), scope) is JobState.DONE, "nothing is asked twice"


def test_a_window_that_says_what_its_members_do_not_is_told_by_their_beginnings(
    library: Library, scope: Scope
) -> None:
    chapters = [STORY.replace("第二章", f"第{n}章") for n in range(1, 31)]
    lie = "初六夜里赵无极率三十万大军攻破长安，八千人战死，皇帝出逃。"

    def answer(question: Question) -> Line:
        assert question.form is not None
        return account() if question.form.name == "emit_chapter_memory" else {"summary": lie}

    library.import_bytes(scope, "".join(chapters).encode())
    told = with_model(library, answer)
    assert work_off(told, scope) is JobState.DONE
    pack = told.pack(scope, PackRequest(chapter=31, budget=2_500))
    assert {c.origin for c in pack.coverage if c.level} == {"extractive"}
    assert "赵无极" not in pack.rendered


def test_what_was_put_right_and_what_was_left_out_is_counted(
    library: Library, scope: Scope
) -> None:
    library.import_bytes(scope, (OPENING + STORY).encode())
    lying = account(
        summary=SUMMARY.replace("五十两", "八十两"),
        items=[account()["items"][0] | {"evidence": "把一枚银钥匙交给船家"}],
    )
    assert work_off(with_model(library, [FIRST, lying]), scope) is JobState.DONE
    status = library.status(scope)
    assert (status.repaired, status.rejected) == (1, 1)
    assert "八十两" not in library.pack(scope, PackRequest(chapter=3)).rendered
