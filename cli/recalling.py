"""The recall command."""

import sys
from typing import Annotated

import typer
from rich.markup import escape

from cli import output
from cli.opening import open_data
from cli.options import AsJson, DataDir, Project, Rewrite, at_least, said
from lorepack.records import RecallPack, RecallRequest, Scope

app = typer.Typer()


@app.command()
def recall(
    project: Project,
    query: Annotated[str, typer.Argument(help="What is about to be done or answered.")],
    budget: Annotated[int, typer.Option("--budget", help="Tokens.")] = 600,
    k: Annotated[
        int | None,
        typer.Option("-k", min=1, max=100, help="Entries at the most; else as the profile has it."),
    ] = None,
    as_of: Annotated[int | None, typer.Option("--as-of", help="Only chapters before it.")] = None,
    asked_at: Annotated[
        str | None, typer.Option("--asked-at", help="The moment that 'last week' is counted from.")
    ] = None,
    rewrite: Rewrite = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Recall what is relevant, a line each, ready to be put before a model."""
    with open_data(data_dir) as library:
        request = RecallRequest(
            query=said(query, "query"),
            budget=at_least(1, budget, "budget"),
            k=k,
            as_of=as_of,
            asked_at=asked_at,
            rewrite=rewrite,
            encoding=library.settings.encoding,
        )
        recalled = library.recall(Scope(project=project), request)
    (output.print_json if as_json else _print)(recalled)


def _print(recalled: RecallPack) -> None:
    if recalled.text:
        sys.stdout.write(recalled.text + "\n")
    console = output.err()
    console.print(
        f"{len(recalled.items)} entries, {recalled.tokens:,} of {recalled.budget:,} tokens"
    )
    if recalled.searched not in ("", recalled.query):
        console.print(escape(f"searched for: {recalled.searched}"))
    for dropped in recalled.dropped:
        console.print(f"left out {dropped.id}, {dropped.tokens} tokens: {dropped.reason}")
    if recalled.index_lag:
        console.print(f"vectors of {recalled.index_lag} chapters are still to come")
    for warning in recalled.warnings:
        console.print(escape(f"{warning.code}: {warning.message}"))
    if recalled.degraded:
        console.print(f"answered without: {', '.join(recalled.degraded)}")
