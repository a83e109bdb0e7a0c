"""What the author asked of the chapter: the card, duties, rules, foreshadows."""

import re
from collections.abc import Iterator
from dataclasses import replace

from lorepack.records import (
    Evidence,
    Finding,
    FindingCode,
    ForeshadowFields,
    Memory,
    MemoryKind,
    NextDutyFields,
    Span,
)
from story.continuity.draft import Draft
from story.continuity.wishes import Wish, deaths_of, denied, nearest, wish
from story.memories import CLOSED, as_typed, status_of

_ABSENT_BELOW = 0.5
_PRESENT_FROM = 0.8
_TELLING = 2
"""Words and names of a line, from which on their meeting is no chance."""
_PROHIBITION = re.compile(
    "绝?不[得能许要可准会该应]|禁止|严禁|勿|别|不让|避免|暂不|\\b(?:must not|do not|"
    "don't|never|no|not|avoid|cannot|may not)\\b",
    re.IGNORECASE,
)
_ONLY_NAMED = re.compile(
    "(?:提到|提及|出现|写到|写|透露|说出|使用|用|暴露|揭示|泄露)|\\b(?:mention|name|"
    "reveal|use|show|say)\\b"
)
_QUOTED = re.compile('[「“"《]([^」”"》]{1,20})[」”"》]')
_LIST = re.compile(
    "(?:禁用词|禁词|禁用|不得出现|不许出现|禁止出现|不得使用|banned(?: words)?|forbidden words?)"
    "\\s*[:：]\\s*(?P<words>.+)",
    re.IGNORECASE,
)
_COMMAS = re.compile("[、，,；;\\s]+")


def unmet(draft: Draft) -> Iterator[Finding]:
    """What must happen by the card, by a duty or by a foreshadow's window and clearly does not."""
    for line in draft.card.must_happen:
        yield from _absent(draft, FindingCode.MUST_HAPPEN_UNMET, line, line, _line(line))
    for memory in draft.memories:
        if memory.kind is MemoryKind.NEXT_DUTY and not as_typed(memory, NextDutyFields).met:
            yield from _duty(draft, memory)
        elif memory.kind is MemoryKind.FORESHADOW and _is_overdue(memory, draft.chapter):
            yield from _overdue(draft, memory)


def broken(draft: Draft) -> Iterator[Finding]:
    """What must not happen by the card, by a duty or by a rule and clearly does."""
    for line in draft.card.must_not:
        yield from _present(draft, FindingCode.MUST_NOT_BROKEN, line, _line(line))
    for memory in draft.memories:
        if memory.kind is MemoryKind.BAN_RULE:
            yield from _banned(draft, memory)
        if memory.kind is MemoryKind.NEXT_DUTY and _PROHIBITION.match(memory.text):
            yield from _present(draft, FindingCode.MUST_NOT_BROKEN, memory.text, _whole(memory))
        if memory.kind is MemoryKind.FORESHADOW:
            yield from _revealed(draft, memory)


def _line(line: str) -> Evidence:
    return Evidence(quote=line, start=0, end=len(line))


def _whole(memory: Memory) -> Evidence:
    return Evidence(quote=memory.text, start=0, end=len(memory.text), memory=memory.id)


def _duty(draft: Draft, memory: Memory) -> Iterator[Finding]:
    if not _PROHIBITION.match(memory.text):
        yield from _absent(draft, FindingCode.DUTY_UNMET, memory.text, memory.text, _whole(memory))


def _absent(
    draft: Draft, code: FindingCode, subject: str, line: str, asked: Evidence
) -> Iterator[Finding]:
    wanted = wish(line, draft)
    met = nearest(wanted, draft)
    least = _ABSENT_BELOW
    if wanted.deadly and wanted.names:
        least = 0.0 if deaths_of(wanted, draft) else _PRESENT_FROM
        met = met if wanted.weight else replace(met, share=0.0)
    elif not wanted.nouns and len(wanted.names) >= _TELLING:
        least = _least_of_deeds(wanted, draft)
    absent = bool(met.missing) or met.share < least
    if absent and (wanted.weight or wanted.names or wanted.facts):
        message = draft.message(f"没有写到：{line}", f"does not happen: {line}")
        yield draft.finding(code, subject, line, message, met.span, asked)


