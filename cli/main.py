"""The commands."""

import signal
import sys
from functools import cache
from pathlib import Path
from typing import Annotated

import typer

from cli import (
    backups,
    caring,
    checking,
    editing,
    entities,
    facts,
    importing,
    memories,
    output,
    packing,
    packs,
    profiles,
    purging,
    recalling,
    searching,
    texts,
    volumes,
    working,
)
from cli.demo import run_demo
from cli.opening import check_models, open_data
from cli.options import DATA_DIR_HELP, AsJson, DataDir, Project
from lorepack.errors import LorepackError
from lorepack.records import Scope

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def before(
    context: typer.Context,
    data_dir: Annotated[Path | None, typer.Option("--data-dir", help=DATA_DIR_HELP)] = None,
) -> None:
    """The memory of long-form writing."""
    context.obj = data_dir


@app.command()
def chapters(
    project: Project,
    everything: Annotated[bool, typer.Option("--all", help="Drafts and the trash too.")] = False,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """List a project's chapters in reading order."""
    with open_data(data_dir) as library:
        found = library.chapters(Scope(project=project), everything=everything)
    (output.print_json if as_json else output.print_chapters)(found)


@app.command()
def demo() -> None:
    """Import the two sample books, build a pack for each one's next chapter, search."""
    run_demo()


@app.command()
def serve(
    host: Annotated[str | None, typer.Option("--host", help="Loopback only.")] = None,
    port: Annotated[
        int | None, typer.Option("--port", min=1, max=65_535, help="Port to listen on.")
    ] = None,
    data_dir: DataDir = None,
) -> None:
    """Serve the REST interface on this machine."""
    from cli import serving

    with open_data(data_dir) as library:
        settings = library.settings
        serving.check_host(host or settings.host)
        check_models(settings)
        serving.serve(library, host or settings.host, port or settings.port)


@cache
def commands() -> typer.Typer:
    """Every command there is."""
    for more in (
        *(packing, packs, searching, recalling, importing, editing, purging, texts),
        *(facts, checking, profiles, working, caring, backups),
    ):
        app.add_typer(more.app)
    app.add_typer(volumes.app, name="volume")
    app.add_typer(entities.app, name="entity")
    app.add_typer(memories.app, name="memory")
    return app


def main() -> None:
    """Run a command; an error meant for people is one line and exit code 1.

    Told to end by SIGTERM, it gives back the job and the index that it has, and leaves by 143.
    """
    signal.signal(signal.SIGTERM, _leave)
    try:
        commands()()
    except LorepackError as error:
        typer.echo(f"error: {error}", err=True)
        sys.exit(1)


def _leave(number: int, frame: object) -> None:
    sys.exit(128 + number)
