"""What calls of models cost, by a price list that the user gives."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated

from pydantic import Field

from lorepack.ports import Spent

PerMillion = Annotated[Decimal, Field(ge=0, max_digits=12, decimal_places=6)]
"""A price for a million tokens, in any one currency."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Price:
    """What a model's tokens cost."""

    input: PerMillion
    """For those of the prompt that were not cached."""
    cached: PerMillion
    """For those that were."""
    output: PerMillion


Prices = Mapping[str, Price]
"""Prices by the name of the model."""


def cost(prices: Prices, model: str, spent: Spent) -> Decimal:
    """What a call cost, exactly: nothing is rounded.

    (uncached * input price + cached * cached price + output * output price) / 1,000,000, where
    uncached = input - cached tokens. 0 for a model without a price.
    """
    price = prices.get(model)
    if price is None:
        return Decimal(0)
    uncached = spent.input_tokens - spent.cached_tokens
    millionths = (
        uncached * price.input
        + spent.cached_tokens * price.cached
        + spent.output_tokens * price.output
    )
    return millionths.scaleb(-6)