def _least_of_deeds(wanted: Wish, draft: Draft) -> float:
    """The share of a line that has to be met where it says but who does what to whom.

    A deed has many words: people who meet in the draft may have done it.
    """
    together = nearest(wanted, draft, gathered=True).names
    return 0.0 if wanted.names <= together else _ABSENT_BELOW


def _present(draft: Draft, code: FindingCode, line: str, asked: Evidence) -> Iterator[Finding]:
    wanted = wish(_PROHIBITION.sub("", line), draft)
    if wanted.deadly and wanted.names:
        spans = deaths_of(wanted, draft)
    else:
        spans = _clear(draft, wanted, named_only=bool(_ONLY_NAMED.search(line)))
    message = draft.message(f"不该发生，却写到了：{line}", f"happens although it must not: {line}")
    for span in spans[:1]:
        yield draft.finding(code, line, line, message, span, asked)


def _clear(draft: Draft, wanted: Wish, *, named_only: bool) -> list[Span]:
    """Where the draft clearly does what a line says: all of its names, next to all of its words."""
    words = wanted.nouns | wanted.deeds
    if not words or (len(words | wanted.names) < _TELLING and not named_only):
        return []
    met = nearest(wanted, draft, sentences=1, gathered=True)
    told = draft.text[met.span.start : met.span.end]
    if met.share < _PRESENT_FROM or not wanted.names <= met.names:
        return []
    return [] if not named_only and denied(words, told) else [met.span]


def _banned(draft: Draft, memory: Memory) -> Iterator[Finding]:
    for word in _banned_words(memory.text):
        place = draft.text.find(word)
        if place >= 0:
            yield draft.finding(
                FindingCode.RULE_BROKEN,
                word,
                memory.text,
                draft.message(f"规则禁用“{word}”", f"a rule bans {word}"),
                Span(start=place, end=place + len(word)),
                _whole(memory),
            )


def _banned_words(rule: str) -> dict[str, None]:
    """Words that a rule lists one by one, after a colon or in quotation marks, each once."""
    listed = _LIST.search(rule)
    if listed:
        return dict.fromkeys(filter(None, _COMMAS.split(listed["words"].rstrip("。."))))
    return dict.fromkeys(_QUOTED.findall(rule) if _PROHIBITION.search(rule) else [])


def _is_overdue(memory: Memory, chapter: int) -> bool:
    due = as_typed(memory, ForeshadowFields).due_to
    return due is not None and chapter > due and status_of(memory) not in CLOSED


def _overdue(draft: Draft, memory: Memory) -> Iterator[Finding]:
    met = nearest(wish(memory.text, draft), draft)
    code, due = memory.subject, memory.fields["due_to"]
    if met.missing or met.share < _PRESENT_FROM:
        message = draft.message(
            f"伏笔 {code} 最迟应在第 {due} 章收回", f"foreshadow {code} was due by chapter {due}"
        )
        yield draft.finding(
            FindingCode.FORESHADOW_OVERDUE,
            code,
            memory.text,
            message,
            met.span,
            _whole(memory),
        )


def _revealed(draft: Draft, memory: Memory) -> Iterator[Finding]:
    """A hidden truth told before its time."""
    fields = as_typed(memory, ForeshadowFields)
    due, truth = fields.due_from, fields.hidden_truth
    if not truth or due is None or draft.chapter >= due:
        return
    for span in _clear(draft, wish(truth, draft), named_only=False):
        message = draft.message(
            f"伏笔 {memory.subject} 的真相要到第 {due} 章才揭晓，这里提前说破",
            f"tells before chapter {due} what {memory.subject} hides",
        )
        yield draft.finding(
            FindingCode.CANNOT_KNOW, memory.subject, truth, message, span, _whole(memory)
        )
