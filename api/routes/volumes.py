"""Volumes."""

from dataclasses import dataclass

from fastapi import APIRouter

from api.deps import InProject, OpenLibrary
from api.problems import answers
from lorepack.records import Change, VolumeView

router = APIRouter(
    prefix="/v1/projects/{project}/volumes", tags=["volumes"], responses=answers(404, 409, 422)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewVolume:
    """A volume to begin."""

    title: str
    at: int | None = None
    """Position of its first chapter: it takes over the rest of the volume that this one stands in.
    None for a volume without chapters at the end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTitle:
    """Another title for a volume."""

    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumePlace:
    """Where a volume is to stand."""

    before: str | None = None
    """Title or id of the volume that it stands before; None for the end."""


@router.get("")
def list_volumes(library: OpenLibrary, scope: InProject) -> list[VolumeView]:
    """Volumes in order."""
    return library.volumes(scope)


@router.post("", status_code=201)
def begin_volume(library: OpenLibrary, scope: InProject, new: NewVolume) -> Change | None:
    """Begin a volume."""
    return library.editor(scope).begin_volume(new.title, at=new.at).change


@router.patch("/{volume}")
def rename_volume(
    library: OpenLibrary, scope: InProject, volume: str, new: NewTitle
) -> Change | None:
    """Give a volume, named by id or title, another title."""
    return library.editor(scope).rename_volume(volume, new.title).change


@router.post("/{volume}/move")
def move_volume(
    library: OpenLibrary, scope: InProject, volume: str, place: VolumePlace
) -> Change | None:
    """Move a volume with its chapters before another one, or to the end."""
    return library.editor(scope).move_volume(volume, place.before).change


@router.post("/{volume}/merge/{other}")
def merge_volumes(library: OpenLibrary, scope: InProject, volume: str, other: str) -> Change | None:
    """Let the chapters of another volume follow those of a volume, as a part of it."""
    return library.editor(scope).merge_volumes(volume, other).change


@router.delete("/{volume}")
def delete_volume(
    library: OpenLibrary, scope: InProject, volume: str, keep_chapters: bool = False
) -> Change | None:
    """Delete a volume with its chapters, or leave these to the volume before them."""
    return library.editor(scope).delete_volume(volume, keep_chapters=keep_chapters).change
