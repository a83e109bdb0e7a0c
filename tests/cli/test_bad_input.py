"""Bad input: one clear line on stderr, nothing on stdout, nothing half-written."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from cli.demo import SAMPLES
from tests.cli.running import Lorepack, Ran

BOOK = SAMPLES / "en" / "book.txt"


def _line(ran: Ran) -> str:
    """The one line that a refused command leaves, and the exit code of a refusal."""
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error: ")
    assert ran.err.count("\n") == 1
    assert ran.err.endswith("\n")
    return ran.err.removeprefix("error: ").rstrip("\n")


def _empty(file: Path) -> str:
    file.write_bytes(b"")
    return "the file is empty"


def _blank(file: Path) -> str:
    file.write_text("\n \n　\n", "utf-8")
    return "nothing but white space"


def _binary(file: Path) -> str:
    file.write_bytes(b"\x7fELF\x02\x01\x01\x00\x00")
    return "NUL byte at offset 7"


def _picture(file: Path) -> str:
    file.write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe\xfd")
    return "this is a picture (PNG), no text"


def _folder(file: Path) -> str:
    file.mkdir()
    return "holds no text"


def _absent(file: Path) -> str:
    assert not file.exists()
    return "there is no file"


@pytest.mark.parametrize("make", [_empty, _blank, _binary, _picture, _folder, _absent])
def test_a_file_that_is_no_book_is_named_and_no_project_made(
    lorepack: Lorepack, tmp_path: Path, make: Callable[[Path], str]
) -> None:
    file = tmp_path / "novel.txt"
    why = make(file)
    line = _line(lorepack("import", file, "--project", "new"))
    assert str(file) in line
    assert why in line
    assert _line(lorepack("chapters", "new")) == "there is no project 'new'; there are: none yet"


@pytest.mark.parametrize("make", [_empty, _binary])
def test_a_bad_file_leaves_a_project_as_it_was(
    lorepack: Lorepack, tmp_path: Path, make: Callable[[Path], str]
) -> None:
    assert lorepack("import", BOOK, "--project", "en").code == 0
    before = lorepack("chapters", "en", "--json").json
    make(tmp_path / "novel.txt")
    _line(lorepack("import", tmp_path / "novel.txt", "--project", "en"))
    assert lorepack("chapters", "en", "--json").json == before


@pytest.mark.parametrize("name", ["", "  "])
def test_a_project_needs_a_name(lorepack: Lorepack, name: str) -> None:
    assert _line(lorepack("import", BOOK, "--project", name)) == "the project is empty; say one"


@pytest.mark.parametrize(
    "arguments",
    [
        ("chapters", "nix"),
        ("summarise", "nix"),
        ("summarise", "nix", "--wait"),
        ("jobs", "nix"),
        ("status", "nix"),
        ("pack", "nix", "--chapter", 1),
        ("search", "nix", "words"),
    ],
)
def test_an_unknown_project_is_refused_and_those_there_are_named(
    reading: Lorepack, arguments: tuple[object, ...]
) -> None:
    line = _line(reading(*arguments))
    assert line == "there is no project 'nix'; there are: 'en', 'zh'"


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("pack", "en", "--chapter", 0), "--chapter 0 is too small"),
        (("pack", "en", "--chapter", -3), "--chapter -3 is too small"),
        (("pack", "en", "--chapter", 11), "the book has 9 chapters"),
        (("pack", "en", "--chapter", 4_000), "a position from 1 to 10"),
        (("pack", "en", "--chapter", 5, "--budget", 0), "--budget 0 is too small"),
        (("search", "en", "light", "--as-of", 0), "there is no chapter 0"),
        (("search", "en", "light", "--as-of", 11), "the book has 9 chapters"),
        (("search", "en", ""), "the query is empty"),
        (("search", "en", " \t"), "the query is empty"),
    ],
)
def test_a_position_or_a_word_that_cannot_be_is_refused(
    reading: Lorepack, arguments: tuple[object, ...], why: str
) -> None:
    assert why in _line(reading(*arguments))


def test_a_budget_too_small_names_every_block_and_the_smallest_that_would_do(
    reading: Lorepack,
) -> None:
    card = SAMPLES / "en" / "card.json"
    asked = ("pack", "en", "--chapter", 10, "--card", card)
    line = _line(reading(*asked, "--budget", 10))
    for block in ("frame", "rules", "bible", "story_so_far", "previous_tail", "chapter_card"):
        assert f"{block} " in line
    smallest = int(line.rsplit(" ", 1)[1])
    assert reading(*asked, "--budget", smallest, "--json").json["tokens"] <= smallest
    _line(reading(*asked, "--budget", smallest - 1))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ('{"people": 3}', "is no chapter card: people: "),
        ('{"must_happen": ["a", {}]}', "is no chapter card: must_happen: 1: "),
        ('{"title": ', "is no chapter card: Invalid JSON: "),
    ],
)
def test_a_card_of_bad_json_is_refused_by_its_field(
    reading: Lorepack, tmp_path: Path, content: str, why: str
) -> None:
    card = tmp_path / "card.json"
    card.write_text(content, "utf-8")
    line = _line(reading("pack", "en", "--chapter", 5, "--card", card))
    assert line.startswith(f"{card} {why}")


def test_a_card_that_is_not_there_or_no_text_is_refused(reading: Lorepack, tmp_path: Path) -> None:
    card = tmp_path / "card"
    assert "there is no file" in _line(reading("pack", "en", "--chapter", 5, "--card", card))
    card.write_bytes(b"\xff\xfe\x00")
    assert "no UTF-8 text" in _line(reading("pack", "en", "--chapter", 5, "--card", card))


def test_an_unknown_encoding_is_refused_and_those_there_are_named(
    reading: Lorepack, environment: pytest.MonkeyPatch
) -> None:
    environment.setenv("LOREPACK_ENCODING", "p50k")
    line = _line(reading("pack", "en", "--chapter", 5))
    assert "'p50k'" in line
    assert "o200k_base" in line


@pytest.mark.parametrize("embedder", ["nix:64", "hashing", "hashing:many", "fastembed:nix/nix"])
def test_an_unknown_embedder_is_refused_before_anything_is_written(
    lorepack: Lorepack, environment: pytest.MonkeyPatch, embedder: str
) -> None:
    environment.setenv("LOREPACK_EMBEDDER", embedder)
    line = _line(lorepack("import", BOOK, "--project", "en"))
    assert embedder.rpartition(":")[2] in line
    assert lorepack("chapters", "en").code == 1, "there must be no project of that name"


def test_search_refuses_an_unknown_embedder(
    reading: Lorepack, environment: pytest.MonkeyPatch
) -> None:
    environment.setenv("LOREPACK_EMBEDDER", "nix:64")
    assert "'nix:64'" in _line(reading("search", "en", "light"))


def test_a_setting_that_cannot_be_read_is_named(
    lorepack: Lorepack, environment: pytest.MonkeyPatch
) -> None:
    environment.setenv("LOREPACK_PORT", "eighty")
    assert _line(lorepack("chapters", "en")).startswith("LOREPACK_PORT=eighty: ")


def test_a_data_folder_that_cannot_be_is_named(lorepack: Lorepack, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("in the way", "utf-8")
    line = _line(lorepack("chapters", "en", "--data-dir", file / "data"))
    assert line.startswith(f"the data folder {file / 'data'} cannot be opened: ")


def _served(*_: object) -> None:
    pytest.fail("it was going to serve")


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.4", "example.org", "::"])
def test_serve_refuses_an_address_that_others_can_reach(
    lorepack: Lorepack, environment: pytest.MonkeyPatch, host: str
) -> None:
    environment.setattr("cli.serving.serve", _served)
    refusal = f"{host} is reachable from other machines"
    assert _line(lorepack("serve", "--host", host)).startswith(refusal)
    environment.setenv("LOREPACK_HOST", host)
    assert _line(lorepack("serve")).startswith(refusal)


@pytest.mark.parametrize(
    "arguments",
    [
        ("pack", "en", "--chapter", "five"),
        ("pack", "en", "--section", "originals"),
        ("pack", "en", "--section", "originals=many"),
        ("search", "en", "light", "-k", 0),
        ("search", "en", "light", "--match", "guess"),
        ("serve", "--port", 70_000),
        ("import", BOOK),
        ("frobnicate",),
        (),
    ],
)
def test_bad_usage_ends_with_exit_code_2_and_an_empty_stdout(
    reading: Lorepack, arguments: tuple[object, ...]
) -> None:
    ran = reading(*arguments)
    assert ran.code == 2
    assert "Traceback" not in ran.err
    if arguments:
        assert ran.out == ""
        assert "Error" in ran.err


def _not_installed(_: str) -> None:
    return None


def test_without_an_encoder_the_import_goes_on_by_words_and_says_so(
    lorepack: Lorepack, environment: pytest.MonkeyPatch
) -> None:
    environment.setattr("providers.torch_models.find_spec", _not_installed)
    environment.setenv("LOREPACK_EMBEDDER", "sentence-transformers:any")
    ran = lorepack("import", BOOK, "--project", "en", "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["added"] == 9
    assert ran.err.startswith("without vectors for now: ")
    assert ran.err.count("\n") == 1
    found = lorepack("search", "en", "lantern vetch", "--json").json
    assert found["degraded"] == ["vector"]
    assert found["hits"]
