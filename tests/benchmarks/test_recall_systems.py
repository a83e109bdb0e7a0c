"""The systems that are compared, each over the same chats."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.recall import mem0_peer
from benchmarks.recall.baselines import Bm25, Dense, reciprocal_ranks
from benchmarks.recall.model import Chapter, TestSet, Unit
from benchmarks.recall.product import Lorepack, project_of, put, units_at
from benchmarks.recall.systems import System, best, units_in_scope
from benchmarks.recall.vectors import RememberingEmbedder
from lorepack.errors import ProviderError
from lorepack.ports import Vector
from lorepack.records import Scope
from providers.hashing import HashingEmbedder
from runtime.library import Library
from tests.benchmarks.sets import chat_set, question


def words(text: str) -> int:
    return len(text.split())


@pytest.fixture(params=["BM25", "dense", "lorepack"])
def system(request: pytest.FixtureRequest, library: Library) -> System:
    made: dict[str, System] = {
        "BM25": Bm25(),
        "dense": Dense(HashingEmbedder(256), words),
        "lorepack": Lorepack(library),
    }
    return made[request.param]


def test_a_question_finds_its_unit_in_its_own_book(system: System) -> None:
    chats = chat_set()
    system.prepare(chats)
    for asked in chats.questions:
        ranked = system.rank(chats, asked)
        assert set(ranked) <= {unit.id for unit in units_in_scope(chats, asked)}
        assert len(set(ranked)) == len(ranked)
        (gold,) = asked.groups[0]
        assert gold in ranked[:2]


def test_nothing_from_a_chapter_on_is_found_before_it(system: System) -> None:
    chats = chat_set()
    system.prepare(chats)
    early = question("early", "What about Biscuit and the piano?", "ada", "ada/1/0", before=2)
    found = system.rank(chats, early)
    assert set(found) <= {"ada/1/0", "ada/1/1"}
    assert system.rank(chats, replace(early, before=1)) == []


def test_what_is_shared_is_searched_with_every_book(system: System) -> None:
    chats = chat_set(shared=True)
    own = {"ada": "Biscuit hates thunder", "ben": "Coach Lund is strict"}
    asked = [
        question(f"{book} {text}", text, book, "noise/9/0")
        for book in ("ada", "ben", "ada")
        for text in (*own.values(), "Lovely weather number 2")
    ]
    chats = replace(chats, questions=asked)
    system.prepare(chats)
    for each in asked:
        found = system.rank(chats, each)
        assert {id.partition("/")[0] for id in found} <= {"noise", each.book}
        if each.text not in own.values():
            assert found[0].startswith("noise/")
        elif each.text == own[each.book]:
            assert found[0].startswith(f"{each.book}/")


def test_a_book_is_put_in_once_and_another_text_is_another_project(library: Library) -> None:
    chats, system = chat_set(), Lorepack(library)
    system.prepare(chats)
    projects = library.projects()
    system.prepare(chats)
    assert library.projects() == projects
    shorter = replace(chats, books={**chats.books, "ada": chats.books["ada"][:2]})
    system.prepare(shorter)
    assert len(library.projects()) == len(projects) + 1
    assert len(library.chapters(project_of(shorter, "ada"))) == 2


@pytest.mark.parametrize("shared", [False, True])
def test_what_the_library_recalls_is_counted_as_it_stands(library: Library, shared: bool) -> None:
    chats, system = chat_set(shared=shared), Lorepack(library)
    system.prepare(chats)
    for asked in chats.questions:
        for budget in (300, 600):
            pieces = system.pack(chats, asked, budget)
            assert sum(piece.tokens for piece in pieces) <= budget
            (gold,) = asked.groups[0]
            assert gold in {id for piece in pieces for id in piece.ids}
    early = replace(chats.questions[0], before=1)
    assert system.pack(chats, early, 600) == []


def test_units_are_found_by_half_of_either() -> None:
    texts = ("a" * 10, "b" * 20, "c" * 4)
    chapter = Chapter(units=tuple(Unit(id=text[0], text=text) for text in texts), joint="\n")
    assert chapter.text == "\n".join(texts)
    assert units_at(chapter, 0, len(chapter.text)) == ["a", "b", "c"]
    assert units_at(chapter, 5, 12) == ["a"]
    assert units_at(chapter, 12, 18) == ["b"]
    assert units_at(chapter, 6, 40) == ["b", "c"]
    assert units_at(chapter, 10, 11) == []


def test_what_is_not_stored_to_the_letter_is_refused(library: Library) -> None:
    blank = Chapter(units=(Unit(id="a", text="\n\n  indented"), Unit(id="b", text="end")))
    with pytest.raises(ValueError, match="chapter 1 of odd is not stored to the letter"):
        put(library, Scope(project="odd"), [blank])


def test_lines_that_look_like_headings_stay_where_they_are(library: Library) -> None:
    said = Chapter(units=(Unit(id="a", text="Chapter 1\n\n# Notes\n\n第二章 雨夜\n\nSo it goes."),))
    put(library, Scope(project="notes"), [said, said])
    assert library.text(Scope(project="notes"), "2") == said.text


def test_a_long_unit_is_as_near_as_its_best_part() -> None:
    filler = "Nothing of note happened that day. " * 300
    units = (Unit(id="short", text="A quiet day."), Unit(id="long", text=f"{filler}The zebra ran."))
    asked = question("q", "the zebra ran", "b", "long")
    one = TestSet(
        name="one", language="en", corpus="one", books={"b": (Chapter(units=units),)},
        questions=[asked], asked_of=1,
    )  # fmt: skip
    dense = Dense(HashingEmbedder(512), words)
    dense.prepare(one)
    assert dense.rank(one, asked)[0] == "long"


def test_fusion_by_rank_by_hand() -> None:
    fused = reciprocal_ranks([{"q": ["a", "b"], "p": ["x"]}, {"q": ["b", "c"]}])
    assert fused == {"q": ["b", "a", "c"], "p": ["x"]}


@given(
    st.lists(st.sampled_from("abcdef"), unique=True),
    st.lists(st.sampled_from("abcdef"), unique=True),
)
def test_fusion_holds_what_either_list_holds(one: list[str], other: list[str]) -> None:
    fused = reciprocal_ranks([{"q": one}, {"q": other}])["q"]
    assert sorted(fused) == sorted({*one, *other})
    agreed = reciprocal_ranks([{"q": one}, {"q": one}])["q"]
    assert agreed == one


def test_the_best_keep_their_order_where_they_are_equal() -> None:
    assert best(["a", "b", "c"], [1.0, 2.0, 1.0]) == ["b", "a", "c"]
    assert best(["a", "b", "c"], [1.0, 2.0, 1.0], 2) == ["b", "a"]


class Counting:
    """An encoder that counts what it is asked."""

    fingerprint, dim = "counting", 8

    def __init__(self) -> None:
        self.asked: list[str] = []
        self._inner = HashingEmbedder(8)

    def embed_documents(self, texts: Sequence[str]) -> list[Vector]:
        self.asked += texts
        return self._inner.embed_documents(texts)

    def embed_query(self, text: str) -> Vector:
        self.asked.append(text)
        return -self._inner.embed_query(text)


def test_no_text_is_embedded_twice_in_runs_that_follow(tmp_path: Path) -> None:
    inner, file = Counting(), tmp_path / "deep" / "vectors.db"
    texts = [f"text {n}" for n in range(700)]
    with RememberingEmbedder(inner, file) as embedder:
        made = embedder.embed_documents([*texts, *texts])
        query = embedder.embed_query("text 1")
    assert len(inner.asked) == 701
    with RememberingEmbedder(inner, file) as embedder:
        again = embedder.embed_documents([*texts, *texts])
        assert np.array_equal(embedder.embed_query("text 1"), query)
    assert len(inner.asked) == 701
    assert np.array_equal(made, again)
    assert np.array_equal(made, HashingEmbedder(8).embed_documents([*texts, *texts]))


def test_queries_and_passages_and_encoders_do_not_mix(tmp_path: Path) -> None:
    inner, other = Counting(), Counting()
    other.fingerprint = "another"
    with RememberingEmbedder(inner, tmp_path / "vectors.db") as embedder:
        (passage,) = embedder.embed_documents(["same"])
        assert np.array_equal(embedder.embed_query("same"), -passage)
    with RememberingEmbedder(other, tmp_path / "vectors.db") as embedder:
        embedder.embed_documents(["same"])
    assert other.asked == ["same"]


def test_progress_of_embedding_is_told(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    with RememberingEmbedder(
        Counting(), tmp_path / "v.db", lambda done, total: told.append((done, total))
    ) as embedder:
        embedder.embed_documents([f"text {n}" for n in range(100)])
        embedder.embed_documents(["text 1"])
    assert told == [(64, 100), (100, 100)]


def test_without_mem0_the_way_to_get_it_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mem0_peer, "PACKAGES", ("json", "no_such_package_here"))
    told = r"no_such_package_here not installed: pip install 'lorepack\[peers\]'"
    with pytest.raises(ProviderError, match=told):
        mem0_peer.Mem0(HashingEmbedder(8), tmp_path, lexical=True)
