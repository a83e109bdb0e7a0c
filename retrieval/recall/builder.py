"""Recalling: one search over what is stored, then everything pure."""

from collections.abc import Sequence
from dataclasses import dataclass

from lorepack.ports import Record, Tokenizers, UnitOfWork
from lorepack.records import Passage, RecallPack, RecallRequest, Scope, Where
from ranking.scoring import without_duplicates
from retrieval.literal import reach
from retrieval.narrowing import moment
from retrieval.pack.rendering.render import mark_of
from retrieval.parts import matches, stretched, with_every_part
from retrieval.query import ambiguity_warnings, check_words, model_rewrite
from retrieval.recall.entry import Entry, entry_of, needed, needs_chapter
from retrieval.recall.fitting import fit
from retrieval.recall.render import Frame
from retrieval.search import Found, Searcher
from story.positions import order_key_at
from text.fold import fold
from text.scripts import mostly_han
from text.terms import content_terms

_SPARE = 4
"""Passages read for each one wanted, as near-duplicates and vanished ones fall away."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recaller:
    """Recalls what is relevant for an agent's next step."""

    record: Record
    searcher: Searcher
    tokenizers: Tokenizers

    def recall(self, scope: Scope, request: RecallRequest) -> RecallPack:
        """Recall what a query calls up, within its budget.

        Raises:
            NotFoundError: There is no such project.
            InvalidInputError: The position lies beyond the book, the query is no text, or the
                encoding is unknown.
            BudgetError: The budget does not hold the frame.
        """
        check_words(request.query)
        count = self.tokenizers(request.encoding).count
        rewritten = self._rewritten(scope, request) if request.rewrite else None
        with self.record.reading() as unit:
            mark = mark_of(unit.projects.get(scope).secret)
            places = unit.chapters.reading_order(scope)
            before = None if request.as_of is None else order_key_at(places, request.as_of)
            keys = [key for key, _ in places if before is None or key < before]
            found = self.searcher.find(
                unit,
                scope,
                request.query,
                Where(before=before),
                keys,
                asked_at=moment(request.asked_at),
                rewritten=rewritten,
            )
            k = self.searcher.profile.recall_k if request.k is None else request.k
            entries = self._entries(unit, scope, found, before, k)
        frame = Frame(mark=mark, chinese=mostly_han(request.query))
        fitted = fit(entries, fold(request.query), frame, request.budget, count)
        return RecallPack(
            query=request.query,
            as_of=request.as_of,
            budget=request.budget,
            tokens=fitted.tokens,
            encoding=request.encoding,
            text=fitted.text,
            items=fitted.items,
            dropped=fitted.dropped,
            index_lag=found.lag,
            degraded=found.degraded,
            warnings=tuple(ambiguity_warnings(found.asked.ambiguous)),
            searched=found.asked.alike,
        )

    def _rewritten(self, scope: Scope, request: RecallRequest) -> str:
        """What a model says to search for, asked before the recall's own read."""
        moment(request.asked_at)  # what cannot be is refused before anything is paid for
        with self.record.reading() as unit:
            places = unit.chapters.reading_order(scope)
            before = None if request.as_of is None else order_key_at(places, request.as_of)
            known = unit.entities.known(scope, before=before)
        return model_rewrite(self.searcher.chat(), request.query, known)

    def _entries(
        self, unit: UnitOfWork, scope: Scope, found: Found, before: int | None, k: int
    ) -> list[Entry]:
        """The best k that are over the threshold and say something of their own.

        Every literal part of the query that exists is represented among them.
        """
        chosen = self.searcher.chosen(found)
        wanted = [*chosen[: _SPARE * k], *found.needed(chosen)]
        beyond = reach(found.asked.folded)
        passages = {p.id: p for p in unit.snippets.passages(scope, wanted, beyond=beyond)}
        current = [id for id in chosen if id in passages]
        kept = without_duplicates(((id, _terms(passages[id])) for id in current), k)
        first = found.needed(current)
        picked = [
            stretched(passages[id], matches(found.asked, passages[id]))
            for id in with_every_part(kept, current, first, k)
        ]
        chapters = {e.chapter.id: e.chapter for e in unit.chapters.outline(scope, before=before)}
        texts = unit.chapters.texts(scope, _asked_for(picked))
        entries = [entry_of(p, chapters[p.chapter_id], texts, found.scores[p.id]) for p in picked]
        return [
            needed(entry, passage, found.asked) if passage.id in first else entry
            for entry, passage in zip(entries, picked, strict=True)
        ]


def _terms(passage: Passage) -> frozenset[str]:
    return frozenset(content_terms(fold(passage.text)))


def _asked_for(passages: Sequence[Passage]) -> list[str]:
    return list({p.chapter_id: None for p in passages if needs_chapter(p)})
