"""Chapters: reading them, and changing the book."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Header, Query, Response

from api.deps import InProject, OpenLibrary
from api.problems import answers
from ingest.editing import read_heading
from lorepack.errors import InvalidInputError
from lorepack.records import Change, ChapterView, Purged, RevisionView, chapter_view

router = APIRouter(
    prefix="/v1/projects/{project}/chapters", tags=["chapters"], responses=answers(404, 409, 422)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewText:
    """Text for a new chapter, or for several."""

    text: str
    """The text, its heading lines included if it has any; several headings make several
    chapters."""
    at: int | None = None
    """Position of the first of them; None for after the last chapter."""
    volume: str | None = None
    """Title or id of their volume, made if there is none of that title."""
    heading: str | None = None
    """Heading of a single chapter, in place of what its own lines say."""
    draft: bool = False
    """Whether nothing is to be made from it until it is accepted."""
    as_is: bool = False
    """Whether it is one chapter, whatever its lines look like."""
    from_pack: str | None = None
    """Id of the pack that it was written from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditedText:
    """Another text for a chapter."""

    text: str
    """A heading line that it begins with becomes the chapter's heading."""
    as_is: bool = False
    """Whether it has no heading, whatever its lines look like."""
    from_pack: str | None = None
    """Id of the pack that it was written from."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewHeading:
    """Another heading for a chapter."""

    heading: str
    """Label, number and title in one line: `第十二章 归来`, `Chapter 12. The Return`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Destination:
    """Where a chapter is to go; at least one of both."""

    to: int | None = None
    """Position that it gets; None for the end of the volume."""
    volume: str | None = None
    """Title or id of the volume it belongs to from now on; None for that of its neighbours."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Where a chapter is cut in two; exactly one of `at` and `before`."""

    at: int | None = None
    """Character of its text that begins the second half, from 0."""
    before: str | None = None
    """Words that begin the second half and stand in the chapter once."""
    heading: str = ""
    """Heading of the second half."""


@router.get("")
def list_chapters(
    library: OpenLibrary,
    scope: InProject,
    everything: Annotated[bool, Query(description="Whether to show drafts and trash too.")] = False,
) -> list[ChapterView]:
    """Chapters in reading order."""
    return library.chapters(scope, everything=everything)


@router.post("", status_code=201)
def insert_chapters(library: OpenLibrary, scope: InProject, new: NewText) -> list[ChapterView]:
    """Put a chapter in, or several where the text has several headings."""
    done = library.editor(scope).insert(
        new.text,
        at=new.at,
        volume=new.volume,
        heading=read_heading(new.heading) if new.heading else None,
        draft=new.draft,
        as_is=new.as_is,
        from_pack=new.from_pack,
    )
    return [chapter_view(chapter) for chapter in done.chapters]


@router.get("/{chapter}")
def read_chapter(
    library: OpenLibrary, scope: InProject, chapter: str, response: Response
) -> ChapterView:
    """A chapter, by its id or position; its `ETag` names its text."""
    found = library.chapter(scope, chapter)
    response.headers["etag"] = f'"{found.sha256}"'
    return found


@router.get("/{chapter}/text")
def read_text(
    library: OpenLibrary,
    scope: InProject,
    chapter: str,
    response: Response,
    revision: Annotated[int | None, Query(ge=1, description="Else the current one.")] = None,
) -> str:
    """A chapter's text; its `ETag` can be handed back with an edit."""
    found = library.revision(scope, chapter, revision)
    response.headers["etag"] = f'"{found.sha256}"'
    return found.text


@router.put("/{chapter}/text", responses=answers(412))
def edit_text(
    library: OpenLibrary,
    scope: InProject,
    chapter: str,
    edited: EditedText,
    if_match: Annotated[str | None, Header(description="`ETag` of the text edited.")] = None,
) -> ChapterView:
    """Give a chapter another text; refused if it has changed since it was read."""
    base = if_match.removeprefix("W/").strip('"') if if_match not in (None, "*") else None
    library.editor(scope).edit(
        chapter, edited.text, based_on=base, as_is=edited.as_is, from_pack=edited.from_pack
    )
    return library.chapter(scope, chapter)


@router.patch("/{chapter}")
def rename_chapter(
    library: OpenLibrary, scope: InProject, chapter: str, new: NewHeading
) -> Change | None:
    """Give a chapter another heading."""
    return library.editor(scope).rename(chapter, read_heading(new.heading)).change


@router.delete("/{chapter}")
def delete_chapter(
    library: OpenLibrary,
    scope: InProject,
    chapter: str,
    purge: Annotated[bool, Query(description="For good, from the trash as well.")] = False,
) -> Change | Purged | None:
    """Delete a chapter: what was made from it is hidden at once, until it is undone or purged.

    With `purge` it is gone for good, and the answer is what went.
    """
    if purge:
        return library.purging().chapter(scope, chapter)
    return library.editor(scope).delete([chapter]).change


@router.post("/{chapter}/accept")
def accept_chapter(library: OpenLibrary, scope: InProject, chapter: str) -> Change | None:
    """Make a draft part of the book."""
    return library.editor(scope).accept(chapter).change


@router.post("/{chapter}/move")
def move_chapter(
    library: OpenLibrary, scope: InProject, chapter: str, destination: Destination
) -> Change | None:
    """Move a chapter to a position, to the end of a volume, or to a position in a volume."""
    return library.editor(scope).move(chapter, to=destination.to, volume=destination.volume).change


@router.post("/{chapter}/split")
def split_chapter(library: OpenLibrary, scope: InProject, chapter: str, cut: Cut) -> Change | None:
    """Cut a chapter in two."""
    if (cut.at is None) == (not cut.before):
        raise InvalidInputError("say where the second half begins: either `at` or `before`")
    editor = library.editor(scope)
    at = editor.place_of(chapter, cut.before or "") if cut.at is None else cut.at
    return editor.split(chapter, at, read_heading(cut.heading)).change


@router.post("/{chapter}/merge/{following}")
def merge_chapters(
    library: OpenLibrary, scope: InProject, chapter: str, following: str
) -> Change | None:
    """Make one chapter of two neighbours, under the first one's heading."""
    return library.editor(scope).merge(chapter, following).change


@router.get("/{chapter}/revisions")
def list_revisions(library: OpenLibrary, scope: InProject, chapter: str) -> list[RevisionView]:
    """The texts that a chapter has had."""
    return library.revisions(scope, chapter)


@router.post("/{chapter}/revert/{revision}")
def revert_chapter(
    library: OpenLibrary, scope: InProject, chapter: str, revision: int
) -> Change | None:
    """Give a chapter one of its former texts again."""
    return library.editor(scope).revert(chapter, revision).change
