"""One embedding call and one index call, in the process that has both."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from lorepack.ports import Embedder, Pooled, Pooling, VectorIndex
from lorepack.records import Scope
from ranking.bm25 import query_vector
from runtime.index.spread import spread
from text.fold import fold


@dataclass(frozen=True, kw_only=True)
class LocalPools:
    """Index and encoder in this process."""

    embedder: Embedder
    index: Callable[[], VectorIndex]
    """The index as it is now: another one takes its place when it is made anew."""

    @cached_property
    def spread(self) -> float:
        """That of the encoder, found out at the first search."""
        return spread(self.embedder)

    def search(self, scope: Scope, query: str, pooling: Pooling) -> Pooled:
        """Candidates for a query from both pools."""
        dense, sparse = self.embedder.embed_query(query), query_vector(fold(query))
        found = self.index().search(scope, dense, sparse, pooling)
        return Pooled(candidates=found, spread=self.spread)
