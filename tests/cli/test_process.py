"""A handful of commands as real processes."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cli.demo import SAMPLES
from tests.cli.processes import Shell

BOOK = SAMPLES / "en" / "book.txt"


@pytest.fixture
def shell(tmp_path: Path, cache_dir: Path) -> Shell:
    return Shell(data_dir=tmp_path / "data", cache_dir=cache_dir)


def test_a_book_goes_in_and_a_pack_comes_out(shell: Shell) -> None:
    imported = shell.run("import", BOOK, "--project", "en", "--json")
    assert imported.returncode == 0, imported.stderr
    assert json.loads(imported.stdout)["added"] == 9
    packed = shell.run("pack", "en", "--chapter", 10, "--json")
    assert packed.returncode == 0, packed.stderr
    assert packed.stderr == ""
    manifest = json.loads(packed.stdout)
    assert shell.run("pack", "en", "--chapter", 10).stdout == manifest["rendered"] + "\n"


def test_a_refusal_is_one_line_and_exit_code_1(shell: Shell, tmp_path: Path) -> None:
    ran = shell.run("import", tmp_path / "absent.txt", "--project", "en")
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == f"error: there is no file {tmp_path / 'absent.txt'}\n"
    assert not shell.data_dir.exists(), "nothing is made for a file that is not there"


def test_bad_usage_is_exit_code_2(shell: Shell) -> None:
    ran = shell.run("pack", "en", "--chapter", "five")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "--chapter" in ran.stderr


def test_help_of_every_command_comes_without_the_server_s_libraries(shell: Shell) -> None:
    code = (
        "import sys\n"
        "from cli.main import main\n"
        "sys.argv = ['lorepack', 'serve', '--help']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(sorted({'fastapi', 'fastembed', 'uvicorn'} & set(sys.modules)), file=sys.stderr)\n"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        env=shell.environment,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    assert "--port" in ran.stdout
    assert ran.stderr == "[]\n"


def test_the_data_folder_can_be_read_by_this_user_alone(shell: Shell) -> None:
    assert shell.run("chapters", "en").returncode == 1
    assert shell.data_dir.stat().st_mode & 0o077 == 0
