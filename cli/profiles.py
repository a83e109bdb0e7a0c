"""Commands on the profile that ranks a project."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from cli import output
from cli.files import read_text
from cli.opening import open_data
from cli.options import AsJson, DataDir, Project
from lorepack.errors import InvalidInputError
from lorepack.records import ProfileView, Scope
from runtime.profiles import ProjectProfile

app = typer.Typer()


class Action(StrEnum):
    """What is done with the profile."""

    SHOW = "show"
    SET = "set"
    RESET = "reset"


@app.command()
def profile(
    project: Project,
    action: Annotated[Action, typer.Argument(help="Show it, set it from FILE, or take it away.")],
    file: Annotated[Path | None, typer.Argument(help="A profile as TOML, for set.")] = None,
    as_json: AsJson = False,
    data_dir: DataDir = None,
) -> None:
    """Show or change the profile that ranks a project: weights, half-lives, threshold."""
    if (file is None) is (action is Action.SET):
        raise InvalidInputError("`set` needs the file of a profile, and nothing else takes one")
    with open_data(data_dir) as library:
        own = ProjectProfile(library=library, scope=Scope(project=project))
        found = _done(own, action, file)
    (output.print_json if as_json else _print)(found)


def _done(own: ProjectProfile, action: Action, file: Path | None) -> ProfileView:
    if file is not None:
        return own.set(read_text(file))
    return own.reset() if action is Action.RESET else own.show()


def _print(view: ProfileView) -> None:
    """The profile on stdout, so that it can be redirected to a file; the rest on stderr."""
    typer.echo(view.toml, nl=False)
    output.err().print(f"from: {view.source}; fingerprint {view.fingerprint}")
