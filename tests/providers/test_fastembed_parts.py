"""How long texts are to a tokenizer that cuts and pads."""

from pathlib import Path

import pytest
from fastembed.common.preprocessor_utils import load_tokenizer
from tokenizers import Tokenizer

from lorepack.errors import ProviderError
from providers.fastembed_parts import count_tokens, most_tokens
from tests import tiny_models


@pytest.fixture
def tokenizer(tmp_path: Path) -> Tokenizer:
    tiny_models.write_tokenizer(tmp_path)
    return load_tokenizer(tmp_path)[0]


@pytest.mark.parametrize("length", [0, 1, tiny_models.LONGEST, 1000])
def test_what_would_be_cut_off_counts_and_padding_does_not(
    tokenizer: Tokenizer, length: int
) -> None:
    assert count_tokens(tokenizer, "雪" * length) == length


def test_special_tokens_take_their_room(tokenizer: Tokenizer) -> None:
    assert most_tokens(tokenizer) == tiny_models.LONGEST - 2
    assert most_tokens(tokenizer, pair=True) == tiny_models.LONGEST - 3


def test_a_tokenizer_without_a_limit_is_an_error(tokenizer: Tokenizer) -> None:
    tokenizer.no_truncation()
    with pytest.raises(ProviderError, match="does not say how long"):
        most_tokens(tokenizer)
