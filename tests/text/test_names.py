from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from text.names import FoundName, observe
from text.names import discover as discover_in

LINES = (
    "林墨笑道：“走罢。”",
    "沈青衣道：“慢着。”",
    "青衣说道：“我来。”",
    "“好。”陆沉说道。",
    "众人道：“不可！”",
    "掌柜笑道：“客官里面请。”",
    "那沈青衣忙问：“何人？”",
    "阮小二道：“我去。”阮小五道：“我也去。”",
    "大哥道：“好。”他说：“嗯。”",
    "天色已晚，窗外下着雨。",
)
ENGLISH = (
    "Then Mr. Harlow bowed, and Mrs. Harlow said nothing. ",
    'But Agnes said, "No." ',
    'Then said Agnes, "Yes." ',
    "They went to see Agnes Fairley at Ashdown. ",
    "The next Monday the people of Ashdown came. ",
    "She met Harlow there. ",
)
chapters = st.lists(st.lists(st.sampled_from(LINES), max_size=12).map("\n".join), max_size=6)
english = st.lists(st.lists(st.sampled_from(ENGLISH), max_size=9).map("".join), max_size=6)


def discover(texts: Sequence[str]) -> list[FoundName]:
    return discover_in([observe(text) for text in texts])


def names(*texts: str) -> set[str]:
    return {found.name for found in discover(texts)}


def known_before(found: list[FoundName], chapter: int) -> list[FoundName]:
    return [name for name in found if name.known_from < chapter]


@settings(deadline=None)
@given(st.one_of(chapters, english), st.integers(min_value=0, max_value=6))
def test_the_first_chapters_alone_give_the_same_names(texts: list[str], count: int) -> None:
    assert discover(texts[:count]) == known_before(discover(texts), count)


@settings(deadline=None)
@given(st.one_of(chapters, english))
def test_no_name_is_given_twice_and_none_is_its_own_alias(texts: list[str]) -> None:
    found = discover(texts)
    assert len({name.name for name in found}) == len(found)
    assert all(name.name not in name.aliases for name in found)
    assert all(0 <= name.known_from < len(texts) for name in found)


def test_who_speaks_often_enough_is_a_person() -> None:
    chapter = "林墨笑道：“走罢。”\n" * 3 + "“好。”陆沉说道。\n" * 3
    assert names(chapter) == {"林墨", "陆沉"}


def test_evidence_adds_up_over_chapters() -> None:
    chapter = "林墨笑道：“走罢。”"
    assert [(f.name, f.known_from) for f in discover([chapter] * 4)] == [("林墨", 2)]


@pytest.mark.parametrize(
    "speaker", ["众人", "掌柜", "大哥", "那人", "他", "老嬷嬷", "小道士", "一个丫头", "高声"]
)
def test_crowds_pronouns_and_generic_titles_are_no_names(speaker: str) -> None:
    assert names(f"{speaker}道：“来了。”\n" * 30) == set()


def test_manners_and_openings_are_no_part_of_a_name() -> None:
    lines = ("却说林墨忙笑道：“好。”", "那林墨听了，林墨低声问道：“谁？”", "林墨又叹道：“唉。”")
    assert names("\n".join(lines) * 2) == {"林墨"}


def test_a_given_name_is_an_alias_of_its_full_name() -> None:
    chapter = "沈砚秋道：“好。”\n" * 5 + "砚秋道：“走。”\n" * 5
    assert [(f.name, f.aliases) for f in discover([chapter])] == [("沈砚秋", ("砚秋",))]


def test_a_given_name_of_two_families_belongs_to_neither() -> None:
    chapter = "".join(f"{n}道：“好。”\n" * 7 for n in ("沈砚秋", "柳砚秋", "砚秋"))
    assert all(found.aliases == () for found in discover([chapter]))


def test_a_full_name_met_later_is_tied_to_the_short_one_known_before() -> None:
    texts = ["砚秋道：“走。”\n" * 7, "沈砚秋道：“好。”\n" * 5]
    assert [(f.name, f.known_from, f.aliases) for f in discover(texts)] == [
        ("砚秋", 0, ()),
        ("沈砚秋", 1, ("砚秋",)),
    ]


def test_numbered_brothers_are_never_one_person() -> None:
    chapter = "阮小二道：“去。”\n阮小五道：“去。”\n阮小七道：“去。”\n" * 4
    found = discover([chapter])
    assert {name.name for name in found} == {"阮小二", "阮小五", "阮小七"}
    assert all(name.aliases == () for name in found)


def test_forms_of_address_make_different_people() -> None:
    chapter = "Then Mr. Harlow met Mrs. Harlow and Miss Harlow. " * 2
    assert {(f.name, f.aliases) for f in discover([chapter])} == {
        ("Mr. Harlow", ()),
        ("Mrs. Harlow", ()),
        ("Miss Harlow", ()),
    }


def test_a_surname_belongs_to_its_only_bearer() -> None:
    chapter = "Then Mr. Harlow came. We saw Harlow's dog and Harlow. " * 2
    assert [(f.name, f.aliases) for f in discover([chapter])] == [("Mr. Harlow", ("Harlow",))]


def test_places_months_and_sentence_openers_are_no_people() -> None:
    chapter = "We saw Ashdown on Monday. However said nothing. In May they left Ashdown. " * 5
    assert names(chapter) == set()


def test_a_person_speaks_inside_a_sentence() -> None:
    assert names('Then Agnes said, "No." And said Agnes, "Yes." ' * 2) == {"Agnes"}
