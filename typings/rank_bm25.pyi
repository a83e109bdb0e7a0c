from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

class BM25Okapi:
    avgdl: float
    idf: dict[str, float]
    def __init__(
        self,
        corpus: Sequence[Sequence[str]],
        tokenizer: None = None,
        k1: float = 1.5,
        b: float = 0.75,
        epsilon: float = 0.25,
    ) -> None: ...
    def get_scores(self, query: Sequence[str]) -> npt.NDArray[np.float64]: ...
