"""How good a ranking is: measures over questions whose answers are known, and how sure they are."""

from ranking.evaluate.bootstrap import Interval, interval, paired_difference
from ranking.evaluate.evidence import Packed, evidence_recall, fitting, share_recall
from ranking.evaluate.measures import Qrels, Run, Values, group_recall, ranking_measures

__all__ = [
    "Interval",
    "Packed",
    "Qrels",
    "Run",
    "Values",
    "evidence_recall",
    "fitting",
    "group_recall",
    "interval",
    "paired_difference",
    "ranking_measures",
    "share_recall",
]
