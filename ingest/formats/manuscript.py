"""What every format is read into: one text, and the headings that the file itself names."""

from dataclasses import dataclass, replace

from lorepack.records import Warned


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A heading that the file's own structure names.

    An <h2>, a Word heading style, an entry of a table of contents, a file's name.
    """

    start: int
    """Offset in `Manuscript.text` at which what it heads begins."""
    end: int
    """Offset behind the heading's own line, line end included; `start` where there is no line."""
    title: str
    level: int
    """From 1, the highest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manuscript:
    """A file as one text."""

    text: str
    """Unicode NFC, line feeds at line ends, no byte order mark."""
    encoding: str
    """As `ingest.reading.Decoded` names it; those of a container's texts, joined by `, `."""
    reason: str
    """Why that encoding, one line for people."""
    format: str
    """`text`, `markdown`, `html`, `epub`, `docx`, `zip`, `folder` or `transcript`."""
    marks: tuple[Mark, ...] = ()
    """In the order of the text."""
    exact: bool = False
    """Whether a chapter begins at each mark and nowhere else, whatever the text looks like."""
    warnings: tuple[Warned, ...] = ()


def moved(mark: Mark, by: int, deeper: int = 0) -> Mark:
    """The mark in a longer text, and under so many headings."""
    return replace(mark, start=mark.start + by, end=mark.end + by, level=mark.level + deeper)


def in_order(marks: list[Mark]) -> tuple[Mark, ...]:
    """Marks as they stand in the text; of two at one place the higher heading first."""
    return tuple(sorted(marks, key=lambda mark: (mark.start, mark.level, mark.end)))
