"""Commands that prove a store sound, and make again what is derived."""

from dataclasses import replace
from pathlib import Path

import pytest

from lorepack.records import Scope
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.cli.running import Lorepack
from tests.sample_books import EMBEDDER
from tests.strategies import synthetic_book


@pytest.fixture
def settings(tmp_path: Path, cache_dir: Path) -> Settings:
    """Of the commands' data folder, with a book."""
    made = Settings(data_dir=tmp_path / "data", cache_dir=cache_dir, embedder=EMBEDDER)
    with open_library(made) as library:
        for project in ("book", "other"):
            library.import_bytes(Scope(project=project), synthetic_book(4).manuscript())
            library.index(Scope(project=project))
    return made


def harm(settings: Settings) -> None:
    scope = Scope(project="book")
    with open_library(settings) as library:
        keeper = library.ownership.take()
        assert keeper is not None
        first = next(keeper.index.points(scope))
        keeper.index.upsert(scope, [replace(first, dense=-first.dense)])


def test_a_sound_project_is_said_to_be(settings: Settings, lorepack: Lorepack) -> None:
    ran = lorepack("doctor", "book")
    assert ran.code == 0
    assert "book: sound" in ran.out
    told = lorepack("doctor", "book", "--json").json
    assert (told["ok"], told["missing"], told["orphan"], told["stale"]) == (True, 0, 0, 0)
    assert {"sql", "index", "jobs", "problems"} <= told.keys()
    assert told["sql"]["chapter"] == 4


def test_a_fault_is_told_with_the_way_out_and_put_right(
    settings: Settings, lorepack: Lorepack
) -> None:
    harm(settings)
    ran = lorepack("doctor", "book")
    assert ran.code == 1
    assert "1 × points of the index are not what the record says" in ran.out
    assert "doctor --repair" in ran.out
    whole = lorepack("doctor", "--json")
    assert (whole.code, whole.json["ok"]) == (1, False)
    assert [one["ok"] for one in whole.json["projects"]] == [False, True]
    repaired = lorepack("doctor", "book", "--repair", "--json")
    assert (repaired.code, repaired.json["ok"], repaired.json["repaired"]) == (0, True, 1)
    assert lorepack("doctor").code == 0


def test_rebuilding_puts_right_and_says_so(settings: Settings, lorepack: Lorepack) -> None:
    harm(settings)
    ran = lorepack("rebuild", "book")
    assert (ran.code, "book: sound" in ran.out) == (0, True)
    harm(settings)
    whole = lorepack("rebuild", "--json")
    assert (whole.code, whole.json["ok"]) == (0, True)


def test_a_project_that_is_not_there_is_named(settings: Settings, lorepack: Lorepack) -> None:
    for command in ("doctor", "rebuild"):
        ran = lorepack(command, "nowhere")
        assert ran.code == 1
        assert "nowhere" in ran.err
