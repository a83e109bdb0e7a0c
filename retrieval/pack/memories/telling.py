"""Memories in words: what each says, its fields, and who does not know it yet."""

from collections.abc import Sequence
from typing import NamedTuple

from lorepack.records import AUTHOR, Memory, MemoryKind
from retrieval.pack.memories.details import Detail, details_of
from retrieval.pack.state import State
from story.memories import Visibility, read_visibility
from text.scripts import labelled, mostly_han


class Telling(NamedTuple):
    """A memory taken apart into what is told of it."""

    head: str
    """Its subject, or what stands for that."""
    mark: str
    """Who does not know it yet."""
    text: str
    details: tuple[Detail, ...]
    chinese: bool
    lines: bool
    """Whether its details are long enough for lines of their own."""

    def words(self, text: str, details: Sequence[Detail]) -> str:
        """Some of it as an item of a pack."""
        behind = _behind([detail.told for detail in details], self)
        said = f"{self.mark}{text}{behind}" if text else f"{self.mark}{behind.strip()}"
        return labelled(self.head, said) if self.head else said


def told(memory: Memory, state: State, *, label: str | None = None) -> str:
    """What a memory says: its subject, its text, the fields that its text does not hold, marks.

    Args:
        memory: Folded.
        state: The story just before the chapter.
        label: In place of the subject.
    """
    return in_full(telling(memory, state, label=label))


def in_full(one: Telling) -> str:
    """All of it."""
    return one.words(one.text, unsaid(one.details, one.text))


def unsaid(details: Sequence[Detail], text: str) -> list[Detail]:
    """The details that a text does not hold."""
    return [detail for detail in details if detail.words not in text]


def telling(memory: Memory, state: State, *, label: str | None = None) -> Telling:
    """A memory taken apart.

    Args:
        memory: Folded.
        state: The story just before the chapter.
        label: In place of the subject.
    """
    chinese = mostly_han(memory.text)
    return Telling(
        head=memory.subject if label is None else label,
        mark=_mark(read_visibility(memory.visibility), state, chinese=chinese),
        text=memory.text,
        details=details_of(memory, chinese=chinese),
        chinese=chinese,
        lines=memory.kind is MemoryKind.BIBLE,
    )


def _behind(details: Sequence[str], one: Telling) -> str:
    if not details:
        return ""
    if one.lines:
        return "".join(f"\n{detail}" for detail in details)
    return f"（{'；'.join(details)}）" if one.chinese else f" ({'; '.join(details)})"


def _mark(visibility: Visibility, state: State, *, chinese: bool) -> str:
    """Who does not know it yet; nothing where that is not said."""
    if visibility.who == AUTHOR:
        return ""
    name, known = visibility.name, visibility.chapter in state.positions
    if not name:
        hidden = "【读者未知】" if chinese else "[not yet known to the reader] "
        return "" if known else hidden
    if known:
        return f"【只有{name}知道】" if chinese else f"[known to {name} alone] "
    return f"【{name}还不知道】" if chinese else f"[not yet known to {name}] "
