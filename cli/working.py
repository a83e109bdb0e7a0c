"""Commands on work that goes on in the background: summaries, jobs, the worker, how far all is."""

import logging
import signal
import threading
from types import FrameType
from typing import Annotated

import typer

from cli import job_reports, output
from cli.opening import open_data
from cli.options import AsJson, DataDir, Project
from lorepack.errors import NotFoundError
from lorepack.records import Job, Scope
from runtime.background import BackgroundWork
from runtime.jobs import worker_of
from runtime.library import Library

app = typer.Typer()

_LOOK_SECONDS = 0.2


@app.command()
def summarise(
    project: Project,
    wait: Annotated[bool, typer.Option("--wait", help="See it through, with a bar.")] = False,
    data_dir: DataDir = None,
) -> None:
    """Have every chapter and every window of chapters summarised."""
    scope = Scope(project=project)
    with open_data(data_dir) as library:
        if not wait:
            job_reports.print_queued(library.queue(scope))
            return
        with output.progress_bars() as progress:
            made = library.summarise(scope, progress=progress)
    output.out().print(f"{made} chapters summarised")


@app.command()
def jobs(
    project: Annotated[str | None, typer.Argument(help="Name of the project; else all.")] = None,
    cancel: Annotated[str | None, typer.Option("--cancel", help="Id of a job to end.")] = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """List jobs, those that are not over first, or end one."""
    with open_data(data_dir) as library:
        names = library.projects() if project is None else [project]
        scopes = [Scope(project=name) for name in names]
        found = [job for scope in scopes for job in library.jobs(scope)]
        if cancel is not None:
            found = [_cancelled(library, scopes, cancel)]
    (output.print_json if as_json else job_reports.print_jobs)(found)


def _cancelled(library: Library, scopes: list[Scope], id: str) -> Job:
    for scope in scopes:
        try:
            return library.cancel(scope, id)
        except NotFoundError:
            continue
    raise NotFoundError(f"there is no job {id!r}; `lorepack jobs` lists them")


@app.command()
def status(project: Project, as_json: AsJson = False, data_dir: DataDir = None) -> None:
    """Say what a project holds, and what is still to be done for it."""
    with open_data(data_dir) as library:
        found = library.status(Scope(project=project))
    (output.print_json if as_json else job_reports.print_status)(found)


@app.command()
def worker(
    once: Annotated[
        bool, typer.Option("--once", help="Leave when nothing is due any more.")
    ] = False,
    data_dir: DataDir = None,
) -> None:
    """Work the jobs of all projects until told to end; several may do so at once."""
    logging.basicConfig(format="%(message)s")
    logging.getLogger("runtime").setLevel(logging.INFO)
    with open_data(data_dir) as library:
        work = BackgroundWork(worker_of(library), once=once)
        told = _told_to_end()
        work.start()
        while not told.is_set() and not work.over(_LOOK_SECONDS):
            pass
        work.close()


def _told_to_end() -> threading.Event:
    """Set when somebody tells this process to end."""
    told = threading.Event()

    def hear(number: int, frame: FrameType | None) -> None:
        told.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, hear)
    return told
