"""The double that stands in for a chat model."""

import json

import pytest

from lorepack.errors import ProviderTimeoutError, UnusableAnswerError
from lorepack.ports import Call, ChatModel, Spent
from lorepack.records import Outcome
from providers.chat.scripted import ScriptedChat
from tests.providers.chatting import FORMED, FREE


def test_it_says_its_lines_in_order_and_notes_what_it_was_asked() -> None:
    chat = ScriptedChat(script=["好", {"summary": "渡口"}, '{"summary": ""}'])
    model: ChatModel = chat
    assert model.ask(FREE).text == "好"
    assert json.loads(model.ask(FORMED).text) == {"summary": "渡口"}
    assert model.ask(FORMED).text == '{"summary": ""}'
    assert chat.asked == [FREE, FORMED, FORMED]


def test_it_answers_by_a_function_of_the_question() -> None:
    chat = ScriptedChat(script=lambda question: question.messages[-1].content[::-1], name="mirror")
    answer = chat.ask(FREE)
    assert (answer.text, answer.model) == ("？口渡在谁", "mirror")


def test_it_fails_as_it_is_told_to_and_every_call_is_metered() -> None:
    calls: list[Call] = []
    spent = Spent(input_tokens=10, cached_tokens=4, output_tokens=2)
    script = ["好", ProviderTimeoutError("late"), '{"summary": "渡', ""]
    chat = ScriptedChat(script=script, meter=calls.append, spent=spent)
    chat.ask(FREE)
    with pytest.raises(ProviderTimeoutError, match="late"):
        chat.ask(FREE)
    for question in (FORMED, FREE):
        with pytest.raises(UnusableAnswerError):
            chat.ask(question)
    assert [call.outcome for call in calls] == [
        Outcome.ANSWERED,
        Outcome.FAILED,
        Outcome.UNUSABLE,
        Outcome.UNUSABLE,
    ]
    assert {(call.model, call.spent) for call in calls} == {("scripted", spent)}


def test_a_question_too_many_is_a_mistake_of_the_script_and_no_failure_of_a_model() -> None:
    chat = ScriptedChat(script=["好"])
    chat.ask(FREE)
    with pytest.raises(LookupError, match="no answer to question 2"):
        chat.ask(FREE)
