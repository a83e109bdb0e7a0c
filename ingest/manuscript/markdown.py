"""A book as Markdown whose text reads as it is, whatever marks it holds."""

import re
from collections.abc import Iterator, Sequence

from ingest.manuscript.leaf import Leaf, opens_volume, passages, utf8

_MARKUP = re.compile(r"[\\`*_\[<~|]|&(?=[#\w])|^[-+=>#]|(?<!#)#++$")
_LIST_NUMBER = re.compile(r"^(\d{1,9})(?=[.)])")
_INDENT = re.compile(r"^[ \t]")
_SCENE = "&nbsp;"


def as_markdown(title: str, leaves: Sequence[Leaf]) -> bytes:
    """Write a book as Markdown (CommonMark), UTF-8.

    The book's title is a heading of the first level, volumes of the second, chapters of the next.
    Every paragraph is one, with the line ends within it; blank lines that part scenes are an empty
    paragraph.
    """
    return utf8("\n\n".join(_blocks(title, leaves)) + "\n")


def _blocks(title: str, leaves: Sequence[Leaf]) -> Iterator[str]:
    yield f"# {_escaped(title)}"
    level = "###" if any(leaf.volume for leaf in leaves) else "##"
    for opens, leaf in opens_volume(leaves):
        if opens:
            yield f"## {_escaped(leaf.volume or '')}"
        if leaf.name:
            yield f"{level} {_escaped(leaf.name)}"
        for passage in passages(leaf.body):
            yield "\n".join(map(_escaped, passage.split("\n"))) or _SCENE


def _escaped(line: str) -> str:
    plain = _MARKUP.sub(r"\\\g<0>", line)
    plain = _LIST_NUMBER.sub(r"\1\\", plain)
    return _INDENT.sub(lambda found: f"&#{ord(found[0])};", plain)
