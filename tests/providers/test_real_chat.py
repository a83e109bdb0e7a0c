"""A real model behind a real server: the wire, the form, what is counted, the end of the window."""

import json
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest

from lorepack.errors import ProviderError, UnusableAnswerError
from lorepack.ports import AnswerForm, Call, Question
from lorepack.records import ChatMessage, Outcome
from providers.chat.asking import Forcing
from providers.chat.compatible import CompatibleChat
from providers.servers.asking import Asking
from providers.servers.wire import Wire, address_of
from tests import real_chat

ROOT = Path(__file__).parents[2]

pytestmark = [
    pytest.mark.real_chat,
    pytest.mark.skipif(
        bool(real_chat.absent()),
        reason=f"{' and '.join(real_chat.absent())}, optional, not installed (see .ci/run)",
    ),
]

STORY = "Mara rowed to the mill at dawn. The brass key was gone, and Tobin had sold the boat. "
FORM = AnswerForm(
    name="emit_memory",
    description="What a chapter leaves behind.",
    schema={
        "type": "object",
        "properties": {
            "summary": {"type": "string", "maxLength": 80},
            "people": {
                "type": "array",
                "items": {"type": "string", "maxLength": 12},
                "maxItems": 2,
            },
        },
        "required": ["summary", "people"],
        "additionalProperties": False,
    },
)


@pytest.fixture(scope="module")
def address() -> Generator[str]:
    """The server's base address; it runs in a process of its own."""
    command = [sys.executable, "-m", "tests.real_chat"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, encoding="utf-8") as server:
        assert server.stdout is not None
        word, _, where = server.stdout.readline().strip().partition(" ")
        assert word == "ready", "the server did not start; its standard error says why"
        yield f"{where}/v1"
        server.terminate()


def ask(text: str, most: int = 250) -> Question:
    said = ChatMessage(role="user", content=f"Note what this chapter says: {text}")
    return Question(messages=(said,), form=FORM, most_tokens=most)


def model(address: str, calls: list[Call], forcing: Forcing) -> CompatibleChat:
    return CompatibleChat(
        name="smollm2",
        window=real_chat.WINDOW,
        server=Asking(
            wire=Wire(
                url=address_of(address, "chat/completions", of="the address"),
                key=None,
                seconds=120,
            )
        ),
        forcing=forcing,
        count=len,
        meter=calls.append,
    )


def test_a_form_is_kept_to_and_the_prompt_is_counted_and_cached(address: str) -> None:
    calls: list[Call] = []
    asked = model(address, calls, Forcing.JSON_SCHEMA)
    first, second = asked.ask(ask(STORY)), asked.ask(ask(STORY))
    value = json.loads(first.text)
    assert set(value) == {"summary", "people"}
    assert len(value["summary"]) <= 80
    assert first.text == second.text, "the same question, the same answer"
    assert [call.outcome for call in calls] == [Outcome.ANSWERED] * 2
    assert first.spent.input_tokens > 20
    assert 0 < first.spent.output_tokens <= 250
    assert not first.spent.estimated
    assert 0 < second.spent.cached_tokens <= second.spent.input_tokens


def test_an_answer_at_its_limit_is_no_answer(address: str) -> None:
    calls: list[Call] = []
    with pytest.raises(UnusableAnswerError, match="'length', at most 4 tokens"):
        model(address, calls, Forcing.JSON_SCHEMA).ask(ask(STORY, most=4))
    assert [(call.outcome, call.spent.output_tokens) for call in calls] == [(Outcome.UNUSABLE, 4)]


def test_a_server_that_drops_the_tool_in_silence_is_found_out(address: str) -> None:
    calls: list[Call] = []
    with pytest.raises(UnusableAnswerError):
        model(address, calls, Forcing.TOOL).ask(ask(STORY, most=60))
    assert [call.outcome for call in calls] == [Outcome.UNUSABLE]


def test_a_prompt_beyond_the_window_is_refused_with_both_sizes(address: str) -> None:
    calls: list[Call] = []
    with pytest.raises(ProviderError, match=rf"answered 400: .*{real_chat.WINDOW}"):
        model(address, calls, Forcing.JSON_SCHEMA).ask(ask(STORY * 100))
    assert [call.outcome for call in calls] == [Outcome.FAILED]
