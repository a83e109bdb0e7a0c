"""Which paragraph styles of a Word document are headings, and of which level."""

import re
from collections.abc import Mapping

from ingest.formats.markup import Element, local_name

_NAMED = re.compile(r"(?:heading|标题|標題|überschrift|titre)\s*([1-9])", re.IGNORECASE)
_TITLES = frozenset({"title", "标题", "標題"})
_BODY_LEVEL = 9
"""Outline levels count from 0; this one says that the paragraph is no heading."""


def heading_levels(styles: Element) -> dict[str, int]:
    """Levels of the heading styles, by style id; what a style is based on counts too."""
    own: dict[str, int | None] = {}
    based: dict[str, str] = {}
    for style in styles.iter():
        if local_name(style) == "style" and (id := attribute(style, "styleid")):
            own[id] = _own_level(style)
            based[id] = _value(style, "basedon")
    levels = {id: _inherited(id, own, based) for id in own}
    return {id: level for id, level in levels.items() if level}


def outline_level(properties: Element) -> int | None:
    """The level that a paragraph or style sets itself: from 1, 0 for body text, None if unset."""
    value = _value(properties, "outlinelvl")
    if not value.isdecimal():
        return None
    return int(value) + 1 if int(value) < _BODY_LEVEL else 0


def attribute(element: Element, name: str) -> str:
    """An attribute in whatever namespace; empty if there is none."""
    named = (v for k, v in element.attrib.items() if str(k).rpartition("}")[2].lower() == name)
    return str(next(named, ""))


def _own_level(style: Element) -> int | None:
    level = outline_level(style)
    name = _value(style, "name").strip()
    found = _NAMED.fullmatch(name)
    if found:
        return int(found[1])
    return 1 if name.casefold() in _TITLES else level


def _inherited(id: str, own: Mapping[str, int | None], based: Mapping[str, str]) -> int:
    seen: set[str] = set()
    while id and id not in seen:
        level = own.get(id)
        if level is not None:
            return level
        seen.add(id)
        id = based.get(id, "")
    return 0


def _value(element: Element, name: str) -> str:
    found = next((e for e in element.iter() if local_name(e) == name), None)
    return attribute(found, "val") if found is not None else ""
