"""What is sent to a chat server, and what is read out of a good answer."""

import asyncio
import json

import pytest

from lorepack.ports import Spent
from lorepack.records import Outcome
from providers.chat.asking import Forcing
from tests.chat_server import completion, serving, tool_call
from tests.providers.chatting import FORM, FORMED, FREE, Talk

MEMORY = '{"summary": "沈砚秋在渡口。"}'


def test_a_free_question_is_answered_in_words_and_metered() -> None:
    with serving(completion("沈砚秋。")) as server:
        talk = Talk(server=server)
        answer = talk.ask()
    assert (answer.text, answer.model) == ("沈砚秋。", "tale-1-2026")
    assert answer.spent == Spent(input_tokens=100, cached_tokens=64, output_tokens=7)
    (call,) = talk.calls
    assert (call.model, call.spent, call.outcome) == ("tale-1", answer.spent, Outcome.ANSWERED)
    assert talk.waits == []


def test_a_question_goes_to_the_set_address_plain_and_bounded() -> None:
    with serving(completion("好")) as server:
        Talk(server=server, key="sk-1234567890").ask()
    (received,) = server.received
    assert received.path == "/v1/chat/completions"
    assert received.headers["authorization"] == "Bearer sk-1234567890"
    assert received.headers["accept-encoding"] == "identity"
    assert received.body == {
        "model": "tale-1",
        "messages": [{"role": "user", "content": "谁在渡口？"}],
        "max_tokens": 50,
        "temperature": 0,
        "stream": False,
    }


def test_without_a_key_none_is_sent() -> None:
    with serving(completion("好")) as server:
        Talk(server=server).ask()
    assert "authorization" not in server.received[0].headers


def test_proxies_of_the_machine_are_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    with serving(completion("好")) as server:
        assert Talk(server=server).ask().text == "好"


def test_a_form_is_forced_by_a_strict_schema() -> None:
    with serving(completion(MEMORY)) as server:
        answer = Talk(server=server).ask(FORMED)
    assert json.loads(answer.text) == {"summary": "沈砚秋在渡口。"}
    asked = server.received[0].body["response_format"]
    assert asked["type"] == "json_schema"
    assert (asked["json_schema"]["name"], asked["json_schema"]["strict"]) == ("emit_memory", True)
    assert asked["json_schema"]["schema"] == FORM.schema
    assert "tools" not in server.received[0].body


def test_a_form_is_forced_by_its_one_tool_where_there_are_no_schemas() -> None:
    with serving(tool_call("emit_memory", MEMORY)) as server:
        answer = Talk(server=server, forcing=Forcing.TOOL).ask(FORMED)
    assert answer.text == MEMORY
    body = server.received[0].body
    assert [tool["function"]["name"] for tool in body["tools"]] == ["emit_memory"]
    assert body["tools"][0]["function"]["parameters"] == FORM.schema
    assert (body["tool_choice"], body["parallel_tool_calls"]) == ("required", False)
    assert "response_format" not in body


def test_words_beside_a_tool_call_are_no_part_of_the_answer() -> None:
    call = {"function": {"name": "emit_memory", "arguments": MEMORY}}
    with serving(completion("好的，如下：", tool_calls=[call])) as server:
        assert Talk(server=server, forcing=Forcing.TOOL).ask(FORMED).text == MEMORY


@pytest.mark.parametrize(
    "usage",
    [None, {}, "many", {"prompt_tokens": -5, "completion_tokens": 1}, {"prompt_tokens": 12}],
)
def test_where_the_server_does_not_count_it_is_counted_here_and_marked(usage: object) -> None:
    with serving(completion("沈砚秋。", usage=usage)) as server:
        spent = Talk(server=server).ask().spent
    expected = Spent(
        input_tokens=len("谁在渡口？"), cached_tokens=0, output_tokens=4, estimated=True
    )
    assert spent == expected


@pytest.mark.parametrize(
    ("details", "cached"),
    [(None, 0), ({}, 0), ({"cached_tokens": None}, 0), ({"cached_tokens": 999}, 100)],
)
def test_what_was_cached_is_never_more_than_was_sent(details: object, cached: int) -> None:
    usage = {"prompt_tokens": 100, "completion_tokens": 7, "prompt_tokens_details": details}
    with serving(completion("好", usage=usage)) as server:
        spent = Talk(server=server).ask().spent
    assert (spent.input_tokens, spent.cached_tokens, spent.estimated) == (100, cached, False)


def test_what_was_cached_is_found_under_its_other_name_too() -> None:
    usage = {"prompt_tokens": 100, "completion_tokens": 7, "prompt_cache_hit_tokens": 32}
    with serving(completion("好", usage=usage)) as server:
        assert Talk(server=server).ask().spent.cached_tokens == 32


def test_a_question_may_be_asked_from_within_an_event_loop() -> None:
    async def notebook(talk: Talk) -> str:
        return talk.ask(FREE).text

    with serving(completion("好")) as server:
        assert asyncio.run(notebook(Talk(server=server))) == "好"
