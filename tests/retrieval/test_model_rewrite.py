"""The rewrite by a model: one call, and whatever it says, nothing of the query gets lost."""

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorepack.errors import (
    InvalidInputError,
    ProviderDownError,
    ProviderTimeoutError,
    UnusableAnswerError,
)
from lorepack.ports import Question
from lorepack.records import (
    Alias,
    Entity,
    FactKind,
    MatchMode,
    RecallRequest,
    Scope,
    SearchRequest,
    SearchResult,
)
from providers.chat.scripted import Line, ScriptedChat
from ranking.profile import Profile
from retrieval.query import model_rewrite, understand
from retrieval.query.asked import kept_parts
from retrieval.query.model_rewrite import LONGEST, completed
from retrieval.recall import Recaller
from retrieval.search import Searcher
from runtime.library import Library
from tests.strategies import hostile_texts
from text.facts import extract
from text.fold import fold

SHEN = Entity(
    id="e", kind=FactKind.PERSON, name="沈砚秋", aliases=(Alias(text="沈砚秋"), Alias(text="Mel"))
)
QUERY = "请问沈砚秋那3,200两银子后来怎么样了？"
SAID = "沈砚秋把3,200两银子交给了渡口的船家"


def rewrite(said: Line, query: str = QUERY, known: Sequence[Entity] = (SHEN,)) -> str:
    return model_rewrite(ScriptedChat(script=[said]), query, known)


def test_what_a_model_says_is_searched_for() -> None:
    assert rewrite({"text": SAID}) == SAID
    assert rewrite({"text": f" {SAID}\n\u2028\u001b[2J渡口 "}) == f"{SAID} [2J渡口"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("银子的下落", "银子的下落 沈砚秋 3,200两银子"),
        ("沈砚秋的银子", "沈砚秋的银子 3,200两银子"),
        ("沈砚秋有13,200两银子", "沈砚秋有13,200两银子 3,200两银子"),
        ("沈硯秋的３，２００兩銀子", "沈硯秋的３，２００兩銀子"),
    ],
)
def test_what_is_lost_is_put_back_as_the_query_has_it(said: str, expected: str) -> None:
    assert rewrite({"text": said}) == expected


def test_a_name_inside_another_word_is_lost() -> None:
    assert rewrite({"text": "Melons"}, "where did Mel go with K-17?") == "Melons Mel K-17"


@pytest.mark.parametrize(
    "said",
    [
        ProviderDownError("down"),
        ProviderTimeoutError("slow"),
        UnusableAnswerError("refused"),
        "{",
        "[]",
        {"text": ""},
        {"text": "？！ \n"},
        {"text": "字" * (LONGEST + 1)},
        {"text": "字" * (LONGEST - 3)},
        {"text": SAID, "more": 1},
        {"words": SAID},
        '{"text": "\\ud83d"}',
    ],
)
def test_what_is_of_no_use_is_not_searched_for(said: Line) -> None:
    assert rewrite(said) == ""


@pytest.mark.parametrize("query", ["？！", "沈砚秋" * 700])
def test_a_query_that_says_nothing_or_at_length_is_not_asked_about(query: str) -> None:
    chat = ScriptedChat(script=[])
    assert model_rewrite(chat, query, [SHEN]) == ""
    assert chat.asked == []
    assert model_rewrite(None, QUERY, [SHEN]) == ""


@pytest.mark.parametrize(
    ("query", "language"), [(QUERY, "你帮人"), ("What became of the silver?", "You help")]
)
def test_a_model_is_asked_once_in_a_forced_form_and_in_the_querys_language(
    query: str, language: str
) -> None:
    chat = ScriptedChat(script=["{}", "{}"])
    assert model_rewrite(chat, query, []) == ""
    (asked,) = chat.asked
    assert asked.form is not None
    assert asked.form.schema["required"] == ["text"]
    assert asked.form.schema["additionalProperties"] is False
    system, user = asked.messages
    assert system.content.startswith(language)
    assert user.content.split("\n")[1:-1] == [query]


@given(hostile_texts())
def test_no_query_ends_its_fence(query: str) -> None:
    chat = ScriptedChat(script=lambda _: {"text": "船"})
    model_rewrite(chat, query, [])
    for question in chat.asked:
        content = question.messages[1].content
        mark = content.split("\n", 1)[0].rsplit(" ", 1)[1]
        assert content.endswith(f"\n{mark}>>>")
        assert content.count(mark) == 2


PIECES = (
    "沈砚秋",
    "Mel",
    "“潮水三退”",
    "3,200两",
    "K-17",
    "六月初九",
    "船",
    "在哪",
    "请问",
    " and ",
)


@given(
    query=st.lists(st.sampled_from(PIECES), min_size=1, max_size=9).map("".join),
    said=st.lists(st.sampled_from((*PIECES, "3", "x", "。")), max_size=40).map("".join)
    | hostile_texts(),
)
def test_no_quote_name_or_fact_of_a_query_is_lost(query: str, said: str) -> None:
    whole = completed(said, kept_parts(query, [SHEN]))
    asked, again = understand(query, [SHEN]), fold(whole)
    assert len(whole) <= LONGEST
    assert "\n" not in whole
    if whole:
        facts = [f.text for f in extract(query) if f.kind is not FactKind.CONDITION]
        assert all(kept in again for kept in (*asked.quotes, *asked.names, *map(fold, facts)))
    else:
        assert not fold(said) or len(said) + len(query) > LONGEST - 40


