"""Continuity: a draft held against the book before it, and findings that are let stand."""

from dataclasses import dataclass

from fastapi import APIRouter

from api.deps import InProject, OpenLibrary
from api.problems import answers
from lorepack.records import ChapterCard, Exemption, Finding
from runtime.continuity import continuity_of

router = APIRouter(
    prefix="/v1/projects/{project}", tags=["continuity"], responses=answers(404, 422)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drafted:
    """A draft to be checked."""

    draft: str
    chapter: int | None = None
    """Position that it is written for; the next chapter where none is said."""
    card: ChapterCard | None = None
    """What the author wants of the chapter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reasoned:
    """Why a finding may stand."""

    reason: str = ""
    """In one line."""


@router.post("/check")
def check_draft(library: OpenLibrary, scope: InProject, drafted: Drafted) -> list[Finding]:
    """Hold a draft against what was true before its chapter, without a model."""
    return continuity_of(library, scope).check(drafted.draft, drafted.chapter, drafted.card)


@router.get("/exemptions")
def list_exemptions(library: OpenLibrary, scope: InProject) -> list[Exemption]:
    """Findings that are let stand, the oldest exemption first."""
    return continuity_of(library, scope).exemptions()


@router.put("/exemptions/{finding}")
def exempt_finding(
    library: OpenLibrary, scope: InProject, finding: str, reasoned: Reasoned | None = None
) -> Exemption:
    """Let a finding stand, in this draft and in every later one."""
    return continuity_of(library, scope).exempt(finding, reasoned.reason if reasoned else "")


@router.delete("/exemptions/{finding}", status_code=204)
def unexempt_finding(library: OpenLibrary, scope: InProject, finding: str) -> None:
    """Let a finding stand no longer."""
    continuity_of(library, scope).unexempt(finding)
