"""YAML as a tree; every scalar is the text that stands there.

There are no dates, no octal numbers, and no `no` that means false. What could be made to harm is
refused: aliases, a few lines of which can stand for gigabytes, and depth.
"""

from collections.abc import Iterator

import yaml

from ingest.bible.tree import Node
from lorepack.errors import InvalidInputError

DEEPEST = 12
"""Lists and mappings inside each other."""

_Events = Iterator[yaml.Event]


def yaml_tree(text: str) -> list[Node]:
    """The sections of a YAML file.

    Raises:
        InvalidInputError: It is no YAML, no mapping, names something twice, is too deep or uses
            an alias; the text names the line.
    """
    try:
        return _document(iter(yaml.parse(text, Loader=yaml.BaseLoader)))
    except yaml.YAMLError as error:
        raise InvalidInputError(f"this is no YAML: {' '.join(str(error).split())}") from error


def _document(events: _Events) -> list[Node]:
    for event in events:
        if isinstance(event, yaml.MappingStartEvent):
            return list(_pairs(events, 1))
        if not isinstance(event, yaml.StreamStartEvent | yaml.DocumentStartEvent):
            break
    else:
        return []
    if isinstance(event, yaml.StreamEndEvent):
        return []
    raise InvalidInputError(
        f"line {_line(event)}: a story bible begins with a section's name, such as `rules:`"
    )


def _node(events: _Events, event: yaml.Event, name: str, line: int, depth: int) -> Node:
    if depth > DEEPEST:
        raise InvalidInputError(f"line {line}: this YAML is deeper than {DEEPEST} levels")
    if isinstance(event, yaml.MappingStartEvent):
        return Node(name=name, line=line, parts=_pairs(events, depth + 1))
    if isinstance(event, yaml.SequenceStartEvent):
        return Node(name=name, line=line, parts=tuple(_items(events, depth + 1)))
    return Node(name=name, text=_scalar(event), line=line)


def _items(events: _Events, depth: int) -> Iterator[Node]:
    while not isinstance(event := next(events), yaml.SequenceEndEvent):
        yield _node(events, event, "", _line(event), depth)


def _pairs(events: _Events, depth: int) -> tuple[Node, ...]:
    pairs: dict[str, Node] = {}
    while not isinstance(key := next(events), yaml.MappingEndEvent):
        name, line = _scalar(key).strip(), _line(key)
        if name in pairs:
            first = pairs[name].line
            raise InvalidInputError(f"line {line}: {name!r} stands in line {first} already")
        pairs[name] = _node(events, next(events), name, line, depth)
    return tuple(pairs.values())


def _scalar(event: yaml.Event) -> str:
    if isinstance(event, yaml.AliasEvent):
        raise InvalidInputError(f"line {_line(event)}: aliases (*name) are not read; write it out")
    if not isinstance(event, yaml.ScalarEvent):
        raise InvalidInputError(f"line {_line(event)}: a list or a mapping is no name")
    return str(event.value)


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark else 1
