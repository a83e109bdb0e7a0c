"""The package of an EPUB: which files it reads in which order, and what they are."""

import posixpath
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import unquote

from ingest.formats.archive import Archive
from ingest.formats.markup import Element, local_name, markup_text, parse_xml
from ingest.formats.names import spelling
from lorepack.errors import InvalidInputError

CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_FONT_SCRAMBLING = frozenset(
    {"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"}
)
"""Algorithms that make fonts useless outside the book; its text is not touched by them."""
_FONTS = (".ttf", ".otf", ".woff", ".woff2")

_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpineItem:
    """A file of the reading order."""

    path: str | None
    """Its path in the archive; None where the archive lacks it."""
    href: str
    """Its name as the package gives it."""
    linear: bool
    is_page: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """What the package document says."""

    spine: tuple[SpineItem, ...]
    nav: str | None
    """Path of the EPUB 3 navigation document."""
    ncx: str | None
    """Path of the EPUB 2 table of contents."""
    kinds: Mapping[str, str]
    """What the guide calls some files (`cover`, `copyright-page`), by path."""


def read_package(archive: Archive) -> Package:
    """Read the package document.

    Raises:
        InvalidInputError: There is none, it is damaged, or the book is encrypted.
    """
    _refuse_drm(archive)
    path = _package_path(archive)
    root = _xml(archive, path)
    items = {item.get("id", ""): item for item in _all(root, "item")}
    hrefs = {id: item.get("href", "") for id, item in items.items()}
    spine = next(_all(root, "spine"), None)
    if spine is None:
        raise InvalidInputError(f"{path} in {archive.name} has no spine; convert the book anew")
    nav = next((hrefs[id] for id, item in items.items() if "nav" in _words(item)), None)
    ncx = hrefs.get(spine.get("toc", "")) or next(
        (hrefs[id] for id, item in items.items() if "dtbncx" in item.get("media-type", "")), None
    )
    return Package(
        spine=tuple(_spine(archive, path, items, spine)),
        nav=resolve(archive, path, nav)[0] if nav else None,
        ncx=resolve(archive, path, ncx)[0] if ncx else None,
        kinds=dict(_guide(archive, path, root)),
    )


def resolve(archive: Archive, base: str, href: str) -> tuple[str | None, str]:
    """The path that a link means, and the anchor in it.

    Args:
        archive: The book.
        base: Path of the file that holds the link.
        href: The link, percent-encoded, with or without an anchor.

    Returns:
        The path as the archive spells it, None if there is no such file; and the anchor.
    """
    target, _, anchor = href.partition("#")
    folder = posixpath.dirname(base)
    path = posixpath.normpath(posixpath.join(folder, unquote(target))) if target else base
    if path not in archive.members:
        path = archive.alike.get(spelling(path), "")
    return path or None, unquote(anchor)


def _refuse_drm(archive: Archive) -> None:
    path, _ = resolve(archive, "", _ENCRYPTION)
    if path is None:
        return
    for data in _all(_xml(archive, path), "EncryptedData"):
        method = next(_all(data, "EncryptionMethod"), None)
        scrambled = method is not None and method.get("Algorithm", "") in _FONT_SCRAMBLING
        target = next((r.get("URI", "") for r in _all(data, "CipherReference")), "")
        if not scrambled and not target.lower().endswith(_FONTS):
            raise InvalidInputError(
                f"{archive.name} is protected by DRM ({target or 'its text'} is encrypted); "
                "import a copy without protection"
            )


def _package_path(archive: Archive) -> str:
    container, _ = resolve(archive, "", CONTAINER)
    if container is None:
        raise InvalidInputError(
            f"{archive.name} is no EPUB: it has no {CONTAINER}; convert the book anew"
        )
    rootfile = next(_all(_xml(archive, container), "rootfile"), None)
    named = rootfile.get("full-path", "") if rootfile is not None else ""
    path, _ = resolve(archive, "", named) if named else (None, "")
    if path is None:
        raise InvalidInputError(
            f"{archive.name} names {named!r} as its package, and holds no such file; "
            "convert the book anew"
        )
    return path


def _spine(
    archive: Archive, path: str, items: Mapping[str, Element], spine: Element
) -> Iterator[SpineItem]:
    for reference in _all(spine, "itemref"):
        idref = reference.get("idref", "")
        item = items.get(idref)
        href = item.get("href", "") if item is not None else idref
        kind = item.get("media-type", "") if item is not None else ""
        yield SpineItem(
            path=resolve(archive, path, href)[0] if item is not None else None,
            href=unquote(href),
            linear=reference.get("linear", "yes") != "no",
            is_page=item is None or kind in _PAGES or href.lower().endswith(("html", "htm")),
        )


def _guide(archive: Archive, path: str, root: Element) -> Iterator[tuple[str, str]]:
    for reference in _all(root, "reference"):
        target, _ = resolve(archive, path, reference.get("href", ""))
        if target:
            yield target, reference.get("type", "")


def _words(item: Element) -> list[str]:
    return item.get("properties", "").split()


def _xml(archive: Archive, path: str) -> Element:
    where = f"{path} in {archive.name}"
    text, _ = markup_text(where, archive.read(path))
    return parse_xml(where, text, recover=True)


def _all(root: Element, name: str) -> Iterator[Element]:
    """Elements of a name in whatever namespace: many books get that wrong."""
    return (element for element in root.iter() if local_name(element) == name.lower())
