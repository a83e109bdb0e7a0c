"""Commands that take care of a store: the proof that all is sound, and what is made again."""

from typing import Annotated

import typer

from cli import care_reports, output
from cli.opening import open_data
from cli.options import AsJson, DataDir
from lorepack.records import DoctorReport, Scope, StoreReport
from runtime.care import Care

app = typer.Typer()


@app.command()
def doctor(
    project: Annotated[str | None, typer.Argument(help="Name of the project; else all.")] = None,
    repair: Annotated[bool, typer.Option("--repair", help="Put right what is wrong.")] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Prove that what is stored is sound, and that the index holds just that; exit 1 if not."""
    with open_data(data_dir) as library, output.progress_bars() as progress:
        care = Care(library=library, progress=progress)
        if project is None:
            _tell_all(care.doctor_all(repair=repair), as_json=as_json)
        else:
            _tell(care.doctor(Scope(project=project), repair=repair), as_json=as_json)


@app.command()
def rebuild(
    project: Annotated[str | None, typer.Argument(help="Name of the project; else all.")] = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Make again all that is derived from texts, down to the vector index; no model is asked."""
    with open_data(data_dir) as library, output.progress_bars() as progress:
        care = Care(library=library, progress=progress)
        if project is None:
            _tell_all(care.rebuild_all(), as_json=as_json)
        else:
            _tell(care.rebuild(Scope(project=project)), as_json=as_json)


def _tell(report: DoctorReport, *, as_json: bool) -> None:
    (output.print_json if as_json else care_reports.print_report)(report)
    if not report.ok:
        raise typer.Exit(1)


def _tell_all(report: StoreReport, *, as_json: bool) -> None:
    (output.print_json if as_json else care_reports.print_store)(report)
    if not report.ok:
        raise typer.Exit(1)
