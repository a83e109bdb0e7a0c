"""Whether the service lives, and which version it is."""

from importlib.metadata import version

from fastapi import APIRouter

from api.deps import OpenLibrary

router = APIRouter(tags=["health"])


@router.get("/livez")
def livez() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@router.get("/readyz")
def readyz(library: OpenLibrary) -> dict[str, str]:
    """The record answers."""
    library.projects()
    return {"status": "ok"}


@router.get("/version")
def read_version() -> dict[str, str]:
    """Which version this is."""
    return {"version": version("lorepack")}
