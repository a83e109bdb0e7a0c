"""The profile that ranks a project."""

from dataclasses import dataclass

from fastapi import APIRouter

from api.deps import InProject, OpenLibrary
from api.problems import answers
from lorepack.records import ProfileView
from runtime.profiles import ProjectProfile

router = APIRouter(
    prefix="/v1/projects/{project}/profile", tags=["profile"], responses=answers(404, 422)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """A profile."""

    toml: str
    """In the form of its file; a key that is left out gets its default."""


@router.get("")
def show_profile(library: OpenLibrary, scope: InProject) -> ProfileView:
    """The profile that ranks the project, and where it comes from."""
    return ProjectProfile(library=library, scope=scope).show()


@router.put("")
def set_profile(library: OpenLibrary, scope: InProject, sent: Sent) -> ProfileView:
    """Give the project its own profile."""
    return ProjectProfile(library=library, scope=scope).set(sent.toml)


@router.delete("")
def reset_profile(library: OpenLibrary, scope: InProject) -> ProfileView:
    """Take the project's own profile away; answers with the one that ranks it from now on."""
    return ProjectProfile(library=library, scope=scope).reset()
