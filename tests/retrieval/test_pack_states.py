"""Whatever a project holds and whatever is asked: the pack keeps to its budget, or says why not."""

from pathlib import Path
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from providers.tokens import open_tokenizer
from tests.pack_states import composed, faults, made_up_state

ENCODINGS = ("o200k_base", "cl100k_base", "bytes")


@given(random=st.randoms(use_true_random=False), encoding=st.sampled_from(ENCODINGS))
def test_no_state_makes_a_pack_that_breaks_its_promises(
    random: Random, encoding: str, cache_dir: Path
) -> None:
    tokenizer = open_tokenizer(encoding, cache_dir)
    stored = open_tokenizer("o200k_base", cache_dir)
    verdict = composed(made_up_state(random, stored.count), tokenizer, encoding)
    assert faults(verdict, tokenizer.count) == []
