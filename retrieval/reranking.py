"""Reranking: a cross-encoder reads the best candidates beside the query, and says which is best."""

from collections.abc import Mapping, Sequence

from lorepack.errors import ProviderError
from lorepack.ports import Reranker, UnitOfWork
from lorepack.records import Scope, Score
from ranking.profile import Profile
from ranking.scoring import dealt, order

RERANKED = 30
"""Candidates that are read: some 30 model runs, which is what a reader waits for."""

MISSING = "reranker"
"""What an answer was done without where the cross-encoder could not be used."""


def reranked(
    unit: UnitOfWork,
    scope: Scope,
    reranker: Reranker | None,
    query: str,
    scores: dict[str, Score],
    certain: Mapping[str, int],
    profile: Profile,
) -> tuple[dict[str, Score], tuple[str, ...]]:
    """Let a cross-encoder deal out the best candidates' relevance anew.

    Args:
        unit: An open read.
        scope: Whose snippets.
        reranker: The cross-encoder, if there is one.
        query: What is looked for.
        scores: As the signals have them.
        certain: Ids that hold the query to the letter, which no model has to judge.
        profile: Weights and gate.

    Returns:
        The scores, and what they had to be made without.
    """
    if reranker is None:
        return scores, ()
    doubtful = [id for id in order(scores) if id not in certain][:RERANKED]
    passages = unit.snippets.passages(scope, doubtful)
    try:
        liked = _judged(reranker, query, [(p.id, p.text) for p in passages])
    except ProviderError:
        return scores, (MISSING,)
    return dealt(scores, liked, profile), ()


def _judged(reranker: Reranker, query: str, texts: Sequence[tuple[str, str]]) -> dict[str, float]:
    values = reranker.score(query, [text for _, text in texts])
    return {id: value for (id, _), value in zip(texts, values, strict=True)}
