"""What was done to a book: taking it back, and emptying the trash."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Query

from api.deps import InProject, OpenLibrary
from api.problems import answers
from lorepack.records import Change, Purged

router = APIRouter(
    prefix="/v1/projects/{project}", tags=["changes"], responses=answers(404, 409, 422)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoing:
    """Which change to take back."""

    change: int | None = None
    """Its number; None for the last one that stands."""


@router.get("/changes")
def list_changes(
    library: OpenLibrary,
    scope: InProject,
    limit: Annotated[int, Query(ge=1, le=1_000)] = 20,
) -> list[Change]:
    """The newest changes, the last one first."""
    return library.changes(scope, limit=limit)


@router.post("/undo")
def undo(library: OpenLibrary, scope: InProject, undoing: Undoing) -> Change | None:
    """Take a change back; taking back an undo does the change again."""
    return library.undo(scope, undoing.change)


@router.post("/purge")
def purge(library: OpenLibrary, scope: InProject) -> Purged:
    """Delete for good what is in the trash, with everything made from it."""
    return library.purge(scope)
