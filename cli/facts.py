"""The facts command."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Column, Table

from cli import output
from cli.files import read_bytes
from cli.opening import open_data
from cli.options import AsJson, DataDir
from ingest.facts import facts_of
from ingest.reading import decode
from lorepack.errors import InvalidInputError
from lorepack.records import Fact, Scope

app = typer.Typer()

_LONGEST_NAME = 255
"""Bytes of a file's name; a longer argument is a text."""


@app.command()
def facts(
    text_or_file: Annotated[str, typer.Argument(help="A text, or a file that holds one.")],
    project: Annotated[
        str | None, typer.Option("--project", help="Whose registered names are facts too.")
    ] = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Find the hard facts of a text: numbers, dates, sums, codes, conditions, names."""
    text = _text(text_or_file)
    if project is None:
        found = facts_of(text)
    else:
        with open_data(data_dir) as library:
            found = library.facts(Scope(project=project), text)
    if as_json:
        output.print_json(list(found))
    else:
        _print(found)


def _text(text_or_file: str) -> str:
    short = len(text_or_file.encode("utf-8", "surrogatepass")) <= _LONGEST_NAME
    if not (short and "\n" not in text_or_file and Path(text_or_file).is_file()):
        return text_or_file
    try:
        return decode(read_bytes(Path(text_or_file))).text
    except InvalidInputError as error:
        raise InvalidInputError(f"{text_or_file}: {error}") from error


def _print(found: tuple[Fact, ...]) -> None:
    table = Table("kind", Column("text", overflow="fold"), "value", "characters", box=None)
    for fact in found:
        cells = (fact.kind.value, fact.text, fact.value or "", f"{fact.start}-{fact.end}")
        table.add_row(*map(escape, cells))
    output.out().print(table)
