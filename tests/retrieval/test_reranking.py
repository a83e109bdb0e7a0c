"""A cross-encoder beside the signals: its order, their probabilities, and doing without it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lorepack.errors import ProviderError
from lorepack.records import Scope, SearchRequest
from providers.rerankers import open_reranker
from ranking.profile import Profile
from runtime.library import Library

BOOK = (
    "第1章 渡口\n沈砚秋在渡口等船，河上起了雾，船迟迟不来。\n\n"
    "第2章 客栈\n沈砚秋住进客栈，掌柜说渡口的船明日才来，今夜有雾。\n\n"
    "第3章 雾\n雾散了，渡口的船终于来了，沈砚秋上了船。\n"
)


@dataclass
class Liking:
    """Likes texts that hold a word; fails when told to."""

    word: str
    failing: bool = False
    read: list[str] = field(default_factory=list[str])
    fingerprint: str = "liking"

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        if self.failing:
            raise ProviderError("the model is away")
        self.read = list(texts)
        return [float(self.word in text) for text in texts]


def with_reranker(library: Library, liking: Liking) -> Library:
    return replace(library, reranker=lambda: liking, profile=EVERYTHING)


def filled(library: Library, scope: Scope) -> Library:
    library.import_bytes(scope, BOOK.encode())
    library.index(scope)
    return replace(library, profile=EVERYTHING)


EVERYTHING = Profile(threshold=0, floor=0)

ASKED = SearchRequest(query="沈砚秋在有雾的渡口等不来船", k=3)


def test_the_model_says_which_passage_comes_first(library: Library, scope: Scope) -> None:
    plain = filled(library, scope).search(scope, ASKED)
    last = plain.hits[-1]
    liking = Liking(word=last.text[-8:].strip())
    hits = with_reranker(library, liking).search(scope, ASKED).hits
    assert hits[0].id == last.id
    assert sorted(h.score.relevance for h in hits) == sorted(h.score.relevance for h in plain.hits)
    assert len(liking.read) >= len(hits)


def test_without_an_answer_of_the_model_the_signals_decide(library: Library, scope: Scope) -> None:
    plain = filled(library, scope).search(scope, ASKED)
    away = with_reranker(library, Liking(word="", failing=True)).search(scope, ASKED)
    assert away.hits == plain.hits
    assert away.degraded == (*plain.degraded, "reranker")


def test_what_stands_to_the_letter_is_not_judged(library: Library, scope: Scope) -> None:
    liking = Liking(word="客栈")
    request = SearchRequest(query="雾散了，渡口的船终于来了", k=3)
    first, *_ = with_reranker(filled(library, scope), liking).search(scope, request).hits
    assert first.score.relevance == 1
    assert first.chapter == 3
    assert first.text not in liking.read


def test_a_real_one_stands_in_its_place(library: Library, scope: Scope) -> None:
    overlap = open_reranker("overlap:1", library.settings.cache_dir)
    found = replace(filled(library, scope), reranker=lambda: overlap).search(scope, ASKED)
    assert found.hits
    assert "reranker" not in found.degraded
