"""Looking for words in whatever lies in a folder, in every form that a file may hold them in."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from text.aliases import plain
from text.fold import fold

_ENCODINGS = ("utf-8", "utf-16-le", "utf-16-be")


def traces(folders: Iterable[Path], words: Iterable[str]) -> list[tuple[str, str]]:
    """Names of files below some folders and the words that they hold, however they are written."""
    wanted = {form: word for word in words for form in _forms(word)}
    files = sorted(path for folder in folders for path in folder.rglob("*") if path.is_file())
    return [
        (path.name, word)
        for path in files
        for data in (path.read_bytes().lower(),)
        for form, word in wanted.items()
        if form in data
    ]


def _forms(word: str) -> Iterator[bytes]:
    for spelling in {word, word.lower(), fold(word), plain(word)}:
        yield json.dumps(spelling)[1:-1].encode().lower()
        for encoding in _ENCODINGS:
            yield spelling.encode(encoding).lower()
