"""The command on the profile of a project."""

from pathlib import Path

import pytest

from ranking.profile import Profile
from ranking.profile_file import dumps
from tests.cli.running import Lorepack
from tests.strategies import synthetic_book


@pytest.fixture
def book(lorepack: Lorepack, tmp_path: Path) -> Lorepack:
    """Runs commands where project P has a book."""
    file = tmp_path / "book.txt"
    file.write_bytes(synthetic_book(2).manuscript())
    assert lorepack("import", file, "--project", "P").code == 0
    return lorepack


def test_what_is_shown_can_be_redirected_to_a_file_and_set(book: Lorepack, tmp_path: Path) -> None:
    shown = book("profile", "P", "show")
    assert shown.out == dumps(Profile())
    assert shown.err.startswith("from: default; fingerprint ")
    file = tmp_path / "mine.toml"
    usual = f"threshold = {Profile().threshold}"
    file.write_text(shown.out.replace(usual, "threshold = 0.5"), encoding="utf-8")
    assert "threshold = 0.5\n" in book("profile", "P", "set", file).out
    assert book("profile", "P", "show", "--json").json["source"] == "project"
    assert book("profile", "P", "reset", "--json").json["source"] == "default"


def test_the_environment_names_a_profile_for_all(
    book: Lorepack, tmp_path: Path, environment: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "all.toml"
    file.write_text('name = "all"', encoding="utf-8")
    environment.setenv("LOREPACK_PROFILE", str(file))
    shown = book("profile", "P", "show", "--json").json
    assert (shown["name"], shown["source"]) == ("all", "file")


@pytest.mark.parametrize(
    ("arguments", "content", "why"),
    [
        (("P", "set"), "", "`set` needs the file of a profile"),
        (("P", "show", "{file}"), "", "nothing else takes one"),
        (("P", "set", "nowhere.toml"), "", "there is no file nowhere.toml"),
        (("P", "set", "{file}"), "recall_k = 0", "profile, line 1: recall_k: 0 is out of range"),
        (("Q", "show"), "", "there is no project 'Q'"),
        (("Q", "set", "{file}"), "", "there is no project 'Q'"),
    ],
)
def test_an_error_is_one_line_with_the_way_out(
    book: Lorepack, tmp_path: Path, arguments: tuple[str, ...], content: str, why: str
) -> None:
    file = tmp_path / "profile.toml"
    file.write_text(content, encoding="utf-8")
    ran = book("profile", *(file if argument == "{file}" else argument for argument in arguments))
    assert (ran.code, ran.out, ran.err.count("\n")) == (1, "", 1)
    assert why in ran.err


def test_a_file_of_other_bytes_is_named(book: Lorepack, tmp_path: Path) -> None:
    file = tmp_path / "profile.toml"
    file.write_bytes(b"\xff\xfe")
    ran = book("profile", "P", "set", file)
    assert (ran.code, ran.err) == (
        1,
        f"error: {file} is no UTF-8 text\n",
    )
