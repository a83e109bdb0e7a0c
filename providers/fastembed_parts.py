"""What encoders and cross-encoders of fastembed share: weights, and a tokenizer to measure by."""

from typing import Any, cast

from fastembed.rerank.cross_encoder.onnx_text_cross_encoder import OnnxTextCrossEncoder
from fastembed.text.onnx_embedding import OnnxTextEmbedding
from fastembed.text.static_embedding import StaticTextEmbedding
from tokenizers import Encoding, Tokenizer

from lorepack.errors import ProviderError
from providers.onnx_folder import digest

Inner = OnnxTextEmbedding | StaticTextEmbedding | OnnxTextCrossEncoder
"""What fastembed's own front hands its work to."""


def weights_of(inner: Inner) -> str:
    """The first digits of the SHA-256 over the files of a model that fastembed knows by name."""
    folder = inner._model_dir  # pyright: ignore[reportPrivateUsage]  # it is told nowhere else
    told = inner.model_description
    return digest(folder / file for file in (told.model_file, *told.additional_files))


def tokenizer_of(inner: Inner) -> Tokenizer:
    """The tokenizer, set up to cut and to pad.

    Raises:
        ProviderError: There is none.
    """
    if inner.tokenizer is None:
        raise ProviderError(f"{inner.model_name} has no tokenizer to measure texts by")
    return inner.tokenizer


def count_tokens(tokenizer: Tokenizer, text: str) -> int:
    """Tokens of all of a text, what the tokenizer would cut off included; special ones are not."""
    kept = tokenizer.encode(text, add_special_tokens=False)
    return sum(_real(each) for each in (kept, *kept.overflowing))


def most_tokens(tokenizer: Tokenizer, *, pair: bool = False) -> int:
    """Tokens of a text (or of two together) that are left when the special ones are in.

    Raises:
        ProviderError: The tokenizer cuts nothing: how long a text may be is told nowhere.
    """
    cutting = cast("dict[str, Any] | None", tokenizer.truncation)  # pyright: ignore[reportUnknownMemberType]
    if cutting is None:
        raise ProviderError("the model's tokenizer does not say how long a text may be")
    return int(cutting["max_length"]) - tokenizer.num_special_tokens_to_add(pair)


def _real(encoding: Encoding) -> int:
    return sum(encoding.attention_mask)
