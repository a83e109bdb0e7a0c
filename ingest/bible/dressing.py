"""From what is said under names to an entry: fields, chapters, codes, windows."""

import re

from ingest.bible.due import due_window, split_due
from lorepack.records import BibleEntry, MemoryKind
from text.facts.values import read_numeral

Said = str | tuple[str, ...]

_CODED = re.compile(r"(?P<code>F\d{3,9})(?:[\s·.、-]+(?P<title>.*))?", re.DOTALL)
_ENDS = re.compile(r"(.{1,60}?)\s*(?:/|／|&|＆|↔|—+|–|与|和|\band\b)\s*(.{1,60})")
_CHAPTER = re.compile(r"(?:第|chapter\s*)?\s*(\d{1,6})\s*[章回节]?", re.IGNORECASE)
_OF_CHAPTER = re.compile(
    r"(?:第\s*|chapter\s*|ch\.\s*)?(?P<number>\d{1,6}|[〇零一二三四五六七八九十百千两]{1,9})"
    r"(?:\s*[章回节]|(?=\W|\Z))[\s:：.、·-]*(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
_IMPORTANCE = re.compile(r"0?\.\d+|[01](?:\.0+)?")
_STATUS = {
    "计划": "planned",
    "未埋": "planned",
    "已埋": "planted",
    "已埋设": "planted",
    "暗示": "hinted",
    "已暗示": "hinted",
    "推进": "advanced",
    "已推进": "advanced",
    "已揭晓": "paid",
    "已回收": "paid",
    "已兑现": "paid",
    "废弃": "retired",
    "作废": "retired",
}
COMMON = (
    *("subject", "known_from", "valid_to", "importance", "visibility", "supersedes", "due", "id"),
)
"""What every entry may say beside its fields."""


def readable(key: str, value: Said) -> bool:
    """Whether a value can be what its key says."""
    if key == "due":
        return isinstance(value, str) and due_window(value) is not None
    if key == "importance":
        return isinstance(value, str) and _IMPORTANCE.fullmatch(value) is not None
    return True


def dressed(kind: MemoryKind, name: str, text: str, said: dict[str, Said], line: int) -> BibleEntry:
    """An entry.

    Args:
        kind: What it is about.
        name: What stood before its words.
        text: Its words.
        said: What is said under names, by key.
        line: Where it stands.
    """
    common = {key: _text(said.get(key, "")) for key in COMMON}
    fields: dict[str, object] = {k: v for k, v in said.items() if k not in common}
    words = text.strip()
    subject = common["subject"] or name.strip()
    if kind is MemoryKind.FORESHADOW:
        words, window = split_due(words)
        subject, told = _foreshadow(subject, common["due"], fields)
        fields = window | told
    if kind is MemoryKind.CHAPTER_CARD:
        subject, fields = _chapter_card(subject, fields)
    if kind is MemoryKind.RELATIONSHIP and (ends := _ENDS.fullmatch(subject)):
        subject = f"{ends[1].strip()}/{ends[2].strip()}"
    return BibleEntry(
        kind=kind,
        subject=subject,
        text=words or str(fields.get("title", "")) or subject,
        line=line,
        fields=fields,
        importance=float(common["importance"] or 0.5),
        known_from=_chapter(common["known_from"]),
        valid_to=_chapter(common["valid_to"]),
        visibility=common["visibility"] or "author",
        supersedes=common["supersedes"] or None,
        id=common["id"] or None,
    )


def _foreshadow(name: str, due: str, fields: dict[str, object]) -> tuple[str, dict[str, object]]:
    """The code of a foreshadow and its fields; a title may stand behind the code or for it."""
    found = _CODED.fullmatch(name)
    code, title = (found["code"], (found["title"] or "").strip()) if found else ("", name)
    told: dict[str, object] = {"title": title} if title else {}
    status = fields.get("status")
    known = {"status": _STATUS[status]} if isinstance(status, str) and status in _STATUS else {}
    return code, told | (due_window(due) or {}) | fields | known


def _chapter_card(name: str, fields: dict[str, object]) -> tuple[str, dict[str, object]]:
    """The subject and the fields of a card: its name may tell the chapter, and the title behind."""
    given = _OF_CHAPTER.match(str(fields.get("chapter_no", "")).strip())
    named = _OF_CHAPTER.match(name)
    told: dict[str, object] = {"title": named["rest"].strip()} if named and named["rest"] else {}
    number = next((_number(found) for found in (given, named) if found), None)
    return name, told | fields | ({"chapter_no": number} if number else {})


def _number(found: re.Match[str]) -> int:
    return int(read_numeral(found["number"]) or 0)


def _text(value: Said) -> str:
    return value if isinstance(value, str) else "、".join(value)


def _chapter(words: str) -> str | None:
    found = _CHAPTER.fullmatch(words.strip())
    return found[1] if found else words.strip() or None
