"""Token counts by the `tokenizer.json` of any model, as Hugging Face's `tokenizers` reads it."""

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import tokenizers

from lorepack.errors import ProviderError
from providers.token_cutting import longest_head, longest_tail

_SURROGATE = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileTokenizer:
    """Counts and cuts text by a model's own tokenizer; safe to share between threads."""

    tokenizer: tokenizers.Tokenizer

    def count(self, text: str) -> int:
        """Tokens of exactly this text; control tokens spelled out in it count as plain text."""
        return len(self._encode(text))

    def head(self, text: str, n: int) -> str:
        """The longest beginning of at most n tokens, see `longest_head`."""
        return longest_head(text, n, self.count, lambda piece: self._reach(piece, n))

    def tail(self, text: str, n: int) -> str:
        """The longest ending of at most n tokens, see `longest_tail`."""
        return longest_tail(text, n, self.count, lambda piece: self._reach(piece, -n))

    def _reach(self, piece: str, n: int) -> int | None:
        """Characters that the first n tokens fill, or the last -n."""
        offsets = self._encode(piece).offsets
        if len(offsets) <= abs(n):
            return None
        return offsets[n - 1][1] if n > 0 else len(piece) - offsets[n][0]

    def _encode(self, text: str) -> tokenizers.Encoding:
        # What no UTF-8 can hold is sent as the sign for it; one for one, so that offsets hold.
        text = _SURROGATE.sub("\ufffd", text)
        return self.tokenizer.encode(text, add_special_tokens=False)


@lru_cache
def open_file(name: str, path: Path) -> FileTokenizer:
    """Read a tokenizer, once in a process.

    Args:
        name: What the settings call it.
        path: Its `tokenizer.json`.

    Raises:
        ProviderError: The file cannot be read or holds no tokenizer.
    """
    try:
        content = path.expanduser().read_bytes()
        tokenizer = tokenizers.Tokenizer.from_buffer(content)
    except Exception as error:  # the library raises bare ones
        raise ProviderError(
            f"LOREPACK_TOKENIZERS names {path} for {name!r}, which cannot be read as a "
            f"tokenizer.json: {error}"
        ) from error
    tokenizer.no_truncation()
    tokenizer.no_padding()
    tokenizer.encode_special_tokens = True
    return FileTokenizer(tokenizer=tokenizer)
