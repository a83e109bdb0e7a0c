"""Transcripts: chats as plain text, each message under a header of its own.

A message begins at a line's start with `[2023-06-13 17:23] Speaker: `: a date in ISO form, then at
will a time, its seconds and its zone, then the speaker, who may be left out. `[undated]` stands
where no date is known. Messages are parted by a blank line. A line inside a message that looks like
a header is told from one by a space before it.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

UNDATED = "undated"
"""What stands in a header in place of a date that nobody knows."""

LONGEST_SPEAKER = 64
"""Characters."""

_SENTENCE_MARKS = "，。！？；!?;"
_STAMP = r"\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?(?: ?(?:Z|[+-]\d\d:?\d\d))?)?"
_SPEAKER = (
    rf"(?P<speaker>[^\s:：{_SENTENCE_MARKS}][^\n：{_SENTENCE_MARKS}]{{0,{LONGEST_SPEAKER - 1}}}?)"
    r"(?<!\s)(?::(?= |\n|\Z)|：)"
)
_HEAD = rf"\[(?P<stamp>{UNDATED}|{_STAMP})\](?= |\n|\Z)"
_HEADER = re.compile(rf"^{_HEAD}(?: {_SPEAKER})? ?", re.MULTILINE)
_POSES_AS_HEADER = re.compile(rf"^(?= *{_HEAD})", re.MULTILINE)
_POSED_AS_HEADER = re.compile(rf"^ (?= *{_HEAD})", re.MULTILINE)
_POSES_AS_SPEAKER = re.compile(rf"(?= *{_SPEAKER})")
_POSED_AS_SPEAKER = re.compile(rf" (?= *{_SPEAKER})")
_NAME = re.compile(_SPEAKER)
_NO_NAME = re.compile(rf"[：{_SENTENCE_MARKS}]|:(?=\s|\Z)|\A:++")


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """One message of a transcript, by its place in it; the messages of a transcript tile it."""

    start: int
    """Offset in characters, that of its header but for blank lines before the first one."""
    end: int
    """Offset behind it and the blank line that follows."""
    body_start: int
    """Offset behind the header."""
    stamp: str | None
    """The date, and the time if it is told, as the header has them; None for `undated`."""
    speaker: str | None = None
    """As the header has it."""
    at: int | None = None
    """Seconds since 1970; midnight where no time is told, UTC where no zone is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a message says, apart from any transcript."""

    text: str
    """Without line ends around it."""
    stamp: str | None = None
    """A date as a header has it: `2023-06-13`, `2023-06-13 17:23+08:00`."""
    speaker: str | None = None
    """A name as `speaker_name` gives it."""


def messages(text: str) -> list[Message]:
    """The messages of a transcript, in order.

    Returns:
        None at all for a text that is no transcript: whose first line that is not blank is no
        header.
    """
    first = len(text) - len(text.lstrip())
    first = text.rfind("\n", 0, first) + 1
    if _HEADER.match(text, first) is None:
        return []
    found = [(header, at) for header, at in _headers(text, first)]
    if not found or found[0][0].start() != first:
        return []
    ends = [*(header.start() for header, _ in found[1:]), len(text)]
    starts = [0, *ends]
    return [
        Message(
            start=start,
            end=end,
            body_start=header.end(),
            stamp=None if header["stamp"] == UNDATED else header["stamp"],
            speaker=header["speaker"],
            at=at,
        )
        for (header, at), start, end in zip(found, starts, ends, strict=False)
    ]


def _headers(text: str, first: int) -> Iterator[tuple[re.Match[str], int | None]]:
    """Headers and their moments; a date that the calendar lacks heads nothing."""
    for header in _HEADER.finditer(text, first):
        if header["stamp"] == UNDATED:
            yield header, None
        elif (at := moment(header["stamp"])) is not None:
            yield header, at


def without_dates(text: str) -> str:
    """A transcript, or one message of it, with nothing but the speaker before each body.

    What a message means does not change with its date, and an encoder that reads one draws all
    messages of a day together.
    """
    shown: list[str] = []
    done = 0
    for header, _ in _headers(text, 0):
        speaker = f"{header['speaker']}: " if header["speaker"] else ""
        shown += [text[done : header.start()], speaker]
        done = header.end()
    return "".join([*shown, text[done:]])


def moment(stamp: str) -> int | None:
    """The seconds since 1970 of a date as a header has it; None if the calendar lacks it."""
    try:
        told = datetime.fromisoformat(
            stamp.replace(" +", "+").replace(" -", "-").replace(" Z", "Z")
        )
    except ValueError:
        return None
    return int((told if told.tzinfo else told.replace(tzinfo=UTC)).timestamp())


def said(text: str, message: Message) -> Said:
    """What a message of a transcript says.

    Args:
        text: The transcript.
        message: One of its messages.
    """
    body = text[message.body_start : message.end].strip("\n")
    if message.speaker is None:
        body = _POSED_AS_SPEAKER.sub("", body, count=1) if _POSED_AS_SPEAKER.match(body) else body
    return Said(text=_POSED_AS_HEADER.sub("", body), stamp=message.stamp, speaker=message.speaker)


def render(conversation: Sequence[Said]) -> str:
    """The transcript of a conversation, from which `messages` and `said` read it again."""
    return "\n\n".join(map(_rendered, conversation))


def _rendered(message: Said) -> str:
    body = _POSES_AS_HEADER.sub(" ", message.text)
    if message.speaker is not None:
        return f"[{message.stamp or UNDATED}] {message.speaker}: {body}"
    posing = " " if _POSES_AS_SPEAKER.match(body) else ""
    return f"[{message.stamp or UNDATED}] {posing}{body}"


def speaker_name(words: str) -> str | None:
    """A name as a header can hold it: in one line, without what would end it; None if none is left.

    Args:
        words: However somebody is called.
    """
    name = " ".join(words.split())
    while (shorter := " ".join(_NO_NAME.sub("", name)[:LONGEST_SPEAKER].split())) != name:
        name = shorter
    return name if _NAME.fullmatch(f"{name}:") else None
