"""Search: one read for what is literal, one call for what is alike, one read for the words."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from lorepack.errors import UnavailableError
from lorepack.ports import Pooled, Pooling, Pools, Record, Reranker, UnitOfWork
from lorepack.records import (
    Candidate,
    Entity,
    MatchMode,
    Passage,
    Scope,
    Score,
    SearchRequest,
    SearchResult,
    Where,
)
from ranking.importance import Esteem
from ranking.profile import Profile
from ranking.profile_file import fingerprint
from ranking.scoring import order, relevant, score, without_duplicates
from ranking.signals import Pool
from retrieval.esteem import esteemed
from retrieval.lexical import lexical_pool
from retrieval.literal import Literal, find_literal, holding, reach
from retrieval.narrowing import looking
from retrieval.near import near_quotes
from retrieval.parts import best_of_parts, hit, with_every_part
from retrieval.query import (
    MISSING,
    Asked,
    OpenModel,
    ambiguity_warnings,
    check_words,
    model_rewrite,
    no_model,
    placed,
    understand,
)
from retrieval.reranking import reranked
from text.fold import fold
from text.terms import content_terms

_SPARE = 4
"""Passages read for each one wanted, as near-duplicates and vanished ones fall away."""

POOL = 100
"""Candidates taken from each pool."""

_DAY = 86_400.0
"""Seconds."""

SCOPED = 30
"""Candidates taken from each pool of where the query points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """Candidates of one query, scored."""

    pool: Pool
    esteem: Esteem
    scores: dict[str, Score]
    literal: Literal
    near: dict[str, float]
    """Likeness of those that nearly hold the query, where nothing holds it to the letter."""
    asked: Asked
    lag: int
    degraded: tuple[str, ...]

    def needed(self, ranked: Sequence[str]) -> tuple[str, ...]:
        """For each literal part of the query that exists, the best snippet that holds it."""
        return best_of_parts(ranked, self.literal, self.near)


