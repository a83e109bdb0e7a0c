"""Messages of a chat in JSON: one on each line, or all in one list; their fields by many names."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import cast

from ingest.formats.order import suffix
from lorepack.errors import InvalidInputError

LINES, WHOLE = (".jsonl", ".ndjson"), (".json",)
"""Endings of files that hold one message a line, and of those that are one document."""

SPEAKER = ("speaker", "name", "sender", "author", "from", "role")
TEXT = ("text", "content", "message", "body")
MOMENT = ("timestamp", "at", "date", "datetime", "time", "createdat", "createtime", "ts")
SESSION = ("session", "sessionid", "conversation", "conversationid", "thread", "threadid", "chatid")
_MESSAGES = ("messages", "conversation", "turns")
_TITLE = ("title",)
_SPEECH = ("text", "input_text", "output_text")
"""Kinds of parts of a message that are words."""

_SHOWN = 40
"""Characters of what cannot be read that an error shows."""
_SEPARATORS = re.compile(r"[\s_-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A message as it stands in the file."""

    where: str
    """File and place, for people."""
    fields: Mapping[str, object]
    """By name in lower case, without what joins words: `session_id` is `sessionid`."""

    def first(self, names: Sequence[str]) -> object:
        """The first of some fields that says anything, else None."""
        return next((v for name in names if (v := self.fields.get(name)) not in (None, "")), None)

    def word(self, names: Sequence[str]) -> str:
        """The first of some fields that is a word or a number, else nothing."""
        held = (self.fields.get(name) for name in names)
        return next((str(v) for v in held if _is_scalar(v) and v != ""), "")

    def words(self) -> str:
        """What is said; parts that are no words are named in brackets: `[image]`.

        Raises:
            InvalidInputError: There is no such field, or it is no text.
        """
        if not any(name in self.fields for name in TEXT):
            held = ", ".join(name[:_SHOWN] for name in list(self.fields)[:8]) or "none"
            raise InvalidInputError(
                f'{self.where}: no field is the text (there are: {held}); name it "text" or '
                '"content"'
            )
        content = self.first(TEXT)
        words = _said_in(content)
        if words is None:
            raise InvalidInputError(
                f"{self.where}: {shown(content)} is no text; make it a string, or a list of parts "
                'like {"type": "text", "text": "…"}'
            )
        return words


def rows(name: str, text: str) -> Iterator[Row]:
    """Every message of a file.

    Args:
        name: The file's name.
        text: JSON: one message a line, a list of them, or an object that holds such a list. In
            place of a message may stand an object with a list of messages: a session.

    Raises:
        InvalidInputError: It is no JSON, or something in it is no message.
    """
    if suffix(name) in LINES or not _is_whole(text):
        for n, line in enumerate(text.split("\n"), 1):
            if line.strip():
                where = f"{name}, line {n}"
                yield from _rows(where, _loaded(where, line), f"session {n}")
        return
    whole = _loaded(name, text)
    if (listed := _list(whole)) is not None:
        for n, item in enumerate(listed, 1):
            yield from _rows(f"{name}, message {n}", item, f"session {n}")
    else:
        yield from _rows(name, whole, "")


def _is_whole(text: str) -> bool:
    """Whether a file is to be read as one document: unless its first line is one already."""
    first, _, rest = text.strip().partition("\n")
    if not rest:
        return True
    try:
        json.loads(first)
    except (json.JSONDecodeError, RecursionError):
        return True
    return False


def _loaded(where: str, text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, character {error.colno}" if "\n" in text else error.colno
        raise InvalidInputError(
            f"{where}: this is no JSON ({error.msg}, at {place}); write one message a line, or "
            "all of them as one list"
        ) from error
    except (RecursionError, ValueError) as error:  # endless lists, endless numbers
        raise InvalidInputError(
            f"{where}: this is no chat ({error}); write plain messages"
        ) from error


def _rows(where: str, value: object, session: str) -> Iterator[Row]:
    """A message, or the messages of a session, which share its name and its date."""
    row = _row(where, value)
    inner = next((held for name in _MESSAGES if (held := _list(row.fields.get(name)))), None)
    if inner is None:
        yield row
        return
    called, moment = row.word((*SESSION, *_TITLE)) or session, row.first(MOMENT)
    for n, item in enumerate(inner, 1):
        yield _inheriting(_row(f"{where}, message {n}", item), called, moment)


def _inheriting(row: Row, session: str, moment: object) -> Row:
    """A message with the session and the date that it does not name itself."""
    shared: dict[str, object] = {}
    if session and not row.word(SESSION):
        shared["session"] = session
    if moment is not None and row.first(MOMENT) is None:
        shared["timestamp"] = moment
    return replace(row, fields={**row.fields, **shared})


def _row(where: str, value: object) -> Row:
    if not isinstance(value, dict):
        raise InvalidInputError(
            f"{where}: {shown(value)} is no message; write an object with a text, such as "
            '{"speaker": "Ada", "text": "Hello"}'
        )
    fields = cast("dict[str, object]", value)
    return Row(
        where=where,
        fields={_SEPARATORS.sub("", name).casefold(): v for name, v in fields.items()},
    )


def _list(value: object) -> list[object] | None:
    return cast("list[object]", value) if isinstance(value, list) else None


def _is_scalar(value: object) -> bool:
    return isinstance(value, str | int | float)


def _said_in(content: object) -> str | None:
    """The words of a message's content; None if it is nothing that has any."""
    if content is None or isinstance(content, str):
        return content or ""
    listed = _list(content)
    if listed is None:
        return None
    parts = [_part(part) for part in listed]
    said = [part for part in parts if part]
    return None if None in parts else "\n".join(said)


def _part(part: object) -> str | None:
    """One part of a message: its words, or what stands for a picture and the like."""
    if isinstance(part, str):
        return part
    if not isinstance(part, dict):
        return None
    fields = cast("dict[str, object]", part)
    words, kind = fields.get("text"), str(fields.get("type", "text"))
    if isinstance(words, str) or kind in _SPEECH:
        return words if isinstance(words, str) else None
    return f"[{kind.removeprefix('input_').removesuffix('_url')}]"


def shown(value: object) -> str:
    """A value as an error shows it."""
    words = json.dumps(value, ensure_ascii=False, default=str)
    return words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"
