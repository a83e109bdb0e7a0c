"""How long texts are to a tokenizer that fastembed has set up to cut and to pad them."""

from typing import Any, cast

from tokenizers import Encoding, Tokenizer

from lorepack.errors import ProviderError


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
