from collections.abc import Iterator, Mapping, Sequence

from ir_measures.measures import Measure, Metric

RR: Measure
R: Measure
Success: Measure
nDCG: Measure

def iter_calc(
    measures: Sequence[Measure],
    qrels: Mapping[str, Mapping[str, int]],
    run: Mapping[str, Mapping[str, float]],
) -> Iterator[Metric]: ...
