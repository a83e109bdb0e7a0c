"""What a profile is worth on labelled queries, without searching again for each profile."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from lorepack.errors import InvalidInputError
from lorepack.records import Candidate, Score
from ranking.fitting import Samples
from ranking.fusion import fuse
from ranking.importance import Esteem
from ranking.profile import Fusion, Profile
from ranking.scoring import order, relevant, score
from ranking.signals import Pool
from ranking.standing import STANDINGS


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A labelled query, with all that its search brought up before anything was ranked."""

    query: str
    name: str
    """No other case has it."""
    set: str
    """Book that it asks about."""
    answerable: bool
    """Whether anything in the book answers it."""
    pool: Pool
    esteem: Esteem
    """What the author's memories say of the candidates."""
    distances: Mapping[str, float]
    """Chapters from each candidate to the reader's place, by id; 0 where there is no place."""
    whole: frozenset[str]
    """Candidates that hold the whole query to the letter: they are certain."""
    literal: frozenset[str]
    """Candidates that are shown whatever their relevance."""
    right: frozenset[str]
    """Candidates that answer it; none, if the search did not bring the answer up."""


def ranked(case: Case, profile: Profile) -> list[str]:
    """Ids that a search under this profile shows, best first; near-duplicates are left in."""
    scores = _scores(case, profile)
    shown = relevant(scores, profile) | case.literal
    return [id for id in order(scores) if id in shown]


def place(case: Case, profile: Profile) -> int | None:
    """The place of the first right candidate, from 1; None if none is shown."""
    found = ranked(case, profile)
    return next((at for at, id in enumerate(found, 1) if id in case.right), None)


def value(case: Case, profile: Profile) -> float:
    """What a profile does for a query, in [0, 1].

    The reciprocal rank of the first right answer; and where the book holds none, 1 if nothing
    is shown, else 0.
    """
    if not case.answerable:
        return float(not ranked(case, profile))
    at = place(case, profile)
    return 1 / at if at else 0.0


def mean_value(cases: Sequence[Case], profile: Profile) -> float:
    """The same, on average over cases."""
    return sum(value(case, profile) for case in cases) / len(cases)


def hit_at(cases: Sequence[Case], profile: Profile, k: int) -> float:
    """Share of the answerable cases whose answer is among the first k.

    Raises:
        InvalidInputError: None of them is answerable.
    """
    answerable = [case for case in cases if case.answerable]
    if not answerable:
        raise InvalidInputError("none of the queries has an answer: label some with their words")
    places = [place(case, profile) for case in answerable]
    return sum(at is not None and at <= k for at in places) / len(places)


def best_relevance(cases: Iterable[Case], profile: Profile) -> tuple[list[float], list[float]]:
    """What a threshold has to tell apart.

    Returns:
        The relevance of the best candidate of each query that has an answer, and of each that has
        none; 0 where there is no candidate.
    """
    right: list[float] = []
    wrong: list[float] = []
    for case in cases:
        scores = _scores(case, profile)
        highest = max((score.relevance for score in scores.values()), default=0.0)
        (right if case.answerable else wrong).append(highest)
    return right, wrong


def probabilities(cases: Iterable[Case], profile: Profile) -> tuple[list[float], list[bool]]:
    """The relevance of every candidate that is not certain anyway, and whether it is right."""
    said: list[float] = []
    right: list[bool] = []
    for case in cases:
        scores = _scores(case, profile)
        uncertain = [id for id in scores if id not in case.whole]
        said += [scores[id].relevance for id in uncertain]
        right += [id in case.right for id in uncertain]
    return said, right


DEPTH = 20
"""Candidates of a query that a fit looks at: the many that nobody would ever be shown are easily
told to be wrong, and a fit over all of them would care for nothing else."""


def samples_of(
    cases: Iterable[Case],
    standings: Sequence[str],
    fusion: Fusion | None = None,
    depth: int = DEPTH,
) -> Samples:
    """The best candidates that are not certain anyway, as rows for a fit.

    Args:
        cases: What was asked.
        standings: Names in `ranking.standing.STANDINGS`.
        fusion: What makes the evidence; None for the usual one.
        depth: Candidates of each query, those with the most evidence.
    """
    rows = [row for case in cases for row in _rows(case, standings, fusion or Fusion(), depth)]
    return Samples(
        signals=tuple(standings),
        features=[features for _, _, features in rows],
        outcomes=[id in case.right for case, id, _ in rows],
        questions=[case.name for case, _, _ in rows],
        sets=[case.set for case, _, _ in rows],
    )


def _rows(
    case: Case, standings: Sequence[str], fusion: Fusion, depth: int
) -> list[tuple[Case, str, tuple[float, ...]]]:
    evidence = fuse(case.pool, fusion.weights)
    columns = [STANDINGS[name](case.pool, evidence) for name in standings]
    rows = zip(evidence, case.pool.candidates, zip(*columns, strict=True), strict=True)
    best = sorted(
        ((value, c.id, features) for value, c, features in rows if c.id not in case.whole),
        key=lambda row: (-row[0], row[1]),
    )
    return [(case, id, features) for _, id, features in best[:depth]]


def _scores(case: Case, profile: Profile) -> dict[str, Score]:
    """What the search itself computes, of everything that a case kept."""

    def half_lives(candidate: Candidate) -> float:
        return case.distances[candidate.id] / profile.half_life_chapters

    return score(case.pool, half_lives, profile, literal=case.whole, esteem=case.esteem)
