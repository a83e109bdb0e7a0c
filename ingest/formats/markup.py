"""XML and HTML as trees, without anything that reaches out of the file or blows up inside it."""

import re
from contextlib import suppress
from html.entities import html5
from typing import cast

from lxml import etree

from ingest.reading import decode_bytes
from lorepack.errors import InvalidInputError

Element = etree._Element  # pyright: ignore[reportPrivateUsage]

_DECLARED = re.compile(
    rb"""^\s*+<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}["']([A-Za-z0-9._-]{2,40})["']"""
    rb"""|<meta[^>]{0,200}?charset\s{0,9}=\s{0,9}["']?([A-Za-z0-9._-]{2,40})""",
    re.IGNORECASE,
)
_HEAD = 2_000
"""Bytes in which a page declares its encoding."""
_MEANT = {"gb2312": "gb18030", "gbk": "gb18030", "iso-8859-1": "cp1252", "big5": "cp950"}
"""What programs write that declare these names."""

_DECLARATION = re.compile(r"\s*+<\?xml[^>]*+>")
_ENTITY = re.compile(r"&([A-Za-z][A-Za-z0-9]{1,31});")
_XML_ENTITIES = frozenset({"lt", "gt", "amp", "quot", "apos"})


def markup_text(where: str, data: bytes) -> tuple[str, str]:
    """The text of a page or a package file, and its encoding.

    Raises:
        InvalidInputError: It is no text, or it defines entities of its own.
    """
    text, encoding = _as_declared(data) or _as_guessed(where, data)
    if "<!ENTITY" in text:
        raise InvalidInputError(
            f"{where} defines XML entities, which may reach outside or grow without end; "
            "save it without them"
        )
    return _DECLARATION.sub("", text, count=1), encoding


def parse_page(where: str, text: str) -> Element:
    """Parse a page: as XML if it is well formed, else as browsers take HTML.

    Raises:
        InvalidInputError: It is nested too deep, or there is nothing in it.
    """
    plain = _ENTITY.sub(_character, text).encode("utf-8", "replace")
    with suppress(etree.XMLSyntaxError):
        return etree.fromstring(plain, _xml_parser(recover=False))
    parser = etree.HTMLParser(encoding="utf-8", no_network=True, huge_tree=False)
    return _parsed(where, plain, parser)


def parse_xml(where: str, text: str, *, recover: bool = False) -> Element:
    """Parse XML.

    Args:
        where: The file's name, for messages.
        text: Its text, without an XML declaration.
        recover: Whether to take what can be made out of XML that is not well formed.

    Raises:
        InvalidInputError: It is nested too deep, or not well formed.
    """
    return _parsed(where, text.encode("utf-8", "replace"), _xml_parser(recover=recover))


def local_name(element: Element) -> str:
    """The tag in lower case, without its namespace; empty for comments and the like."""
    tag = cast(object, element.tag)  # a function where it is a comment
    return tag.rpartition("}")[2].lower() if isinstance(tag, str) else ""


def _as_declared(data: bytes) -> tuple[str, str] | None:
    found = _DECLARED.search(data[:_HEAD])
    if found is None:
        return None
    declared = (found[1] or found[2]).decode("ascii").lower()
    encoding = _MEANT.get(declared, declared)
    try:
        return data.decode(encoding), encoding
    except (UnicodeDecodeError, LookupError):
        return None  # declarations are often wrong: the bytes decide


def _as_guessed(where: str, data: bytes) -> tuple[str, str]:
    try:
        decoded = decode_bytes(data)
    except InvalidInputError as error:
        raise InvalidInputError(f"{where}: {error}") from error
    return decoded.text, "utf-8" if decoded.encoding == "utf-8-sig" else decoded.encoding


def _character(found: re.Match[str]) -> str:
    """A named character as itself: without a DTD, XML knows only five of them."""
    name = found[1]
    return found[0] if name in _XML_ENTITIES else html5.get(f"{name};", found[0])


def _xml_parser(*, recover: bool) -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False, recover=recover
    )


def _parsed(where: str, data: bytes, parser: etree.XMLParser | etree.HTMLParser) -> Element:
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        _refuse_excess(where, error)
        raise InvalidInputError(f"{where} is damaged ({error.msg}); save it again") from error
    for entry in parser.error_log:
        _refuse_excess(where, entry)
    if root is None:  # pyright: ignore[reportUnnecessaryComparison]  # what is beyond recovery
        raise InvalidInputError(f"{where} is damaged beyond reading; save it again")
    return root


def _refuse_excess(where: str, problem: object) -> None:
    """The parser stops at 256 levels and at 10 million characters in one piece, so do we."""
    message = str(problem)
    if "Excessive depth" in message or "esource limit" in message or "too long" in message:
        raise InvalidInputError(
            f"{where} is nested deeper or has longer pieces than any book ({message}); save it anew"
        )
