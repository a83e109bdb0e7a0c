from hypothesis import given, settings
from hypothesis import strategies as st

from lorepack.records import Alias, Entity, EntityOrigin, FactKind
from text.aliases import AliasMatcher, plain


def entity(id_: str, *aliases: str | Alias, origin: EntityOrigin = EntityOrigin.FOUND) -> Entity:
    held = tuple(Alias(text=alias) if isinstance(alias, str) else alias for alias in aliases)
    return Entity(id=id_, kind=FactKind.PERSON, name=held[0].text, origin=origin, aliases=held)


def role(text: str, first: str | None = None, last: str | None = None) -> Alias:
    return Alias(text=text, from_chapter=first, to_chapter=last)


def found(text: str, *entities: Entity) -> list[tuple[str, str]]:
    mentions = AliasMatcher(entities).find(text)
    return [(m.entity, text[m.start : m.end]) for m in mentions]


def test_the_longest_name_wins() -> None:
    people = entity("a", "林动"), entity("b", "林动天"), entity("c", "李青"), entity("d", "李青山")
    text = "林动天看着林动，李青山看着李青。"
    assert found(text, *people) == [("b", "林动天"), ("a", "林动"), ("d", "李青山"), ("c", "李青")]


def test_a_name_of_one_character_is_left_to_confirmation() -> None:
    assert found("叶落归根，叶凡来了。", entity("a", "叶凡", "叶")) == [("a", "叶凡")]


def test_a_confirmed_character_is_found_where_it_is_a_word() -> None:
    leaf = entity("a", "叶凡", Alias(text="叶", confirmed=True))
    text = "叶落归根。叶子落了，绿叶红了，叶说道：“走。”他望着叶。"
    mentions = AliasMatcher([leaf]).find(text)
    assert [text[m.start - 1 : m.end + 1] for m in mentions] == ["，叶说", "着叶。"]


def test_a_confirmed_letter_is_a_whole_word() -> None:
    assert found("K met Kay and OK.", entity("a", Alias(text="K", confirmed=True))) == [("a", "K")]


def test_width_and_script_do_not_matter_and_offsets_stay() -> None:
    people = (
        entity("a", "苏砚云"),
        entity("b", "AI"),
        entity("c", "Mr. Vale"),
        entity("d", "O'Hara"),
    )
    text = "蘇硯雲與ＡＩ。Mr.\nVale，O’Hara"
    assert found(text, *people) == [
        ("a", "蘇硯雲"),
        ("b", "ＡＩ"),
        ("c", "Mr.\nVale"),
        ("d", "O’Hara"),
    ]


def test_forms_of_address_are_three_people() -> None:
    people = [entity(f"{t}", f"{t} Harlow") for t in ("Mr.", "Mrs.", "Miss")]
    text = "Mrs. Harlow's sister, Miss Harlow, saw Mr. Harlow; a Harlow."
    assert [id_ for id_, _ in found(text, *people)] == ["Mrs.", "Miss", "Mr."]


def test_what_is_proposed_rejected_or_merged_is_mentioned_nowhere() -> None:
    origins = (EntityOrigin.PROPOSED, EntityOrigin.REJECTED, EntityOrigin.MERGED)
    people = [entity(origin, "林动", origin=origin) for origin in origins]
    assert found("林动来了。", *people) == []
    assert found("林动来了。", *people, entity("a", "林动")) == [("a", "林动")]


ORDER = {"c1": 0, "c2": 1, "c3": 2}


def owner(at: int | None, *people: Entity, text: str = "掌柜来了。") -> list[str]:
    return [m.entity for m in AliasMatcher(people, ORDER).find(text, at)]


def test_an_alias_means_one_up_to_a_chapter_and_another_after_it() -> None:
    people = entity("a", role("掌柜", None, "c2")), entity("b", role("掌柜", "c3"))
    assert [owner(at, *people) for at in (0, 1, 2)] == [["a"], ["a"], ["b"]]
    assert owner(None, *people) == []


def test_an_alias_is_ambiguous_only_where_ranges_meet() -> None:
    people = entity("a", "张三", role("掌柜", None, "c2")), entity("b", "李四", role("掌柜", "c2"))
    matcher = AliasMatcher(people, ORDER)
    assert [matcher.ambiguous("张三叫掌柜", at) for at in (0, 1, 2)] == [
        {},
        {"掌柜": ("a", "b")},
        {},
    ]


def test_a_range_from_a_chapter_without_a_place_has_not_begun() -> None:
    assert owner(2, entity("a", role("掌柜", "gone"))) == []
    assert owner(2, entity("a", role("掌柜", None, "gone"))) == ["a"]


def test_who_is_known_goes_before_who_only_later_chapters_make_known() -> None:
    early = Entity(
        id="a", kind=FactKind.PERSON, name="林动", aliases=(Alias(text="林动"),), known_from="c1"
    )
    late = Entity(
        id="b",
        kind=FactKind.PERSON,
        name="林动天",
        aliases=(Alias(text="林动天"), Alias(text="天儿")),
        known_from="c3",
    )
    text = "林动天来了，天儿来了。"
    assert owner(1, early, late, text=text) == ["a", "b"]
    assert owner(2, early, late, text=text) == ["b", "b"]


