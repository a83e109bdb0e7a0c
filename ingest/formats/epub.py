"""EPUB 2 and 3: the files of the reading order as one text."""

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ingest.formats.archive import Archive
from ingest.formats.contents import ContentsLine, read_contents
from ingest.formats.manuscript import Manuscript, Mark, moved
from ingest.formats.markup import markup_text, parse_page
from ingest.formats.outline import Entry, heading_key, outline
from ingest.formats.package import Package, SpineItem, read_package
from ingest.formats.page import Page, read_page
from lorepack.errors import InvalidInputError
from lorepack.records import Warned

_FRONT_KINDS = frozenset(
    ["cover", "title-page", "titlepage", "copyright-page", "copyright", "colophon", "dedication"]
)
_FRONT_NAMES = frozenset(
    (
        *("cover", "titlepage", "title", "copyright", "copyrightpage", "colophon", "封面", "扉页"),
        *("书名页", "版权", "版权页", "版权信息", "版权声明", "出版信息"),
    )
)
"""File names and titles of what stands before a book and is no chapter."""

_NAMED = 10
"""Lines of the contents that a warning names."""

_LEAST_LINKS = 3
_CONTENTS_SHARE = 0.8
"""Share of a page's characters in links from which it is a table of contents."""


@dataclass(slots=True)
class _Book:
    """A book on its way to one text."""

    parts: list[str] = field(default_factory=list[str])
    length: int = 0
    headings: list[Mark] = field(default_factory=list[Mark])
    starts: dict[str, int] = field(default_factory=dict[str, int])
    """Offset of each file."""
    anchors: dict[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    encodings: dict[str, None] = field(default_factory=dict[str, None])
    warnings: list[Warned] = field(default_factory=list[Warned])

    def add(self, path: str, page: Page) -> None:
        """Take a page; pages stand a blank line apart."""
        if self.length and page.text:
            self.parts.append("\n")
            self.length += 1
        self.starts.setdefault(path, self.length)
        for anchor, at in page.anchors.items():
            self.anchors.setdefault((path, anchor), self.length + at)
        self.headings.extend(moved(heading, self.length) for heading in page.headings)
        self.parts.append(page.text)
        self.length += len(page.text)

    def warn(self, code: str, message: str, at: str | None = None) -> None:
        """Report something."""
        self.warnings.append(Warned(code=code, message=message, at=at))


def read_epub(archive: Archive) -> Manuscript:
    """Read a book.

    Raises:
        InvalidInputError: It is damaged, protected, or has no text.
    """
    package = read_package(archive)
    contents = read_contents(archive, package)
    front = _front_matter(package, contents)
    book = _Book()
    for item in package.spine:
        _add(book, archive, package, item, front)
    text = "".join(book.parts)
    if not text.strip():
        raise InvalidInputError(f"{archive.name} holds no text; it may be a book of pictures")
    return Manuscript(
        text=text,
        encoding=", ".join(book.encodings),
        reason="the files of the book declare it, or are well formed in it",
        format="epub",
        marks=outline(text, book.headings, _entries(book, contents)),
        warnings=tuple(book.warnings),
    )


def _add(
    book: _Book, archive: Archive, package: Package, item: SpineItem, front: Mapping[str, str]
) -> None:
    if item.path is None:
        book.warn("missing", f"the book names {item.href!r} and does not hold it")
        return
    if not item.is_page:
        book.warn("skipped", f"{item.href} is no text and was left out")
        return
    if item.path == package.nav:
        book.warn("contents", f"{item.href} is the table of contents and was left out")
        return
    where = f"{item.path} in {archive.name}"
    text, encoding = markup_text(where, archive.read(item.path))
    page = read_page(parse_page(where, text))
    if page.links >= _LEAST_LINKS and page.linked >= _CONTENTS_SHARE:
        book.warn("contents", f"{item.href} is a list of links and was left out")
        return
    book.encodings[encoding] = None
    book.add(item.path, page)
    _report(book, item, page, front.get(item.path))


def _report(book: _Book, item: SpineItem, page: Page, kind: str | None) -> None:
    at = f"{book.length - len(page.text)}-{book.length}"
    if page.text and kind:
        message = f"{item.href} ({kind}) stands before the story; it is kept as text"
        book.warn("front_matter", message, at)
    if page.text and not item.linear:
        message = f"{item.href} stands beside the reading order; it is kept where the book names it"
        book.warn("aside", message, at)


def _front_matter(package: Package, contents: Sequence[ContentsLine]) -> dict[str, str]:
    """What stands before the story, by path: what the book calls it."""
    front = {path: kind for path, kind in package.kinds.items() if kind in _FRONT_KINDS}
    for item in package.spine:
        stem = posixpath.splitext(posixpath.basename(item.path or ""))[0]
        if item.path and heading_key(stem).strip("_-0123456789") in _FRONT_NAMES:
            front.setdefault(item.path, stem)
    for line in contents:
        if line.path and heading_key(line.title) in _FRONT_NAMES:
            front.setdefault(line.path, line.title)
    return front


def _entries(book: _Book, contents: Sequence[ContentsLine]) -> list[Entry]:
    """The table of contents with places in the text; what points nowhere is reported."""
    entries: list[Entry] = []
    lost: list[str] = []
    for line in contents:
        start = book.starts.get(line.path or "")
        if start is None:
            lost += [] if line.path else [line.title]
            continue
        at = book.anchors.get((line.path or "", line.anchor), start)
        entries.append(Entry(title=line.title, level=line.level, at=at))
    if lost:
        named = ", ".join(lost[:_NAMED])
        message = f"what {len(lost)} of {len(contents)} lines in the contents point to is not there"
        book.warn("contents", f"{message}: {named}")
    return entries
