"""The registry as its author changes it."""

from dataclasses import replace

import pytest

from ingest import registry as plans
from ingest.alias_rules import shared
from lorepack.errors import ConflictError, InvalidInputError, NotFoundError
from lorepack.records import Alias, AliasKind, Entity, EntityOrigin, FactKind, Scope
from text.naming import resolve

SCOPE = Scope(project="book")
ORDER = {f"c{n}": n - 1 for n in range(1, 10)}
FOUND, AUTHOR, PROPOSED, REJECTED, MERGED = (
    *(EntityOrigin.FOUND, EntityOrigin.AUTHOR, EntityOrigin.PROPOSED),
    *(EntityOrigin.REJECTED, EntityOrigin.MERGED),
)


def someone(
    name: str, *others: str | Alias, origin: EntityOrigin = FOUND, known_from: str | None = None
) -> Entity:
    aliases = [Alias(text=a) if isinstance(a, str) else a for a in (name, *others)]
    return Entity(
        id=f"id of {name}",
        kind=FactKind.PERSON,
        name=name,
        origin=origin,
        aliases=tuple(aliases),
        known_from=known_from,
    )


def added(registry: list[Entity], name: str, *aliases: Alias) -> Entity:
    room = plans.room_for(registry, name)
    return plans.add(SCOPE, room, name, FactKind.PERSON, aliases, ORDER)


LIN, SHEN = someone("林墨", "阿墨"), someone("沈青衣", origin=AUTHOR)


@pytest.mark.parametrize("named", ["林墨", "阿墨", "id of 林墨", " 林墨 "])
def test_an_entity_is_named_by_its_id_its_name_or_an_alias(named: str) -> None:
    assert resolve([SHEN, LIN], named) == LIN


def test_an_unknown_name_is_told_with_those_near_it() -> None:
    with pytest.raises(NotFoundError, match=r"'林墨言'; near it: '林墨'"):
        resolve([LIN, SHEN], "林墨言")
    with pytest.raises(NotFoundError, match=r"called 'zzz'$"):
        resolve([LIN, SHEN], "zzz")


def test_white_space_in_a_name_names_the_same() -> None:
    ada = Entity(
        id="ada", kind=FactKind.PERSON, name="Ada Crane", aliases=(Alias(text="Ada Crane"),)
    )
    assert resolve([ada], "  Ada \t Crane ") == ada


def test_an_alias_of_several_names_nobody() -> None:
    with pytest.raises(
        InvalidInputError, match=r"several are called '阿墨'.*id of 林墨.*id of 墨白"
    ):
        resolve([LIN, someone("墨白", "阿墨")], "阿墨")


def test_what_is_gone_is_named_only_where_nobody_else_is() -> None:
    gone = someone("阿墨", origin=MERGED)
    assert resolve([gone, LIN], "阿墨") == LIN
    assert resolve([gone, SHEN], "阿墨") == gone


def test_a_new_entity_is_its_authors_and_known_to_every_reader() -> None:
    new = added([], "  林  墨 ", Alias(text="阿墨", kind=AliasKind.NICKNAME))
    assert (new.name, new.origin, new.known_from) == ("林 墨", AUTHOR, None)
    assert [(a.text, a.kind) for a in new.aliases] == [
        ("林 墨", AliasKind.NAME),
        ("阿墨", AliasKind.NICKNAME),
    ]


def test_adding_takes_over_what_was_only_found_or_rejected() -> None:
    for origin in (FOUND, PROPOSED, REJECTED):
        former = replace(LIN, origin=origin, known_from="c3")
        assert added([former], "林墨") == replace(LIN, origin=AUTHOR)


def test_a_name_that_is_taken_is_told_with_the_way_out() -> None:
    with pytest.raises(ConflictError, match=r"called '沈青衣' already.*'沈青衣 \(2\)'"):
        added([SHEN], "沈青衣")
    parts = plans.merged([LIN, SHEN], LIN, SHEN, ORDER)
    with pytest.raises(
        ConflictError, match="'林墨' is a name of another one since they were merged"
    ):
        added(parts, "林墨")


def test_two_people_of_one_name_share_it_as_an_alias() -> None:
    other = added([SHEN], "沈青衣 (2)", Alias(text="沈青衣"))
    assert shared([SHEN, other], ORDER) == {SHEN.id: ("沈青衣",), other.id: ("沈青衣",)}


