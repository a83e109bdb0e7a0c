from hypothesis import given, settings
from hypothesis import strategies as st

from lorepack.records import Entity, FactKind
from text.aliases import AliasMatcher


def entity(id_: str, *aliases: str) -> Entity:
    return Entity(id=id_, kind=FactKind.PERSON, name=aliases[0], aliases=aliases)


def found(text: str, *entities: Entity) -> list[tuple[str, str]]:
    mentions = AliasMatcher(entities).find(text)
    return [(m.entity, text[m.start : m.end]) for m in mentions]


def test_the_longest_name_wins() -> None:
    people = entity("a", "林动"), entity("b", "林动天"), entity("c", "李青"), entity("d", "李青山")
    text = "林动天看着林动，李青山看着李青。"
    assert found(text, *people) == [("b", "林动天"), ("a", "林动"), ("d", "李青山"), ("c", "李青")]


def test_a_name_of_one_character_is_left_to_confirmation() -> None:
    assert found("叶落归根，叶凡来了。", entity("a", "叶凡", "叶")) == [("a", "叶凡")]


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
        for alias in person.aliases:
            owners.setdefault(alias, set()).add(person.id)
    mentions = [(m.entity, m.start, m.end) for m in AliasMatcher(people).find(text)]
    assert mentions == reference(text, owners)
