"""Guesses about the registry."""

from dataclasses import replace

from ingest.proposals import Tagger, propose, with_evidence
from lorepack.records import Alias, AliasKind, Entity, EntityOrigin, FactKind, Scope

SCOPE = Scope(project="book")


def someone(name: str, *others: str, origin: EntityOrigin = EntityOrigin.FOUND) -> Entity:
    return Entity(
        id=f"id of {name}",
        kind=FactKind.PERSON,
        name=name,
        origin=origin,
        aliases=tuple(Alias(text=text) for text in (name, *others)),
    )


def quiet(what: str, done: int, total: int) -> None:
    assert (what, total >= done) == ("names", True)


def proposed(
    *texts: str, registry: tuple[Entity, ...] = (), tagger: Tagger | None = None
) -> dict[str, Entity]:
    chapters = {f"c{at}": text for at, text in enumerate(texts)}
    found = propose(SCOPE, registry, chapters, tagger, quiet)
    assert len({e.id for e in [*found, *registry]}) == len(found) + len(registry)
    assert {e.origin for e in found} <= {EntityOrigin.PROPOSED}
    return {e.name: e for e in found}


def test_a_surname_with_a_title_is_its_only_bearers() -> None:
    text = "林墨来了。林先生坐下。林先生说话。林先生走了。"
    guess = proposed(text, registry=(someone("林墨"),))["林先生"]
    assert guess.merged_into == "id of 林墨"
    assert guess.aliases == (Alias(text="林先生", kind=AliasKind.TITLE),)


def test_a_title_of_two_families_members_is_nobodys() -> None:
    text = "林墨与林白来了。林先生坐下。林先生说话。林先生走了。"
    assert proposed(text, registry=(someone("林墨"), someone("林白"))) == {}


def test_a_title_met_far_from_its_bearer_means_another_one() -> None:
    texts = ["林墨来了。", "林先生坐下。", "林先生说话。", "林先生走了。"]
    assert proposed(*texts, registry=(someone("林墨"),)) == {}


def test_numbered_brothers_and_bare_titles_are_never_proposed_as_one() -> None:
    people = tuple(map(someone, ("阮小二", "阮小五", "阮小七")))
    text = "阮小二、阮小五、阮小七来了。大哥坐下。掌柜说话。前辈走了。阮大哥来了。" * 5
    assert proposed(text, registry=people) == {}


def test_a_given_name_is_proposed_where_it_is_used_alone() -> None:
    text = "沈砚秋来了。砚秋坐下。砚秋说话。砚秋走了。"
    guess = proposed(text, registry=(someone("沈砚秋"),))["砚秋"]
    assert (guess.merged_into, guess.aliases[0].kind) == ("id of 沈砚秋", AliasKind.SHORT)
    english = "Ada Crane came. Then Crane sat. Then Crane spoke. Then Crane left."
    assert proposed(english, registry=(someone("Ada Crane"),))["Crane"].merged_into


def test_what_somebody_speaks_for_is_not_proposed() -> None:
    text = "沈砚秋来了。砚秋坐下。砚秋说话。砚秋走了。"
    for origin in (EntityOrigin.AUTHOR, EntityOrigin.REJECTED, EntityOrigin.MERGED):
        registry = (someone("沈砚秋"), someone("砚秋", origin=origin))
        assert proposed(text, registry=registry) == {}


def test_places_and_things_are_proposed_by_how_they_are_used() -> None:
    text = "他来到望潮楼。她回到望潮楼。众人直奔望潮楼。望潮楼上有灯。望潮楼关了门。"
    guess = proposed(text)["望潮楼"]
    assert (guess.kind, guess.merged_into) == (FactKind.PLACE, None)
    assert proposed("他来到望潮楼。她回到望潮楼。望潮楼上有灯。望潮楼关了门。") == {}


def test_somebodys_house_is_no_place_of_its_own() -> None:
    text = "他来到沈砚秋庄。" * 5
    assert "沈砚秋庄" not in proposed(text, registry=(someone("沈砚秋"),))


def test_a_model_proposes_what_it_sees_often_enough() -> None:
    def tagger(text: str) -> list[tuple[str, FactKind]]:
        seen = ("苏小满", "苏小满笑", "她", "掌柜", "陆沉")
        return [(name, FactKind.PERSON) for name in seen for _ in range(text.count(name))]

    text = "苏小满笑了。苏小满走了。掌柜看她。掌柜走了。掌柜来了，她她她。陆沉来了。苏小满来了。"
    assert set(proposed(text, tagger=tagger)) == {"苏小满"}


def test_a_frequent_name_with_a_letter_stuck_to_it_is_not_proposed() -> None:
    def tagger(text: str) -> list[tuple[str, FactKind]]:
        return [(name, FactKind.PERSON) for name in ("苏小满", "苏小满刚") for _ in range(3)]

    text = "苏小满来了。" * 100 + "苏小满刚走。" * 3
    assert set(proposed(text, tagger=tagger)) == {"苏小满"}


def test_what_speaks_for_a_proposal_is_told_with_it() -> None:
    guess = replace(someone("林先生", origin=EntityOrigin.PROPOSED), merged_into="id of 林墨")
    other = someone("雪", origin=EntityOrigin.PROPOSED)
    texts = {"c0": "下雨了。", "c1": "夜里，\n林先生来了。", "c2": "林先生走了。"}
    first, second = with_evidence(
        [someone("林墨"), other, guess], texts, {"c0": 1, "c1": 2, "c2": 3}
    )
    assert (first.name, first.alias_of, first.count, first.chapter) == ("林先生", "林墨", 2, 2)
    assert first.quote == "夜里， 林先生来了。"
    assert (second.name, second.count, second.chapter, second.quote) == ("雪", 0, None, "")
