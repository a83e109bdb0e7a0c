"""The house: who may import whom, what an import costs, and what the documents promise."""

import ast
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import is_dataclass
from enum import EnumMeta
from importlib import import_module
from pathlib import Path

import pytest
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

import lorepack
from cli.main import commands
from lorepack import records
from runtime.settings import Settings

ROOT = Path(__file__).parents[1]
PURE = ("text", "story", "ranking", "ingest", "retrieval", "sessions")
PACKAGES = ("lorepack", *PURE, "storage", "providers", "runtime", "api", "cli")
OUTSIDE = (
    *("alembic", "fastapi", "fastembed", "httpx", "onnxruntime"),
    *("qdrant_client", "qdrant_edge", "sqlalchemy"),
)
LONGEST_MODULE = 300
"""Lines; beyond them a module becomes a folder."""
RUN_BY_ALEMBIC = "migrations"
"""Scripts in here are run rather than imported; they grow with the schema."""
TEXT_FILES = {".py", ".md", ".toml", ".json", ".txt", ".mako", ".yml", ".yaml", ""}
OF_A_MACHINE = re.compile(r"(?<![\w.:/~$}*-])/(?:home|root|Users|work|mnt|srv|tmp)/[\w.-]")


def _modules() -> Iterator[Path]:
    for package in PACKAGES:
        yield from sorted((ROOT / package).rglob("*.py"))


SOURCES = [path for path in _modules() if RUN_BY_ALEMBIC not in path.parts]


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def _loaded_after(statements: str) -> set[str]:
    """Which outside packages a fresh interpreter has loaded after some statements."""
    code = f"{statements}\nimport sys\nprint(*set(sys.modules) & set({OUTSIDE!r}))"
    ran = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=True,
    )
    return set(ran.stdout.split())


def test_imports_point_down_and_only_the_edges_touch_the_outside() -> None:
    ran = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "Contracts: 2 kept, 0 broken." in ran.stdout


def test_every_package_of_the_house_is_under_the_contracts() -> None:
    found = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {
        "benchmarks",
        "notebooks",
        "tests",
    }
    assert found == set(PACKAGES)


def test_importing_lorepack_loads_nothing_from_outside() -> None:
    assert _loaded_after("import lorepack, lorepack.records, lorepack.ports") == set()


def test_importing_every_pure_module_loads_nothing_from_outside() -> None:
    dotted = (".".join(p.relative_to(ROOT).with_suffix("").parts) for p in SOURCES)
    pure = sorted(name for name in dotted if name.partition(".")[0] in PURE)
    assert len(pure) > 40
    imports = "\n".join(f"import {name.removesuffix('.__init__')}" for name in pure)
    assert _loaded_after(imports) == set()


def _works_at_import(node: ast.stmt) -> bool:
    """Whether a statement of a module does more than define something."""
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    if isinstance(node, ast.If):
        guard = ast.unparse(node.test)
        return guard not in {"TYPE_CHECKING", "__name__ == '__main__'"}
    defines = (
        ast.Import,
        ast.ImportFrom,
        ast.FunctionDef,
        ast.AsyncFunctionDef,
        ast.ClassDef,
        ast.Assign,
        ast.AnnAssign,
    )
    return not isinstance(node, defines)


@pytest.mark.parametrize("path", SOURCES, ids=_name)
def test_a_module_only_defines_things_when_it_is_imported(path: Path) -> None:
    module = ast.parse(path.read_text(encoding="utf-8"))
    assert [ast.unparse(node) for node in module.body if _works_at_import(node)] == []
    assert ast.get_docstring(module), "every module says what it is for"


