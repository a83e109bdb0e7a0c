"""Options that many commands share."""

from pathlib import Path
from typing import Annotated

import typer

from lorepack.errors import InvalidInputError


def _or_before(context: typer.Context, value: Path | None) -> Path | None:
    """The data folder named after the command, or else before it."""
    return context.obj if value is None else value


DATA_DIR_HELP = "Where everything lives; else what LOREPACK_DATA_DIR names."
DataDir = Annotated[
    Path | None, typer.Option("--data-dir", help=DATA_DIR_HELP, callback=_or_before)
]
AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on stdout.")]
Rewrite = Annotated[
    bool, typer.Option("--rewrite", help="Let the chat model that is set say what to search for.")
]
Project = Annotated[str, typer.Argument(help="Name of the project.")]
Chapter = Annotated[str, typer.Argument(help="Position or id of a chapter.")]


def said(value: str, name: str) -> str:
    """A value that says something.

    Raises:
        InvalidInputError: It is empty.
    """
    if not value.strip():
        raise InvalidInputError(f"the {name} is empty; say one")
    return value


def at_least(least: int, value: int, name: str) -> int:
    """A number that is no smaller than the least allowed.

    Raises:
        InvalidInputError: It is.
    """
    if value < least:
        raise InvalidInputError(f"--{name} {value} is too small: it starts at {least}")
    return value
