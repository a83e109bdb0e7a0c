"""What every database promises of the registry."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from ingest.registry_files import TableFormat
from lorepack.errors import ConflictError, InvalidInputError, NotFoundError
from lorepack.ports import Edition, Revision
from lorepack.records import (
    Alias,
    AliasKind,
    Chapter,
    Entity,
    EntityOrigin,
    FactKind,
    Mention,
    Scope,
    Status,
)
from runtime.registry import RegistryEditor
from storage.entities import rewritten
from storage.record import SqlRecord

TEXTS = {
    "c1": "掌柜与林墨同来。林墨先走了。",
    "c2": "林先生来了，掌柜也来了。",
    "c3": "掌柜走了。",
}


def chapter(id: str, status: Status = Status.CANON) -> Chapter:
    nth = int(id[1:])
    return Chapter(
        id=id,
        order_key=nth * 100,
        position=nth,
        volume=None,
        volume_id=None,
        number=nth,
        label="",
        title="",
        revision=1,
        chars=len(TEXTS[id]),
        sha256=id,
        status=status,
    )


@pytest.fixture
def book(record: SqlRecord, scope: Scope) -> SqlRecord:
    """Three chapters with texts; nothing is read out of them."""
    with record.writing() as unit:
        unit.projects.ensure(scope)
        for id, text in TEXTS.items():
            unit.chapters.place(scope, Edition(chapters=(chapter(id),)))
            revision = Revision(heading="", text=text, sha256=id, opening="", observed="")
            unit.chapters.revise(scope, chapter(id), revision)
        unit.changes.close(scope, "import", "three chapters")
    return record


@pytest.fixture
def registry(book: SqlRecord, scope: Scope) -> RegistryEditor:
    return RegistryEditor(record=book, scope=scope, refresh=lambda: None)


def someone(name: str, *aliases: Alias, known_from: str | None = "c1") -> Entity:
    return Entity(
        id=f"id of {name}",
        kind=FactKind.PERSON,
        name=name,
        aliases=(Alias(text=name), *aliases),
        known_from=known_from,
    )


LIN = someone("林墨", Alias(text="林先生", kind=AliasKind.TITLE, from_chapter="c2"))


def store(record: SqlRecord, scope: Scope, *entities: Entity) -> None:
    with record.writing() as unit:
        stored = unit.entities.registry(scope)
        unit.changes.put(scope, rewritten(stored, entities))
        unit.changes.close(scope, "test", "stored")


def known(record: SqlRecord, scope: Scope, before: int | None = None) -> list[Entity]:
    with record.reading() as unit:
        return unit.entities.known(scope, before=before)


def stored(record: SqlRecord, scope: Scope) -> list[Entity]:
    with record.reading() as unit:
        return unit.entities.registry(scope)


def test_an_entity_comes_back_with_all_that_is_said_of_it(book: SqlRecord, scope: Scope) -> None:
    keeper = Alias(
        text="掌柜", kind=AliasKind.ROLE, from_chapter="c1", to_chapter="c2", confirmed=True
    )
    entities = [
        replace(someone(origin, keeper), origin=origin, merged_into="x") for origin in EntityOrigin
    ]
    store(book, scope, *entities)
    assert stored(book, scope) == sorted(entities, key=lambda e: e.id)
    assert {e.origin for e in known(book, scope)} == {EntityOrigin.FOUND, EntityOrigin.AUTHOR}


def test_an_alias_is_known_once_its_first_chapter_has_come(book: SqlRecord, scope: Scope) -> None:
    store(book, scope, LIN)
    spellings = {at: [e.spellings for e in known(book, scope, at)] for at in (100, 200, 300)}
    assert spellings == {100: [], 200: [("林墨",)], 300: [("林墨", "林先生")]}
    assert known(book, scope) == [LIN]


def test_nobody_is_called_by_a_name_that_is_still_to_come(book: SqlRecord, scope: Scope) -> None:
    child = Alias(text="石头", to_chapter="c1")
    grown = replace(
        someone("林墨", known_from=None), aliases=(Alias(text="林墨", from_chapter="c2"), child)
    )
    store(book, scope, grown)
    assert [e.name for e in known(book, scope, 200)] == ["石头"]
    assert [e.name for e in known(book, scope, 300)] == ["林墨"]
    assert known(book, scope, 300)[0].spellings == ("林墨", "石头")


def test_a_name_that_has_passed_on_means_who_bears_it_now(book: SqlRecord, scope: Scope) -> None:
    first = someone("钱四", Alias(text="掌柜", to_chapter="c1"), known_from=None)
    second = someone("孙五", Alias(text="掌柜", from_chapter="c2"), known_from=None)
    store(book, scope, first, second)
    bearers = {
        at: [e.name for e in known(book, scope, at) if "掌柜" in e.spellings] for at in (200, 300)
    }
    assert bearers == {200: ["钱四"], 300: ["孙五"]}


@pytest.mark.parametrize("status", [Status.DRAFT, Status.TRASH])
def test_a_chapter_outside_the_book_bounds_names_as_it_did(
    book: SqlRecord, scope: Scope, status: Status
) -> None:
    """Deleting one chapter hides nobody who is in others; it keeps its place meanwhile."""
    store(book, scope, LIN)
    before = {at: known(book, scope, at) for at in (100, 200, 300)}
    with book.writing() as unit:
        outside = (chapter("c1", status), chapter("c2", status))
        unit.chapters.place(scope, Edition(chapters=outside))
    assert {at: known(book, scope, at) for at in (100, 200, 300)} == before


def test_only_what_the_book_shows_is_replaced(book: SqlRecord, scope: Scope) -> None:
    author = replace(someone("沈青衣"), origin=EntityOrigin.AUTHOR)
    store(book, scope, LIN, author, someone("陆沉"))
    changed = replace(LIN, aliases=(Alias(text="林墨"),), known_from="c2")
    with book.writing() as unit:
        mentions = {
            "c1": [
                Mention(entity=e.id, start=at, end=at + 2)
                for at, e in enumerate((LIN, someone("陆沉")))
            ]
        }
        unit.entities.mention(scope, mentions)
        unit.entities.replace_found(scope, [changed, someone("柳烟")])
    assert {e.name: e for e in stored(book, scope)} == {
        "林墨": changed,
        "沈青衣": author,
        "柳烟": someone("柳烟"),
    }
    with book.reading() as unit:
        assert unit.entities.mentions(scope) == {"c1": [Mention(entity=LIN.id, start=0, end=2)]}


def test_mentions_are_told_by_chapter_and_counted_in_the_book(
    book: SqlRecord, scope: Scope
) -> None:
    store(book, scope, LIN)
    mentions = {
        "c1": [Mention(entity=LIN.id, start=4, end=6), Mention(entity=LIN.id, start=9, end=11)],
        "c2": [Mention(entity=LIN.id, start=0, end=3)],
    }
    with book.writing() as unit:
        unit.entities.mention(scope, mentions)
    with book.reading() as unit:
        assert unit.entities.mentions(scope) == mentions
        assert unit.entities.tally(scope) == {LIN.id: (3, 100, 200)}
    with book.writing() as unit:
        unit.chapters.place(scope, Edition(chapters=(chapter("c1", Status.TRASH),)))
        assert unit.entities.tally(scope) == {LIN.id: (1, 200, 200)}


def test_another_project_has_a_registry_of_its_own(book: SqlRecord, scope: Scope) -> None:
    store(book, scope, LIN)
    other = Scope(project="other")
    with book.writing() as unit:
        unit.projects.ensure(other)
        unit.entities.replace_found(other, [])
    assert stored(book, other) == []
    assert stored(book, scope) == [LIN]


def told(registry: RegistryEditor) -> list[Entity]:
    return stored(registry.record, registry.scope)


def every_change(registry: RegistryEditor) -> Sequence[str]:
    """Do everything that can be done to a registry; returns what was noted of it."""
    registry.add("沈青衣", FactKind.PERSON, [Alias(text="青衣", kind=AliasKind.SHORT)])
    registry.add_alias("林墨", Alias(text="石头", to_chapter="2"))
    registry.change_alias("林墨", Alias(text="石头", from_chapter="c1", to_chapter="3"))
    registry.edit("沈青衣", name="沈白衣", kind=FactKind.OBJECT)
    registry.remove_alias("林墨", "林先生")
    registry.accept(["陆沉"])
    registry.merge("陆沉", "林墨")
    registry.split("林墨", ["陆沉"])
    registry.reject(["陆沉"])
    registry.import_table(b"entity,alias\nAda Crane,Crane\n", TableFormat.CSV)
    registry.remove("沈白衣")
    with registry.record.reading() as unit:
        return [c.kind for c in unit.changes.newest(registry.scope, limit=50)]


def test_every_change_is_taken_back_one_by_one(registry: RegistryEditor) -> None:
    store(registry.record, registry.scope, LIN, someone("陆沉"))
    before = told(registry)
    kinds = every_change(registry)
    assert [kind for kind in kinds if kind.startswith("entity")] == [
        *("entity remove", "entity import", "entity reject", "entity split", "entity merge"),
        *("entity accept", "entity unalias", "entity edit", "entity alias", "entity alias"),
        "entity add",
    ]
    with registry.record.writing() as unit:
        for _ in range(11):
            unit.changes.undo(registry.scope, None)
    assert told(registry) == before


def test_a_change_asks_for_the_names_to_be_looked_for_again(book: SqlRecord, scope: Scope) -> None:
    looked: list[bool] = []

    def refresh() -> None:
        with book.reading() as unit:
            looked.append(unit.projects.names_due(scope))

    registry = RegistryEditor(record=book, scope=scope, refresh=refresh)
    registry.add("林墨", FactKind.PERSON)
    assert looked == [True]
    registry.accept(["林墨"])  # nothing changes
    assert looked == [True]


def test_what_is_shown_has_positions_and_tells_what_is_ambiguous(
    registry: RegistryEditor,
) -> None:
    store(registry.record, registry.scope, LIN)
    registry.add("钱四", FactKind.PERSON, [Alias(text="掌柜", kind=AliasKind.ROLE, to_chapter="2")])
    view = registry.add(
        "孙五", FactKind.PERSON, [Alias(text="掌柜", kind=AliasKind.ROLE, from_chapter="2")]
    )
    assert view.ambiguous == ("掌柜",)
    assert [(a.text, a.from_chapter, a.to_chapter) for a in view.aliases] == [
        ("孙五", None, None),
        ("掌柜", 2, None),
    ]
    assert (
        registry.change_alias(
            "孙五", Alias(text="掌柜", kind=AliasKind.ROLE, from_chapter="c3")
        ).ambiguous
        == ()
    )
    assert registry.entity("林墨").known_from == 1
    assert [v.name for v in registry.entities()] == ["孙五", "林墨", "钱四"]


def test_what_cannot_be_done_writes_nothing(registry: RegistryEditor) -> None:
    store(registry.record, registry.scope, LIN)
    before = told(registry)
    with pytest.raises(NotFoundError, match="there is no chapter 12"):
        registry.add_alias("林墨", Alias(text="石头", from_chapter="12"))
    with pytest.raises(NotFoundError, match="nobody and nothing called '陆沉'"):
        registry.accept(["林墨", "陆沉"])
    registry.reject(["林墨"])
    with pytest.raises(ConflictError, match="undo that"):
        registry.add_alias("林墨", Alias(text="石头"))
    with registry.record.writing() as unit:
        unit.changes.undo(registry.scope, None)
    with pytest.raises(InvalidInputError, match="line 3, column alias: '他'"):
        registry.import_table("entity,alias\n甲乙,丙丁\n林墨,他\n".encode(), TableFormat.CSV)
    assert told(registry) == before


def test_proposals_wait_with_their_evidence_until_they_are_answered(
    registry: RegistryEditor,
) -> None:
    store(registry.record, registry.scope, replace(LIN, aliases=LIN.aliases[:1]))

    def tagger(text: str) -> list[tuple[str, FactKind]]:
        return [("林先生", FactKind.PERSON)] * text.count("林先生") * 3

    progress: list[tuple[str, int, int]] = []

    def hear(what: str, done: int, total: int) -> None:
        progress.append((what, done, total))

    assert registry.propose(tagger, hear) == []
    assert progress[-1] == ("names", 3, 3)
    guess = replace(
        someone("掌柜", known_from=None),
        id="guess",
        origin=EntityOrigin.PROPOSED,
        merged_into=LIN.id,
    )
    store(registry.record, registry.scope, *told(registry), guess)
    (proposal,) = registry.proposals()
    assert (proposal.name, proposal.alias_of, proposal.count) == ("掌柜", "林墨", 3)
    assert (proposal.chapter, proposal.quote) == (1, "掌柜与林墨同来。林墨先走了。")
    assert [v.name for v in registry.entities()] == ["林墨"]
    registry.reject(["掌柜"])
    assert registry.proposals() == []
