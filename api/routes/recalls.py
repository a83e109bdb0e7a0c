"""Recall for agents."""

from fastapi import APIRouter

from api.deps import InProject, OpenLibrary
from api.problems import answers
from lorepack.records import RecallPack, RecallRequest

router = APIRouter(prefix="/v1/projects", tags=["recall"], responses=answers(404, 422, 502, 503))


@router.post("/{project}/recall")
def recall(library: OpenLibrary, scope: InProject, request: RecallRequest) -> RecallPack:
    """Recall what a query calls up: a line each, the most relevant first, within the budget."""
    return library.recall(scope, request)
