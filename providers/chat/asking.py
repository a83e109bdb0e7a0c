"""What is sent: a question as the OpenAI protocol has it."""

from enum import StrEnum
from typing import Any

import pydantic_core

from lorepack.ports import AnswerForm, Question


class Forcing(StrEnum):
    """How a server is made to keep to a form; `json_object` is not among them, it runs on."""

    JSON_SCHEMA = "json_schema"
    TOOL = "tool"
    """For servers without schemas: the answer is the arguments of the one tool there is."""


def body_of(question: Question, model: str, forcing: Forcing) -> bytes:
    """The body of the request."""
    asked: dict[str, Any] = {
        "model": model,
        "messages": [{"role": m.role, "content": m.content} for m in question.messages],
        "max_tokens": question.most_tokens,
        "temperature": 0,
        "stream": False,
    }
    if question.form is not None:
        asked |= _forced(question.form, forcing)
    return pydantic_core.to_json(asked)


def _forced(form: AnswerForm, forcing: Forcing) -> dict[str, Any]:
    named = {"name": form.name, "description": form.description, "strict": True}
    if forcing is Forcing.JSON_SCHEMA:
        schema = named | {"schema": form.schema}
        return {"response_format": {"type": "json_schema", "json_schema": schema}}
    function = named | {"parameters": form.schema}
    return {
        "tools": [{"type": "function", "function": function}],
        # It is the only one. A choice by name means none at all to llama.cpp (its issue 26535).
        "tool_choice": "required",
        "parallel_tool_calls": False,
    }
