"""Whose words a query asks for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import Alias, Entity, FactKind
from retrieval.query.speakers import asked_speakers, is_of_speech


def person(name: str, *others: str) -> Entity:
    aliases = tuple(Alias(text=text) for text in (name, *others))
    return Entity(id=name, kind=FactKind.PERSON, name=name, aliases=aliases)


KNOWN = [
    person("贾宝玉", "宝玉"),
    person("林黛玉", "黛玉"),
    person("袭人"),
    person("Caroline Smith", "Caroline"),
]
SPEAKING = ("assistant", "caroline", "mel", "user", "袭人", "贾宝玉")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("宝玉说了什么", ("贾宝玉",)),
        ("宝玉对黛玉说了什么", ("贾宝玉",)),
        ("宝玉和袭人聊了什么", ("袭人", "贾宝玉")),
        ("宝玉挨打后袭人是怎么说的", ("袭人",)),
        ("宝玉的原话是什么", ("贾宝玉",)),
        ("What did Caroline say about the race?", ("caroline",)),
        ("What did Caroline and Mel talk about?", ("caroline", "mel")),
        ("Did Mel ever mention a dog?", ("mel",)),
        ("what Mel told Caroline", ("mel",)),
        ("according to Caroline, who won?", ("caroline",)),
        ("What was Mel's advice?", ("mel",)),
        ("我说过什么", ("user",)),
        ("What did I say about Rome?", ("user",)),
        ("你上次推荐的餐厅", ("assistant",)),
        ("the hotel you recommended", ("assistant",)),
    ],
)
def test_whose_words_are_asked_for(query: str, expected: tuple[str, ...]) -> None:
    assert is_of_speech(query)
    assert asked_speakers(query, KNOWN, SPEAKING) == expected


@pytest.mark.parametrize(
    "query",
    [
        *(
            "谁对宝玉说的",
            "关于宝玉说过什么",
            "黛玉说了什么",
            "宝玉去了哪里",
            "Who says: I am here",
        ),
        *("what was said to Caroline", "what did anybody say about Mel", "Where is Mel's dog?", ""),
    ],
)
def test_who_is_only_named_is_no_speaker(query: str) -> None:
    assert asked_speakers(query, KNOWN, SPEAKING) == ()


def test_a_book_in_which_nobody_is_known_to_speak_has_no_speakers() -> None:
    assert asked_speakers("宝玉说了什么", KNOWN, ()) == ()


@given(st.text(max_size=40), st.sampled_from(SPEAKING))
def test_only_who_speaks_is_ever_meant(noise: str, name: str) -> None:
    found = asked_speakers(f"{noise}{name} said {noise}", KNOWN, SPEAKING)
    assert set(found) <= set(SPEAKING)
