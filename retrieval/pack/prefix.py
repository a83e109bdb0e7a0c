"""The prefix: how much of a pack a prompt cache has from the one before, and what broke it."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from hashlib import sha256

from lorepack.ports import TokenCounter
from lorepack.records import Prefix, Section
from retrieval.pack.plan import BY_NAME
from retrieval.pack.rendering.forms import Rendered, Renderer

FRAME = "frame"
"""Where a beginning ends that shares not even what stands before all sections."""


def hash_of(text: str) -> str:
    """128 bits of a text's SHA-256, as hexadecimal digits."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def prefix_of(
    form: Rendered,
    sections: Sequence[Section],
    renderer: Renderer,
    previous: tuple[str, str] | None,
    count: TokenCounter,
) -> Prefix:
    """What to say of the beginning that a pack is expected to share with the next one.

    Args:
        form: The pack in its form.
        sections: Its sections.
        renderer: What gave it its form.
        previous: Id and rendered text of the pack that it is compared with, if there is one.
        count: Counts tokens.
    """
    id, before = previous or ("", "")
    return Prefix(
        hash=hash_of(form.stable),
        tokens=form.stable_tokens,
        shared_tokens=count(shared_lines(before, form.rendered)),
        previous=id,
        broken_by=broken_by(before, form.stable, sections, renderer) if previous else "",
    )


def common_beginning(one: str, other: str) -> str:
    """The longest text that both begin with."""
    sizes = range(1, min(len(one), len(other)) + 1)
    return one[: bisect_left(sizes, True, key=lambda size: one[:size] != other[:size])]


def shared_lines(one: str, other: str) -> str:
    """The whole lines that two texts both begin with; all, if they are the same.

    In the encodings of tiktoken's no token runs from one line into the next but over blanks, so
    that of lines before one that begins with none, the tokens are shared whole too. JSON is one
    line: of it, what stands before the last quotation mark, which may be a token off.
    """
    if one == other:
        return other
    end = len(common_beginning(one, other))
    if other.startswith("{"):
        return other[: other.rfind('"', 0, end) + 1]
    while end and not _parts(one, other, end):
        end = other.rfind("\n", 0, end - 1) + 1
    return other[:end]


def _parts(one: str, other: str, at: int) -> bool:
    """Whether a line ends here in both texts, and neither goes on with a blank."""
    follow = one[at : at + 1] + other[at : at + 1]
    return other[at - 1] == "\n" and not any(sign.isspace() for sign in follow)


def broken_by(previous: str, stable: str, sections: Sequence[Section], renderer: Renderer) -> str:
    """Where the beginning ends that a pack shares with the one before.

    Args:
        previous: The pack that it is compared with, as rendered.
        stable: The pack's beginning that is expected to stay.
        sections: The pack's.
        renderer: What gave it its form.

    Returns:
        The section, or `section/item`; empty if the stable part is shared whole.
    """
    end = len(common_beginning(previous, stable))
    if end == len(stable):
        return ""
    return next((name for at, name in _ends(stable, sections, renderer) if end < at), FRAME)


def _ends(
    stable: str, sections: Sequence[Section], renderer: Renderer
) -> Iterator[tuple[int, str]]:
    """Where each part of the stable text ends, with its name."""
    at = len(common_beginning(renderer.frame(), stable))
    yield at, FRAME
    for section in sections:
        if not BY_NAME[section.name].stable:
            continue
        for nth, item in enumerate(section.items):
            text = renderer.item(item.text)[:-1]  # what parts it from the next is of the next
            at = stable.index(text, at)
            yield at, section.name if nth == 0 else f"{section.name}/{item.id}"
            at += len(text)
            yield at, f"{section.name}/{item.id}"
        at = stable.index(renderer.closing(), at) + len(renderer.closing())
        yield at, section.name
