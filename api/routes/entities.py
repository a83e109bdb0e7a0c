"""The registry: people, places, organisations, objects and what they are called."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, BackgroundTasks, Depends, Query, Request, Response

from api.deps import InProject, OpenLibrary
from api.problems import answers
from ingest.registry_files import TableFormat
from lorepack.records import Alias, AliasKind, EntityView, FactKind, Proposal
from runtime.registry import RegistryEditor

router = APIRouter(
    prefix="/v1/projects/{project}/entities", tags=["entities"], responses=answers(404, 409, 422)
)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewAlias:
    """A name for an entity."""

    text: str
    kind: AliasKind = AliasKind.NAME
    from_chapter: int | str | None = None
    """Position or id of the first chapter in which it means the entity; None for no bound."""
    to_chapter: int | str | None = None
    """Position or id of the last chapter in which it does."""
    confirmed: bool = False
    """Whether its author vouches for a single character, or for a bare title."""
    change: bool = False
    """Whether to put this in place of what is said of that name."""

    def alias(self) -> Alias:
        """The alias itself."""
        first, last = self.from_chapter, self.to_chapter
        return Alias(
            text=self.text,
            kind=self.kind,
            from_chapter=None if first is None else str(first),
            to_chapter=None if last is None else str(last),
            confirmed=self.confirmed,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEntity:
    """Somebody or something to be registered."""

    name: str
    kind: FactKind = FactKind.PERSON
    """`person`, `place`, `organisation` or `object`."""
    aliases: tuple[NewAlias, ...] = ()
    """Further names, or the name itself where there is more to say about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditedEntity:
    """What is to be different about an entity."""

    name: str | None = None
    """What it is called from now on; the former name stays an alias."""
    kind: FactKind | None = None
    confirmed: bool = False
    """Whether its author vouches for a name of one character."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Entities by name, alias or id."""

    entities: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """The entity that another one is."""

    into: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitOff:
    """Names that belong to another entity."""

    aliases: tuple[str, ...]
    name: str | None = None
    """What that one is called; else the first of them."""


def _registry(
    library: OpenLibrary, scope: InProject, background: BackgroundTasks
) -> RegistryEditor:
    """The registry; chapters are looked through again once the answer is sent."""

    def refresh() -> None:
        background.add_task(library.refresh_names, scope)

    return RegistryEditor(record=library.record, scope=scope, refresh=refresh)


async def _body(request: Request) -> bytes:
    return await request.body()


Registry = Annotated[RegistryEditor, Depends(_registry)]


@router.get("")
def list_entities(
    registry: Registry,
    everything: Annotated[
        bool, Query(description="Whether to show what is proposed, rejected or merged too.")
    ] = False,
) -> list[EntityView]:
    """What the book is read with, the most mentioned first."""
    return registry.entities(everything=everything)


@router.post("", status_code=201)
def add_entity(registry: Registry, new: NewEntity) -> EntityView:
    """Register somebody or something."""
    return registry.add(new.name, new.kind, [alias.alias() for alias in new.aliases])


@router.get("/proposals")
def list_proposals(registry: Registry) -> list[Proposal]:
    """What is proposed, with what speaks for it."""
    return registry.proposals()


@router.post("/accept")
def accept(registry: Registry, chosen: Chosen) -> list[EntityView]:
    """Let what was found or proposed stand, and what was rejected stand again."""
    return registry.accept(chosen.entities)


@router.post("/reject")
def reject(registry: Registry, chosen: Chosen) -> list[EntityView]:
    """Say that names are nobody's: they are never found or proposed again."""
    return registry.reject(chosen.entities)


@router.get("/export", response_class=Response)
def export(registry: Registry, format: TableFormat = TableFormat.CSV) -> Response:
    """The registry as a table: a row for each alias."""
    media_type = {TableFormat.CSV: "text/csv", TableFormat.JSON: "application/json"}[format]
    return Response(registry.export(format), media_type=media_type)


@router.put(
    "/import",
    openapi_extra={"requestBody": {"content": {"text/csv": {}, "application/json": {}}}},
)
def import_table(
    registry: Registry,
    data: Annotated[bytes, Depends(_body)],
    format: TableFormat = TableFormat.CSV,
) -> list[EntityView]:
    """Take over what a table says, all of it or nothing; the rest stays as it is."""
    return registry.import_table(data, format)


@router.get("/{entity}")
def read_entity(registry: Registry, entity: str) -> EntityView:
    """An entity, by its id, its name or an alias."""
    return registry.entity(entity)


@router.patch("/{entity}")
def edit_entity(registry: Registry, entity: str, edited: EditedEntity) -> EntityView:
    """Call it by another name, or say that it is something else."""
    return registry.edit(entity, name=edited.name, kind=edited.kind, confirmed=edited.confirmed)


@router.delete("/{entity}", status_code=204)
def remove_entity(registry: Registry, entity: str) -> None:
    """Delete an entity; one that the text makes known by itself is rejected instead."""
    registry.remove(entity)


@router.post("/{entity}/aliases", status_code=201)
def add_alias(registry: Registry, entity: str, new: NewAlias) -> EntityView:
    """Give it another name, or say something else about one."""
    return (registry.change_alias if new.change else registry.add_alias)(entity, new.alias())


@router.delete("/{entity}/aliases")
def remove_alias(
    registry: Registry, entity: str, text: Annotated[str, Query(min_length=1, max_length=200)]
) -> EntityView:
    """Take a name away from it."""
    return registry.remove_alias(entity, text)


@router.post("/{entity}/merge")
def merge(registry: Registry, entity: str, merged: Merged) -> EntityView:
    """Two are the same: the names of this one become aliases of the other, which is returned."""
    return registry.merge(entity, merged.into)


@router.post("/{entity}/split")
def split(registry: Registry, entity: str, off: SplitOff) -> EntityView:
    """Some of its names belong to another one, which is returned."""
    return registry.split(entity, off.aliases, off.name)
