"""Packs of both sample books, byte for byte.

Run with REWRITE_GOLDEN=1 to write tests/golden anew, and read the difference before keeping it.
"""

import os
from collections.abc import Generator
from pathlib import Path

import pytest

from cli.cards import read_card
from cli.demo import BOOKS, SAMPLES
from lorepack.records import ContextPack, PackRequest, Scope
from runtime.library import Library
from tests.sample_books import open_samples

GOLDEN = Path(__file__).parents[1] / "golden"
REWRITE = os.environ.get("REWRITE_GOLDEN") == "1"
CHAPTERS = {"zh": (6, 18), "en": (5, 10)}
"""One chapter in the middle of each book, and the one after its end."""
CASES = [(book, chapter) for book, chapters in CHAPTERS.items() for chapter in chapters]


def _fixed(size: int) -> str:
    return "5e" * size


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, cache_dir: Path) -> Generator[Library]:
    """Both sample books, with a secret that is the same every time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("storage.projects.secrets.token_hex", _fixed)
        opened = open_samples(tmp_path_factory.mktemp("golden"), cache_dir)
    with opened:
        yield opened


def _pack(library: Library, book: str, chapter: int) -> ContextPack:
    after_the_end = chapter == max(CHAPTERS[book])
    card = read_card(SAMPLES / book / "card.json") if after_the_end else None
    request = PackRequest(chapter=chapter, budget=4_000, card=card)
    return library.pack(Scope(project=book), request)


def test_every_sample_book_has_its_golden_packs() -> None:
    assert CHAPTERS.keys() == BOOKS.keys()


@pytest.mark.parametrize(("book", "chapter"), CASES)
def test_a_pack_is_the_golden_one_byte_for_byte(library: Library, book: str, chapter: int) -> None:
    file = GOLDEN / f"{book}-{chapter}.txt"
    rendered = _pack(library, book, chapter).rendered.encode()
    if REWRITE:
        file.write_bytes(rendered)
        pytest.skip(f"{file.name} was written anew")
    assert rendered.decode() == file.read_bytes().decode()


@pytest.mark.parametrize(("book", "chapter"), CASES)
def test_asking_twice_gives_the_same_pack(library: Library, book: str, chapter: int) -> None:
    first, again = (_pack(library, book, chapter) for _ in range(2))
    assert (first.id, first.rendered) == (again.id, again.rendered)