@dataclass(frozen=True, slots=True, kw_only=True)
class Searcher:
    """Finds original words."""

    record: Record
    pools: Pools
    profile: Profile
    reranker: Reranker | None = None
    chat: OpenModel = no_model
    """Says what to search for, where that is asked for."""

    def search(self, scope: Scope, request: SearchRequest) -> SearchResult:
        """Find snippets for a query.

        Raises:
            NotFoundError: There is no such project.
            InvalidInputError: The position lies beyond the book, or the query is no text.
        """
        check_words(request.query)
        rewritten = None
        if request.rewrite and request.match is not MatchMode.LITERAL:
            with self.record.reading() as unit:
                known = looking(unit, scope, request).known
            rewritten = model_rewrite(self.chat(), request.query, known)
        with self.record.reading() as unit:
            look = looking(unit, scope, request)
            found = self.find(
                unit,
                scope,
                request.query,
                look.where,
                look.keys,
                request.match,
                look.known,
                look.asked_at,
                rewritten,
            )
            chosen = self.chosen(found, request.match)
            wanted = [*chosen[: _SPARE * request.k], *found.needed(chosen)]
            passages = unit.snippets.passages(scope, wanted, beyond=reach(found.asked.folded))
        return self._result(request, found, chosen, {p.id: p for p in passages}, look.keys)

    def find(
        self,
        unit: UnitOfWork,
        scope: Scope,
        query: str,
        where: Where,
        keys: Sequence[int],
        match: MatchMode = MatchMode.AUTO,
        known: Sequence[Entity] | None = None,
        asked_at: datetime | None = None,
        rewritten: str | None = None,
    ) -> Found:
        """Score everything that one query brings up, without reading any words.

        Args:
            unit: An open read.
            scope: Whose snippets.
            query: As it was asked.
            where: What may come up at all.
            keys: Order keys of the chapters in range, rising.
            match: Which ways of finding may be used.
            known: Entities the reader has met, if they have been read already.
            asked_at: When it was asked, if that is known.
            rewritten: What a model that was asked says to search for; empty if nothing of use.
        """
        if known is None:
            known = unit.entities.known(scope, before=where.before)
        asked = replace(understand(query, known, asked_at=asked_at), rewritten=rewritten or "")
        asked = placed(unit, scope, query, asked, known, where, asked_at)
        literal = find_literal(unit, scope, asked, where)
        lag = unit.journal.lag(scope, before=where.before)
        found, degraded = self._pool(unit, scope, asked, where, lag, match)
        near = {} if literal.stands else near_quotes(unit, scope, asked, found.candidates)
        candidates = {**literal.rows, **{c.id: c for c in found.candidates}}
        pool = _pool_of(list(candidates.values()), asked, found.spread)
        esteem = esteemed(unit, scope, pool.candidates, known)
        scores = score(
            pool,
            self._distance(keys if where.before is not None else (), asked_at),
            self.profile,
            literal=literal.whole,
            esteem=esteem,
        )
        scores, missing = reranked(
            unit, scope, self.reranker, asked.searched, scores, literal.whole, self.profile
        )
        return Found(
            pool=pool,
            esteem=esteem,
            scores=scores,
            literal=literal,
            near=near,
            asked=asked,
            lag=lag,
            degraded=(*degraded, *missing, *([MISSING] if rewritten == "" else [])),
        )

    def chosen(self, found: Found, match: MatchMode = MatchMode.AUTO) -> list[str]:
        """Ids worth showing, best first: over the threshold, or literal."""
        literal = set(found.literal.rows)
        ranked = order(found.scores)
        if match is MatchMode.LITERAL:
            return [id for id in ranked if id in literal]
        over = relevant(found.scores, self.profile) | found.near.keys()
        if match is MatchMode.SEMANTIC:
            return [id for id in ranked if id in over]
        shown = literal | over
        return [id for id in ranked if id in shown]

    def _distance(
        self, keys: Sequence[int], asked_at: datetime | None
    ) -> Callable[[Candidate], float]:
        """Half-lives from a candidate to the place that the reader stands at.

        What was said is as old as its days, where it is known when the question is asked; else
        what stands in chapters is as far as the last of them. Who looks at the whole book stands
        nowhere in it, so nothing is nearer than the rest.
        """
        now = None if asked_at is None else asked_at.timestamp()

        def half_lives(candidate: Candidate) -> float:
            if now is not None and candidate.at is not None:
                return max(now - candidate.at, 0.0) / _DAY / self.profile.half_life_days
            chapters = max(len(keys) - 1 - bisect_left(keys, candidate.order_key), 0)
            return chapters / self.profile.half_life_chapters

        return half_lives

    def literal(self, unit: UnitOfWork, scope: Scope, words: str, before: int) -> list[str]:
        """Ids of the snippets that hold these words to the letter, in reading order."""
        return list(holding(unit, scope, fold(words), Where(before=before))[0])

    def _pool(
        self,
        unit: UnitOfWork,
        scope: Scope,
        asked: Asked,
        where: Where,
        lag: int,
        match: MatchMode,
    ) -> tuple[Pooled, tuple[str, ...]]:
        if match is MatchMode.LITERAL or not asked.folded:
            return Pooled(candidates=()), ()
        pooling = Pooling(where=where, limit=POOL, also=asked.scopes, also_limit=SCOPED)
        try:
            pooled = self.pools.search(scope, asked.alike, pooling)
        except UnavailableError:
            return Pooled(candidates=lexical_pool(unit, scope, asked, pooling)), ("vector",)
        if lag:  # what has no vectors yet is found by its words
            known = {c.id for c in pooled.candidates}
            more = [c for c in lexical_pool(unit, scope, asked, pooling) if c.id not in known]
            pooled = replace(pooled, candidates=[*pooled.candidates, *more])
        return pooled, ()

    def _result(
        self,
        request: SearchRequest,
        found: Found,
        chosen: Sequence[str],
        passages: dict[str, Passage],
        keys: Sequence[int],
    ) -> SearchResult:
        current = [id for id in chosen if id in passages]
        kept = current[: request.k]
        if request.match is not MatchMode.LITERAL:  # each place of a refrain is a place
            termed = ((id, _terms(passages[id].text)) for id in current)
            kept = without_duplicates(termed, request.k)
        picked = with_every_part(kept, current, found.needed(current), request.k)
        hits = tuple(hit(passages[id], found.asked, found.scores[id], keys) for id in picked)
        return SearchResult(
            query=request.query,
            as_of=request.as_of,
            hits=hits,
            literal_total=sum(found.literal.whole.values()),
            index_lag=found.lag,
            degraded=found.degraded,
            warnings=tuple(ambiguity_warnings(found.asked.ambiguous)),
            profile=fingerprint(self.profile),
            searched="" if request.match is MatchMode.LITERAL else found.asked.alike,
        )


def _pool_of(candidates: Sequence[Candidate], asked: Asked, spread: float) -> Pool:
    """Candidates with how long the query is and which of them lie where it points."""
    times = [Where(since=w.since, until=w.until) for w in asked.windows]
    said = Where(speakers=asked.speakers)
    return Pool(
        candidates=candidates,
        terms=max(len(set(content_terms(fold(asked.alike)))), 1),
        spread=spread,
        scoped={
            "time": {c.id for c in candidates if any(time.holds(c) for time in times)},
            "chapter": {c.id for c in candidates if c.order_key in asked.chapters},
            "speaker": {c.id for c in candidates if asked.speakers and said.holds(c)},
        },
    )


def _terms(text: str) -> frozenset[str]:
    return frozenset(content_terms(fold(text)))
