"""Chat models as the library opens them: settings, tiers, and the ledger of every call."""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

import pytest
from pydantic import SecretStr, ValidationError

from lorepack.errors import InvalidInputError, UnusableAnswerError
from lorepack.ports import ChatTiers, Question
from lorepack.records import ChatMessage, Outcome, Scope, Usage
from providers.chat.asking import Forcing
from providers.prices import Price
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.chat_server import ChatServer, Scripted, completion, serving

pytestmark = pytest.mark.both_databases

CANARY = "sk-canary-77aa10"
ASKED = Question(messages=(ChatMessage(role="user", content="谁在渡口？"),), most_tokens=50)
PRICE = Price(input=Decimal("0.5"), cached=Decimal("0.1"), output=Decimal(2))


@contextmanager
def library_of(server: ChatServer, folder: Path, cache: Path) -> Generator[Library]:
    settings = Settings(
        data_dir=folder,
        cache_dir=cache,
        embedder="hashing:64",
        chat_url=server.url,
        chat_model="tale-1",
        chat_light_model="tale-1-mini",
        chat_api_key=SecretStr(CANARY),
        prices={"tale-1": PRICE},
    )
    with open_library(settings) as library:
        yield library


def tiers(library: Library, scope: Scope) -> ChatTiers:
    opened = library.chat(scope, route="summarise", stage="memory", session="s1")
    assert opened is not None
    return opened


def entries(library: Library, scope: Scope) -> list[Usage]:
    with library.record.reading() as unit:
        return unit.ledger.entries(scope.tenant, limit=99)[::-1]


def test_without_a_server_there_is_no_chat_model(library: Library, scope: Scope) -> None:
    assert library.chat(scope, route="summarise", stage="memory") is None


def test_each_tier_asks_its_own_model_and_each_call_is_entered_with_its_price(
    scope: Scope, tmp_path: Path, cache_dir: Path
) -> None:
    with (
        serving(completion("好")) as server,
        library_of(server, tmp_path / "data", cache_dir) as library,
    ):
        opened = tiers(library, scope)
        assert (opened.light.window, opened.main.window) == (32_768, 32_768)
        assert [model.ask(ASKED).text for model in (opened.light, opened.main)] == ["好", "好"]
        light, main = entries(library, scope)
    assert [received.body["model"] for received in server.received] == ["tale-1-mini", "tale-1"]
    assert (light.model, light.cost) == ("tale-1-mini", 0)
    assert (main.model, main.cost) == ("tale-1", Decimal("0.0000384"))
    assert (main.input_tokens, main.cached_tokens, main.output_tokens) == (100, 64, 7)
    assert (main.tenant, main.project, main.session) == ("local", "book", "s1")
    assert (main.route, main.stage, main.outcome) == ("summarise", "memory", Outcome.ANSWERED)
    assert main.at.endswith("+00:00")


def test_an_entry_stands_whatever_becomes_of_the_work(
    scope: Scope, tmp_path: Path, cache_dir: Path
) -> None:
    def work(library: Library) -> None:
        tiers(library, scope).main.ask(ASKED)
        with library.record.writing() as unit:
            unit.projects.ensure(scope)
            raise RuntimeError("stop")

    with (
        serving(completion("好")) as server,
        library_of(server, tmp_path / "data", cache_dir) as library,
    ):
        with pytest.raises(RuntimeError, match="stop"):
            work(library)
        assert library.projects() == []
        assert [entry.outcome for entry in entries(library, scope)] == [Outcome.ANSWERED]


def test_an_answer_of_no_use_is_paid_for_and_entered(
    scope: Scope, tmp_path: Path, cache_dir: Path
) -> None:
    with (
        serving(completion("一半", finish="length")) as server,
        library_of(server, tmp_path / "data", cache_dir) as library,
    ):
        with pytest.raises(UnusableAnswerError):
            tiers(library, scope).main.ask(ASKED)
        (entry,) = entries(library, scope)
    assert (entry.outcome, entry.output_tokens) == (Outcome.UNUSABLE, 7)
    assert entry.cost > 0


