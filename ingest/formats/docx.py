"""Word documents: the paragraphs of the body, with what their styles say about headings."""

import posixpath
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ingest.formats.archive import Archive
from ingest.formats.manuscript import Manuscript, Mark
from ingest.formats.markup import Element, local_name, markup_text, parse_xml
from ingest.formats.styles import attribute, heading_levels, outline_level
from lorepack.errors import InvalidInputError
from lorepack.records import Warned

_LEFT_OUT = frozenset(
    {"del", "movefrom", "instrtext", "fallback", "rt", "ppr", "rpr", "deltext", "delinstrtext"}
)
"""What is no part of the text as it stands: deleted, moved away, a field's code, a ruby gloss, the
second copy of a text box for older programs."""
_CHARACTERS = {"tab": "\t", "br": "\n", "cr": "\n", "nobreakhyphen": "\u2011"}
_NOTES = ("footnotereference", "endnotereference")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Paragraph:
    text: str
    level: int
    """Of a heading; 0 for body text."""


def read_docx(archive: Archive) -> Manuscript:
    """Read a document: tracked insertions are in, tracked deletions are out, tables in order.

    Raises:
        InvalidInputError: It is damaged or has no text.
    """
    path = _document_path(archive)
    root, encoding = _xml(archive, path)
    body = next((e for e in root.iter() if local_name(e) == "body"), None)
    if body is None:
        raise InvalidInputError(f"{path} in {archive.name} has no body; save the document again")
    parts: list[str] = []
    marks: list[Mark] = []
    length = 0
    for paragraph in _paragraphs(body, _levels(archive, path)):
        line = paragraph.text + "\n"
        if paragraph.level and (title := paragraph.text.strip()):
            end = length + len(line)
            marks.append(Mark(start=length, end=end, title=title, level=paragraph.level))
        parts.append(line)
        length += len(line)
    text = "".join(parts)
    if not text.strip():
        raise InvalidInputError(f"{archive.name} holds no text; import a document that does")
    return Manuscript(
        text=text,
        encoding=encoding,
        reason="the document declares it, or is well formed in it",
        format="docx",
        marks=tuple(marks),
        warnings=_warnings(body),
    )


def _paragraphs(body: Element, levels: Mapping[str, int]) -> Iterator[_Paragraph]:
    """Paragraphs in order; one whose end was deleted under tracking goes on in the next."""
    begun = ""
    for element in body.iter():
        if local_name(element) != "p" or _is_left_out(element):
            continue
        properties = next((c for c in element if local_name(c) == "ppr"), None)
        level = _level(properties, levels)
        text = begun + unicodedata.normalize("NFC", "".join(_runs(element)))
        begun = text if properties is not None and _is_end_deleted(properties) else ""
        if not begun:
            flat = text.replace("\n", " ") if level else text
            yield _Paragraph(text=flat, level=level)
    if begun:
        yield _Paragraph(text=begun, level=0)


def _runs(paragraph: Element) -> Iterator[str]:
    """The text of one paragraph, without the paragraphs of text boxes inside it."""
    waiting = list(reversed(paragraph))
    while waiting:
        element = waiting.pop()
        name = local_name(element)
        if name == "t":
            yield element.text or ""
        elif name in _CHARACTERS:
            yield _CHARACTERS[name]
        elif name and name != "p" and name not in _LEFT_OUT:
            waiting.extend(reversed(element))


def _is_left_out(paragraph: Element) -> bool:
    return any(local_name(above) in _LEFT_OUT for above in paragraph.iterancestors())


def _level(properties: Element | None, levels: Mapping[str, int]) -> int:
    if properties is None:
        return 0
    own = outline_level(properties)
    if own is not None:
        return own
    style = next((c for c in properties if local_name(c) == "pstyle"), None)
    return levels.get(attribute(style, "val"), 0) if style is not None else 0


def _is_end_deleted(properties: Element) -> bool:
    run = next((c for c in properties if local_name(c) == "rpr"), None)
    return run is not None and any(local_name(c) == "del" for c in run)


def _warnings(body: Element) -> tuple[Warned, ...]:
    notes = sum(local_name(element) in _NOTES for element in body.iter())
    if not notes:
        return ()
    message = f"{notes} footnotes or endnotes were left out; put into the text what belongs there"
    return (Warned(code="footnotes", message=message),)


def _levels(archive: Archive, document: str) -> dict[str, int]:
    path = posixpath.join(posixpath.dirname(document), "styles.xml")
    return heading_levels(_xml(archive, path)[0]) if path in archive.members else {}


def _document_path(archive: Archive) -> str:
    """Where the package's relations say that the document is."""
    if "_rels/.rels" in archive.members:
        for relation in _xml(archive, "_rels/.rels")[0]:
            if relation.get("Type", "").endswith("/officeDocument"):
                path = posixpath.normpath(relation.get("Target", "").lstrip("/"))
                if path in archive.members:
                    return path
    if "word/document.xml" in archive.members:
        return "word/document.xml"
    raise InvalidInputError(f"{archive.name} is no Word document that can be read; save it again")


def _xml(archive: Archive, path: str) -> tuple[Element, str]:
    where = f"{path} in {archive.name}"
    text, encoding = markup_text(where, archive.read(path))
    return parse_xml(where, text), encoding
