"""Importing books."""

from typing import Annotated

from fastapi import APIRouter, Form, UploadFile

from api.deps import OpenLibrary
from api.problems import answers
from lorepack.records import ImportReport, Scope

router = APIRouter(prefix="/v1", tags=["import"], responses=answers(409, 422, 502, 503))


@router.post("/import")
def import_book(
    library: OpenLibrary,
    file: UploadFile,
    project: Annotated[str, Form(min_length=1, max_length=200)],
    dry_run: Annotated[bool, Form()] = False,
) -> ImportReport:
    """Import an uploaded text; its vectors come in afterwards."""
    return library.import_file(Scope(project=project), file.file.read(), dry_run=dry_run)
