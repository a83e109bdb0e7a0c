"""Backups of projects: written to one file, and restored from it."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from cli import output
from cli.importing import finish
from cli.opening import check_models, open_data
from cli.options import AsJson, DataDir, Project, said
from lorepack.records import BackupReport, Scope

app = typer.Typer()


@app.command()
def export(
    project: Project,
    file: Annotated[Path, typer.Argument(help="The zip file to write.")],
    force: Annotated[bool, typer.Option("--force", help="Write over a file.")] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Write a project to one file, as it is now, while others may go on writing to it."""
    with open_data(data_dir) as library, output.progress_bars() as progress:
        report = library.export(Scope(project=project), file, force=force, progress=progress)
    _show(report, "written to", as_json=as_json)


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(help="A file that `export` wrote.")],
    name: Annotated[
        str | None, typer.Option("--as", help="Name of the project; else what it was called.")
    ] = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Make a project out of a backup, all or nothing; then its vectors."""
    called = None if name is None else said(name, "name")
    with open_data(data_dir) as library:
        check_models(library.settings)
        with output.progress_bars() as progress:
            report = library.restore(file, name=called, progress=progress)
        if not as_json:  # people need not wait for what comes after
            _show(report, "restored from", as_json=False)
        finish(library, Scope(project=report.project))
    if as_json:
        output.print_json(report)


def _show(report: BackupReport, done: str, *, as_json: bool) -> None:
    if as_json:
        output.print_json(report)
        return
    held = ", ".join(
        f"{report.tables.get(table, 0):,} {name}"
        for table, name in (("chapter", "chapters"), ("memory", "memories"), ("run", "packs"))
    )
    said = f"project {report.project!r} {done} {report.file} ({report.bytes:,} bytes)"
    output.out().print(escape(f"{said}: {held}; as of {report.at}"))
