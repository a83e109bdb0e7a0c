"""What every encoder does to the text it gets and the vector it returns."""

import numpy as np
import numpy.typing as npt

from lorepack.errors import ProviderError
from lorepack.ports import Vector


def clean(text: str) -> str:
    """Make any string fit for a tokenizer: no lone surrogates, no NUL."""
    return text.encode("utf-8", "replace").decode().replace("\0", " ")


def unit(values: npt.ArrayLike) -> Vector:
    """Scale to unit length, in float32.

    Raises:
        ProviderError: The values have no direction: all zero, infinite or not numbers.
    """
    vector = np.asarray(values, np.float64)
    length = np.linalg.norm(vector)
    if not 0 < length < np.inf:
        raise ProviderError(f"the encoder returned a vector of length {length}")
    return (vector / length).astype(np.float32)
