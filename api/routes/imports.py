"""Importing books."""

from typing import Annotated

from fastapi import APIRouter, Form, UploadFile

from api.deps import OpenLibrary
from api.problems import answers
from lorepack.records import ImportOptions, ImportReport, Scope

router = APIRouter(prefix="/v1", tags=["import"], responses=answers(409, 413, 422, 502, 503))


@router.post("/import")
def import_book(
    library: OpenLibrary,
    file: UploadFile,
    project: Annotated[str, Form(min_length=1, max_length=200)],
    dry_run: Annotated[bool, Form()] = False,
    pattern: Annotated[str | None, Form(max_length=1_000)] = None,
    remove_missing: Annotated[bool, Form()] = False,
) -> ImportReport:
    """Import an uploaded txt, md, epub, docx or zip file, or a chat in jsonl or json.

    Its vectors come in afterwards.
    """
    options = ImportOptions(pattern=pattern, remove_missing=remove_missing, dry_run=dry_run)
    return library.import_file(Scope(project=project), file.filename or "", file.file, options)
