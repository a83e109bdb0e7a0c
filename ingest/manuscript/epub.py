"""A book as EPUB 3, one file a chapter, with a table of contents for old readers too."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from itertools import count, groupby
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from ingest.manuscript.leaf import Leaf, opens_volume, passages
from lorepack.errors import InvalidInputError

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CJK = r"[\u2e80-\uffef\U00020000-\U0003ffff]"
_CHINESE_LINE_END = re.compile(rf"(?<={_CJK})\n|\n(?={_CJK})")
_MIMETYPE = "application/epub+zip"
_UNIX = 3
"""Named as the archive's maker on every system, so that none shows in the bytes."""

_CONTAINER = """<?xml version="1.0" encoding="UTF-8"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles>
<rootfile full-path="EPUB/package.opf" media-type="application/oebps-package+xml"/>
</rootfiles>
</container>
"""

# The date is fixed: the same book is to make the same bytes.
_PACKAGE = """<?xml version="1.0" encoding="UTF-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:identifier id="id">{identifier}</dc:identifier>
<dc:title>{title}</dc:title>
<dc:language>{language}</dc:language>
<meta property="dcterms:modified">2000-01-01T00:00:00Z</meta>
</metadata>
<manifest>
<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="ncx" href="toc.ncx" media-type="application/x-dtbncx+xml"/>
{items}
</manifest>
<spine toc="ncx">
{spine}
</spine>
</package>
"""

_PAGE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE html>
<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"\
 lang="{language}" xml:lang="{language}">
<head><meta charset="UTF-8"/><title>{title}</title></head>
<body>
{body}
</body>
</html>
"""

_NCX = """<?xml version="1.0" encoding="UTF-8"?>
<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">
<head><meta name="dtb:uid" content="{identifier}"/></head>
<docTitle><text>{title}</text></docTitle>
<navMap>
{points}
</navMap>
</ncx>
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    """A line of the table of contents: a chapter, or a volume with its chapters below it."""

    words: str
    link: str
    below: tuple["_Entry", ...] = ()


def as_epub(title: str, leaves: Sequence[Leaf], *, language: str, identifier: str) -> bytes:
    """Write a book as EPUB 3.

    Args:
        title: The book's title.
        leaves: Its chapters.
        language: BCP 47 tag of the text, such as `zh` or `en-GB`.
        identifier: What tells the book from others, such as a URN.

    Returns:
        The file; the same book makes the same bytes. Characters that XML cannot hold are replaced
        by U+FFFD.

    Raises:
        InvalidInputError: The title, the chapters, the language or the identifier is missing.
    """
    needed = {"title": title, "chapters": leaves, "language": language, "identifier": identifier}
    missing = ", ".join(name for name, given in needed.items() if not given)
    if missing:
        raise InvalidInputError(f"no EPUB of {title!r} can be made without: {missing}")
    book = {
        "title": _xml(title),
        "language": _xml(language),
        "identifier": _xml(identifier),
    }
    contents = tuple(_contents(title, leaves))
    return _zipped(
        {
            "mimetype": _MIMETYPE,
            "META-INF/container.xml": _CONTAINER,
            "EPUB/package.opf": _package(book, len(leaves)),
            "EPUB/nav.xhtml": _PAGE.format_map(book | {"body": _nav(contents)}),
            "EPUB/toc.ncx": _NCX.format_map(book | {"points": _points(contents, count(1))}),
            **{f"EPUB/{_file(at)}": page for at, page in enumerate(_pages(book, leaves))},
        }
    )


def _file(at: int) -> str:
    return f"chapter-{at + 1:05}.xhtml"


def _package(book: Mapping[str, str], chapters: int) -> str:
    items = (
        f'<item id="c{at}" href="{_file(at)}" media-type="application/xhtml+xml"/>'
        for at in range(chapters)
    )
    spine = (f'<itemref idref="c{at}"/>' for at in range(chapters))
    return _PACKAGE.format(**book, items="\n".join(items), spine="\n".join(spine))


def _contents(title: str, leaves: Sequence[Leaf]) -> Iterator[_Entry]:
    """The entries; a chapter without a name stands under the book's."""
    for volume, places in groupby(enumerate(leaves), key=lambda place: place[1].volume):
        chapters = {at: leaf.name or title for at, leaf in places}
        entries = [_Entry(words=w, link=f"{_file(at)}#chapter") for at, w in chapters.items()]
        if volume:
            yield _Entry(words=volume, link=_file(min(chapters)), below=tuple(entries))
        else:
            yield from entries


def _nav(contents: Sequence[_Entry]) -> str:
    return f'<nav epub:type="toc">\n{_list(contents)}\n</nav>'


def _list(entries: Sequence[_Entry]) -> str:
    lines = (
        f'<li><a href="{entry.link}">{_xml(entry.words)}</a>'
        f"{_list(entry.below) if entry.below else ''}</li>"
        for entry in entries
    )
    return "<ol>\n" + "\n".join(lines) + "\n</ol>"


def _points(entries: Sequence[_Entry], order: Iterator[int]) -> str:
    return "\n".join(
        f'<navPoint id="p{place}" playOrder="{place}">'
        f"<navLabel><text>{_xml(entry.words)}</text></navLabel>"
        f'<content src="{entry.link}"/>{_points(entry.below, order)}</navPoint>'
        for entry in entries
        for place in (next(order),)
    )


def _pages(book: Mapping[str, str], leaves: Sequence[Leaf]) -> Iterator[str]:
    level = "h2" if any(leaf.volume for leaf in leaves) else "h1"
    for opens, leaf in opens_volume(leaves):
        lines = [f"<h1>{_xml(leaf.volume or '')}</h1>"] if opens else []
        lines += ['<section id="chapter">']
        lines += [f"<{level}>{_xml(leaf.name)}</{level}>"] if leaf.name else []
        lines += [f"<p>{_lines(passage) or '&#160;'}</p>" for passage in passages(leaf.body)]
        lines += ["</section>"]
        title = _xml(leaf.name) or book["title"]
        yield _PAGE.format_map({**book, "title": title, "body": "\n".join(lines)})


def _lines(passage: str) -> str:
    """A passage as markup; the only line ends that may become spaces are a hard wrap's."""
    return _CHINESE_LINE_END.sub("<br/>", _xml(passage))


def _xml(text: str) -> str:
    return escape(_NOT_XML.sub("\ufffd", text))


def _zipped(files: Mapping[str, str]) -> bytes:
    """An archive without a date; what the file is stands first, and readable."""
    held = BytesIO()
    with ZipFile(held, "w") as archive:
        for name, content in files.items():
            entry = ZipInfo(name)
            entry.create_system = _UNIX
            entry.compress_type = ZIP_STORED if name == "mimetype" else ZIP_DEFLATED
            archive.writestr(entry, content.encode())
    return held.getvalue()
