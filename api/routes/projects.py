"""Projects, and their books written out again."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from api.deps import InProject, OpenLibrary
from api.problems import answers
from lorepack.errors import InvalidInputError
from lorepack.records import ManuscriptFormat, Purged

router = APIRouter(prefix="/v1/projects", tags=["projects"], responses=answers(404, 422))

_MEDIA_TYPES = {
    ManuscriptFormat.TXT: "text/plain; charset=utf-8",
    ManuscriptFormat.MD: "text/markdown; charset=utf-8",
    ManuscriptFormat.EPUB: "application/epub+zip",
}


@router.get("")
def list_projects(library: OpenLibrary) -> list[str]:
    """Names of all projects."""
    return library.projects()


@router.delete("/{project}")
def delete_project(
    library: OpenLibrary,
    scope: InProject,
    confirm: Annotated[str, Query(description="The project's name once more.")] = "",
) -> Purged:
    """Delete a project for good, with everything made from it; nothing brings it back."""
    if confirm != scope.project:
        raise InvalidInputError(
            f"this deletes the whole project for good: say confirm={scope.project} to do so"
        )
    return library.purging().project(scope)


@router.get("/{project}/manuscript", response_class=Response)
def write_manuscript(
    library: OpenLibrary,
    scope: InProject,
    form: Annotated[ManuscriptFormat, Query(alias="format")] = ManuscriptFormat.TXT,
    title: Annotated[str, Query(max_length=500)] = "",
) -> Response:
    """The whole book as a file."""
    data = library.manuscript(scope, form, title=title or scope.project)
    return Response(data, media_type=_MEDIA_TYPES[form])
