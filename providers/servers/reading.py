"""The body of an answer: read into its shape, or shown in an error."""

from typing import TypeVar

from pydantic import BaseModel, ValidationError

from lorepack.errors import UnusableAnswerError

Shape = TypeVar("Shape", bound=BaseModel)

_SHOWN = 160
"""Characters of an answer that an error shows."""


def shown(text: str) -> str:
    """The beginning of a text on one line, quoted."""
    line = " ".join(text.split())
    return repr(line if len(line) <= _SHOWN else f"{line[:_SHOWN]}…")


def read_body(shape: type[Shape], body: bytes) -> Shape:
    """Read the body of a server's answer.

    Raises:
        UnusableAnswerError: It is empty, another thing than JSON (a page of a proxy), half of it,
            or of another shape.
    """
    try:
        return shape.model_validate_json(body)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(map(str, first["loc"]))
        seen = shown(body.decode("utf-8", "replace"))
    raise UnusableAnswerError(f"the server's answer is none: {place} {first['msg']}; it is {seen}")