@pytest.mark.parametrize("path", SOURCES, ids=_name)
def test_a_module_keeps_to_a_readable_length(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_MODULE


def test_what_lorepack_exports() -> None:
    assert sorted(lorepack.__all__) == [
        "BudgetError",
        "ConflictError",
        "InvalidInputError",
        "LorepackError",
        "NotFoundError",
        "ProviderError",
        "UnavailableError",
        "open_library",
    ]
    assert all(hasattr(lorepack, name) for name in lorepack.__all__)


def test_every_record_is_exported() -> None:
    modules = [
        import_module(f"lorepack.records.{path.stem}")
        for path in sorted((ROOT / "lorepack" / "records").glob("*.py"))
        if path.stem != "__init__"
    ]
    defined = {
        name
        for module in modules
        for name, value in vars(module).items()
        if (is_dataclass(value) or isinstance(value, EnumMeta))
        and value.__module__ == module.__name__
    }
    assert defined <= set(records.__all__)
    assert all(hasattr(records, name) for name in records.__all__)
    assert list(records.__all__) == sorted(records.__all__, key=lambda n: (not n.isupper(), n))


def _documents() -> str:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").rglob("*.md")]
    return "\n".join(page.read_text(encoding="utf-8") for page in pages)


def _commands() -> dict[str, set[str]]:
    """Every command and its options."""
    group = get_command(commands())
    assert isinstance(group, TyperGroup)
    return {
        name: {option for parameter in command.params for option in parameter.opts}
        for name, command in _leaves(group)
    }


def _leaves(group: TyperGroup, prefix: str = "") -> Iterator[tuple[str, TyperCommand]]:
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from _leaves(command, f"{prefix}{name} ")
        elif isinstance(command, TyperCommand):
            yield f"{prefix}{name}", command


def test_every_command_has_help_and_stands_in_the_documents() -> None:
    documents = _documents()
    group = get_command(commands())
    assert isinstance(group, TyperGroup)
    for name, command in _leaves(group):
        assert command.help, f"{name} has no help"
        assert re.search(rf"`{name}`|lorepack {name}\b", documents), f"{name} is documented nowhere"


def test_every_setting_stands_in_the_readme() -> None:
    readme = PAGES[0].read_text(encoding="utf-8")
    variables = [f"`LOREPACK_{name}`".upper() for name in Settings.model_fields]
    assert [variable for variable in variables if variable not in readme] == []


def _console_lines(page: Path) -> list[str]:
    blocks = re.findall(r"```console\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    return [line for block in blocks for line in block.splitlines()]


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]


def test_the_readme_tells_on_its_first_screen_how_to_try_and_how_to_test() -> None:
    tried, tested = _console_lines(PAGES[0])[:2]
    assert tried.startswith("$ python3 -m venv .venv")
    assert tried.endswith(".venv/bin/lorepack demo")
    assert tested.startswith("$ python3 -m venv .venv")
    assert "pip install -q -e '.[dev]'" in tested
    assert tested.endswith(".venv/bin/python -m pytest")
    assert PAGES[0].read_text(encoding="utf-8").splitlines().index(tested) < 25


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_every_line_of_a_console_block_is_a_command_that_exists(page: Path) -> None:
    for line in _console_lines(page):
        assert line.startswith("$ ")
        for step in line.removeprefix("$ ").split("&&"):
            _check_command(shlex.split(step))


def _check_command(words: list[str]) -> None:
    program, *arguments = words
    tools = {"python", "pip", "lorepack", "ruff", "pyright", "lint-imports"}
    assert program == "python3" or program.removeprefix(".venv/bin/") in tools, program
    if program.endswith("lorepack"):
        known = _commands()
        depth = 2 if " ".join(arguments[:2]) in known else 1
        options = {word for word in arguments[depth:] if word.startswith("-")}
        assert options <= known[" ".join(arguments[:depth])]


def _files() -> Iterator[Path]:
    """Every text file of the project, without what tools leave behind."""
    for path in sorted(ROOT.rglob("*")):
        parts = path.relative_to(ROOT).parts
        hidden = [part for part in parts if part.startswith(".") and part not in {".ci"}]
        if path.is_file() and path.suffix in TEXT_FILES and not hidden:
            yield path


def test_no_file_holds_an_absolute_path_of_a_machine() -> None:
    held = {
        _name(path): found.group()
        for path in _files()
        if (found := OF_A_MACHINE.search(path.read_text(encoding="utf-8")))
    }
    assert held == {}
