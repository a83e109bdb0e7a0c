"""Context packs."""

from fastapi import APIRouter

from api.deps import InProject, OpenLibrary
from api.problems import answers
from lorepack.records import ContextPack, PackRequest

router = APIRouter(prefix="/v1/projects", tags=["packs"], responses=answers(404, 422, 502, 503))


@router.post("/{project}/packs")
def build_pack(library: OpenLibrary, scope: InProject, request: PackRequest) -> ContextPack:
    """Build the context pack for a chapter."""
    return library.pack(scope, request)


@router.get("/{project}/packs/{pack}")
def read_pack(library: OpenLibrary, scope: InProject, pack: str) -> ContextPack:
    """A pack as it was handed out, byte for byte."""
    return library.stored_pack(scope, pack)
