"""Any manuscript as one text: what kind it is says its content first, its name second."""

import re
from collections.abc import Sequence
from dataclasses import replace
from html import unescape
from io import BytesIO
from typing import BinaryIO

from ingest.formats.archive import MOST_BYTES, MOST_MEMBERS, Allowance, Archive, open_archive
from ingest.formats.bundle import read_bundle
from ingest.formats.docx import read_docx
from ingest.formats.epub import read_epub
from ingest.formats.manuscript import Manuscript
from ingest.formats.markdown import read_markdown
from ingest.formats.markup import markup_text, parse_page
from ingest.formats.order import suffix
from ingest.formats.package import CONTAINER
from ingest.formats.page import read_page
from ingest.formats.selection import refuse_archives, select
from ingest.formats.transcript import is_transcript, read_transcript
from ingest.reading import decode, find_mojibake
from lorepack.errors import InvalidInputError
from lorepack.records import Warned

_ZIP = (b"PK\x03\x04", b"PK\x05\x06", b"PK\x07\x08")
_MARKDOWN = (".md", ".markdown")
_HTML = (".html", ".htm", ".xhtml")
_HTML_BEGINNINGS = (b"<!doctype html", b"<html")
_TAG = re.compile(
    r"</?(?:(?P<block>p|br|div|h[1-6]|li|tr)|span|b|i|em|strong|a|font)\b[^<>\n]{0,200}>",
    re.IGNORECASE,
)
_END_OF_LINE = ("", "\n")
_LINES = re.compile(r"\n{2,}+")
_FEWEST_TAGS = 20
_TAGGED_CHARACTERS = 100
"""Characters to each tag in what was cut out of a web page; elsewhere tags are only mentioned."""
_HEAD = 1_000
"""Bytes in which a page says that it is one."""
_OFFICE = {"xl/workbook.xml": "a spreadsheet", "ppt/presentation.xml": "a presentation"}
_OPEN_DOCUMENT = b"application/vnd.oasis.opendocument"
_EPUB = b"application/epub+zip"


def read_manuscript(name: str, file: BinaryIO) -> Manuscript:
    """Read one file of any format.

    Args:
        name: The file's name.
        file: Its bytes, seekable.

    Raises:
        InvalidInputError: It is damaged, made to do harm, or holds no text; the text says which.
    """
    head = file.read(4)
    file.seek(0)
    if head in _ZIP:
        with open_archive(name, file, Allowance()) as archive:
            return _read_archive(archive)
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise InvalidInputError(f"{name} is bigger than {MOST_BYTES >> 20} MB; import it in parts")
    if is_transcript(name, data):
        return _looked_over(read_transcript(name, data))
    return _read_plain(name, data)


def read_folder(name: str, files: Sequence[tuple[str, bytes]]) -> Manuscript:
    """Read the files of a folder as one manuscript.

    Args:
        name: The folder's name.
        files: Paths relative to it, with `/`, and the bytes of each.

    Raises:
        InvalidInputError: There are too many of them, or one cannot be read.
    """
    if len(files) > MOST_MEMBERS or sum(len(data) for _, data in files) > MOST_BYTES:
        raise InvalidInputError(
            f"{name} holds more than {MOST_MEMBERS} files or {MOST_BYTES >> 20} MB; "
            "import it in parts"
        )
    contents = dict(files)
    paths, skipped = select(name, list(contents))
    allowance = Allowance()
    return read_bundle(
        name, "folder", paths, lambda path: _read_member(path, contents[path], allowance), skipped
    )


def _read_archive(archive: Archive) -> Manuscript:
    read = _read_book(archive)
    if read:
        return read
    refuse_archives(archive.name, list(archive.members))
    paths, skipped = select(archive.name, list(archive.members))
    return read_bundle(
        archive.name,
        "zip",
        paths,
        lambda path: _read_member(path, archive.read(path), archive.allowance),
        skipped,
    )


def _read_book(archive: Archive) -> Manuscript | None:
    """An EPUB or a Word document; None for an archive of other files."""
    kind = archive.read("mimetype")[:100] if "mimetype" in archive.members else b""
    office = next((what for path, what in _OFFICE.items() if path in archive.members), None)
    if kind.startswith(_OPEN_DOCUMENT) or office:
        what = office or "an OpenDocument file"
        raise InvalidInputError(f"{archive.name} is {what}; save it as docx and import that")
    if kind.startswith(_EPUB) or CONTAINER in archive.members or suffix(archive.name) == ".epub":
        return _looked_over(read_epub(archive))
    if "word/document.xml" in archive.members or suffix(archive.name) == ".docx":
        return _looked_over(read_docx(archive))
    return None


def _read_member(path: str, data: bytes, allowance: Allowance) -> Manuscript | None:
    """One file among several; None if there is nothing in it."""
    if _is_blank(data):
        return None
    if not data.startswith(_ZIP):
        return _read_plain(path, data)
    with open_archive(path, BytesIO(data), allowance) as archive:
        read = _read_book(archive)
    if read is None:
        raise InvalidInputError(f"{path} is an archive in another; unpack it and import that")
    return read


def _read_plain(name: str, data: bytes) -> Manuscript:
    if _is_page(name, data):
        return _looked_over(_read_html(name, data))
    try:
        if suffix(name) in _MARKDOWN:
            return read_markdown(data)
        decoded = decode(data)
    except InvalidInputError as error:
        raise InvalidInputError(f"{name}: {error}") from error
    text, tags = _without_tags(decoded.text)
    taken_out = f"{tags} tags of a web page were taken out of the text"
    markup = [Warned(code="markup", message=taken_out)] if tags else []
    return Manuscript(
        text=text,
        encoding=decoded.encoding,
        reason=decoded.reason,
        format="text",
        warnings=(*decoded.warnings, *markup),
    )


def _without_tags(text: str) -> tuple[str, int]:
    """A text without the tags of the web page that it was cut out of, and how many there were.

    Its line ends mean what they do in any text, which is why it is not read as a page.
    """
    tags = len(_TAG.findall(text))
    if tags < _FEWEST_TAGS or tags * _TAGGED_CHARACTERS < len(text):
        return text, 0
    return unescape(
        _LINES.sub("\n", _TAG.sub(lambda tag: _END_OF_LINE[bool(tag["block"])], text))
    ), tags


def _read_html(name: str, data: bytes) -> Manuscript:
    text, encoding = markup_text(name, data)
    page = read_page(parse_page(name, text))
    if not page.text:
        raise InvalidInputError(f"{name} shows no text; import a page that does")
    return Manuscript(
        text=page.text,
        encoding=encoding,
        reason="the page declares it, or is well formed in it",
        format="html",
        marks=page.headings,
    )


def _looked_over(manuscript: Manuscript) -> Manuscript:
    warnings = (*manuscript.warnings, *find_mojibake(manuscript.text))
    return replace(manuscript, warnings=warnings)


def _is_page(name: str, data: bytes) -> bool:
    head = data[:_HEAD].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    declared = head.startswith(b"<?xml") and b"<html" in head
    return head.startswith(_HTML_BEGINNINGS) or declared or (suffix(name) in _HTML and bool(data))


def _is_blank(data: bytes) -> bool:
    try:
        return not data.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        return False
