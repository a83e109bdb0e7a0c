"""The texts that a word's rarity is counted over, said so that the embedded engine counts quickly.

It counts a term in one of two ways: it goes through the term's postings with a map of the texts
beside them; or, where it reckons with fewer than one point in 32, it looks every text up in the
postings of every term. Postings are a project's own, so that the former takes as long in any
library, while the latter takes ten times as long for a book of 20,000 (Qdrant's segment crate,
`fill_corpus_idf_statistics`). It reckons with alternatives as if they had nothing to do with each
other: the same condition said k times means the same, and counts for nearly k times as many.
"""

from itertools import repeat
from math import ceil, log1p

import qdrant_edge as edge

_SPARSE = 1 / 32
"""Share of all points up to which texts are looked up one by one."""

_ENOUGH = 2 * _SPARSE
"""Share to be reckoned with: what was deleted counts among all points too, untold."""

MOST = 16
"""How often a condition is said at the most. Each time costs a walk through the texts: what would
take more is so small a part of the library that looking its texts up takes no longer."""


def counted_by_postings(shard: edge.EdgeShard, corpus: edge.Filter) -> edge.Filter:
    """A filter that means the same, said as often as it takes to be counted by postings."""
    reckoned = shard.count(edge.CountRequest(exact=False, filter=corpus))
    times = repeats(reckoned, shard.info().points_count)
    return corpus if times == 1 else edge.Filter(should=[*repeat(corpus, times)])


def repeats(reckoned: int, total: int) -> int:
    """How often to say a condition; once where more is no use.

    Args:
        reckoned: Points that the engine reckons to meet it.
        total: Points there are.
    """
    share = reckoned / max(total, 1)
    if not 0 < share <= _SPARSE:
        return 1
    # k times a share s are reckoned to be 1 - (1 - s)^k of all.
    times = ceil(log1p(-_ENOUGH) / log1p(-share))
    return times if times <= MOST else 1
