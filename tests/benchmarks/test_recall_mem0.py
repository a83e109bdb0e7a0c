"""mem0 as a peer, where the extra `peers` is installed."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from benchmarks.recall.baselines import Dense
from benchmarks.recall.mem0_peer import PACKAGES, Mem0
from providers.hashing import HashingEmbedder
from tests.benchmarks.sets import chat_set

pytestmark = [
    pytest.mark.skipif(
        any(find_spec(name) is None for name in PACKAGES), reason="the extra `peers` is missing"
    ),
    pytest.mark.filterwarnings("ignore"),  # its packages warn of one another
]


def test_without_its_lexical_side_it_ranks_by_cosine(tmp_path: Path) -> None:
    chats, embedder = chat_set(), HashingEmbedder(256)
    peer, dense = Mem0(embedder, tmp_path, lexical=False), Dense(embedder, len)
    peer.prepare(chats)
    dense.prepare(chats)
    for asked in chats.questions:
        found = peer.rank(chats, asked)
        assert found == dense.rank(chats, asked)[: len(found)]


def test_with_its_lexical_side_a_rare_word_counts(tmp_path: Path) -> None:
    chats, embedder = chat_set(), HashingEmbedder(64)
    peer = Mem0(embedder, tmp_path, lexical=True)
    peer.prepare(chats)
    for asked in chats.questions:
        (gold,) = asked.groups[0]
        assert gold in peer.rank(chats, asked)[:2]
