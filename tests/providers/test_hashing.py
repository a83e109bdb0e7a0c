"""The encoder without a model."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorepack.errors import InvalidInputError
from providers.hashing import HashingEmbedder

TEXT = st.text("ab 1林妹红，。", max_size=30)


@settings(deadline=None)
@given(TEXT, st.integers(1, 96))
def test_every_text_has_a_unit_vector_of_the_length_asked_for(text: str, dim: int) -> None:
    vector = HashingEmbedder(dim).embed_query(text)
    assert vector.shape == (dim,)
    assert np.linalg.norm(vector) == pytest.approx(1)


@settings(deadline=None)
@given(TEXT)
def test_a_query_is_embedded_as_a_document(text: str) -> None:
    embedder = HashingEmbedder()
    assert np.array_equal(embedder.embed_query(text), embedder.embed_documents([text])[0])


def test_texts_that_share_words_are_nearer() -> None:
    embedder = HashingEmbedder()
    query = embedder.embed_query("林妹妹葬花")
    near, far = embedder.embed_documents(["那日林妹妹在园中葬花", "武松打虎"])
    assert query @ near > query @ far + 0.2


def test_what_folds_alike_is_embedded_alike() -> None:
    embedder = HashingEmbedder()
    assert np.array_equal(embedder.embed_query("來了！"), embedder.embed_query("来了"))


def test_a_vector_needs_a_dimension() -> None:
    with pytest.raises(InvalidInputError, match="not 0"):
        HashingEmbedder(0)
