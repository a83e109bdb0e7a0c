"""Measures of ranked lists: what trec_eval computes, and recall of groups.

The measures of the field come from ir-measures, which runs trec_eval's own code (Van Gysel & de
Rijke 2018, "Pytrec_eval"). What it does not know is evidence that may be found in several places:
a group of units counts as found with any of its members.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from lorepack.errors import InvalidInputError, ProviderError

if TYPE_CHECKING:
    from ir_measures.measures import Measure

Run = Mapping[str, Sequence[str]]
"""By question, the ids of units from best to worst, none twice."""

Qrels = Mapping[str, Sequence[Collection[str]]]
"""By question, what is to be found: groups of unit ids, of which one each is enough."""

Values = dict[str, dict[str, float]]
"""By measure, a value in [0, 1] for each question."""


def ranking_measures(
    run: Run,
    qrels: Qrels,
    *,
    hits: Sequence[int] = (1, 5, 10),
    recalls: Sequence[int] = (5, 10, 20),
    gains: Sequence[int] = (10,),
) -> Values:
    """Measure a run, question by question.

    Hit@k is whether anything relevant is among the first k (trec_eval: success). Recall@k is the
    share of groups that the first k hold a member of: recall as ever where a group is one unit.
    MRR is 1 / place of the first relevant unit, over the whole list. nDCG@k takes every member of
    every group for equally relevant (Järvelin & Kekäläinen 2002, the discount of trec_eval).

    Args:
        run: A question that it lacks found nothing.
        qrels: Every question that counts.
        hits: The ks of hit@k.
        recalls: The ks of recall@k.
        gains: The ks of nDCG@k.

    Returns:
        Values by measure and question: `hit@1`, `recall@10`, `MRR`, `nDCG@10`.

    Raises:
        InvalidInputError: A question has nothing to be found, is not in the qrels, or has an id
            twice in its list.
        ProviderError: The extra `evaluate` is not installed.
    """
    _check(run, qrels)
    values = _by_trec_eval(run, qrels, hits, gains)
    for k in recalls:
        values[f"recall@{k}"] = {
            question: group_recall(groups, run.get(question, ())[:k])
            for question, groups in qrels.items()
        }
    return values


def group_recall(groups: Sequence[Collection[str]], found: Collection[str]) -> float:
    """The share of groups with a member among what was found."""
    at_hand = frozenset(found)
    return sum(not at_hand.isdisjoint(group) for group in groups) / len(groups)


def _check(run: Run, qrels: Qrels) -> None:
    for question, groups in qrels.items():
        if not groups or not all(groups):
            raise InvalidInputError(
                f"question {question!r} has a group without any unit, or no group: leave it out"
            )
    for question, ranked in run.items():
        if question not in qrels:
            raise InvalidInputError(f"question {question!r} of the run is not in the qrels")
        if len(set(ranked)) < len(ranked):
            twice = next(id for id in ranked if ranked.count(id) > 1)
            raise InvalidInputError(f"question {question!r} has {twice!r} twice in its list")


def _by_trec_eval(run: Run, qrels: Qrels, hits: Sequence[int], gains: Sequence[int]) -> Values:
    measures = _measures(hits, gains)
    values: Values = {name: dict.fromkeys(qrels, 0.0) for name in measures}
    names = {measure: name for name, measure in measures.items()}
    judged = {q: {id: 1 for group in groups for id in group} for q, groups in qrels.items()}
    scored = {q: _as_scores(ranked) for q, ranked in run.items() if ranked}
    if scored:  # trec_eval wants one list at least
        for metric in _library().iter_calc(list(names), judged, scored):
            values[names[metric.measure]][metric.query_id] = float(metric.value)
    return values


def _as_scores(ranked: Sequence[str]) -> dict[str, float]:
    """Falling scores, all different: trec_eval goes by scores and breaks ties in its own way."""
    return {id: float(len(ranked) - place) for place, id in enumerate(ranked)}


def _measures(hits: Sequence[int], gains: Sequence[int]) -> "dict[str, Measure]":
    library = _library()
    return {
        **{f"hit@{k}": library.Success @ k for k in hits},
        "MRR": library.RR,
        **{f"nDCG@{k}": library.nDCG @ k for k in gains},
    }


def _library():  # noqa: ANN202 - the module itself
    try:
        import ir_measures
    except ImportError as error:
        raise ProviderError(
            "the measures need ir-measures: pip install 'lorepack[evaluate]'"
        ) from error
    return ir_measures
