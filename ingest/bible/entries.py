"""From the tree of a story bible to its entries: what a section is about decides how it is read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ingest.bible.dressing import COMMON, Said, dressed, readable
from ingest.bible.tree import Node
from ingest.bible.words import RULES, TIMELINE, key_of, rule_kind, section_of
from lorepack.records import Bible, BibleEntry, MemoryKind, Unplaced
from text.scripts import labelled

MOST_ENTRIES = 5_000

_LABELLED = re.compile(r"(?P<name>[^：:\n]{1,60}?)\s*[：:]\s*(?P<rest>\S.*)", re.DOTALL)
_WHOLE = frozenset({MemoryKind.BIBLE, MemoryKind.MAINLINE})
"""Kinds whose section is one entry, unless it has named parts."""
_NAMED = frozenset(
    {
        *(MemoryKind.CHARACTER_STATE, MemoryKind.RELATIONSHIP, MemoryKind.SCENE),
        *(MemoryKind.ITEM, MemoryKind.VOLUME_OUTLINE, MemoryKind.CHAPTER_CARD),
    }
)
"""Kinds that say nothing without a subject."""


@dataclass(slots=True)
class _Reading:
    """What was read so far."""

    entries: list[BibleEntry] = field(default_factory=list[BibleEntry])
    unplaced: list[Unplaced] = field(default_factory=list[Unplaced])

    def keep(self, line: int, words: str, why: str) -> None:
        """Say that words stand for no field, and are kept in the text of their entry."""
        short = _short(words)
        self.unplaced.append(Unplaced(line=line, words=short, why=f"{why}: kept in the text"))

    def note(self, subject: str, text: str, line: int, why: str) -> None:
        """Keep words that stand for nothing else as a note, and say so."""
        self.unplaced.append(Unplaced(line=line, words=_short(text), why=f"{why}: kept as a note"))
        self.entries.append(BibleEntry(kind=MemoryKind.NOTE, subject=subject, text=text, line=line))


def entries_of(sections: Sequence[Node]) -> Bible:
    """Read the sections of a file; nothing of them is lost."""
    reading = _Reading()
    for section in sections:
        _outside(section, reading)
    return Bible(entries=tuple(reading.entries), unplaced=tuple(reading.unplaced))


def _outside(node: Node, reading: _Reading) -> None:
    """A heading that is in no section: one itself, or the title above some."""
    about = section_of(node.name) if node.name else None
    if about is not None:
        _section(node, about, reading)
        return
    inner = [part for part in node.parts if part.name]
    rest = replace(node, parts=tuple(p for p in node.parts if not p.name))
    if not rest.empty:
        why = f"{node.name!r} names no section" if node.name else "it stands before any section"
        reading.note(node.name, _words(replace(rest, name="")), node.line, why)
    for part in inner:
        _outside(part, reading)


def _section(node: Node, about: MemoryKind | str, reading: _Reading) -> None:
    if about is MemoryKind.BIBLE:  # a world may hold people and rules as headings of its own
        inner = [p for p in node.parts if p.name and section_of(p.name) not in (None, about)]
        for part in inner:
            _outside(part, reading)
        node = replace(node, parts=tuple(p for p in node.parts if p not in inner))
    kind = _kind_of(about)
    if kind in _WHOLE:
        _whole(node, kind, reading)
        return
    for nth, item in enumerate(_items(node, kind), start=1):
        for entry in _item(item, about, kind, reading):
            ordered = about == TIMELINE and "order" not in entry.fields
            fields = {**entry.fields, "order": nth} if ordered else entry.fields
            reading.entries.append(replace(entry, fields=fields))


def _kind_of(about: MemoryKind | str) -> MemoryKind:
    named = {RULES: MemoryKind.LOCKED_RULE, TIMELINE: MemoryKind.EVENT}
    return named[about] if about in named else MemoryKind(about)


def _whole(node: Node, kind: MemoryKind, reading: _Reading) -> None:
    """A section that is one entry, beside named parts that are entries of their own."""
    named = [p for p in node.parts if p.name and key_of(kind, p.name) is None]
    listed = [p for p in node.parts if _is_mapping(p)]
    rest = replace(node, parts=tuple(p for p in node.parts if p not in [*named, *listed]))
    if not rest.empty:
        reading.entries += _entry(rest, kind, node.name, reading)
    for part in named:
        reading.entries += _parted(part, kind, reading)
    for part in listed:
        reading.entries += _entry(part, kind, "", reading)


def _is_mapping(node: Node) -> bool:
    """Whether it is an item of a list that says things under names."""
    return not node.name and not node.text and any(part.name for part in node.parts)


def _items(node: Node, kind: MemoryKind) -> list[Node]:
    """The parts of a section, and each paragraph before them."""
    paragraphs = [p.strip() for p in re.split(r"\n\s*\n", node.text) if p.strip()]
    alone = node.parts and all(p.name and key_of(kind, p.name) for p in node.parts)
    if alone:  # a section that is written like an entry is one
        return [replace(node, name="")]
    return [*(Node(text=p, line=node.line) for p in paragraphs), *node.parts]


def _item(
    item: Node, about: MemoryKind | str, kind: MemoryKind, reading: _Reading
) -> list[BibleEntry]:
    if item.name:
        return _parted(item, kind, reading)
    inner = [part for part in item.parts if part.name]
    if len(inner) == 1 and key_of(kind, inner[0].name) is None and not item.text:
        return _parted(inner[0], kind, reading)
    if inner and not item.text:
        return _entry(item, kind, "", reading)
    return _line(item, about, kind, reading)


def _parted(node: Node, kind: MemoryKind, reading: _Reading) -> list[BibleEntry]:
    """An entry under its name, or several where a list of them stands there."""
    several = [p for p in node.parts if _is_mapping(p)]
    rest = replace(node, parts=tuple(p for p in node.parts if p not in several))
    found = [] if rest.empty else _entry(rest, kind, node.name, reading)
    return found + [e for part in several for e in _entry(part, kind, node.name, reading)]


def _line(
    item: Node, about: MemoryKind | str, kind: MemoryKind, reading: _Reading
) -> list[BibleEntry]:
    """A bullet or a paragraph: `name: words` where the kind is about somebody or something."""
    found = _LABELLED.fullmatch(item.text.strip())
    if about == RULES:
        return _entry(item, rule_kind(item.text), "", reading)
    if about == TIMELINE and found:
        timed = Node(name="story_time", text=found["name"], line=item.line)
        told = replace(item, text=found["rest"], parts=(timed, *item.parts))
        return _entry(told, kind, "", reading)
    named = kind in _NAMED | {MemoryKind.FORESHADOW, MemoryKind.EVENT}
    if named and found and key_of(kind, found["name"]) is None:
        return _entry(replace(item, text=found["rest"]), kind, found["name"], reading)
    if kind in _NAMED and item.parts:
        return _entry(replace(item, text=""), kind, item.text, reading)
    if kind in _NAMED:
        reading.note("", _words(item), item.line, f"no name before a colon says which {kind}")
        return []
    return _entry(item, kind, "", reading)


def _entry(node: Node, kind: MemoryKind, name: str, reading: _Reading) -> list[BibleEntry]:
    """One entry out of a node's words and parts."""
    said: dict[str, Said] = {}
    lines, spoken = [node.text.strip()], list[str]()
    for part in node.parts:
        key, value = _said(part, kind)
        if key is not None and key not in said and readable(key, value):
            said[key] = value
            spoken += [_words(part)] if key not in (*COMMON, "chapter_no") else []
            continue
        lines.append(_words(part))
        if part.name or key is not None:
            why = "it says so twice" if key in said else f"it is no field of {kind}"
            reading.keep(part.line, _words(part), why)
    text = said.pop("text", "")
    lines = [text if isinstance(text, str) else "\n".join(text), *lines]
    between = "\n" if kind is MemoryKind.CHAPTER_CARD else "；"
    told = "\n".join(filter(None, lines)) or between.join(spoken)
    entry = dressed(kind, name, told, said, node.line)
    if kind is MemoryKind.CHAPTER_CARD and "chapter_no" not in entry.fields:
        reading.note(name, told or name, node.line, "it does not say for which chapter it is")
        return []
    return [entry]


def _said(part: Node, kind: MemoryKind) -> tuple[str | None, Said]:
    """What a part says, and under which key; None where it is only words."""
    if part.name:
        listed = tuple(_words(p) for p in part.parts)
        return key_of(kind, part.name), listed or part.text.strip()
    found = _LABELLED.fullmatch(part.text.strip())
    key = key_of(kind, found["name"]) if found and not part.parts else None
    return (key, found["rest"].strip()) if found and key else (None, "")


def _words(node: Node) -> str:
    """All that stands in a node, on lines of its own."""
    head = labelled(node.name, node.text) if node.name and node.text else node.name or node.text
    return "\n".join([head.strip(), *_under(node.parts)]).strip()


def _under(parts: Sequence[Node]) -> Iterator[str]:
    for part in parts:
        yield from _words(part).splitlines()


def _short(text: str) -> str:
    return " ".join(text.split())[:80]