def searcher_of(library: Library, script: Callable[[Question], Line]) -> Searcher:
    return Searcher(
        record=library.record,
        pools=library.ownership,
        profile=Profile(),
        chat=lambda: ScriptedChat(script=script),
    )


def ask(library: Library, scope: Scope, query: str, said: Line, k: int = 5) -> SearchResult:
    def script(_: Question) -> Line:
        return said

    request = SearchRequest(query=query, rewrite=True, k=k)
    return searcher_of(library, script).search(scope, request)


def test_it_is_looked_for_by_likeness_and_told(shelf: Library, told: Scope) -> None:
    direct = shelf.search(told, SearchRequest(query="铜铃值三千二百两银子"))
    result = ask(shelf, told, "那样东西卖多少钱？", {"text": "铜铃值三千二百两银子"})
    assert (result.searched, result.degraded) == ("铜铃值三千二百两银子", ())
    assert result.query == "那样东西卖多少钱？"
    best = {hit.id: hit.score.lexical for hit in direct.hits}
    found = {hit.id: hit.score.lexical for hit in result.hits}
    assert best.keys() & found.keys()
    assert all(found[id] == best[id] for id in best.keys() & found.keys())
    assert result.literal_total == 0, "to the letter goes what was asked, not what a model says"


def test_without_a_usable_rewrite_it_is_the_light_one(shelf: Library, told: Scope) -> None:
    plain = shelf.search(told, SearchRequest(query=QUERY))
    result = ask(shelf, told, QUERY, ProviderDownError("down"))
    assert (result.searched, result.degraded) == (plain.searched, ("rewrite",))
    assert plain.searched == "沈砚秋那3,200两银子后来怎么样了？"
    assert result.hits == plain.hits
    assert "rewrite" in shelf.search(told, SearchRequest(query=QUERY, rewrite=True)).degraded


@given(said=hostile_texts() | st.sampled_from([SAID, "无关", "x" * 500]))
@settings(max_examples=25)
def test_whatever_a_model_says_the_letter_is_found(said: str, shelf: Library, told: Scope) -> None:
    query = "“把铜铃放回了原处”的沈砚秋有3200两吗"
    plain = shelf.search(told, SearchRequest(query=query))
    result = ask(shelf, told, query, {"text": said}, k=8)
    assert result.literal_total == plain.literal_total > 0
    shown = fold(" ".join(hit.text for hit in result.hits))
    assert fold("把铜铃放回了原处") in shown
    assert len(result.searched) <= LONGEST


def test_who_looks_for_the_letter_alone_asks_no_model(shelf: Library, told: Scope) -> None:
    request = SearchRequest(query=QUERY, rewrite=True, match=MatchMode.LITERAL)
    result = searcher_of(shelf, lambda _: pytest.fail("a model was asked")).search(told, request)
    assert (result.searched, result.degraded) == ("", ())


@pytest.mark.parametrize("asked_at", ["noon", None])
def test_what_cannot_be_is_refused_before_a_model_is_asked(
    shelf: Library, told: Scope, asked_at: str | None
) -> None:
    searcher = searcher_of(shelf, lambda _: pytest.fail("a model was asked"))
    as_of = None if asked_at else 99
    recaller = Recaller(record=shelf.record, searcher=searcher, tokenizers=shelf.tokenizers)
    with pytest.raises(InvalidInputError):
        searcher.search(
            told, SearchRequest(query=QUERY, rewrite=True, asked_at=asked_at, as_of=as_of)
        )
    with pytest.raises(InvalidInputError):
        recaller.recall(
            told, RecallRequest(query=QUERY, rewrite=True, asked_at=asked_at, as_of=as_of)
        )


def test_no_transaction_is_open_while_a_model_is_asked(library: Library, scope: Scope) -> None:
    library.import_bytes(scope, "第一章 雨\n\n雨下了三天。\n".encode())

    def meddle(number: str, _: Question) -> Line:
        library.editor(scope).insert(f"第{number}章 船\n\n船家收下了铜铃，开船走了。\n")
        return {"text": "船家收下了铜铃"}

    searcher = searcher_of(library, partial(meddle, "二"))
    hits = searcher.search(scope, SearchRequest(query="谁拿走了它？", rewrite=True)).hits
    assert 2 in {hit.chapter for hit in hits}, "what was written meanwhile is found"
    recaller = Recaller(
        record=library.record,
        searcher=searcher_of(library, partial(meddle, "三")),
        tokenizers=library.tokenizers,
    )
    pack = recaller.recall(scope, RecallRequest(query="谁拿走了它？", rewrite=True))
    assert pack.searched == "船家收下了铜铃"
    assert len(library.chapters(scope)) == 3
