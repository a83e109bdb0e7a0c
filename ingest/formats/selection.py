"""Which files of an archive or a folder are read, and in which order."""

from collections.abc import Sequence
from itertools import takewhile

from ingest.formats.order import natural_key, numbered, suffix
from lorepack.errors import InvalidInputError
from lorepack.records import Warned

READABLE = frozenset(
    {"", ".txt", ".text", ".md", ".markdown", ".html", ".htm", ".xhtml", ".epub", ".docx"}
)
ARCHIVES = frozenset({".zip", ".rar", ".7z", ".gz", ".tar", ".tgz", ".bz2", ".xz", ".jar", ".cbz"})
_LITTER = frozenset({"__macosx", "thumbs.db", "desktop.ini"})
_NAMED = 10
"""Files that a warning names."""


def select(name: str, paths: Sequence[str]) -> tuple[list[str], tuple[Warned, ...]]:
    """The files to read, in the order of their names, and a report of the others.

    Args:
        name: What holds them, for messages.
        paths: Relative paths with `/`.

    Raises:
        InvalidInputError: None of them can be read.
    """
    wanted = [path for path in paths if is_readable(path)]
    if not wanted:
        raise InvalidInputError(
            f"{name} holds no text ({len(paths)} files of other kinds); "
            "import txt, md, html, epub or docx files"
        )
    skipped = sorted(set(paths) - set(wanted), key=natural_key)
    return sorted(wanted, key=lambda path: (natural_key(path), path)), _report(skipped)


def is_readable(path: str) -> bool:
    """Whether a file may hold text, judged by its name."""
    return suffix(path) in READABLE and not _is_litter(path)


def refuse_archives(name: str, paths: Sequence[str]) -> None:
    """Refuse an archive that holds archives.

    Raises:
        InvalidInputError: It does; the text names the first one.
    """
    inner = next((p for p in paths if suffix(p) in ARCHIVES and not _is_litter(p)), None)
    if inner:
        raise InvalidInputError(
            f"{name} holds another archive, {inner}; unpack it and import what is in it"
        )


def common_folders(paths: Sequence[str]) -> int:
    """How many folders around all files only wrap them; one that counts is a volume."""
    folders = [path.split("/")[:-1] for path in paths]
    together = zip(*folders, strict=False)
    shared = takewhile(lambda names: len(set(names)) == 1 and not numbered(names[0]), together)
    return sum(1 for _ in shared)


def _is_litter(path: str) -> bool:
    return any(
        part.startswith((".", "~$")) or part.casefold() in _LITTER for part in path.split("/")
    )


def _report(skipped: Sequence[str]) -> tuple[Warned, ...]:
    if not skipped:
        return ()
    more = f" and {len(skipped) - _NAMED} more" if len(skipped) > _NAMED else ""
    files = "1 file was" if len(skipped) == 1 else f"{len(skipped)} files were"
    message = f"{files} left out: {', '.join(skipped[:_NAMED])}{more}"
    return (Warned(code="skipped", message=message),)
