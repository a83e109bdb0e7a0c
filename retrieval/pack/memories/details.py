"""The fields of a memory in words."""

from collections.abc import Iterator
from typing import NamedTuple

from lorepack.records import (
    DecisionFields,
    DutyKind,
    FieldValue,
    ForeshadowFields,
    ForeshadowStatus,
    Memory,
    MemoryKind,
    NextDutyFields,
    PreferenceFields,
)
from story.memories import as_typed

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
    MemoryKind.PREFERENCE: ("statement",),
    MemoryKind.DECISION: ("statement", "reasons"),
    MemoryKind.TASK_RESULT: ("goal", "key_path", "conclusion", "status", "source_ids"),
    MemoryKind.SESSION_SUMMARY: ("topic", "conclusions", "concerns"),
    MemoryKind.NOTE: ("topic",),
}
"""Fields that are told beside the text, in this order."""

LABELS = {
    "age": ("年龄", "age"),
    "adaptation": ("改编规则", "adaptation"),
    "conceals": ("隐瞒", "conceals"),
    "concerns": ("未决", "left open"),
    "conclusion": ("结论", "conclusion"),
    "conclusions": ("结论", "conclusions"),
    "condition": ("状况", "condition"),
    "current_state": ("现状", "now"),
    "facts": ("细节", "details"),
    "goal": ("目标", "goal"),
    "holder": ("持有", "held by"),
    "key_path": ("经过", "by way of"),
    "knows": ("知道", "knows"),
    "location": ("所在", "at"),
    "nature": ("关系", "nature"),
    "place": ("地点", "at"),
    "props": ("陈设", "props"),
    "protagonist": ("主角内核", "protagonist"),
    "rank": ("身份", "rank"),
    "reason": ("缘由", "reason"),
    "reasons": ("缘由", "because"),
    "source_ids": ("来源", "sources"),
    "statement": ("原话", "in these words"),
    "status": ("状态", "status"),
    "story_time": ("故事时间", "story time"),
    "surface": ("明面", "shown"),
    "topic": ("话题", "topic"),
    "traits": ("不变的特征", "never changes"),
    "world_rules": ("世界规则", "world rules"),
}

_STATUS = {
    ForeshadowStatus.HINTED: ("已暗示", "hinted at"),
    ForeshadowStatus.ADVANCED: ("已推进", "advanced"),
}
"""What a window and a planting do not tell already."""


class Detail(NamedTuple):
    """A field in words."""

    name: str
    words: str
    """Its value, which the text may hold already."""
    told: str
    """The value behind its label."""


def details_of(memory: Memory, *, chinese: bool) -> tuple[Detail, ...]:
    """What is told beside its text: its fields, and facts that neither of them holds."""
    told = [*_details(memory, chinese=chinese), *_of_kind(memory, chinese=chinese)]
    said = "\n".join([memory.text, *(detail.words for detail in told)])
    beside = tuple(fact for fact in memory.facts if fact not in said)
    return (*told, *_detail("facts", beside, chinese=chinese))


def _details(memory: Memory, *, chinese: bool) -> Iterator[Detail]:
    for name in _DETAILS.get(memory.kind, ()):
        yield from _detail(name, memory.fields.get(name), chinese=chinese)


def _detail(name: str, value: FieldValue | None, *, chinese: bool) -> Iterator[Detail]:
    words = _joined(value, chinese=chinese)
    if words:
        label = LABELS[name][0 if chinese else 1]
        yield Detail(name, words, f"{label}：{words}" if chinese else f"{label}: {words}")


def _joined(value: FieldValue | None, *, chinese: bool) -> str:
    if isinstance(value, tuple):
        return ("、" if chinese else ", ").join(value)
    return str(value or "")


def _of_kind(memory: Memory, *, chinese: bool) -> Iterator[Detail]:
    for name, words in _said_of_kind(memory, chinese=chinese):
        yield Detail(name, words, words)


def _said_of_kind(memory: Memory, *, chinese: bool) -> Iterator[tuple[str, str]]:
    if memory.kind is MemoryKind.FORESHADOW:
        yield from _foreshadow(as_typed(memory, ForeshadowFields), chinese=chinese)
    if memory.kind is MemoryKind.NEXT_DUTY:
        forbids = as_typed(memory, NextDutyFields).kind is DutyKind.MUST_NOT
        if forbids:
            yield "kind", "不得提前写出" if chinese else "must not happen yet"
    if memory.kind is MemoryKind.PREFERENCE:
        whose = as_typed(memory, PreferenceFields).whose
        yield (
            "whose",
            (f"{whose}的偏好" if whose else "偏好") if chinese else _by("preferred", whose),
        )
    if memory.kind is MemoryKind.DECISION:
        whose = as_typed(memory, DecisionFields).whose
        yield "whose", (f"{whose}所定" if whose else "已定") if chinese else _by("decided", whose)


def _by(done: str, whose: str) -> str:
    return f"{done} by {whose}" if whose else done


def _foreshadow(fields: ForeshadowFields, *, chinese: bool) -> Iterator[tuple[str, str]]:
    if fields.planted_at:
        at = fields.planted_at
        if fields.status is ForeshadowStatus.PLANNED:
            yield "planted_at", f"将埋于第{at}章" if chinese else f"to be planted in chapter {at}"
        else:
            yield "planted_at", f"埋于第{at}章" if chinese else f"planted in chapter {at}"
    if fields.status and fields.status in _STATUS:
        yield "status", _STATUS[fields.status][0 if chinese else 1]
    if fields.due_to or fields.due_from:
        window = f"{fields.due_from or '?'}-{fields.due_to or '?'}"
        yield "due", f"应在第{window}章揭晓" if chinese else f"due in chapters {window}"
    if fields.paid and fields.payoffs:
        share = f"{fields.paid}/{fields.payoffs}"
        yield "paid", f"已兑现{share}" if chinese else f"{share} paid"
    if fields.hidden_truth:
        label = "真相（读者未知）：" if chinese else "truth (not yet known to the reader): "
        yield "hidden_truth", f"{label}{fields.hidden_truth}"
