"""Memories in words: what each says, its fields, and who does not know it yet."""

from collections.abc import Iterator

from lorepack.records import (
    AUTHOR,
    DutyKind,
    FieldValue,
    ForeshadowFields,
    Memory,
    MemoryKind,
    NextDutyFields,
)
from retrieval.pack.piece import Piece, whole
from retrieval.pack.state import State
from story.memories import Visibility, as_typed, read_visibility
from text.scripts import labelled, mostly_han

_DETAILS = {
    MemoryKind.BIBLE: ("world_rules", "protagonist", "traits", "adaptation"),
    MemoryKind.STYLE_RULE: ("reason",),
    MemoryKind.BAN_RULE: ("reason",),
    MemoryKind.LOCKED_RULE: ("reason",),
    MemoryKind.MAINLINE: ("goal",),
    MemoryKind.CHARACTER_STATE: (
        *("current_state", "condition", "age", "rank", "location", "knows", "conceals"),
    ),
    MemoryKind.RELATIONSHIP: ("nature",),
    MemoryKind.SCENE: ("place", "props"),
    MemoryKind.ITEM: ("holder", "place"),
    MemoryKind.EVENT: ("story_time",),
    MemoryKind.FORESHADOW: ("surface",),
}
"""Fields that are told beside the text, in this order."""

LABELS = {
    "age": ("年龄", "age"),
    "adaptation": ("改编规则", "adaptation"),
    "conceals": ("隐瞒", "conceals"),
    "condition": ("状况", "condition"),
    "current_state": ("现状", "now"),
    "goal": ("目标", "goal"),
    "holder": ("持有", "held by"),
    "knows": ("知道", "knows"),
    "location": ("所在", "at"),
    "nature": ("关系", "nature"),
    "place": ("地点", "at"),
    "props": ("陈设", "props"),
    "protagonist": ("主角内核", "protagonist"),
    "rank": ("身份", "rank"),
    "reason": ("缘由", "reason"),
    "story_time": ("故事时间", "story time"),
    "surface": ("明面", "shown"),
    "traits": ("不变的特征", "never changes"),
    "world_rules": ("世界规则", "world rules"),
}


def told(memory: Memory, state: State, *, label: str | None = None) -> str:
    """What a memory says: its subject, its text, the fields that its text does not hold, marks.

    Args:
        memory: Folded.
        state: The story just before the chapter.
        label: In place of the subject.
    """
    chinese = mostly_han(memory.text)
    details = [*_details(memory, chinese=chinese), *_of_kind(memory, chinese=chinese)]
    mark = _mark(read_visibility(memory.visibility), state, chinese=chinese)
    behind = _bracketed(details, chinese=chinese)
    if memory.kind is MemoryKind.BIBLE:  # long enough for a line of its own
        behind = "".join(f"\n{detail}" for detail in details)
    words = f"{mark}{memory.text}{behind}"
    head = memory.subject if label is None else label
    return labelled(head, words) if head else words


def since_piece(memory: Memory, state: State) -> Piece:
    """What was extracted after the author's own word: it stands behind that one."""
    chinese = mostly_han(memory.text)
    place = state.positions.get(memory.known_from or "")
    since = f"此后，摘自第{place}章" if chinese else f"since then, taken from chapter {place}"
    head = f"{memory.subject}（{since}）" if chinese else f"{memory.subject} ({since})"
    return Piece(
        id=memory.id,
        kind=memory.kind,
        reason=f"extracted from chapter {place}, after the author's word",
        forms=whole(told(memory, state, label=head)),
    )


def _details(memory: Memory, *, chinese: bool) -> Iterator[str]:
    for name in _DETAILS.get(memory.kind, ()):
        words = _joined(memory.fields.get(name), chinese=chinese)
        if words and words not in memory.text:
            label = LABELS[name][0 if chinese else 1]
            yield f"{label}：{words}" if chinese else f"{label}: {words}"


def _joined(value: FieldValue | None, *, chinese: bool) -> str:
    if isinstance(value, tuple):
        return ("、" if chinese else ", ").join(value)
    return str(value or "")


def _of_kind(memory: Memory, *, chinese: bool) -> Iterator[str]:
    if memory.kind is MemoryKind.FORESHADOW:
        yield from _foreshadow(as_typed(memory, ForeshadowFields), chinese=chinese)
    if memory.kind is MemoryKind.NEXT_DUTY:
        forbids = as_typed(memory, NextDutyFields).kind is DutyKind.MUST_NOT
        yield from (["不得提前写出" if chinese else "must not happen yet"] if forbids else [])


def _foreshadow(fields: ForeshadowFields, *, chinese: bool) -> Iterator[str]:
    if fields.planted_at:
        at = fields.planted_at
        yield f"埋于第{at}章" if chinese else f"planted in chapter {at}"
    if fields.due_to or fields.due_from:
        window = f"{fields.due_from or '?'}-{fields.due_to or '?'}"
        yield f"应在第{window}章揭晓" if chinese else f"due in chapters {window}"
    if fields.paid and fields.payoffs:
        share = f"{fields.paid}/{fields.payoffs}"
        yield f"已兑现{share}" if chinese else f"{share} paid"
    if fields.hidden_truth:
        label = "真相（读者未知）：" if chinese else "truth (not yet known to the reader): "
        yield f"{label}{fields.hidden_truth}"


def _bracketed(details: list[str], *, chinese: bool) -> str:
    if not details:
        return ""
    return f"（{'；'.join(details)}）" if chinese else f" ({'; '.join(details)})"


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
