"""Several files as one manuscript: the members of a zip archive, or of a folder."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ingest.formats.manuscript import Manuscript, Mark, in_order, moved
from ingest.formats.order import count_down, title_of
from ingest.formats.outline import heading_at
from ingest.formats.selection import common_folders
from lorepack.errors import InvalidInputError
from lorepack.records import Warned

Load = Callable[[str], Manuscript | None]
"""Reads the file of a path; None if it is empty."""

_FILE_LEVEL = 2
"""Of the marks that files make; those of folders are above."""
_TOP = 400
"""Characters at the beginning of a file in which a line may repeat its name."""
_LONGEST_HEADING = 60
_BETWEEN = r"[\s:：、.．·—_-]"
"""What sets a number and a title apart."""
_SENTENCE_ENDS = ("。", "，", "…", "”", "」", ",", ";", "；")
_RANGE = re.compile(r"(\d+)-(\d+)")


def read_bundle(
    name: str, form: str, paths: Sequence[str], load: Load, skipped: tuple[Warned, ...]
) -> Manuscript:
    """Read several files as one; a single one as itself.

    Args:
        name: What holds them, for messages.
        form: `zip` or `folder`.
        paths: Relative paths in the order to read them in.
        load: Reads one of them.
        skipped: The report of what else is there.

    Raises:
        InvalidInputError: One of them cannot be read, or all are empty.
    """
    if len(paths) == 1 and (only := load(paths[0])):
        return replace(only, warnings=(*skipped, *only.warnings))
    joint = _Joint()
    wrapping = common_folders(paths)
    for path in paths:
        joint.take(path, path.split("/")[wrapping:-1], load(path))
    if not any(part.strip() for part in joint.parts):
        raise InvalidInputError(f"{name} holds nothing but empty files; import one with text")
    return joint.manuscript(form, skipped)


@dataclass(slots=True)
class _Joint:
    """Files on their way to one text."""

    parts: list[str] = field(default_factory=list[str])
    length: int = 0
    folders: list[str] = field(default_factory=list[str])
    """Folders that the file before stands in."""
    marks: list[Mark] = field(default_factory=list[Mark])
    encodings: Counter[str] = field(default_factory=Counter[str])
    openings: list[str] = field(default_factory=list[str])
    """The first line of each file."""
    warnings: list[Warned] = field(default_factory=list[Warned])

    def take(self, path: str, folders: list[str], read: Manuscript | None) -> None:
        """Take a file; files stand a blank line apart."""
        if self.parts:
            self._add("\n")
        self._open(folders)
        level = max(_FILE_LEVEL, len(folders) + 1)
        if read is None:
            self.marks.append(self._mark(title_of(path), level))
            self.warnings.append(Warned(code="empty", message=f"{path} is empty"))
            return
        text = read.text.removesuffix("\n") + "\n"
        heading = _heading(text, title_of(path), read.marks)
        self.marks.append(
            moved(replace(heading, level=level), self.length)
            if heading
            else self._mark(title_of(path), level)
        )
        own = [mark for mark in read.marks if heading is None or mark.start >= heading.end]
        self.marks.extend(moved(mark, self.length, level) for mark in own)
        self.warnings.extend(_of_file(path, warned, self.length) for warned in read.warnings)
        self.encodings.update(read.encoding.split(", "))
        self.openings.append(text.lstrip()[:_LONGEST_HEADING].split("\n")[0])
        self._add(text)

    def manuscript(self, form: str, skipped: tuple[Warned, ...]) -> Manuscript:
        """All of it."""
        warnings = [*skipped, *self.warnings]
        if count_down(self.openings):
            message = (
                "the chapters run from the last to the first in the order of the files' names; "
                "number the files in reading order if that is wrong"
            )
            warnings.append(Warned(code="reversed", message=message))
        counted = ", ".join(f"{times} in {name}" for name, times in self.encodings.items())
        return Manuscript(
            text="".join(self.parts),
            encoding=", ".join(self.encodings),
            reason=f"each file was looked at: {counted}",
            format=form,
            marks=in_order(self.marks),
            warnings=tuple(warnings),
        )

    def _open(self, folders: list[str]) -> None:
        """Mark the folders that begin here."""
        same = next(
            (i for i, f in enumerate(folders) if self.folders[i : i + 1] != [f]), len(folders)
        )
        for depth in range(same, len(folders)):
            self.marks.append(self._mark(folders[depth], depth + 1))
        self.folders = folders

    def _mark(self, title: str, level: int) -> Mark:
        title = unicodedata.normalize("NFC", title).strip()
        return Mark(start=self.length, end=self.length, title=title, level=level)

    def _add(self, text: str) -> None:
        self.parts.append(text)
        self.length += len(text)


def _heading(text: str, title: str, marks: Sequence[Mark]) -> Mark | None:
    """The line at a file's beginning that says its name, or is said by it."""
    span = heading_at(text, 0, min(len(text), _TOP), title)
    if span is None:
        start = len(text) - len(text.lstrip("\n"))
        span = start, text.find("\n", start) + 1
        if not _alike(text[span[0] : span[1]].strip(), title):
            return None
    own = next((mark for mark in marks if mark.start == span[0] < mark.end), None)
    lines = filter(None, (line.strip() for line in text[span[0] : span[1]].split("\n")))
    return own or Mark(start=span[0], end=span[1], title=" ".join(lines), level=1)


def _alike(line: str, title: str) -> bool:
    """Whether a first line is the file's name with a number or a title more, or less."""
    short, long = sorted((line, title), key=len)
    fits = short and len(line) <= _LONGEST_HEADING and not short.isdecimal()
    apart = rf"(?:.*{_BETWEEN})?{re.escape(short)}(?:{_BETWEEN}.*)?"
    return bool(fits and not line.endswith(_SENTENCE_ENDS) and re.fullmatch(apart, long))


def _of_file(path: str, warned: Warned, by: int) -> Warned:
    """A file's warning in the whole: its ranges count from the beginning of the text."""
    found = _RANGE.fullmatch(warned.at or "")
    at = f"{int(found[1]) + by}-{int(found[2]) + by}" if found else warned.at
    return Warned(code=warned.code, message=f"{path}: {warned.message}", at=at)
