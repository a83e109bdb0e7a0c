"""Hard facts of a text."""

from dataclasses import dataclass

from fastapi import APIRouter

from api.deps import InProject, OpenLibrary
from api.problems import answers
from lorepack.records import Fact

router = APIRouter(
    prefix="/v1/projects/{project}/facts", tags=["facts"], responses=answers(404, 422)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """A text to be looked at."""

    text: str


@router.post("")
def find_facts(library: OpenLibrary, scope: InProject, told: Told) -> list[Fact]:
    """Numbers, dates, sums, codes, conditions and the project's names in a text, to the letter."""
    return list(library.facts(scope, told.text))
