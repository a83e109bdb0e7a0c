"""The index is gone or damaged: the next start goes on, says so once, and asks no encoder again."""

import logging
import os
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

import pytest

from lorepack.ports import Vector
from lorepack.records import SearchRequest, SearchResult
from providers.hashing import HashingEmbedder
from runtime.library import Library
from tests.crash.indexed import difference
from tests.crash.scenarios import filled
from tests.crash.sound import problems
from tests.crash.state import SCOPE
from tests.crash.trials import opened

ASKED = "沈砚秋在青石渡"


@pytest.fixture
def folder(quick: Path, cache_dir: Path) -> Path:
    """A data folder with a book, all of it indexed, and nobody who has it open."""
    with opened(quick / "data", cache_dir) as library:
        filled(library)
        assert dense(searched(library))
    return quick / "data"


def searched(library: Library) -> SearchResult:
    return library.search(SCOPE, SearchRequest(query=ASKED))


def dense(result: SearchResult) -> bool:
    return bool(result.hits) and result.degraded == ()


def all_gone(index: Path) -> None:
    shutil.rmtree(index)


def current_gone(index: Path) -> None:
    (index / "current").unlink()


def current_overwritten(index: Path) -> None:
    (index / "current").write_bytes(b"\xff\0no name")


def files(index: Path, name: str) -> list[Path]:
    found = [path for path in index.rglob(name) if path.is_file()]
    assert found, f"the engine has no file {name} any more: damage another one"
    return found


def cut(name: str) -> Callable[[Path], None]:
    def damage(index: Path) -> None:
        for path in files(index, name):
            os.truncate(path, path.stat().st_size // 2)

    damage.__name__ = f"{name} cut in half"
    return damage


def overwritten(name: str) -> Callable[[Path], None]:
    def damage(index: Path) -> None:
        for path in files(index, name):
            path.write_bytes(Random(1).randbytes(path.stat().st_size))

    damage.__name__ = f"{name} overwritten"
    return damage


DAMAGES: list[Callable[[Path], None]] = [
    all_gone,
    current_gone,
    current_overwritten,
    cut("edge_config.json"),
    cut("segment.json"),
    cut("open-1"),
    overwritten("open-1"),
    cut("mutable_id_tracker.mappings"),
    overwritten("mutable_id_tracker.versions"),
    cut("chunk_0.mmap"),
    cut("page_0.dat"),
]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_the_next_start_goes_on_and_makes_it_again(
    damage: Callable[[Path], None],
    folder: Path,
    cache_dir: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    damage(folder / "index")
    asked: list[Sequence[str]] = []

    def noted(_: HashingEmbedder, texts: Sequence[str]) -> list[Vector]:
        asked.append(texts)
        raise AssertionError("the encoder is not to be asked")

    monkeypatch.setattr(HashingEmbedder, "embed_documents", noted)
    with caplog.at_level(logging.WARNING), opened(folder, cache_dir) as library:
        library.ownership.take()
        said = [record for record in caplog.records if record.levelno >= logging.WARNING]
        library.index(SCOPE)
        assert asked == [], "the vectors stand in the record"
        monkeypatch.undo()
        assert difference(library).total == 0
        assert dense(searched(library))
        assert len(said) <= 2, "what was found, and that it is made again"
    with opened(folder, cache_dir) as later:
        assert (difference(later).total, problems(later)) == (0, [])


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_answers_meanwhile_are_never_wrong(
    damage: Callable[[Path], None], folder: Path, cache_dir: Path
) -> None:
    damage(folder / "index")
    with opened(folder, cache_dir) as library:
        first = searched(library)
        assert first.hits, "words are found without vectors"
        assert first.degraded in {("vector",), ()}
        assert first.degraded or difference(library).total == 0, "what is lacking is named"
        assert problems(library) == []


def test_an_index_deleted_under_a_running_service_is_made_again_at_once(
    folder: Path, cache_dir: Path
) -> None:
    with opened(folder, cache_dir) as library:
        assert dense(searched(library))
        shutil.rmtree(folder / "index")
        library.editor(SCOPE).edit("1", "铜铃响了三次。", as_is=True)
        assert searched(library).hits
        assert problems(library) == []
        library.index(SCOPE)
        assert (difference(library).total, dense(searched(library))) == (0, True)
    with opened(folder, cache_dir) as library:
        assert difference(library).total == 0


def test_a_library_whose_index_was_deleted_is_closed_in_order(
    folder: Path, cache_dir: Path
) -> None:
    with opened(folder, cache_dir) as library:
        assert dense(searched(library))
        shutil.rmtree(folder / "index")
        library.editor(SCOPE).edit("1", "铜铃响了三次。", as_is=True)
    with opened(folder, cache_dir) as library:
        library.index(SCOPE)
        assert difference(library).total == 0


def test_what_was_set_aside_does_not_pile_up(folder: Path, cache_dir: Path) -> None:
    for _ in range(3):
        cut("edge_config.json")(folder / "index")
        with opened(folder, cache_dir) as library:
            library.index(SCOPE)
    aside = [path for path in (folder / "index").iterdir() if path.is_dir()]
    assert len(aside) == 2, "the current one, and the last broken one"


def test_a_sound_index_is_opened_without_a_word(
    folder: Path, cache_dir: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), opened(folder, cache_dir) as library:
        assert dense(searched(library))
    assert [record.message for record in caplog.records] == []
