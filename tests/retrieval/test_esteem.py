"""Esteem: whose passages an author's memories and the foreshadows raise."""

from typing import Any

from lorepack.records import (
    Candidate,
    Entity,
    FactKind,
    ForeshadowStatus,
    Memory,
    MemoryKind,
    Scope,
    SearchRequest,
)
from ranking.importance import NOTHING_SAID
from retrieval.esteem import esteem
from runtime.library import Library

ADA = Entity(id="e1", kind=FactKind.PERSON, name="Ada Crane")
HERE = [
    Candidate(id="a", order_key=100, importance=0.0, people=("e1",)),
    Candidate(id="b", order_key=100, importance=0.0),
    Candidate(id="c", order_key=200, importance=0.0, people=("e1",)),
]


def memory(kind: MemoryKind = MemoryKind.NOTE, **given: Any) -> Memory:
    return Memory(id="m", kind=kind, text="what was told", **given)


def test_an_author_raises_what_is_told_of_somebody_in_a_chapter() -> None:
    raised = memory(subject="ada crane", importance=1.0)
    assert esteem([(100, raised)], HERE, [ADA]).author == {"a": 1.0}


def test_a_memory_of_nobody_known_is_of_its_whole_chapter() -> None:
    assert esteem([(100, memory(importance=0.75))], HERE, [ADA]).author == {"a": 0.5, "b": 0.5}


def test_what_is_as_important_as_any_raises_nothing() -> None:
    assert set(esteem([(100, memory())], HERE, [ADA]).author.values()) <= {0.0}
    assert esteem([], HERE, [ADA]) == NOTHING_SAID


def test_what_a_model_extracted_is_no_word_of_the_author() -> None:
    assert esteem([(100, memory(importance=1.0, made_from="sha"))], HERE, [ADA]).author == {}


def test_foreshadows_count_where_they_are_laid_and_half_where_they_are_paid() -> None:
    laid = memory(MemoryKind.FORESHADOW, subject="F001", fields={"people": ("Ada Crane",)})
    paid = memory(
        MemoryKind.FORESHADOW, subject="F001", fields={"status": ForeshadowStatus.PAID.value}
    )
    found = esteem([(100, laid), (200, paid)], HERE, [ADA]).foreshadow
    assert found == {"a": 1.0, "c": 0.5}


def test_a_search_hears_of_what_its_author_raised(library: Library, scope: Scope) -> None:
    book = "第1章\n雨下了一夜，渡口没有船。\n\n第2章\n雨停了，渡口的船都在。\n"
    library.import_bytes(scope, book.encode())
    library.index(scope)
    request = SearchRequest(query="渡口的雨和船", k=2)

    def importance() -> dict[int, float]:
        hits = library.search(scope, request).hits
        return {hit.chapter: hit.score.importance / hit.score.relevance for hit in hits}

    before = importance()
    second = library.chapters(scope)[1].id
    library.remember(scope, [memory(importance=1.0, known_from=second)])
    after = importance()
    assert before.keys() == after.keys()
    assert after[2] > before[2]
    assert after[1] == before[1]
