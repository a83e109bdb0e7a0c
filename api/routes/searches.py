"""Searching original words."""

from typing import Annotated

from fastapi import APIRouter, Query

from api.deps import InProject, OpenLibrary
from api.problems import answers
from lorepack.records import MatchMode, SearchRequest, SearchResult

router = APIRouter(prefix="/v1/projects", tags=["search"], responses=answers(404, 422, 502, 503))


@router.get("/{project}/search")
def search(
    library: OpenLibrary,
    scope: InProject,
    query: Annotated[str, Query(min_length=1, max_length=2_000)],
    as_of: Annotated[int | None, Query(ge=1)] = None,
    match: MatchMode = MatchMode.AUTO,
    k: Annotated[int, Query(ge=1, le=100)] = 5,
) -> SearchResult:
    """Find original passages, to the letter and by meaning."""
    return library.search(scope, SearchRequest(query=query, as_of=as_of, match=match, k=k))


@router.post("/{project}/search")
def search_for(library: OpenLibrary, scope: InProject, request: SearchRequest) -> SearchResult:
    """The same, for queries too long for an address."""
    return library.search(scope, request)
