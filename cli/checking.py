"""Commands on continuity: a draft held against the book, and findings that are let stand."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from cli import continuity_reports, output
from cli.cards import read_card
from cli.files import read_bytes
from cli.opening import open_data
from cli.options import AsJson, DataDir, Project
from ingest.reading import decode
from lorepack.errors import InvalidInputError
from lorepack.records import Scope
from runtime.continuity import continuity_of

app = typer.Typer()

_STDIN = "-"


@app.command()
def check(
    project: Project,
    draft: Annotated[str, typer.Argument(help="A text file, or - for standard input.")],
    chapter: Annotated[
        int | None, typer.Option("--chapter", help="Position it is written for; else the next.")
    ] = None,
    card: Annotated[Path | None, typer.Option("--card", help="Chapter card, JSON or text.")] = None,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit with 1 if a finding stands.")
    ] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Hold a draft against what was true before its chapter, without a model."""
    text = _text(draft)
    asked = read_card(card) if card else None
    scope = Scope(project=project)
    with open_data(data_dir) as library:
        with output.progress_bars() as progress:
            found = continuity_of(library, scope).check(text, chapter, asked, progress=progress)
        chapters = library.chapters(scope)
    if as_json:
        output.print_json(found)
    else:
        continuity_reports.print_findings(found, chapters)
    if strict and not all(finding.exempt for finding in found):
        raise typer.Exit(1)


def _text(draft: str) -> str:
    data = sys.stdin.buffer.read() if draft == _STDIN else read_bytes(Path(draft))
    if not data.strip():
        raise InvalidInputError(f"{draft}: the draft is empty")
    try:
        return decode(data).text
    except InvalidInputError as error:
        raise InvalidInputError(f"{draft}: {error}") from error


@app.command()
def exempt(
    project: Project,
    finding: Annotated[str | None, typer.Argument(help="Id of a finding.")] = None,
    reason: Annotated[str, typer.Option("--reason", help="Why it may stand, in a line.")] = "",
    remove: Annotated[bool, typer.Option("--remove", help="It may stand no longer.")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Show what is let stand.")] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Let a finding stand: it is shown as exempt from now on, however the draft is edited."""
    if (finding is None) is not listed:
        raise InvalidInputError("name the id of one finding, or --list alone")
    with open_data(data_dir) as library:
        continuity = continuity_of(library, Scope(project=project))
        if finding is not None and remove:
            continuity.unexempt(finding)
        elif finding is not None:
            continuity.exempt(finding, reason)
        found = continuity.exemptions()
    (output.print_json if as_json else continuity_reports.print_exemptions)(found)
