"""Context packs."""

from typing import Annotated

from fastapi import APIRouter, Query

from api.deps import InProject, OpenLibrary
from api.problems import answers
from lorepack.errors import NotFoundError
from lorepack.records import ContextPack, PackDiff, PackRequest, PackRun

router = APIRouter(prefix="/v1/projects", tags=["packs"], responses=answers(404, 422, 502, 503))


@router.post("/{project}/packs")
def build_pack(library: OpenLibrary, scope: InProject, request: PackRequest) -> ContextPack:
    """Build the context pack for a chapter."""
    return library.pack(scope, request)


@router.get("/{project}/packs")
def list_packs(
    library: OpenLibrary,
    scope: InProject,
    chapter: Annotated[int | None, Query(ge=1, description="Only those for this one.")] = None,
    limit: Annotated[int, Query(ge=1, le=1_000)] = 20,
    before: Annotated[
        str | None, Query(description="Only those handed out before the pack of this id.")
    ] = None,
) -> list[PackRun]:
    """The packs handed out, the last one first, and what was written from them."""
    return library.packs(scope, limit=limit, chapter=chapter, before=before)


@router.get("/{project}/packs/{pack}")
def read_pack(library: OpenLibrary, scope: InProject, pack: str) -> ContextPack:
    """A pack as it was handed out, byte for byte."""
    return library.stored_pack(scope, pack)


@router.get("/{project}/packs/{pack}/diff")
def compare_packs(
    library: OpenLibrary, scope: InProject, pack: str, against: str | None = None
) -> PackDiff:
    """In what a pack differs from another one, by default the last one for an earlier chapter."""
    after = library.stored_pack(scope, pack)
    before = against or after.prefix.previous
    if not before:
        raise NotFoundError(f"no pack for an earlier chapter was handed out before pack {pack!r}")
    return library.pack_diff(library.stored_pack(scope, before), after)
