"""One thing spelled in many ways is one thing: numbers, codes, names and scripts."""

from itertools import permutations

import pytest

from lorepack.records import MatchMode, Scope, SearchRequest
from runtime.library import Library
from tests.strategies import Book

pytestmark = pytest.mark.both_databases

NUMBERS = {
    "3200": (
        *("三千二百", "三千二", "3200", "3,200", "３２００", "３，２００", "叁仟贰佰", "三二〇〇"),
        *("three thousand two hundred", "thirty-two hundred", "3.2千"),
    ),
    "25": ("二十五", "廿五", "25", "２５", "贰拾伍", "twenty-five", "Twenty Five"),
}
CODES = ("K-17", "k 17", "Ｋ－１７", "Ｋ１７", "K17")
SCRIPTS = ("屋里裏外都是著火的船", "屋裡裡外都是着火的船", "屋裏里外都是著火的船")


def shelved(library: Library, name: str, *bodies: str) -> Scope:
    scope = Scope(project=name)
    chapters = tuple((f"第{at}章", f"他说{body}。别的事。") for at, body in enumerate(bodies, 1))
    library.import_bytes(scope, Book(chapters=chapters).manuscript())
    return scope


def found(library: Library, scope: Scope, query: str) -> tuple[int, set[int]]:
    result = library.search(scope, SearchRequest(query=query, match=MatchMode.LITERAL, k=100))
    return result.literal_total, {hit.chapter for hit in result.hits}


@pytest.mark.parametrize(
    ("value", "asked"), [(value, asked) for value, ways in NUMBERS.items() for asked in ways]
)
def test_a_number_asked_in_any_spelling_is_found_in_every_one(
    value: str, asked: str, shelf: Library
) -> None:
    bodies = [
        f"So, {way} of them" if way[-1].isalpha() and way.isascii() else f"付了{way}两"
        for way in NUMBERS[value]
    ]
    scope = shelved(shelf, f"number {value}", *bodies)
    assert found(shelf, scope, asked) == (len(bodies), set(range(1, len(bodies) + 1)))


@pytest.mark.parametrize("asked", ["3201", "三千二百零一", "320", "32000", "two hundred"])
def test_another_number_is_not_found(asked: str, shelf: Library) -> None:
    scope = shelved(shelf, "number 3200 again", *NUMBERS["3200"][:8])
    assert found(shelf, scope, asked)[0] == 0


@pytest.mark.parametrize("asked", CODES[:3])
def test_a_code_is_found_in_any_width(asked: str, shelf: Library) -> None:
    scope = shelved(shelf, "code", *(f"箱号{code}在此" for code in CODES))
    assert found(shelf, scope, asked)[1] >= {1, 2, 3}


@pytest.mark.parametrize(("asked", "stored"), list(permutations(SCRIPTS, 2)))
def test_scripts_and_variants_are_one(asked: str, stored: str, shelf: Library) -> None:
    scope = shelved(shelf, f"script {stored}", stored)
    assert found(shelf, scope, asked) == (1, {1})


@pytest.mark.parametrize("name", ["黛玉", "玉", "林黛", "林黛玉"])
def test_a_name_inside_a_longer_word_is_found(name: str, shelf: Library) -> None:
    scope = shelved(shelf, "names", "林黛玉来了", "没有人来", "小黛玉儿")
    assert 1 in found(shelf, scope, name)[1]


@pytest.mark.parametrize(
    "asked",
    [
        *("“你——来了！”他说：“坐。”", "你来了，他说坐", "你来了他说坐", "你 来 了\n他 说 坐"),
        *("「你來了」他說『坐』", "请问“你来了，他说：坐”出自哪一回？", "谁说：你来了，他说坐"),
    ],
)
def test_a_quotation_is_found_under_any_punctuation(asked: str, shelf: Library) -> None:
    scope = shelved(shelf, "points", "“你来了，”他说，“坐。”", "没有人来")
    total, chapters = found(shelf, scope, asked)
    assert total >= 1
    assert chapters == {1}
