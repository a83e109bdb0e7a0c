"""Searching original words."""

from typing import Annotated

from fastapi import APIRouter, Query

from api.deps import InProject, OpenLibrary
from api.problems import answers
from lorepack.records import MatchMode, SearchRequest, SearchResult

router = APIRouter(prefix="/v1/projects", tags=["search"], responses=answers(404, 422, 502, 503))

Position = Annotated[int | None, Query(ge=1)]
Named = Annotated[str | None, Query(min_length=1, max_length=200)]


@router.get("/{project}/search")
def search(
    library: OpenLibrary,
    scope: InProject,
    query: Annotated[str, Query(min_length=1, max_length=2_000)],
    as_of: Position = None,
    match: MatchMode = MatchMode.AUTO,
    k: Annotated[int, Query(ge=1, le=100)] = 5,
    from_chapter: Position = None,
    to_chapter: Position = None,
    entity: Named = None,
    speaker: Named = None,
    since: Named = None,
    until: Named = None,
    asked_at: Named = None,
    rewrite: bool = False,
) -> SearchResult:
    """Find original passages, to the letter and by meaning."""
    request = SearchRequest(
        query=query,
        as_of=as_of,
        match=match,
        k=k,
        from_chapter=from_chapter,
        to_chapter=to_chapter,
        entity=entity,
        speaker=speaker,
        since=since,
        until=until,
        asked_at=asked_at,
        rewrite=rewrite,
    )
    return library.search(scope, request)


@router.post("/{project}/search")
def search_for(library: OpenLibrary, scope: InProject, request: SearchRequest) -> SearchResult:
    """The same, for queries too long for an address."""
    return library.search(scope, request)
