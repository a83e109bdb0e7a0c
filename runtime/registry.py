"""The registry of a project: what its author says of people, places, organisations and objects."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from ingest import registry as plans
from ingest.proposals import Tagger, propose, with_evidence
from ingest.registry_files import TableFormat, imported, read_table, written
from ingest.registry_views import Held, views
from lorepack.errors import ProviderError
from lorepack.ports import Progress
from lorepack.records import Alias, Entity, EntityOrigin, EntityView, FactKind, Proposal, Scope
from providers.lac import LacTagger
from storage.entities import rewritten
from storage.record import SqlRecord, SqlUnitOfWork

if TYPE_CHECKING:
    from runtime.library import Library

SHOWN = frozenset({EntityOrigin.FOUND, EntityOrigin.AUTHOR})
"""Origins of the entities that the book is read with."""


_Plan = Callable[[Held], tuple[Sequence[Entity], str]]
"""Says what a registry is to become, and in one line what was done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RegistryEditor:
    """Changes one project's registry; each call is one change that can be taken back.

    Entities are named by id, name or alias, chapters by id or position. Every method raises
    NotFoundError for what is not there, InvalidInputError for what cannot be, and ConflictError
    for a name that is taken or an entity that is gone.
    """

    record: SqlRecord
    scope: Scope
    refresh: Callable[[], object]
    """Looks for names in the chapters again; called after each change."""

    def entities(self, *, everything: bool = False) -> list[EntityView]:
        """What the book is read with, the most mentioned first.

        Args:
            everything: Whether to show what is proposed, rejected or merged too.
        """
        with self.record.reading() as unit:
            found = views(self._held(unit), unit.entities.tally(self.scope))
        shown = [v for v in found if everything or v.origin in SHOWN]
        return sorted(shown, key=lambda v: (-v.mentions, v.name))

    def entity(self, named: str) -> EntityView:
        """One of them."""
        with self.record.reading() as unit:
            held = self._held(unit)
            found = views(held, unit.entities.tally(self.scope))
        return next(v for v in found if v.id == held.one(named).id)

    def add(self, name: str, kind: FactKind, aliases: Sequence[Alias] = ()) -> EntityView:
        """Register somebody or something."""

        def plan(held: Held) -> tuple[Sequence[Entity], str]:
            placed = [held.placed(alias) for alias in aliases]
            room = plans.room_for(held.entities, name)
            new = plans.add(self.scope, room, name, kind, placed, held.order)
            return plans.put(held.entities, [new]), f"add {new.name}"

        self._carry_out("entity add", plan)
        return self.entity(name)

    def edit(
        self,
        named: str,
        *,
        name: str | None = None,
        kind: FactKind | None = None,
        confirmed: bool = False,
    ) -> EntityView:
        """Call it by another name, or say that it is something else.

        Args:
            named: Which.
            name: What it is called from now on; the former name stays an alias. None to keep it.
            kind: What it is; None to keep that.
            confirmed: Whether its author vouches for a name of one character.
        """

        def plan(held: Held, entity: Entity) -> Entity:
            as_kind = entity if kind is None else plans.set_kind(entity, kind)
            if name is None:
                return as_kind
            return plans.rename(held.entities, as_kind, name, held.order, confirmed=confirmed)

        said = [f"called {name}"] * (name is not None) + [f"a {kind}"] * (kind is not None)
        return self._change("entity edit", named, plan, f"{named} is {' and '.join(said)}")

    def add_alias(self, named: str, alias: Alias) -> EntityView:
        """Give it one more name."""
        return self._change(
            "entity alias",
            named,
            lambda held, e: plans.add_alias(e, held.placed(alias), held.order),
            f"{alias.text} is {named}",
        )

    def change_alias(self, named: str, alias: Alias) -> EntityView:
        """Say something else about one of its names."""
        return self._change(
            "entity alias",
            named,
            lambda held, e: plans.change_alias(e, held.placed(alias), held.order),
            f"{alias.text} of {named} changed",
        )

    def remove_alias(self, named: str, text: str) -> EntityView:
        """Take a name away from it."""
        return self._change(
            "entity unalias", named, lambda _, e: plans.remove_alias(e, text), f"not {text}"
        )

    def remove(self, named: str) -> None:
        """Delete an entity; one that the text makes known by itself is rejected instead."""
        self._carry_out(
            "entity remove",
            lambda held: (plans.removed(held.entities, held.one(named)), f"remove {named}"),
        )

    def accept(self, named: Sequence[str]) -> list[EntityView]:
        """Let what was found or proposed stand, and what was rejected stand again."""

        def plan(held: Held) -> tuple[Sequence[Entity], str]:
            after = held
            for one in named:
                entities = plans.accept(after.entities, after.one(one), held.order)
                after = replace(after, entities=entities)
            return after.entities, f"accept {', '.join(named)}"

        return self._all(named, "entity accept", plan)

    def reject(self, named: Sequence[str]) -> list[EntityView]:
        """Say that they are nobody: they are never found or proposed again."""

        def plan(held: Held) -> tuple[Sequence[Entity], str]:
            rejected = [plans.reject(held.one(one)) for one in named]
            return plans.put(held.entities, rejected), f"reject {', '.join(named)}"

        return self._all(named, "entity reject", plan)

    def merge(self, named: str, into: str) -> EntityView:
        """Two are the same: the names of the one become aliases of the other."""

        def plan(held: Held) -> tuple[Sequence[Entity], str]:
            after = plans.merged(held.entities, held.one(named), held.one(into), held.order)
            return after, f"{named} is {into}"

        self._carry_out("entity merge", plan)
        return self.entity(into)

    def split(self, named: str, texts: Sequence[str], name: str | None = None) -> EntityView:
        """Some of its names belong to another one, which is returned."""

        def plan(held: Held) -> tuple[Sequence[Entity], str]:
            after = plans.split(self.scope, held.entities, held.one(named), texts, name)
            return after, f"{', '.join(texts)} split off {named}"

        self._carry_out("entity split", plan)
        return self.entity(name or texts[0])

    def propose(self, tagger: Tagger | None, progress: Progress) -> list[Proposal]:
        """Look for names that nobody speaks for yet, and store them as proposals.

        Nobody did anything yet: proposing is no change that could be taken back.
        """
        with self.record.reading() as unit:
            project = unit.projects.get(self.scope)
            held = self._held(unit)
            texts = self._texts(unit, held)
        new = propose(self.scope, held.entities, texts, tagger, progress)

        with self.record.writing() as unit:
            unit.projects.stay(project, held.book)
            now = self._held(unit).entities
            kept = [e for e in now if e.origin is not EntityOrigin.PROPOSED]
            ids = {e.id for e in kept}
            after = [*kept, *(e for e in new if e.id not in ids)]
            unit.changes.put(self.scope, rewritten(now, after))
            unit.changes.discard(self.scope)
        return self.proposals()

    def proposals(self) -> list[Proposal]:
        """What is proposed, with what speaks for it."""
        with self.record.reading() as unit:
            held = self._held(unit)
            texts = self._texts(unit, held)
        return with_evidence(held.entities, texts, {id: n for n, id in enumerate(held.book, 1)})

    def export(self, form: TableFormat) -> str:
        """What the book is read with, as a table."""
        with self.record.reading() as unit:
            held = self._held(unit)
        return written(held.entities, held.book, form)

    def import_table(self, data: bytes, form: TableFormat) -> list[EntityView]:
        """Take over what a table says, all of it or nothing; the rest stays as it is."""
        rows = read_table(data, form)

        def plan(held: Held) -> tuple[Sequence[Entity], str]:
            after = imported(self.scope, held.entities, rows, held.order, held.book)
            return after, f"import {len(rows)} rows"

        self._carry_out("entity import", plan)
        return self.entities()

    def _all(self, named: Sequence[str], kind: str, plan: _Plan) -> list[EntityView]:
        with self.record.reading() as unit:
            held = self._held(unit)
        ids = [held.one(one).id for one in named]
        self._carry_out(kind, plan)
        return [self.entity(id) for id in dict.fromkeys(ids)]

    def _change(
        self, kind: str, named: str, plan: Callable[[Held, Entity], Entity], what: str
    ) -> EntityView:
        changed: list[str] = []

        def of_one(held: Held) -> tuple[Sequence[Entity], str]:
            entity = plan(held, held.one(named))
            changed[:] = [entity.id]
            return plans.put(held.entities, [entity]), what

        self._carry_out(kind, of_one)
        return self.entity(changed[0])

    def _carry_out(self, kind: str, plan: _Plan) -> None:
        with self.record.writing() as unit:
            held = self._held(unit)
            after, what = plan(held)
            unit.changes.put(self.scope, rewritten(held.entities, after))
            changed = unit.changes.close(self.scope, kind, what) is not None
            if changed:
                unit.projects.mark_names(self.scope, due=True)
                unit.projects.touch(self.scope)
        if changed:
            self.refresh()

    def _held(self, unit: SqlUnitOfWork) -> Held:
        return Held(
            entities=unit.entities.registry(self.scope),
            edition=unit.chapters.edition(self.scope),
        )

    def _texts(self, unit: SqlUnitOfWork, held: Held) -> dict[str, str]:
        """The chapters of the book in reading order, by id."""
        texts = unit.chapters.texts(self.scope, held.book)
        return {id: texts[id] for id in held.book}


def registry_of(library: "Library", scope: Scope) -> RegistryEditor:
    """The registry of a project in an open library."""
    refresh = partial(library.refresh_names, scope)
    return RegistryEditor(record=library.record, scope=scope, refresh=refresh)


def installed_tagger() -> Tagger | None:
    """The model that sees names; None where its package is not installed."""
    try:
        return LacTagger().names
    except ProviderError:
        return None
