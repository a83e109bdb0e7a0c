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
    Hit,
    Match,
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
from retrieval.narrowing import moment, narrowed
from retrieval.near import near_quotes
from retrieval.parts import best_of_parts, matches, stretched, with_every_part
from retrieval.query import Asked, ambiguity_warnings, check_words, placed, understand
from retrieval.reranking import reranked
from story.positions import order_key_at
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

    def search(self, scope: Scope, request: SearchRequest) -> SearchResult:
        """Find snippets for a query.

        Raises:
            NotFoundError: There is no such project.
            InvalidInputError: The position lies beyond the book, or the query is no text.
        """
        check_words(request.query)
        with self.record.reading() as unit:
            places = unit.chapters.reading_order(scope)
            before = None if request.as_of is None else order_key_at(places, request.as_of)
            keys = [key for key, _ in places if before is None or key < before]
            known = unit.entities.known(scope, before=before)
            where = narrowed(unit, scope, request, before, keys, known)
            asked_at = moment(request.asked_at)
            found = self.find(
                unit, scope, request.query, where, keys, request.match, known, asked_at
            )
            chosen = self.chosen(found, request.match)
            wanted = [*chosen[: _SPARE * request.k], *found.needed(chosen)]
            passages = unit.snippets.passages(scope, wanted, beyond=reach(found.asked.folded))
        return self._result(request, found, chosen, {p.id: p for p in passages}, keys)

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
        """
        if known is None:
            known = unit.entities.known(scope, before=where.before)
        asked = understand(query, known, asked_at=asked_at)
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
            unit, scope, self.reranker, asked.searched, scores, literal.whole, self.profile.weights
        )
        return Found(
            pool=pool,
            esteem=esteem,
            scores=scores,
            literal=literal,
            near=near,
            asked=asked,
            lag=lag,
            degraded=(*degraded, *missing),
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
            pooled = self.pools.search(scope, asked.searched, pooling)
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
        hits = tuple(_hit(passages[i], found, keys) for i in picked)
        return SearchResult(
            query=request.query,
            as_of=request.as_of,
            hits=hits,
            literal_total=sum(found.literal.whole.values()),
            index_lag=found.lag,
            degraded=found.degraded,
            warnings=tuple(ambiguity_warnings(found.asked.ambiguous)),
            profile=fingerprint(self.profile),
        )


def _pool_of(candidates: Sequence[Candidate], asked: Asked, spread: float) -> Pool:
    """Candidates with how long the query is and which of them lie where it points."""
    times = [Where(since=w.since, until=w.until) for w in asked.windows]
    said = Where(speakers=asked.speakers)
    return Pool(
        candidates=candidates,
        terms=max(len(set(content_terms(fold(asked.searched)))), 1),
        spread=spread,
        scoped={
            "time": {c.id for c in candidates if any(time.holds(c) for time in times)},
            "chapter": {c.id for c in candidates if c.order_key in asked.chapters},
            "speaker": {c.id for c in candidates if asked.speakers and said.holds(c)},
        },
    )


def _terms(text: str) -> frozenset[str]:
    return frozenset(content_terms(fold(text)))


def _hit(passage: Passage, found: Found, keys: Sequence[int]) -> Hit:
    places = matches(found.asked, passage)
    score = found.scores[passage.id]
    pooled = score.dense is not None or score.lexical is not None
    match = (Match.BOTH if pooled else Match.LITERAL) if places else Match.SEMANTIC
    shown = stretched(passage, places)
    return Hit(
        id=passage.id,
        chapter=bisect_left(keys, passage.order_key) + 1,
        start=shown.start,
        end=shown.end,
        text=shown.text,
        match=match,
        score=score,
        spans=places,
    )
