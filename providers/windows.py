"""Texts longer than a model takes, cut into windows: none of a text is left unread.

A long text's vector is the mean of its windows' vectors, each weighted by its tokens, scaled to
one (OpenAI Cookbook, "Embedding texts that are longer than the model's maximum context length").
Of a model that takes the mean over its tokens anyway, that is about what it would say of the whole.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

import numpy as np

from lorepack.errors import ProviderError
from lorepack.ports import TokenCounter, Vector
from providers.vectors import unit

VERSION = 1
"""Counts changes of how windows are cut and put together; part of every fingerprint."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """A piece of a text that a model takes whole."""

    text: str
    tokens: int
    """Its own, without what is put before it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What a model takes at once."""

    count: TokenCounter
    """Tokens of a text with all that is put before it."""
    most: int
    """Tokens of one window, at the most."""

    def windows(self, text: str) -> list[Window]:
        """Cut a text into as few windows as hold it, about equally long; joined they are the text.

        A single character that is too long by itself stays whole.

        Raises:
            ProviderError: What is put before a text leaves no room for it.
        """
        before = self.count("")
        if before >= self.most:
            raise ProviderError(f"of {self.most} tokens, {before} go to what stands before a text")
        return self._cut(text, before)

    def _cut(self, text: str, before: int) -> list[Window]:
        tokens = self.count(text)
        if tokens <= self.most or len(text) < 2:
            return [Window(text=text, tokens=max(1, tokens - before))]
        pieces = ceil((tokens - before) / (self.most - before))
        length = ceil(len(text) / max(2, pieces))
        starts = range(0, len(text), length)
        return [window for at in starts for window in self._cut(text[at : at + length], before)]


def embed_whole(text: str, frame: Frame, embed: Callable[[str], Vector]) -> Vector:
    """Embed a text of any length by an encoder of windows."""
    windows = frame.windows(text)
    return joined([embed(window.text) for window in windows], windows)


def joined(vectors: Sequence[Vector], windows: Sequence[Window]) -> Vector:
    """The vector of a text, from those of its windows; that of a single window is left as it is."""
    if len(vectors) == 1:
        return vectors[0]
    weights = [window.tokens for window in windows]
    return unit(np.average(np.asarray(vectors, np.float64), axis=0, weights=weights))
