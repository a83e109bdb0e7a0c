"""A shelf of books for the tests that only read; each book is imported once."""

from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from lorepack.records import Scope
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.strategies import Book, author_memories, synthetic_book
from tests.tiny_tokenizers import write_byte_level

OpenLibrary = Callable[[str], Library]


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tokenizer.json, which the shelf knows as `tiny`."""
    return write_byte_level(tmp_path_factory.mktemp("tokenizers") / "tokenizer.json")


@pytest.fixture(scope="session")
def opened(
    tmp_path_factory: pytest.TempPathFactory, cache_dir: Path, tiny: Path
) -> Generator[OpenLibrary]:
    """Opens a library in a folder of its own, closed at the end."""
    libraries: list[Library] = []

    def open_one(name: str) -> Library:
        settings = Settings(
            data_dir=tmp_path_factory.mktemp(name),
            cache_dir=cache_dir,
            embedder="hashing:64",
            tokenizers={"tiny": tiny},
        )
        libraries.append(open_library(settings))
        return libraries[-1]

    yield open_one
    for library in libraries:
        library.close()


@pytest.fixture(scope="session")
def shelf(opened: OpenLibrary) -> Library:
    """The library of the books below."""
    return opened("shelf")


@pytest.fixture(scope="session")
def sixty() -> Book:
    return synthetic_book(60)


@pytest.fixture(scope="session")
def untold(shelf: Library, sixty: Book) -> Scope:
    """Sixty chapters without a summary, a vector or a memory."""
    scope = Scope(project="untold")
    shelf.import_bytes(scope, sixty.manuscript())
    return scope


@pytest.fixture(scope="session")
def told(shelf: Library, sixty: Book) -> Scope:
    """The same sixty chapters with all that can be had."""
    scope = Scope(project="told")
    shelf.import_bytes(scope, sixty.manuscript())
    shelf.index(scope)
    shelf.summarise(scope)
    shelf.remember(scope, author_memories())
    return scope


@pytest.fixture(scope="session")
def english(shelf: Library) -> Scope:
    """Four chapters in English, one of them empty and one a single long line."""
    scope = Scope(project="english")
    bodies = [
        "Ada Crane kept the brass key. “Wait,” said Martin Vale.",
        "",
        "word " * 900,
        "He left at 6:40 with 3,200 coins.",
    ]
    chapters = tuple((f"Chapter {at}", body) for at, body in enumerate(bodies, 1))
    shelf.import_bytes(scope, Book(chapters=chapters).manuscript())
    shelf.index(scope)
    shelf.summarise(scope)
    return scope