def test_a_shared_alias_is_ambiguous_only_where_the_ranges_meet() -> None:
    one = someone("钱四", Alias(text="掌柜", to_chapter="c4"))
    later = someone("孙五", Alias(text="掌柜", from_chapter="c5"))
    meeting = someone("孙五", Alias(text="掌柜", from_chapter="c4"))
    assert shared([one, later], ORDER) == {}
    assert set(shared([one, meeting], ORDER)) == {one.id, meeting.id}
    assert shared([one, replace(meeting, origin=REJECTED)], ORDER) == {}


@pytest.mark.parametrize(
    ("alias", "why"),
    [
        (Alias(text=" "), "empty"),
        (Alias(text="他"), "pronoun"),
        (Alias(text="She"), "pronoun"),
        (Alias(text="自己", confirmed=True), "pronoun"),
        (Alias(text="叶"), "one character"),
        (Alias(text="掌柜"), "a title that many bear"),
        (Alias(text="掌柜", confirmed=True), "a title that many bear"),
        (Alias(text="大哥", kind=AliasKind.TITLE), "a title that many bear"),
        (Alias(text="captain", kind=AliasKind.ROLE), "a title that many bear"),
        (Alias(text="石头", from_chapter="c5", to_chapter="c2"), "chapter 2, before .* chapter 5"),
        (Alias(text="阿墨"), "is a name of '林墨' already; change that one"),
        (Alias(text="墨" * 101), "101 characters"),
        (Alias(text="\ud800a"), "no text: character 0"),
    ],
)
def test_an_alias_that_means_too_much_is_refused(alias: Alias, why: str) -> None:
    with pytest.raises(InvalidInputError, match=why):
        plans.add_alias(LIN, alias, ORDER)


@pytest.mark.parametrize(
    "alias",
    [
        Alias(text="叶", confirmed=True),
        Alias(text="掌柜", kind=AliasKind.ROLE, from_chapter="c1"),
        Alias(text="大哥", kind=AliasKind.TITLE, confirmed=True),
        Alias(text="林先生", kind=AliasKind.TITLE),
        Alias(text="石头", from_chapter="c2", to_chapter="c2"),
    ],
)
def test_an_alias_makes_the_entity_its_authors(alias: Alias) -> None:
    named = plans.add_alias(LIN, alias, ORDER)
    assert (named.origin, named.aliases) == (AUTHOR, (*LIN.aliases, alias))


def test_one_name_may_be_held_over_ranges_that_do_not_meet() -> None:
    first = Alias(text="石头", to_chapter="c2")
    named = plans.add_alias(LIN, first, ORDER)
    named = plans.add_alias(named, Alias(text="石头", from_chapter="c5"), ORDER)
    with pytest.raises(InvalidInputError, match="already up to chapter 2"):
        plans.add_alias(named, Alias(text="石头", from_chapter="c2", to_chapter="c3"), ORDER)


def test_what_is_said_of_an_alias_is_replaced_in_its_place() -> None:
    said = Alias(text="林墨", to_chapter="c3", confirmed=True)
    assert plans.change_alias(LIN, said, ORDER).aliases == (said, LIN.aliases[1])
    with pytest.raises(NotFoundError, match=r"no name '墨墨'; it has: '林墨', '阿墨'"):
        plans.change_alias(LIN, Alias(text="墨墨"), ORDER)
    assert plans.change_alias(LIN, Alias(text="阿墨"), ORDER) == LIN


def test_a_name_is_taken_away_but_not_the_one_it_is_called_by() -> None:
    assert plans.remove_alias(LIN, "阿墨").spellings == ("林墨",)
    with pytest.raises(InvalidInputError, match="rename it first"):
        plans.remove_alias(LIN, "林墨")


def test_a_renamed_entity_keeps_its_former_name() -> None:
    renamed = plans.rename([LIN, SHEN], LIN, "林白", ORDER, confirmed=False)
    assert (renamed.id, renamed.name) == (LIN.id, "林白")
    assert [(a.text, a.kind) for a in renamed.aliases] == [
        ("林白", AliasKind.NAME),
        ("林墨", AliasKind.FORMER),
        ("阿墨", AliasKind.NAME),
    ]
    assert plans.rename([LIN], LIN, "阿墨", ORDER, confirmed=False).spellings == ("林墨", "阿墨")
    with pytest.raises(ConflictError, match="or merge the two"):
        plans.rename([LIN, SHEN], LIN, "沈青衣", ORDER, confirmed=False)