@given(st.lists(st.sampled_from(("林动", "林动天", "动天", "天地", "林")), max_size=8), st.data())
def test_later_names_change_no_mention_of_known_ones(words: list[str], data: st.DataObject) -> None:
    def someone(name: str) -> Entity:
        known = data.draw(st.sampled_from((None, "c1", "c2", "c3")))
        return Entity(
            id=name,
            kind=FactKind.PERSON,
            name=name,
            aliases=(Alias(text=name),),
            known_from=known,
        )

    people = [someone(name) for name in ("林动", "林动天", "动天", "天地")]
    text = "".join(words)
    known = [e for e in people if e.known_from in (None, "c1", "c2")]
    ids = {e.id for e in known}
    everyone = AliasMatcher(people, ORDER).find(text, 1)
    assert [m for m in everyone if m.entity in ids] == AliasMatcher(known, ORDER).find(text, 1)


def test_a_long_line_of_names_is_read_in_linear_time() -> None:
    people = (
        entity("a", "天" * 2),
        entity("b", "天" * 9),
        entity("c", Alias(text="天", confirmed=True)),
    )
    assert len(AliasMatcher(people).find("天" * 100_000)) > 10_000


@given(st.text())
def test_the_plain_form_keeps_every_character_in_its_place(text: str) -> None:
    assert len(plain(text)) == len(text)
    assert plain(plain(text)) == plain(text)


def test_half_of_a_character_hides_no_name() -> None:
    matcher = AliasMatcher([entity("a", "林墨")])
    assert [(m.start, m.end) for m in matcher.find("\ud800林墨")] == [(1, 3)]


def test_a_shared_alias_is_never_guessed() -> None:
    people = entity("a", "张三", "掌门"), entity("b", "李四", "掌门")
    assert found("掌门与张三同来。", *people) == [("a", "张三")]


def test_a_shared_alias_hides_the_shorter_one_inside_it() -> None:
    people = entity("a", "王掌门"), entity("b", "王掌门"), entity("c", "掌门")
    assert found("王掌门到了，掌门未到。", *people) == [("c", "掌门")]


def test_numbered_brothers_stay_apart_and_a_given_name_is_its_bearer() -> None:
    people = (
        *(entity("2", "阮小二"), entity("5", "阮小五"), entity("7", "阮小七")),
        entity("宝", "贾宝玉", "宝玉"),
    )
    text = "阮小五、阮小七、阮小二；贾宝玉即宝玉。"
    assert [id_ for id_, _ in found(text, *people)] == ["5", "7", "2", "宝", "宝"]


def test_latin_names_are_whole_words_as_written() -> None:
    people = (
        entity("ai", "AI"),
        entity("r", "Rose"),
        entity("b", "Mr. Bennet"),
        entity("l", "Élodie"),
    )
    text = "The main AI gave Rose a rose; Roses, AIs, mÉlodie. 用AI写。Mr. Bennet's Élodie, Mrs."
    assert [id_ for id_, _ in found(text, *people)] == ["ai", "r", "ai", "b", "l"]


def test_a_shorter_latin_name_is_found_where_the_longer_one_ends_inside_a_word() -> None:
    people = entity("a", "Rose"), entity("b", "Rose Ann")
    assert found("Rose Annette and Rose Ann", *people) == [("a", "Rose"), ("b", "Rose Ann")]


def test_offsets_count_characters_beyond_the_basic_plane() -> None:
    assert found("😀𠮷林动😀林动", entity("a", "林动")) == [("a", "林动"), ("a", "林动")]


def test_without_entities_nothing_is_found() -> None:
    assert found("林动") == []


ALPHABET = "甲乙aB "
aliases = st.text(ALPHABET, min_size=1, max_size=4).filter(lambda alias: alias.strip() == alias)


def is_word(character: str) -> bool:
    return character in "aB"


def is_whole(text: str, start: int, end: int) -> bool:
    opens = start == 0 or not (is_word(text[start - 1]) and is_word(text[start]))
    closes = end == len(text) or not (is_word(text[end - 1]) and is_word(text[end]))
    return opens and closes


def reference(text: str, owners: dict[str, set[str]]) -> list[tuple[str, int, int]]:
    """Leftmost-longest by trying every alias at every place."""
    mentions: list[tuple[str, int, int]] = []
    place = 0
    while place < len(text):
        ends = [place + len(a) for a in owners if len(a) > 1 and text.startswith(a, place)]
        end = max((e for e in ends if is_whole(text, place, e)), default=None)
        if end is None:
            place += 1
            continue
        ids = owners[text[place:end]]
        mentions += [(next(iter(ids)), place, end)] if len(ids) == 1 else []
        place = end
    return mentions


@settings(deadline=None, max_examples=300)
@given(
    st.lists(st.lists(aliases, min_size=1, max_size=3), max_size=4), st.text(ALPHABET, max_size=30)
)
def test_the_matcher_equals_trying_everything(names: list[list[str]], text: str) -> None:
    people = [entity(str(n), *forms) for n, forms in enumerate(names)]
    owners: dict[str, set[str]] = {}
    for person in people:
        for alias in person.spellings:
            owners.setdefault(alias, set()).add(person.id)
    mentions = [(m.entity, m.start, m.end) for m in AliasMatcher(people).find(text)]
    assert mentions == reference(text, owners)
