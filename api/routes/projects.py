"""Projects and their chapters."""

from fastapi import APIRouter

from api.deps import InProject, OpenLibrary
from api.problems import answers
from lorepack.records import ChapterView

router = APIRouter(prefix="/v1/projects", tags=["projects"], responses=answers(404, 422))


@router.get("")
def list_projects(library: OpenLibrary) -> list[str]:
    """Names of all projects."""
    return library.projects()


@router.get("/{project}/chapters")
def list_chapters(library: OpenLibrary, scope: InProject) -> list[ChapterView]:
    """Chapters in reading order."""
    return library.chapters(scope)


@router.get("/{project}/chapters/{chapter}/text")
def read_text(library: OpenLibrary, scope: InProject, chapter: str) -> str:
    """A chapter's text, by its id."""
    return library.text(scope, chapter)
