"""What routes are given."""

from typing import Annotated, cast

from fastapi import Depends, Path, Request

from lorepack.records import Scope
from runtime.library import Library


def _library(request: Request) -> Library:
    return cast("Library", request.app.state.library)


def _scope(project: Annotated[str, Path(description="Name of the project.")]) -> Scope:
    return Scope(project=project)


OpenLibrary = Annotated[Library, Depends(_library)]
InProject = Annotated[Scope, Depends(_scope)]
