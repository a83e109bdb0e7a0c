"""Containers of every format, built from a few words."""

import struct
import zlib
from collections.abc import Mapping, Sequence
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from ingest.formats import Manuscript, read_manuscript

CONTAINER = (
    '<?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container">'
    '<rootfiles><rootfile full-path="{path}" media-type="application/oebps-package+xml"/>'
    "</rootfiles></container>"
)
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def zipped(
    files: Mapping[str, str | bytes] | Sequence[tuple[str, str | bytes]], packed: int = ZIP_DEFLATED
) -> bytes:
    """A zip archive of some files, in their order."""
    pairs = list(files.items()) if isinstance(files, Mapping) else files
    buffer = BytesIO()
    with ZipFile(buffer, "w", packed) as archive:
        for name, content in pairs:
            archive.writestr(name, content)
    return buffer.getvalue()


def zipped_with_raw_names(files: Mapping[bytes, bytes]) -> bytes:
    """A zip archive as old programs make it: names in the bytes of their own code page."""
    bodies, index = b"", b""
    for name, content in files.items():
        sizes = struct.pack("<LLLHH", zlib.crc32(content), len(content), len(content), len(name), 0)
        offset = len(bodies)
        bodies += struct.pack("<4sHHHHH", b"PK\3\4", 20, 0, 0, 0, 0x21) + sizes + name + content
        index += struct.pack("<4sHHHHHH", b"PK\1\2", 20, 20, 0, 0, 0, 0x21) + sizes
        index += struct.pack("<HHHLL", 0, 0, 0, 0, offset) + name
    count = len(files)
    end = struct.pack("<4sHHHHLLH", b"PK\5\6", 0, 0, count, count, len(index), len(bodies), 0)
    return bodies + index + end


def page(body: str, title: str = "") -> str:
    """An XHTML page."""
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
        '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops">'
        f"<head><title>{title}</title></head><body>{body}</body></html>"
    )


def nav(entries: str) -> str:
    """An EPUB 3 navigation document around its list."""
    return page(f'<nav epub:type="toc"><h2>目录</h2><ol>{entries}</ol></nav>')


def ncx(points: str) -> str:
    """An EPUB 2 table of contents around its points."""
    return (
        '<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1">'
        f"<navMap>{points}</navMap></ncx>"
    )


def point(title: str, target: str, inner: str = "") -> str:
    """A point of an NCX."""
    label = f"<navLabel><text>{title}</text></navLabel>"
    return f'<navPoint>{label}<content src="{target}"/>{inner}</navPoint>'


def epub(
    pages: Mapping[str, str | bytes],
    *,
    spine: Sequence[str] | None = None,
    toc: str | None = None,
    old_toc: str | None = None,
    more: Mapping[str, str | bytes] | None = None,
    guide: str = "",
    aside: Sequence[str] = (),
) -> bytes:
    """An EPUB whose manifest is in alphabetical order.

    Args:
        pages: Files in `OEBPS/`, by the name that the manifest gives them.
        spine: Names in reading order; that of `pages` if left out.
        toc: The list inside an EPUB 3 navigation document.
        old_toc: The points of an NCX.
        more: Other files, by their path in the archive.
        guide: References of the guide.
        aside: Names that are outside the linear order.
    """
    every: dict[str, str | bytes] = dict(pages)
    every |= {"nav.xhtml": nav(toc)} if toc is not None else {}
    every |= {"toc.ncx": ncx(old_toc)} if old_toc is not None else {}
    ids = {name: f"i{at}" for at, name in enumerate(sorted(every))}
    items = "".join(_item(ids[name], name) for name in sorted(every))
    references = "".join(
        f'<itemref idref="{ids[name]}" linear="{"no" if name in aside else "yes"}"/>'
        for name in (pages if spine is None else spine)
    )
    package = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0">'
        f"<manifest>{items}</manifest><spine>{references}</spine><guide>{guide}</guide></package>"
    )
    files: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": CONTAINER.format(path="OEBPS/content.opf"),
        "OEBPS/content.opf": package,
    }
    return zipped(
        files | {f"OEBPS/{name}": text for name, text in every.items()} | dict(more or {})
    )


def _item(id: str, name: str) -> str:
    kind = "application/x-dtbncx+xml" if name.endswith(".ncx") else "application/xhtml+xml"
    properties = ' properties="nav"' if name == "nav.xhtml" else ""
    href = name.replace(" ", "%20")
    return f'<item id="{id}" href="{href}" media-type="{kind}"{properties}/>'


def docx(body: str, styles: str = "", more: Mapping[str, str] | None = None) -> bytes:
    """A Word document around its body."""
    files: dict[str, str | bytes] = {
        "[Content_Types].xml": "<Types/>",
        "word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body>{body}</w:body></w:document>',
        "word/styles.xml": f'<w:styles xmlns:w="{WORD}">{styles}</w:styles>',
    }
    return zipped(files | dict(more or {}))


def read(name: str, data: bytes) -> Manuscript:
    """A file as the importer reads it."""
    return read_manuscript(name, BytesIO(data))


def titles(manuscript: Manuscript) -> list[str]:
    """What its marks say, in order."""
    return [mark.title for mark in manuscript.marks]


def lines(manuscript: Manuscript) -> list[str]:
    """The line of each mark, line end included; empty where there is none."""
    return [manuscript.text[mark.start : mark.end] for mark in manuscript.marks]


def codes(manuscript: Manuscript) -> list[str]:
    """What it warns of."""
    return [warning.code for warning in manuscript.warnings]
