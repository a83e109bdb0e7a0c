"""Small books to cut, and how their cuts are told."""

from ingest.chapters import Split
from ingest.formats.manuscript import Mark

BODY = "　　他走进门来，坐下喝茶。\n　　外面还在下雨。\n"
ENGLISH_BODY = "\nHe came in and sat down.\n\n"


def book(*headings: str, body: str = BODY) -> str:
    return "".join(f"{heading}\n{body}" for heading in headings)


def named(cut: Split) -> list[tuple[str, str]]:
    return [(c.parsed.label, c.parsed.title) for c in cut.chapters]


def labels(cut: Split) -> list[str]:
    return [c.parsed.label for c in cut.chapters]


def codes(cut: Split) -> list[str]:
    return [warning.code for warning in cut.warnings]


def volumes(cut: Split) -> list[str]:
    return [volume.title for volume in cut.volumes]


def reasons(cut: Split) -> dict[str, str]:
    return {rejected.line: rejected.reason for rejected in cut.rejected}


def line_mark(text: str, line: str, level: int = 1, title: str | None = None) -> Mark:
    """A mark for a line that stands in the text."""
    start = 0 if text.startswith(f"{line}\n") else text.index(f"\n{line}\n") + 1
    return Mark(start=start, end=start + len(line) + 1, title=title or line, level=level)


def place_mark(text: str, before: str, title: str, level: int = 1) -> Mark:
    """A mark for a place that no line of the text names."""
    start = text.index(before)
    return Mark(start=start, end=start, title=title, level=level)
