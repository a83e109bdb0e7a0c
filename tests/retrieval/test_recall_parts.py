"""Whatever of a query stands in the text to the letter is recalled, as far as k and budget go."""

import json

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lorepack.records import RecallPack, RecallRequest, Scope
from ranking.profile import Profile
from ranking.profile_file import dumps
from runtime.library import Library
from runtime.profiles import ProjectProfile
from tests.retrieval.conftest import OpenLibrary
from tests.retrieval.test_literal_guarantee import texts_of, whole_words
from tests.strategies import Book
from text.fold import fold

WORDS = (
    "船",
    "渡口",
    "石桥",
    "账房",
    "药铺",
    "城门",
    "灯塔",
    "柳树",
    "草鞋",
    "印章",
    "茶馆",
    "书箱",
)
FILLER = "雨下了一夜，檐下的灯灭了又点。没有人说话。"


def recall(library: Library, scope: Scope, query: str, budget: int, k: int | None) -> RecallPack:
    return library.recall(scope, RecallRequest(query=query, budget=budget, k=k))


@pytest.fixture(scope="session")
def stored(shelf: Library, told: Scope) -> list[str]:
    return texts_of(shelf, told)


@given(data=st.data(), count=st.integers(1, 3), k=st.integers(5, 12))
@settings(max_examples=60)
def test_every_quote_of_a_query_is_among_the_entries(
    data: st.DataObject, count: int, k: int, shelf: Library, told: Scope, stored: list[str]
) -> None:
    quotes = [quoted(data, stored) for _ in range(count)]
    asked = "，又".join(f"“{quote}”" for quote in quotes)
    pack = recall(shelf, told, f"{asked}是什么时候的事", 5_000, k)
    shown = [fold(item.text) for item in pack.items]
    assert not pack.dropped
    for quote in quotes:
        assert any(fold(quote) in words for words in shown), quote


def quoted(data: st.DataObject, stored: list[str]) -> str:
    """Words of a chapter that can stand between quotation marks and mean something."""
    text = data.draw(st.sampled_from([text for text in stored if len(text) > 100]))
    start = data.draw(st.integers(0, len(text) - 40))
    words = whole_words(text, start, start + data.draw(st.integers(6, 30)))
    kept = "".join(c for c in words if c not in '“”「」『』"\n')
    assume(len(fold(kept)) > 1 and fold(kept) in fold(text))
    return kept


@pytest.fixture(scope="module")
def noted(opened: OpenLibrary) -> tuple[Library, Scope]:
    """A chat in which what is rare stands once, in the middle of a long message."""
    library, scope = opened("noted"), Scope(project="noted")
    long = f"{FILLER * 20}段玉笙的柜子是K-17，押金3,200元。{FILLER * 20}"
    said = [f"沈砚秋第{n}次说起铜铃，{FILLER}" for n in range(30)]
    said.insert(11, long)
    data = "\n".join(json.dumps({"role": "user", "text": text}) for text in said)
    library.import_bytes(scope, data.encode(), name="chat.jsonl")
    library.index(scope)
    return library, scope


@pytest.mark.parametrize("rare", ["“段玉笙”", "K-17", "3200"])
@pytest.mark.parametrize(("k", "budget"), [(2, 300), (3, 300), (20, 400), (20, 200)])
def test_what_stands_once_in_a_long_message_is_shown_in_its_excerpt(
    noted: tuple[Library, Scope], rare: str, k: int, budget: int
) -> None:
    pack = recall(*noted, f"沈砚秋说起铜铃的时候和{rare}有什么关系", budget, k)
    (held,) = (item for item in pack.items if "段玉笙的柜子是K-17，押金3,200元。" in item.text)
    assert len(pack.items) <= k
    assert pack.tokens <= budget
    relevances = [item.score.relevance for item in pack.items]
    assert relevances == sorted(relevances, reverse=True)
    assert held.tokens < budget


def test_a_quotation_that_runs_past_its_snippet_is_recalled_whole(
    shelf: Library, told: Scope, stored: list[str]
) -> None:
    with shelf.record.reading() as unit:
        first = unit.snippets.of_chapter(told, shelf.chapters(told)[4].id)[0]
    quote = stored[4][first.end - 12 : first.end + 12]
    items = recall(shelf, told, quote, 3_000, 5).items
    assert any(fold(quote) in fold(item.text) for item in items)


def test_how_many_come_back_is_the_profiles_to_say(opened: OpenLibrary) -> None:
    library, scope = opened("many"), Scope(project="many")
    chapters = tuple((f"第{n}章", f"铜铃响了{n}下。{word}") for n, word in enumerate(WORDS, 1))
    library.import_bytes(scope, Book(chapters=chapters).manuscript())
    library.index(scope)

    def entries(k: int | None) -> int:
        return len(recall(library, scope, "铜铃", 9_000, k).items)

    assert (entries(None), entries(8)) == (Profile().recall_k, 8)
    ProjectProfile(library=library, scope=scope).set(dumps(Profile(recall_k=10)))
    assert (entries(None), entries(3)) == (10, 3)
