"""Memories: what is to be remembered of the story."""

from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request, Response

from api.deps import InProject, OpenLibrary
from api.problems import answers
from ingest.bible import read_bible, write_bible
from ingest.memories import BibleImporter, MemoryEditor
from lorepack.errors import InvalidInputError, StaleError
from lorepack.records import (
    BibleFormat,
    BibleReport,
    MemoryDraft,
    MemoryEdit,
    MemoryKind,
    MemoryView,
)

router = APIRouter(
    prefix="/v1/projects/{project}/memories", tags=["memories"], responses=answers(404, 409, 422)
)


def _editor(library: OpenLibrary, scope: InProject) -> MemoryEditor:
    return library.memories(scope)


def _base(
    if_match: Annotated[str | None, Header(description="`ETag` of the version edited.")] = None,
) -> int | None:
    """The version that a write is based on; None where it does not say."""
    if if_match is None or if_match.strip() == "*":
        return None
    tag = if_match.strip().removeprefix("W/").strip('"')
    if not (tag.isascii() and tag.isdigit() and len(tag) < 9):
        raise StaleError(f"no memory ever had the ETag {if_match!r}; read it again")
    return int(tag)


async def _body(request: Request) -> bytes:
    return await request.body()


Editor = Annotated[MemoryEditor, Depends(_editor)]
Base = Annotated[int | None, Depends(_base)]


@router.get("")
def list_memories(
    editor: Editor,
    kind: MemoryKind | None = None,
    subject: Annotated[str | None, Query(max_length=200)] = None,
    as_of: Annotated[
        int | None, Query(ge=1, description="What holds just before that chapter, folded.")
    ] = None,
    everything: Annotated[
        bool, Query(description="Whether to show what was taken away, replaced or hidden too.")
    ] = False,
) -> list[MemoryView]:
    """Memories that hold somewhere, or what they add up to just before a chapter."""
    if as_of is None:
        return editor.listed(kind=kind, subject=subject, everything=everything)
    if everything:
        raise InvalidInputError("as_of and everything exclude each other: nothing hidden holds")
    return editor.as_of(as_of, kind=kind, subject=subject)


@router.post("", status_code=201)
def add_memories(editor: Editor, new: MemoryDraft | list[MemoryDraft]) -> list[MemoryView]:
    """Write one memory down or several, all of them or none."""
    return editor.add(new if isinstance(new, list) else [new])


@router.get("/history")
def list_histories(
    editor: Editor,
    kind: MemoryKind,
    subject: Annotated[str | None, Query(max_length=200)] = None,
) -> list[MemoryView]:
    """Every version of all memories of a kind, or of a subject of it."""
    return editor.history_on(kind, subject)


@router.get("/export", response_class=Response)
def export_bible(editor: Editor) -> Response:
    """The author's memories as a story bible in YAML that can be imported again."""
    return Response(write_bible(editor.own()), media_type="application/yaml")


@router.put(
    "/import",
    openapi_extra={"requestBody": {"content": {"application/yaml": {}, "text/markdown": {}}}},
)
def import_bible(
    editor: Editor,
    data: Annotated[bytes, Depends(_body)],
    format: BibleFormat = BibleFormat.YAML,
    dry_run: bool = False,
    overwrite: Annotated[
        bool, Query(description="Over what was edited here since its last import.")
    ] = False,
) -> BibleReport:
    """Take over a story bible, all of it or nothing; the same one again changes nothing."""
    importer = BibleImporter(editor=editor)
    return importer.run(read_bible(data, format), dry_run=dry_run, overwrite=overwrite)


@router.get("/{memory}")
def read_memory(editor: Editor, memory: str, response: Response) -> MemoryView:
    """A memory; its `ETag` can be handed back with an edit."""
    return _tagged(editor.get(memory), response)


@router.patch("/{memory}", responses=answers(412))
def edit_memory(
    editor: Editor, memory: str, edited: MemoryEdit, response: Response, base: Base
) -> MemoryView:
    """Correct it; refused if it has changed since it was read.

    An extracted one is replaced by an author's own, which is returned.
    """
    return _tagged(editor.edit(memory, edited, based_on=base), response)


@router.put("/{memory}", responses=answers(412))
def restate_memory(
    editor: Editor, memory: str, new: MemoryDraft, response: Response, base: Base
) -> MemoryView:
    """Say all of it anew: what is left unsaid is gone; else the same as a correction."""
    return _tagged(editor.restate(memory, new, based_on=base), response)


@router.delete("/{memory}", status_code=204, responses=answers(412))
def remove_memory(editor: Editor, memory: str, base: Base) -> None:
    """Take it away; its history stays."""
    editor.remove(memory, based_on=base)


@router.get("/{memory}/history")
def read_history(editor: Editor, memory: str) -> list[MemoryView]:
    """Every version of it, the first one first."""
    return editor.history(memory)


def _tagged(memory: MemoryView, response: Response) -> MemoryView:
    response.headers["etag"] = f'"{memory.version}"'
    return memory
