"""Recall from books and chats: what comes back, in which words, and what may not be seen."""

import json

import pytest

from lorepack.errors import InvalidInputError, NotFoundError
from lorepack.records import RecallPack, RecallRequest, Scope
from runtime.library import Library
from tests.retrieval.conftest import OpenLibrary
from tests.strategies import Book

pytestmark = pytest.mark.both_databases

CHAT = (
    ("2024-03-02 09:00", "小林", "我对花生过敏，\n点菜的时候记得说一声。"),
    ("2024-03-02 09:01", "assistant", "记住了：不放花生。"),
    ("2024-03-05 20:15+08:00", "小林", "下周三去苏州，住在平江路。"),
    (None, "小林", "苏州的酒店还没有订。"),
    ("2024-03-09", None, "Note: the hotel in Suzhou is booked under the name Crane."),
    ("2024-03-10 00:30+08:00", "assistant", "行程如下。" + "第一天看园林，第二天听评弹。" * 120),
)
CHATS = Scope(project="chats")


@pytest.fixture(scope="module")
def talked(opened: OpenLibrary) -> Library:
    """A library with a chat, indexed."""
    library = opened("talked")
    items = [
        {"text": text, **({"at": at} if at else {}), **({"speaker": who} if who else {})}
        for at, who, text in CHAT
    ]
    data = "\n".join(json.dumps(item, ensure_ascii=False) for item in items).encode()
    library.import_bytes(CHATS, data, name="chat.jsonl")
    library.index(CHATS)
    return library


def recall(
    library: Library,
    query: str,
    scope: Scope = CHATS,
    *,
    budget: int = 600,
    k: int = 5,
    as_of: int | None = None,
) -> RecallPack:
    return library.recall(scope, RecallRequest(query=query, budget=budget, k=k, as_of=as_of))


def test_a_message_comes_back_with_its_date_and_its_speaker(talked: Library) -> None:
    pack = recall(talked, "花生过敏")
    assert (pack.items[0].date, pack.items[0].speaker) == ("2024-03-02", "小林")
    assert pack.items[0].text == "小林: 我对花生过敏， 点菜的时候记得说一声。"
    first = pack.text.split("\n")[2]
    assert first.startswith("2024-03-02: 小林: 我对花生过敏， 点菜的时候记得说一声。 (relevance ")
    source = pack.items[0].source
    assert source.start is not None
    assert source.chapter is not None
    text = talked.text(CHATS, str(source.chapter))
    assert text[source.start : source.end].startswith("[2024-03-02 09:00] 小林: ")


def test_a_date_is_the_one_the_speaker_saw(talked: Library) -> None:
    """Half past midnight in Suzhou is the day before in UTC, also in the middle of a message."""
    pack = recall(talked, "第二天听评弹", k=8, budget=3_000)
    found = {item.date for item in pack.items if "评弹" in item.text}
    assert found == {"2024-03-10"}
    assert {item.speaker for item in pack.items if "评弹" in item.text} == {"assistant"}
    assert sum("评弹" in item.text for item in pack.items) > 1


def test_what_has_no_date_stands_under_its_session(talked: Library) -> None:
    pack = recall(talked, "苏州的酒店还没有订")
    (line,) = (line for line in pack.text.split("\n") if "还没有订" in line)
    assert line.startswith("2024-03-05: 小林: 苏州的酒店还没有订。")
    assert next(item.date for item in pack.items if "还没有订" in item.text) is None


def test_an_escape_of_a_transcript_is_not_shown(talked: Library) -> None:
    pack = recall(talked, "hotel in Suzhou Crane")
    assert pack.items[0].text == "Note: the hotel in Suzhou is booked under the name Crane."
    assert pack.text.startswith("## Memory · recall §")


def test_a_passage_of_a_novel_stands_under_its_chapter(shelf: Library, told: Scope) -> None:
    pack = recall(shelf, "沈砚秋在青石渡", scope=told, k=10, budget=2_000)
    assert pack.items
    labels = {c.position: c.label for c in shelf.chapters(told)}
    for item, line in zip(pack.items, pack.text.split("\n")[2:-1], strict=True):
        assert (item.date, item.speaker) == (None, None)
        assert line.startswith(f"{labels[item.source.chapter or 0]}: ")
    assert pack.tokens <= 2_000


def test_what_comes_later_changes_nothing(
    shelf: Library, told: Scope, sixty: Book, opened: OpenLibrary
) -> None:
    begun = opened("begun")
    begun.import_bytes(told, sixty.manuscript(9))
    begun.index(told)
    for query in ("沈砚秋在青石渡", "铜铃为何不响", "3200"):
        early = recall(begun, query, scope=told, k=10, as_of=10, budget=5_000)
        late = recall(shelf, query, scope=told, k=10, as_of=10, budget=5_000)
        assert late.items
        assert late.items == early.items


def test_the_same_question_has_the_same_answer(talked: Library) -> None:
    assert recall(talked, "苏州住哪里") == recall(talked, "苏州住哪里")


def test_no_more_than_k_come_back(talked: Library) -> None:
    pack = recall(talked, "苏州", k=1, budget=3_000)
    assert len(pack.items) + len(pack.dropped) == 1


def test_an_empty_project_has_nothing_to_recall(opened: OpenLibrary) -> None:
    library, scope = opened("empty"), Scope(project="empty")
    library.import_bytes(scope, Book(chapters=(("第1章", ""),)).manuscript())
    pack = recall(library, "谁？", scope=scope)
    assert (pack.text, pack.tokens, pack.items) == ("", 0, ())


def test_a_recall_that_cannot_be_is_refused(talked: Library) -> None:
    with pytest.raises(InvalidInputError, match="frame"):
        recall(talked, "苏州", budget=3)
    with pytest.raises(InvalidInputError, match="there is no chapter 99"):
        recall(talked, "苏州", as_of=99)
    with pytest.raises(InvalidInputError, match="no text"):
        recall(talked, "\ud83d")
    with pytest.raises(NotFoundError, match="nowhere"):
        recall(talked, "苏州", scope=Scope(project="nowhere"))
