"""Searches and recalls that let the model of the settings say what to search for."""

import json
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lorepack.records import Outcome, RecallRequest, Scope, SearchRequest, Usage
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.chat_server import ChatServer, Scripted, completion, serving

pytestmark = pytest.mark.both_databases

QUERY = "请问那样东西最后给了谁？"
SAID = "船家收下了铜铃"
ANSWER = completion(json.dumps({"text": SAID}, ensure_ascii=False))


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
        library.import_bytes(SCOPE, "第一章 船\n\n船家收下了铜铃，开船走了。\n".encode())
        yield library


SCOPE = Scope(project="book")


def entries(library: Library) -> list[Usage]:
    with library.record.reading() as unit:
        return unit.ledger.entries(SCOPE.tenant, project=SCOPE.project, limit=99)[::-1]


def test_the_light_model_is_asked_and_the_ledger_says_for_what(
    tmp_path: Path, cache_dir: Path
) -> None:
    with (
        serving(ANSWER) as server,
        library_of(server, tmp_path / "data", cache_dir) as library,
    ):
        found = library.search(SCOPE, SearchRequest(query=QUERY, rewrite=True))
        recalled = library.recall(SCOPE, RecallRequest(query=QUERY, rewrite=True))
        told = entries(library)
    assert (found.searched, found.degraded) == (SAID, ())
    assert (recalled.searched, recalled.degraded) == (SAID, ())
    assert [(e.route, e.stage, e.model, e.outcome) for e in told] == [
        ("search", "memory", "tale-1-mini", Outcome.ANSWERED),
        ("recall", "memory", "tale-1-mini", Outcome.ANSWERED),
    ]
    first = server.received[0].body
    assert first["response_format"]["type"] == "json_schema"
    assert QUERY in first["messages"][1]["content"]


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (Scripted(status=400), Outcome.FAILED),
        (completion("I cannot help with that."), Outcome.UNUSABLE),
        (completion('{"text": ""}'), Outcome.ANSWERED),
    ],
)
def test_a_model_that_is_of_no_use_is_done_without_and_paid_for(
    reply: Scripted, outcome: Outcome, tmp_path: Path, cache_dir: Path
) -> None:
    with (
        serving(reply) as server,
        library_of(server, tmp_path / "data", cache_dir) as library,
    ):
        found = library.search(SCOPE, SearchRequest(query=QUERY, rewrite=True))
        recalled = library.recall(SCOPE, RecallRequest(query=QUERY, rewrite=True))
        plain = library.search(SCOPE, SearchRequest(query=QUERY))
        told = entries(library)
    assert found.degraded == recalled.degraded == ("rewrite",)
    assert found.searched == recalled.searched == plain.searched == "那样东西最后给了谁？"
    assert found.hits == plain.hits
    assert [entry.outcome for entry in told] == [outcome] * 2, "one call each"


def test_nobody_is_asked_who_was_not_wanted(tmp_path: Path, cache_dir: Path) -> None:
    with (
        serving(ANSWER) as server,
        library_of(server, tmp_path / "data", cache_dir) as library,
    ):
        library.search(SCOPE, SearchRequest(query=QUERY))
        library.recall(SCOPE, RecallRequest(query=QUERY))
    assert server.received == []
