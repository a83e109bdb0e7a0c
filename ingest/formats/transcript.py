"""Chats in JSON as a transcript: one session a chapter, or one day."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ingest.formats.manuscript import Manuscript, Mark
from ingest.formats.order import suffix
from ingest.formats.transcript_messages import (
    LINES,
    MOMENT,
    SESSION,
    SPEAKER,
    WHOLE,
    Row,
    rows,
    shown,
)
from ingest.formats.transcript_moments import stamp_of
from ingest.own_packs import refuse_packs
from ingest.reading import decode_bytes
from lorepack.errors import InvalidInputError
from lorepack.records import Warned
from text.transcripts import Said, render, speaker_name

_LONGEST_TITLE = 120
"""Characters."""
_BEGINS = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{\s*\"")
_NO_TEXT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Control characters and halves of characters; line ends and tabs are neither."""


def is_transcript(name: str, data: bytes) -> bool:
    """Whether a file holds a chat in JSON: by its ending, or by how it begins."""
    return suffix(name) in (*LINES, *WHOLE) or _BEGINS.match(data) is not None


def read_transcript(name: str, data: bytes) -> Manuscript:
    """Read a chat: one session a chapter, and one day where no sessions are told apart.

    Args:
        name: The file's name.
        data: JSON, one message a line, or a list of messages, or an object that holds one.

    Raises:
        InvalidInputError: A message cannot be read, or none has words; the text says which, and
            what to change.
    """
    try:
        decoded = decode_bytes(data)
    except InvalidInputError as error:
        raise InvalidInputError(f"{name}: {error}") from error
    refuse_packs(decoded.text, name)  # its keys and its messages are none of a chat
    chat = _Chat()
    for row in rows(name, decoded.text):
        chat.take(row)
    if not chat.sessions:
        raise InvalidInputError(
            f"{name} holds no message with words in it; one looks like "
            '{"speaker": "Ada", "text": "Hello", "timestamp": "2023-06-13 17:23"}'
        )
    text, marks = _joined(list(chat.sessions.values()))
    return Manuscript(
        text=text,
        encoding=decoded.encoding,
        reason=decoded.reason,
        format="transcript",
        marks=marks,
        exact=True,
        warnings=(*decoded.warnings, *chat.warnings()),
    )


@dataclass(slots=True, kw_only=True)
class _Session:
    """Messages that belong together."""

    title: str
    messages: list[Said] = field(default_factory=list[Said])


@dataclass(slots=True)
class _Chat:
    """Messages on their way into sessions."""

    sessions: dict[tuple[str, str], _Session] = field(
        default_factory=dict[tuple[str, str], _Session]
    )
    """In the order of their first messages, by their own name, else by their day."""
    empty: list[str] = field(default_factory=list[str])
    """Where the messages without words stand."""
    cleaned: list[str] = field(default_factory=list[str])
    """Where the messages stand that held what no text holds."""
    day: str = ""
    """That of the message before."""

    def take(self, row: Row) -> None:
        """Put a message into its session."""
        words, stamp = row.words(), _stamp(row)
        text = _plain(words)
        if not text:
            self.empty.append(row.where)
            return
        if _NO_TEXT.search(words):
            self.cleaned.append(row.where)
        speaker = speaker_name(_plain(row.word(SPEAKER)))
        self._session(row, stamp).messages.append(Said(text=text, stamp=stamp, speaker=speaker))

    def _session(self, row: Row, stamp: str | None) -> _Session:
        """The session a message belongs to; without a date it belongs to the day before it."""
        self.day = stamp[:10] if stamp else self.day
        name = row.word(SESSION)
        called = " ".join(_plain(name).split())[:_LONGEST_TITLE]
        key = ("session", name) if called else ("day", self.day)
        return self.sessions.setdefault(key, _Session(title=called or self.day))

    def warnings(self) -> Iterator[Warned]:
        """What was left out."""
        if self.empty:
            message = f"left out for having no words: {_counted(self.empty)}"
            yield Warned(code="empty", message=message)
        if self.cleaned:
            message = f"control characters were taken out of: {_counted(self.cleaned)}"
            yield Warned(code="control_characters", message=message)


def _stamp(row: Row) -> str | None:
    written = row.first(MOMENT)
    stamp = None if written is None else stamp_of(written)
    if written is not None and stamp is None:
        raise InvalidInputError(
            f"{row.where}: {shown(written)} is no date that can be read; write it as "
            '"2023-06-13 17:23", or leave it out'
        )
    return stamp


def _counted(places: Sequence[str]) -> str:
    if len(places) == 1:
        return f"1 message ({places[0]})"
    return f"{len(places):,} messages (the first is {places[0]})"


def _joined(sessions: Sequence[_Session]) -> tuple[str, tuple[Mark, ...]]:
    """The transcript, and where its sessions begin."""
    parts: list[str] = []
    marks: list[Mark] = []
    start = 0
    for session in sessions:
        marks.append(Mark(start=start, end=start, title=session.title, level=1))
        parts.append(render(session.messages) + "\n\n")
        start += len(parts[-1])
    return "".join(parts), tuple(marks)


def _plain(words: str) -> str:
    """Words as a text holds them: NFC, line feeds alone, nothing that is no character."""
    lines = words.replace("\r\n", "\n").replace("\r", "\n")
    clean = unicodedata.normalize("NFC", _NO_TEXT.sub(" ", lines))
    return "\n".join(line.rstrip() for line in clean.split("\n")).strip("\n")
