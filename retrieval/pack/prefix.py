"""The prefix: how much of a pack a prompt cache has from the one before, and what broke it."""

from collections.abc import Iterator, Sequence
from hashlib import sha256

from lorepack.ports import TokenCounter
from lorepack.records import Prefix, Section
from retrieval.pack.compose import Composed
from retrieval.pack.plan import BY_NAME
from retrieval.pack.render import closing, frame, opening, render_item

FRAME = "frame"
"""Where a prefix ends that shares not even what stands before all sections."""


def hash_of(text: str) -> str:
    """A pack's id, or its prefix's: 128 bits of SHA-256, as hexadecimal digits."""
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def prefix_of(
    composed: Composed, previous: str | None, mark: str, count: TokenCounter, *, chinese: bool
) -> Prefix:
    """What to say of a pack's prefix.

    Args:
        composed: The pack.
        previous: The pack that it is compared with, if there is one.
        mark: What its headings carry.
        count: Counts tokens.
        chinese: Whether it speaks Chinese.
    """
    rendered, stable = composed.rendered, composed.stable
    before = previous or ""
    return Prefix(
        hash=hash_of(stable),
        tokens=composed.stable_tokens,
        shared_tokens=count(rendered[: shared_lines(before, rendered)]),
        previous="" if previous is None else hash_of(previous),
        broken_by=""
        if previous is None
        else broken_by(before, stable, composed.sections, mark, chinese=chinese),
    )


def shared(one: str, other: str) -> int:
    """How many characters two texts begin with alike."""
    low, high = 0, min(len(one), len(other))
    while low < high:  # comparing slices goes by machine words, comparing characters does not
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def shared_lines(one: str, other: str) -> int:
    """The same, up to the end of the last line that they share whole.

    A token never runs past the end of a line, blank lines behind it included, in the encodings
    that are counted in: what is counted of whole lines is there in whole tokens.
    """
    end = shared(one, other)
    if end in (len(one), len(other)) and len(one) == len(other):
        return end
    if "\n" in (one[end : end + 1], other[end : end + 1]):
        end = len(other[:end].rstrip("\n"))  # one of them goes on with a blank line here
    return other.rfind("\n", 0, end) + 1


def broken_by(
    previous: str, stable: str, sections: Sequence[Section], mark: str, *, chinese: bool
) -> str:
    """Where the beginning ends that a pack shares with the one before.

    Args:
        previous: The pack that it is compared with.
        stable: The pack's beginning that is expected to stay.
        sections: The pack's.
        mark: What its headings carry.
        chinese: Whether it speaks Chinese.

    Returns:
        The section, or `section/item`; empty if the stable part is shared whole.
    """
    end = shared(previous, stable)
    ends = _ends(sections, mark, chinese=chinese)
    return "" if end == len(stable) else next(name for at, name in ends if end < at)


def _ends(sections: Sequence[Section], mark: str, *, chinese: bool) -> Iterator[tuple[int, str]]:
    """Where each part of the stable text ends, as `render` puts them together."""
    at = len(frame(mark, chinese=chinese))
    yield at, FRAME
    for section in sections:
        if not BY_NAME[section.name].stable:
            continue
        at += len("\n\n") + len(opening(section.name, mark, chinese=chinese)) + len("\n")
        yield at, section.name
        for item in section.items:
            at += len(render_item(item.text)) + len("\n")
            yield at, f"{section.name}/{item.id}"
        at += len(closing(mark))
        yield at, section.name