def test_a_kind_is_one_of_an_entity() -> None:
    assert plans.set_kind(LIN, FactKind.PLACE).kind is FactKind.PLACE
    with pytest.raises(InvalidInputError, match="person, place, organisation, object"):
        plans.set_kind(LIN, FactKind.MONEY)


def test_what_its_author_made_is_deleted_and_what_the_text_shows_is_rejected() -> None:
    found = replace(LIN, known_from="c1")
    assert plans.removed([LIN, SHEN], SHEN) == [LIN]
    assert plans.removed([found, SHEN], found) == [replace(found, origin=REJECTED), SHEN]


def test_what_is_accepted_stands() -> None:
    assert plans.accept([LIN, SHEN], LIN, ORDER) == [replace(LIN, origin=AUTHOR), SHEN]
    rejected = plans.reject(LIN)
    assert plans.accept([rejected], rejected, ORDER) == [replace(LIN, origin=AUTHOR)]


def test_an_accepted_proposal_of_an_alias_becomes_one() -> None:
    title = Alias(text="沈姑娘", kind=AliasKind.TITLE)
    guess = replace(someone("沈姑娘", origin=PROPOSED), aliases=(title,), merged_into=SHEN.id)
    whole, part = plans.accept([SHEN, guess], guess, ORDER)
    assert whole.aliases == (*SHEN.aliases, title)
    assert (part.origin, part.merged_into) == (MERGED, SHEN.id)


def test_merging_gives_all_names_to_one() -> None:
    merged = {e.id: e for e in plans.merged([LIN, SHEN], LIN, SHEN, ORDER)}
    assert merged[SHEN.id].spellings == ("沈青衣", "林墨", "阿墨")
    assert (merged[LIN.id].origin, merged[LIN.id].merged_into) == (MERGED, SHEN.id)
    with pytest.raises(InvalidInputError, match="into itself"):
        plans.merged([LIN], LIN, LIN, ORDER)
    with pytest.raises(ConflictError, match="is merged"):
        plans.merged(list(merged.values()), merged[LIN.id], SHEN, ORDER)


def test_who_was_merged_into_one_that_is_merged_follows_it() -> None:
    third = someone("柳烟", origin=AUTHOR)
    once = plans.merged([LIN, SHEN, third], LIN, SHEN, ORDER)
    twice = plans.merged(once, resolve(once, "沈青衣"), third, ORDER)
    assert {e.merged_into for e in twice if e.origin is MERGED} == {third.id}
    assert resolve(twice, "阿墨").id == third.id


def test_two_who_are_one_are_known_from_where_the_first_is() -> None:
    early, late = someone("甲子", known_from="c2"), someone("乙丑", known_from="c5")
    assert resolve(plans.merged([early, late], early, late, ORDER), "乙丑").known_from == "c2"


def test_names_split_off_are_somebody_else() -> None:
    rest, other = plans.split(SCOPE, [LIN], LIN, ["阿墨"], None)
    assert (rest.spellings, other.spellings) == (("林墨",), ("阿墨",))
    assert (other.name, other.origin) == ("阿墨", AUTHOR)
    assert other.id != LIN.id
    for texts, why in (([], "nothing to split"), (["林墨"], "rename it first")):
        with pytest.raises(InvalidInputError, match=why):
            plans.split(SCOPE, [LIN], LIN, texts, None)
    with pytest.raises(InvalidInputError, match="none of the names split off"):
        plans.split(SCOPE, [LIN], LIN, ["阿墨"], "墨墨")


def test_splitting_off_who_was_merged_gives_them_back() -> None:
    merged = plans.merged([LIN, SHEN], LIN, SHEN, ORDER)
    parted = plans.split(SCOPE, merged, resolve(merged, "沈青衣"), ["林墨", "阿墨"], None)
    assert {e.id: e for e in parted} == {
        LIN.id: replace(LIN, origin=AUTHOR),
        SHEN.id: SHEN,
    }


def test_what_is_gone_is_not_changed() -> None:
    gone = plans.reject(LIN)
    for change in (
        lambda: plans.add_alias(gone, Alias(text="墨墨"), ORDER),
        lambda: plans.set_kind(gone, FactKind.PLACE),
        lambda: plans.remove_alias(gone, "阿墨"),
    ):
        with pytest.raises(ConflictError, match="'林墨' is rejected"):
            change()
