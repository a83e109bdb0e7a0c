"""Markdown as a tree: headings hold what stands under them, bullets what is indented below."""

import re
from dataclasses import dataclass, field

from ingest.bible.tree import Node
from ingest.bible.words import section_of

_HEADING = re.compile(r"(#{1,6})\s*([^#\s].*?)\s*#*\s*")
_BRACKETED = re.compile(r"【(.{1,20})】\s*")
_BULLET = re.compile(r"(\s*)(?:(?:[-*+•]|\d{1,3}[.)])\s+|(?:•|\d{1,3}、)\s*)(.*)")
_RULE = re.compile(r"\s*([-*_])(?:\s*\1){2,}\s*")
_FENCE = re.compile(r"\s*(?:```|~~~)")
_EMPHASIS = re.compile(r"(\*\*|__)(.+?)\1")


@dataclass(slots=True)
class _Open:
    """A heading or a bullet that further lines may still belong to."""

    name: str
    line: int
    level: int
    """Of a heading; of a bullet, its indent and more than any heading's."""
    lines: list[str] = field(default_factory=list[str])
    parts: list["_Open"] = field(default_factory=list["_Open"])

    def closed(self) -> Node:
        """It with all that belongs to it."""
        return Node(
            name=self.name,
            text="\n".join(self.lines).strip(),
            line=self.line,
            parts=tuple(part.closed() for part in self.parts),
        )


_SECTIONS = 2
"""Level of a section's name in brackets, as plain text has it."""
_BULLETS = 10
"""Level of a bullet without an indent."""


def markdown_tree(text: str) -> list[Node]:
    """The headings of a Markdown file, each with what stands under it.

    Words before the first one have no name.
    """
    root = _Open(name="", line=1, level=0)
    stack = [root]
    fenced = False
    for number, line in enumerate(text.split("\n"), start=1):
        fenced ^= bool(_FENCE.match(line))
        if _RULE.fullmatch(line) and not fenced:
            line = ""
        opened = None if fenced else _opened(line, number)
        if opened is None:
            _continue(stack, line, fenced=fenced)
            continue
        while stack[-1].level >= opened.level:
            stack.pop()
        stack[-1].parts.append(opened)
        stack.append(opened)
    tree = root.closed()
    before = [Node(text=tree.text, line=1)] if tree.text else []
    return [*before, *tree.parts]


def _opened(line: str, number: int) -> _Open | None:
    heading = _HEADING.fullmatch(line)
    if heading:
        return _Open(name=plain_words(heading[2]), line=number, level=len(heading[1]))
    bracketed = _BRACKETED.fullmatch(line)
    if bracketed and section_of(bracketed[1]) is not None:
        return _Open(name=bracketed[1], line=number, level=_SECTIONS)
    bullet = _BULLET.fullmatch(line)
    if bullet:
        indent = len(bullet[1].expandtabs(4))
        words = plain_words(bullet[2])
        return _Open(name="", line=number, level=_BULLETS + indent, lines=[words])
    return None


def _continue(stack: list[_Open], line: str, *, fenced: bool) -> None:
    """Words of the last bullet where they are indented, else of the heading above."""
    indented = not line.strip() or line.startswith((" ", "\t"))
    while stack[-1].level >= _BULLETS and not (indented or fenced):
        stack.pop()
    in_bullet = stack[-1].level >= _BULLETS and not fenced
    stack[-1].lines.append(line.strip() if in_bullet else line)


def plain_words(text: str) -> str:
    """Words without the marks of emphasis around whole stretches of them."""
    return _EMPHASIS.sub(r"\2", text).strip()
