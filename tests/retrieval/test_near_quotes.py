"""Misquotations: what nearly stands in the text is found by how nearly it does."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import EVERYWHERE, Match, MatchMode, Scope, SearchRequest
from ranking.profile import Profile
from retrieval.near import likeness, nearest, signs
from retrieval.search import Searcher
from runtime.library import Library
from tests.strategies import Book
from text.fold import fold

LINES = (
    "阮小二说明日一早就开船，谁来迟了谁就留在岸上",
    "潮水三退，铜铃自鸣，渡口从此再也没有人敢点灯",
    "她把那封信折了四折，塞进墙缝里，用泥封好",
    "掌柜的算盘响了一夜，第二天账上少了三百两",
)
OTHER = "雨还在下，没有人开口。远处有人唱歌，谁家的狗叫了，天色发青。"


@pytest.fixture(scope="session")
def quoted(shelf: Library) -> Scope:
    """Chapters that look alike but for one line in each."""
    scope = Scope(project="quoted")
    bodies = [f"{OTHER * 3}{line}。{OTHER * 3}" for line in LINES]
    bodies += [OTHER * (n + 4) for n in range(20)]
    chapters = tuple((f"第{n}章", body) for n, body in enumerate(bodies, start=1))
    shelf.import_bytes(scope, Book(chapters=chapters).manuscript())
    shelf.index(scope)
    return scope


@pytest.mark.parametrize("k", [1, 5])
@pytest.mark.parametrize("match", [MatchMode.AUTO, MatchMode.SEMANTIC])
@pytest.mark.parametrize(
    ("words", "chapter"),
    [
        ("阮小二说明天一早便开船，谁来晚了就留在岸上", 1),
        ("潮水三退铜铃自响，从此渡口再没人敢点灯", 2),
        ("她把那封＃信折了四＊折 塞进Q墙缝里用泥封好", 3),
        ("请问「掌柜的算盘响了一宿，次日账上少了三百两」出自哪一章？", 4),
    ],
)
def test_a_sentence_as_memory_has_it_is_found(
    words: str, chapter: int, match: MatchMode, k: int, shelf: Library, quoted: Scope
) -> None:
    result = shelf.search(quoted, SearchRequest(query=words, match=match, k=k))
    assert chapter in {hit.chapter for hit in result.hits}
    assert result.literal_total == 0, "nearly is not to the letter"


def test_words_that_stand_nowhere_are_near_nothing(shelf: Library, quoted: Scope) -> None:
    searcher = Searcher(record=shelf.record, pools=shelf.ownership, profile=Profile())
    with shelf.record.reading() as unit:
        for query in (
            "县令的女儿嫁给了茶商",
            "那年秋天县令的女儿在城南茶馆里见到了远来的茶商",
            "潮水三退铜铃",
        ):
            found = searcher.find(unit, quoted, query, EVERYWHERE, [])
            assert found.near == {}, query


def test_what_nearly_stands_is_no_literal_hit(shelf: Library, quoted: Scope) -> None:
    words = "阮小二说明天一早便开船，谁来晚了就留在岸上"
    literally = SearchRequest(query=words, match=MatchMode.LITERAL)
    assert all(hit.spans for hit in shelf.search(quoted, literally).hits)
    hits = shelf.search(quoted, SearchRequest(query=words, k=1)).hits
    assert [hit.match for hit in hits] != [Match.LITERAL]


def test_likeness_of_known_words() -> None:
    text = fold(OTHER + LINES[1] + OTHER)
    assert likeness(fold(LINES[1]), text) == 1.0
    assert 0.6 < likeness(fold("潮水三退铜铃自响，从此渡口再没人敢点灯"), text) < 1.0
    assert likeness(fold("第二天他们在城里的茶馆见到了县令的女儿"), text) < 0.5
    assert likeness("", text) == likeness("潮水", "") == 0.0
    assert likeness(text, text[: len(text) // 4]) <= 0.25 + 1e-9, "a part holds a part only"


@given(text=st.text(alphabet="雨船灯夜人渡口潮水铃", min_size=1, max_size=80), data=st.data())
def test_what_stands_to_the_letter_is_as_near_as_can_be(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text) - 1))
    needle = text[start : data.draw(st.integers(start + 1, len(text)))]
    assert likeness(needle, text) == 1.0


@given(st.text(max_size=60), st.text(max_size=60))
def test_likeness_is_a_share(needle: str, text: str) -> None:
    assert 0.0 <= likeness(needle, text) <= 1.0


def test_among_equals_the_best_of_the_ranking_is_nearest() -> None:
    assert nearest({"a": 0.7, "b": 0.9, "c": 0.9}, ["c", "a", "b"]) == ["c"]
    assert nearest({"a": 0.7}, ["b"]) == []


def test_english_is_compared_by_words_and_not_by_letters() -> None:
    said = signs(fold("She told nobody that the lamp had been out since the second of March."))
    kept = signs(fold("she told no one that the lamp was out since the second of March"))
    other = signs(fold("who answered the signal once, years ago, from the other side of the bay"))
    assert likeness(kept, said) > 0.7
    assert likeness(other, said) < 0.5
    assert len(signs(fold("the light 灯火 at eleven"))) == 6


def test_an_english_question_is_near_nothing_by_chance(shelf: Library) -> None:
    scope = Scope(project="near english")
    line = "The harbour was grey and the boats lay still, and nobody spoke of the letter again. "
    shelf.import_bytes(scope, f"Chapter 1\n\n{line * 9}\n\nChapter 2\n\n{line * 7}\n".encode())
    searcher = Searcher(record=shelf.record, pools=shelf.ownership, profile=Profile())
    with shelf.record.reading() as unit:
        for query in (
            "the light seen at eleven-twenty",
            "who answered the signal once, years ago, and who heard of it",
        ):
            assert searcher.find(unit, scope, query, EVERYWHERE, []).near == {}, query
        kept = "The harbour was gray and boats lay still and nobody spoke about the letter again"
        assert searcher.find(unit, scope, kept, EVERYWHERE, []).near


@given(st.lists(st.sampled_from(["the", "lamp", "o'clock", "11.20", "F012", "x"]), min_size=1))
def test_a_word_has_one_sign_whatever_stands_beside_it(words: list[str]) -> None:
    alone = fold(" ".join(words))
    assert signs(f"{alone}灯") == f"{signs(alone)}灯"
    assert len(signs(alone)) == len(alone.split())
