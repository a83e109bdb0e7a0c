"""Everything that counts tokens: it cuts where it says, whatever the text.

A tokenizer that none of these opens is not under the contract: add it to OPENED.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorepack.errors import ProviderError
from lorepack.ports import Tokenizer
from providers.tokens import BUILT_IN, open_tokenizer
from tests.tiny_tokenizers import write_byte_level, write_characters

Open = Callable[[str], Tokenizer]

FILES = {"tiny bpe": write_byte_level, "characters": write_characters}
OPENED = (*BUILT_IN, "gpt-4o", *FILES)

CODE = (
    "def f(x):\n\treturn x != 0",
    "    ",
    "\r\n",
    "===",
    '"}],',
    "<|im_start|>",
    "</s>",
    "[SEP]",
)
SIGNS = (
    *("𠮷", "👨‍👩‍👧", "🇨🇳", "e\u0301", "雨", "三千二百", "，", " the", "old", "mill", "1", "42"),
    *("\ud83d", "\udfff", "\0", "\u2028", "\u202e", "\ufeff", "ﷺ", " ", "\n"),
)
TEXT = st.lists(st.sampled_from([*CODE, *SIGNS]), max_size=12).map("".join)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("tokenizers")
    return {name: write(folder / f"{name}.json") for name, write in FILES.items()}


@pytest.fixture(scope="module")
def opened(files: dict[str, Path], cache_dir: Path) -> Open:
    return lambda name: open_tokenizer(name, cache_dir, files)


@pytest.fixture(scope="module", params=OPENED)
def tokenizer(request: pytest.FixtureRequest, opened: Open) -> Tokenizer:
    return opened(request.param)


@given(text=TEXT, n=st.integers(-1, 20))
@settings(max_examples=60)
def test_a_head_is_the_longest_beginning_that_fits(tokenizer: Tokenizer, text: str, n: int) -> None:
    sizes = (s for s in range(len(text), -1, -1) if tokenizer.count(text[:s]) <= max(n, 0))
    assert tokenizer.head(text, n) == text[: next(sizes)]


@given(text=TEXT, n=st.integers(-1, 20))
@settings(max_examples=60)
def test_a_tail_is_the_longest_ending_that_fits(tokenizer: Tokenizer, text: str, n: int) -> None:
    starts = (s for s in range(len(text) + 1) if tokenizer.count(text[s:]) <= max(n, 0))
    assert tokenizer.tail(text, n) == text[next(starts) :]


@given(text=TEXT)
def test_bytes_are_at_least_as_many_as_tokens(opened: Open, text: str) -> None:
    most = opened("bytes").count(text)
    for name in ("o200k", "cl100k", "tiny bpe"):
        assert opened(name).count(text) <= most


def test_nothing_is_no_token(tokenizer: Tokenizer) -> None:
    assert (tokenizer.count(""), tokenizer.head("", 3), tokenizer.tail("", 3)) == (0, "", "")


@pytest.mark.parametrize("sign", ["<|im_start|>", "<|endoftext|>", "[SEP]", "</s>"])
def test_a_control_token_that_is_spelled_out_is_text(tokenizer: Tokenizer, sign: str) -> None:
    """In the file's vocabulary, too, where it would be one token."""
    assert tokenizer.count(sign) > 1
    assert tokenizer.count(f"雨{sign}雨") > 3


def test_a_long_text_is_cut_in_the_middle(tokenizer: Tokenizer) -> None:
    text = "她把旧账本锁进了抽屉, and counted forty silver coins 𠮷. " * 400
    for cut in (tokenizer.head(text, 300), tokenizer.tail(text, 300)):
        assert cut in text
        assert 290 < tokenizer.count(cut) <= 300


def test_what_a_file_adds_or_cuts_on_its_own_does_not_count(opened: Open) -> None:
    """It asks for a beginning and an end, for 8 tokens at the most and for 8 at the least."""
    characters = opened("characters")
    assert characters.count("ab") == 2
    assert characters.count("ab" * 50) == 100


@pytest.mark.parametrize("content", [None, b"", b"{}", b"\x80", b'{"model": {"type": "BPE"}}'])
def test_a_file_that_holds_no_tokenizer_is_named(content: bytes | None, tmp_path: Path) -> None:
    file = tmp_path / "tokenizer.json"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(
        ProviderError, match=r"LOREPACK_TOKENIZERS names .*tokenizer.json for 'mine'"
    ):
        open_tokenizer("mine", tmp_path, {"mine": file})


def test_no_file_stands_in_for_what_is_there(files: dict[str, Path], cache_dir: Path) -> None:
    stolen = {"o200k_base": files["characters"], "bytes": files["characters"]}
    for name in stolen:
        assert open_tokenizer(name, cache_dir, stolen) == open_tokenizer(name, cache_dir)
