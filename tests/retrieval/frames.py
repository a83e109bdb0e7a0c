"""Reading a pack from outside: it knows the documented frame and none of the product's code."""

import json
import re
from collections.abc import Sequence
from typing import Any
from unicodedata import category, normalize

Read = list[tuple[str, list[str]]]
"""Sections by name with their items as they stand, escapes included."""

_TURN = re.compile(
    r"(system|assistant|user|tool|developer|human|系统|用户|助手|开发者)\s*:", re.IGNORECASE
)
_TOKENS = re.compile(r"<[|/!?a-z]|\[/?INST\]|</?s>", re.IGNORECASE)


def read_sections(text: str, mark: str, *, framed: bool) -> Read:
    """Read a text line by line; whatever is out of place fails.

    Args:
        text: A rendered pack, or a message of one.
        mark: The project's mark.
        framed: Whether it begins with the two lines that tell how to read it.
    """
    lines = text.split("\n")
    if framed:
        assert re.fullmatch(rf"# .+ {mark}", lines[0])
        assert f"{mark} ##" in lines[1]
        lines = lines[2:]
        assert not lines or lines.pop(0) == ""
    sections: Read = []
    inside = False
    for line in lines:
        if not inside:
            if line:
                heading = re.fullmatch(rf"## [^·]+ · (\w+) {mark}", line)
                assert heading, line
                sections.append((heading[1], []))
            inside = bool(line)
        elif line == f"{mark} ##":
            inside = False
        elif line.startswith("• "):
            sections[-1][1].append(line[2:])
        else:
            sections[-1][1][-1] += f"\n{line}"
    assert not inside
    return sections


def read_json(text: str, mark: str) -> Read:
    """Read a JSON pack, whose keys stand in their order and no other."""
    assert len(text.splitlines()) == 1
    assert text.encode().decode().lower().count(mark) == 1

    def distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len(dict(pairs)) == len(pairs)
        return dict(pairs)

    document = json.loads(text, object_pairs_hook=distinct)
    assert list(document) == ["lorepack_pack", "note", "sections"]
    assert document["lorepack_pack"] == mark
    assert all(list(s) == ["name", "heading", "items"] for s in document["sections"])
    return [(s["name"], s["items"]) for s in document["sections"]]


def seen_lines(text: str) -> list[str]:
    """The lines as a careless reader has them: any line end, any width, nothing invisible."""
    return [_plain(line) for line in text.splitlines()]


def _plain(line: str) -> str:
    shown = (c for c in normalize("NFKC", line) if category(c) not in {"Cf", "Cc", "Mn"})
    return "".join(shown).strip()


def frame_lines(text: str) -> list[str]:
    """Those of them that such a reader may take for the frame."""
    return [line for line in seen_lines(text) if re.match(r"[#•§]|```|~~~", line)]


def posing(text: str) -> Sequence[str]:
    """Speakers' turns and template tokens that such a reader sees."""
    lines = seen_lines(text)
    turns = [line for line in lines if _TURN.match(line)]
    return [*turns, *(found for line in lines for found in _TOKENS.findall(line))]
