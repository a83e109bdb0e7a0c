"""Words alone, meaning alone, and both by rank: what any hybrid has to beat."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
from rank_bm25 import BM25Okapi

from benchmarks.recall.model import Question, Scope, TestSet, Unit
from benchmarks.recall.systems import best, units_in_scope
from ingest.content import SNIPPET_TOKENS
from ingest.snippets import cut
from lorepack.ports import Embedder
from ranking.evaluate import Run
from text.fold import fold
from text.terms import content_terms

RRF_K = 60


class Bm25:
    """BM25Okapi of rank-bm25 over the project's own terms, an index for each scope."""

    name = "BM25"

    def __init__(self) -> None:
        self._terms: dict[str, list[str]] = {}
        self._scope: tuple[str, Scope] | None = None
        self._ids: list[str] = []
        self._index: BM25Okapi | None = None

    def prepare(self, test_set: TestSet) -> None:
        """Split every unit into terms."""
        self._terms = {
            unit.id: content_terms(fold(unit.text))
            for book in test_set.books.values()
            for chapter in book
            for unit in chapter.units
        }
        self._scope = None

    def rank(self, test_set: TestSet, question: Question) -> list[str]:
        """Rank by BM25; what shares no term with the question is not found."""
        self._open(test_set, question)
        if self._index is None:
            return []
        scores = self._index.get_scores(content_terms(fold(question.text)))
        found = np.flatnonzero(scores > 0)
        return best([self._ids[at] for at in found], scores[found].tolist())

    def _open(self, test_set: TestSet, question: Question) -> None:
        """Index a scope; a question for the same one as before finds it open."""
        scope = (test_set.name, test_set.scope(question))
        if scope == self._scope:
            return
        self._ids = [unit.id for unit in units_in_scope(test_set, question)]
        documents = [self._terms[id] for id in self._ids]
        self._index = BM25Okapi(documents) if any(documents) else None
        self._scope = scope


class Dense:
    """Exact cosine, a long unit by its best part."""

    name = "dense"

    def __init__(self, embedder: Embedder, count: Callable[[str], int]) -> None:
        """Choose the encoder.

        Args:
            embedder: The one that every system uses.
            count: Tokens of a text, for cutting long units as an import does.
        """
        self._embedder, self._count = embedder, count
        self._parts: dict[str, tuple[int, int]] = {}
        self._vectors: npt.NDArray[np.float32] = np.empty((0, 0), np.float32)
        self._scope: tuple[str, Scope] | None = None
        self._ids: list[str] = []
        self._rows: npt.NDArray[np.intp] = np.empty(0, np.intp)
        self._starts: npt.NDArray[np.intp] = np.empty(0, np.intp)

    def prepare(self, test_set: TestSet) -> None:
        """Embed every unit."""
        units = [u for book in test_set.books.values() for chapter in book for u in chapter.units]
        parts = [self._cut(unit) for unit in units]
        ends = np.cumsum([0, *map(len, parts)]).tolist()
        self._parts = {unit.id: span for unit, span in zip(units, pairwise(ends), strict=True)}
        self._vectors = np.stack(self._embedder.embed_documents([p for own in parts for p in own]))
        self._scope = None

    def rank(self, test_set: TestSet, question: Question) -> list[str]:
        """Rank by cosine."""
        self._open(test_set, question)
        if not self._ids:
            return []
        cosines = self._vectors[self._rows] @ self._embedder.embed_query(question.text)
        return best(self._ids, np.maximum.reduceat(cosines, self._starts).tolist())

    def _cut(self, unit: Unit) -> list[str]:
        spans = cut(unit.text, self._count, SNIPPET_TOKENS)
        parts = [unit.text[span.start : span.end] for span in spans]
        return [part for part in parts if part.strip()] or [unit.text]

    def _open(self, test_set: TestSet, question: Question) -> None:
        scope = (test_set.name, test_set.scope(question))
        if scope == self._scope:
            return
        self._ids = [unit.id for unit in units_in_scope(test_set, question)]
        spans = [self._parts[id] for id in self._ids]
        self._rows = np.asarray([row for start, end in spans for row in range(start, end)], np.intp)
        self._starts = np.cumsum([0, *(end - start for start, end in spans)])[:-1]
        self._scope = scope


def reciprocal_ranks(runs: Sequence[Run], k: int = RRF_K) -> dict[str, list[str]]:
    """Fuse runs by rank (Cormack, Clarke & Büttcher 2009): the sum of 1 / (k + place)."""
    questions = dict.fromkeys(question for run in runs for question in run)
    return {question: _fused([run.get(question, ()) for run in runs], k) for question in questions}


def _fused(lists: Sequence[Sequence[str]], k: int) -> list[str]:
    sums: dict[str, float] = {}
    for ranked in lists:
        for place, id in enumerate(ranked, start=1):
            sums[id] = sums.get(id, 0.0) + 1 / (k + place)
    return best(list(sums), list(sums.values()))
