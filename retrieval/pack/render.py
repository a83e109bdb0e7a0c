"""Rendering: sections under headings that stored text cannot imitate.

Each project has a mark of its own, derived from its secret. Headings and fences carry it, and
whatever in a stored text could pass for the mark, for a heading, for an item or for a speaker's
turn is escaped by a backslash; `unescape` gives the text back to the letter.
"""

import hmac
import re
from collections.abc import Sequence

from lorepack.records import Section
from retrieval.pack.plan import BY_NAME
from text.packs import closing, frame, heading

_BULLET = "• "
_POSING = re.compile(
    r"^(?=[ \t　]*(?:[•#§\\]|```|</?[a-z]|(?:system|assistant|user|tool|developer)\s*[:：]))"
    r"|(?<=<)(?=\\*\|)|(?<=§)(?=\\*[0-9a-f])",
    re.IGNORECASE | re.MULTILINE,
)
_ESCAPED = re.compile(
    r"^\\(?=[ \t　]*(?:[•#§\\]|```|</?[a-z]|(?:system|assistant|user|tool|developer)\s*[:：]))"
    r"|(?<=<)\\(?=\\*\|)|(?<=§)\\(?=\\*[0-9a-f])",
    re.IGNORECASE | re.MULTILINE,
)


def mark_of(secret: str) -> str:
    """The mark that a project's packs carry: the same in each of them, unguessable outside."""
    return "§" + hmac.new(secret.encode(), b"pack", "sha256").hexdigest()[:6]


def escape(text: str) -> str:
    """Make a stored text unable to pose as part of the frame."""
    return _POSING.sub(r"\\", text)


def unescape(text: str) -> str:
    """Give an escaped text back to the letter."""
    return _ESCAPED.sub("", text)


def render_item(text: str) -> str:
    """One item of a section, as it stands in the pack."""
    return _BULLET + escape(text)


def opening(name: str, mark: str, *, chinese: bool) -> str:
    """The heading of a section."""
    plan = BY_NAME[name]
    return heading(plan.zh if chinese else plan.en, name, mark)


def render_section(section: Section, mark: str, *, chinese: bool) -> str:
    """A section with its items."""
    lines = [opening(section.name, mark, chinese=chinese)]
    lines += [render_item(item.text) for item in section.items]
    return "\n".join([*lines, closing(mark)])


def render(sections: Sequence[Section], mark: str, *, chinese: bool) -> tuple[str, str]:
    """Render a pack.

    Returns:
        Its stable part, frame included, and the rest; `join` puts them together.
    """
    stable = [s for s in sections if BY_NAME[s.name].stable]
    rest = [s for s in sections if not BY_NAME[s.name].stable]
    head = [frame(mark, chinese=chinese)]
    head += [render_section(s, mark, chinese=chinese) for s in stable]
    return (
        "\n\n".join(head),
        "\n\n".join(render_section(s, mark, chinese=chinese) for s in rest),
    )


def join(stable: str, rest: str) -> str:
    """The whole pack as one text."""
    return "\n\n".join(filter(None, (stable, rest)))


def parse(rendered: str, mark: str) -> dict[str, list[str]]:
    """Read the items of every section back out of a rendered pack, by section name."""
    sections: dict[str, list[str]] = {}
    pattern = re.compile(
        rf"^## [^\n]* · (\w+) {re.escape(mark)}\n(.*?)^{re.escape(mark)} ##$", re.M | re.S
    )
    for name, body in pattern.findall(rendered):
        parts = re.split(rf"^{_BULLET}", body, flags=re.M)
        sections[name] = [unescape(part[:-1]) for part in parts[1:]]
    return sections
