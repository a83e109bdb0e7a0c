"""A page of HTML as lines of text, with the places of its headings and anchors."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import etree

from ingest.formats.manuscript import Mark
from ingest.formats.markup import Element, local_name

_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BLOCKS = frozenset(
    (
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd"),
        *("details", "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer"),
        *("form", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section", "table"),
        *("td", "th", "tr", "ul"),
    )
)
_SILENT = frozenset(["head", "script", "style", "title", "rt", "rp", "rtc", "svg", "template"])
"""Elements whose text is no part of what is read: what they say is for machines, or a gloss."""

_SPACE = re.compile(r"[ \t\n\r\f\xa0]++")
_WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff\uff00-\uff60“”‘’…—]")
"""Scripts that set no space where a source line ends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One file of a book."""

    text: str
    """Lines, each with its end; white space as a reader sees it."""
    headings: tuple[Mark, ...]
    anchors: Mapping[str, int]
    """Offset of the line in which each id stands."""
    links: int
    linked: float
    """Share of the visible characters that stand in links."""


def read_page(root: Element) -> Page:
    """Lay out a page as text.

    Blocks and <br> make lines, and so do line ends in <pre>; elsewhere white space collapses.
    Ruby glosses are left out. A heading is one line, whatever stands inside.
    """
    layout = _Layout()
    for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event == "start":
            layout.open(element, local_name(element))
        elif event == "end":
            layout.close(element, local_name(element))
        else:
            layout.add(element.tail)
    return layout.page()


def visible(raw: str) -> str:
    """Text as a browser shows it, on one line."""
    return unicodedata.normalize("NFC", _SPACE.sub(_collapsed, raw).strip(" "))


def _collapsed(space: re.Match[str]) -> str:
    text, start, end = space.string, space.start(), space.end()
    joins = "\n" in space.group() and start and _WIDE.match(text, start - 1)
    return "" if joins and _WIDE.match(text, end) else " "


@dataclass(slots=True)
class _Layout:
    """A page on its way to text."""

    lines: list[str] = field(default_factory=list[str])
    length: int = 0
    """Characters in `lines`."""
    pending: list[str] = field(default_factory=list[str])
    """The line that is being filled, as it stands in the source."""
    silent: int = 0
    preformatted: int = 0
    linking: int = 0
    """Elements of each kind that are open."""
    heading: Element | None = None
    headings: list[Mark] = field(default_factory=list[Mark])
    anchors: dict[str, int] = field(default_factory=dict[str, int])
    links: int = 0
    linked: int = 0
    seen: int = 0
    """Visible characters, in links and in all."""

    def open(self, element: Element, name: str) -> None:
        """Begin an element."""
        if name in _BLOCKS or name in _HEADINGS or name == "br":
            self._end_line()
        if name in _HEADINGS and self.heading is None:
            self.heading = element
        for anchor in (element.get("id"), element.get("name")):
            if anchor:
                self.anchors.setdefault(anchor, self.length)
        self._count(element, name, 1)
        self.links += name == "a" and "href" in element.attrib
        self.add(element.text)

    def close(self, element: Element, name: str) -> None:
        """End an element and take the text behind it."""
        if element is self.heading:
            self.heading = None
            self._end_heading(_HEADINGS[name])
        elif name in _BLOCKS:
            self._end_line()
        self._count(element, name, -1)
        self.add(element.tail)

    def add(self, text: str | None) -> None:
        """Take some text."""
        if not text or self.silent:
            return
        length = sum(map(len, text.split()))
        self.seen += length
        self.linked += length if self.linking else 0
        first, *rest = text.split("\n") if self.preformatted else [text]
        self.pending.append(first)
        for line in rest:
            self._end_line()
            self.pending.append(line)

    def page(self) -> Page:
        """All of it."""
        self._end_line()
        return Page(
            text="".join(self.lines),
            headings=tuple(self.headings),
            anchors=self.anchors,
            links=self.links,
            linked=self.linked / max(1, self.seen),
        )

    def _count(self, element: Element, name: str, change: int) -> None:
        self.silent += change if name in _SILENT else 0
        self.preformatted += change if name == "pre" else 0
        self.linking += change if name == "a" and "href" in element.attrib else 0

    def _end_line(self) -> None:
        if self.heading is not None:
            self.pending.append(" ")
            return
        line = visible("".join(self.pending))
        self.pending.clear()
        if line.strip():
            self.lines.append(line + "\n")
            self.length += len(line) + 1

    def _end_heading(self, level: int) -> None:
        start = self.length
        self._end_line()
        if self.length > start:
            title = self.lines[-1].strip()
            self.headings.append(Mark(start=start, end=self.length, title=title, level=level))