def test_every_attempt_has_its_entry(scope: Scope, tmp_path: Path, cache_dir: Path) -> None:
    down = Scripted(status=503, headers={"Retry-After": "0"})
    with (
        serving(down, completion("好", usage=None)) as server,
        library_of(server, tmp_path / "data", cache_dir) as library,
    ):
        tiers(library, scope).main.ask(ASKED)
        failed, answered = entries(library, scope)
    assert (failed.outcome, failed.input_tokens, failed.cost) == (Outcome.FAILED, 0, 0)
    assert (answered.outcome, answered.estimated) == (Outcome.ANSWERED, True)
    assert answered.input_tokens > 0


def test_many_threads_share_a_model_and_no_entry_is_lost(
    scope: Scope, tmp_path: Path, cache_dir: Path
) -> None:
    with (
        serving(completion("好")) as server,
        library_of(server, tmp_path / "data", cache_dir) as library,
    ):
        shared = tiers(library, scope).main
        with ThreadPoolExecutor(6) as pool:
            answers = list(pool.map(shared.ask, [ASKED] * 18))
        with library.record.reading() as unit:
            total = unit.ledger.total(scope.tenant, project=scope.project)
    assert [answer.text for answer in answers] == ["好"] * 18
    assert (total.calls, total.input_tokens, total.cached_tokens) == (18, 1800, 1152)
    assert total.cost == 18 * Decimal("0.0000384")


def test_the_key_is_shown_by_nothing_that_holds_it(
    scope: Scope, tmp_path: Path, cache_dir: Path
) -> None:
    with (
        serving(Scripted(status=500, body=CANARY.encode())) as server,
        library_of(server, tmp_path / "data", cache_dir) as library,
    ):
        opened = tiers(library, scope)
        shown = f"{library!r} {opened!r} {library.settings!r}"
    assert "tale-1" in shown
    assert CANARY not in shown


def test_a_server_without_a_model_is_a_setting_to_be_mended(tmp_path: Path, scope: Scope) -> None:
    settings = Settings(data_dir=tmp_path, chat_url="http://127.0.0.1:9/v1")
    with open_library(settings) as library, pytest.raises(InvalidInputError, match="_CHAT_MODEL"):
        library.chat(scope, route="summarise", stage="memory")


def test_the_settings_of_a_chat_server_are_read_from_the_environment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prices = '{"tale-1": {"input": 0.15, "cached": 0.075, "output": 0.6}}'
    for name, value in {
        "CHAT_URL": "http://127.0.0.1:9/v1",
        "CHAT_MODEL": "tale-1",
        "CHAT_LIGHT_MODEL": "tale-1-mini",
        "CHAT_API_KEY": CANARY,
        "CHAT_FORM": "tool",
        "CHAT_TIMEOUT": "2.5",
        "CHAT_WINDOW": "8192",
        "PRICES": prices,
    }.items():
        monkeypatch.setenv(f"LOREPACK_{name}", value)
    read = Settings()
    assert (read.chat_url, read.chat_model) == ("http://127.0.0.1:9/v1", "tale-1")
    assert (read.chat_light_model, read.chat_form) == ("tale-1-mini", Forcing.TOOL)
    assert (read.chat_timeout, read.chat_window) == (2.5, 8192)
    assert read.chat_api_key == SecretStr(CANARY)
    price = Price(input=Decimal("0.15"), cached=Decimal("0.075"), output=Decimal("0.6"))
    assert read.prices == {"tale-1": price}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PRICES", "{"),
        ("PRICES", "[]"),
        ("PRICES", '{"m": {"input": 1, "output": 1}}'),
        ("PRICES", '{"m": {"input": -1, "cached": 0, "output": 1}}'),
        ("PRICES", '{"m": {"input": "NaN", "cached": 0, "output": 1}}'),
        ("CHAT_FORM", "json_object"),
        ("CHAT_TIMEOUT", "0"),
        ("CHAT_WINDOW", "-1"),
    ],
)
def test_a_setting_that_cannot_be_read_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv("LOREPACK_CHAT_API_KEY", CANARY)
    monkeypatch.setenv(f"LOREPACK_{name}", value)
    with pytest.raises(ValidationError) as raised:
        Settings()
    assert raised.value.errors()[0]["loc"][0] == name.lower()
    assert CANARY not in str(raised.value)
