"""What a model is told and asked; the words lie in `ingest/prompts`, a file for each language."""

from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from pathlib import Path

from ingest.compressing.records import Sent
from lorepack.records import ChatMessage
from story.entries import heading
from text.fencing import fenced
from text.scripts import mostly_han

_FOLDER = Path(__file__).parents[1] / "prompts"
_LANGUAGES = {True: "zh", False: "en"}
_LABELS = {
    True: ("上一章摘要", "上一章末尾", "书中已有的名字", "未了的伏笔", "本章"),
    False: (
        "Summary of the chapter before",
        "End of the chapter before",
        "Names that the book knows",
        "Open foreshadows",
        "This chapter",
    ),
}


def chapter_messages(sent: Sent, *, previous: str) -> list[ChatMessage]:
    """Ask for a chapter's account.

    Args:
        sent: The chapter.
        previous: As much of the chapter before as there is room for, its end.
    """
    chinese = mostly_han(sent.text)
    parts = (
        sent.previous.summary if sent.previous else "",
        previous,
        "\n".join(_names(sent)),
        "\n".join(f"{m.subject} {m.text}" for m in sent.foreshadows),
        f"{heading(sent.chapter)}\n\n{sent.text}",
    )
    blocks = zip(_LABELS[chinese], parts, strict=True)
    told = "\n\n".join(fenced(label, text) for label, text in blocks if text.strip())
    return _messages("chapter_memory", told, chinese=chinese)


def window_messages(members: Sequence[str], *, chinese: bool) -> list[ChatMessage]:
    """Ask for a text that stands for several chapters or windows."""
    told = "\n\n".join(fenced(str(nth), text) for nth, text in enumerate(members, start=1))
    return _messages("window_summary", told, chinese=chinese)


def again(wrong: str) -> ChatMessage:
    """Ask once more, saying what was wrong with the answer."""
    words = f"Your answer could not be used: {wrong}. Answer once more, in the form asked for."
    return ChatMessage(role="user", content=words)


@cache
def prompt_version() -> str:
    """Names the words of all prompts: other words make other summaries."""
    files = sorted(_FOLDER.glob("*.txt"))
    return sha256(b"\0".join(file.read_bytes() for file in files)).hexdigest()[:8]


def _messages(name: str, told: str, *, chinese: bool) -> list[ChatMessage]:
    return [
        ChatMessage(role="system", content=_prompt(name, _LANGUAGES[chinese])),
        ChatMessage(role="user", content=told),
    ]


@cache
def _prompt(name: str, language: str) -> str:
    return (_FOLDER / f"{name}.{language}.txt").read_text(encoding="utf-8").strip()


def _names(sent: Sent) -> list[str]:
    """The entities that the chapter mentions, with the other names they go by."""
    present = {m.entity for m in sent.matcher.find(sent.text, at=sent.place)}
    return [" = ".join(e.spellings) for e in sent.entities if e.id in present]
