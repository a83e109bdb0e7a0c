"""What both file forms are read as: names with words and parts."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A stretch of a file: a heading with what stands under it, a key with its value, an item."""

    name: str = ""
    """A heading or a key; empty for an item of a list."""
    text: str = ""
    line: int
    """Of the file, counted from 1."""
    parts: tuple["Node", ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing stands here but a name."""
        return not self.text.strip() and not self.parts
