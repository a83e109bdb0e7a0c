"""The table of contents of an EPUB, of either kind."""

from collections.abc import Iterator
from dataclasses import dataclass

from ingest.formats.archive import Archive
from ingest.formats.markup import Element, local_name, markup_text, parse_page, parse_xml
from ingest.formats.package import Package, resolve
from ingest.formats.page import visible


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentsLine:
    """One entry."""

    title: str
    level: int
    """From 1, the highest."""
    path: str | None
    """The file that it points to; None if the archive has none such."""
    anchor: str


def read_contents(archive: Archive, package: Package) -> list[ContentsLine]:
    """Read the navigation document, or the NCX where there is none or it is empty."""
    lines: list[ContentsLine] = []
    if package.nav:
        lines = list(_lines(archive, package.nav, _of_nav(_page(archive, package.nav))))
    if package.ncx and not lines:
        lines = list(_lines(archive, package.ncx, _of_ncx(_ncx(archive, package.ncx))))
    return lines


def _lines(
    archive: Archive, base: str, entries: Iterator[tuple[str, int, str]]
) -> Iterator[ContentsLine]:
    """Entries with what they point to; one without a link stands before the next that has one."""
    waiting: list[tuple[str, int]] = []
    for title, level, href in entries:
        waiting.append((title, level))
        if not href:
            continue
        path, anchor = resolve(archive, base, href)
        for text, depth in waiting:
            yield ContentsLine(title=text, level=depth, path=path, anchor=anchor)
        waiting.clear()


def _of_nav(root: Element) -> Iterator[tuple[str, int, str]]:
    navs = [element for element in root.iter() if local_name(element) == "nav"]
    toc = next((nav for nav in navs if _is_toc(nav)), navs[0] if navs else None)
    if toc is None:
        return
    for element in toc.iter():
        parent = element.getparent()
        if parent is None or local_name(parent) != "li" or local_name(element) not in {"a", "span"}:
            continue
        if title := _text(element):
            level = sum(local_name(above) == "ol" for above in element.iterancestors())
            yield title, max(1, level), element.get("href", "")


def _is_toc(nav: Element) -> bool:
    kinds = " ".join(str(v) for k, v in nav.attrib.items() if str(k).endswith(("type", "role")))
    return bool({"toc", "doc-toc"} & set(kinds.split()))


def _of_ncx(root: Element) -> Iterator[tuple[str, int, str]]:
    for point in root.iter():
        if local_name(point) != "navpoint":
            continue
        children = {local_name(child): child for child in reversed(point)}
        label, content = children.get("navlabel"), children.get("content")
        title = _text(label) if label is not None else ""
        if title and content is not None:
            above = sum(local_name(a) == "navpoint" for a in point.iterancestors())
            yield title, 1 + above, content.get("src", "")


def _text(element: Element) -> str:
    return visible("".join(str(text) for text in element.itertext())).strip()


def _page(archive: Archive, path: str) -> Element:
    where = f"{path} in {archive.name}"
    return parse_page(where, markup_text(where, archive.read(path))[0])


def _ncx(archive: Archive, path: str) -> Element:
    where = f"{path} in {archive.name}"
    return parse_xml(where, markup_text(where, archive.read(path))[0], recover=True)
