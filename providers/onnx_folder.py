"""A folder that holds a model as an ONNX graph, with its tokenizer: what Hugging Face exports."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import onnx

from lorepack.errors import InvalidInputError

_GRAPHS = ("onnx/model.onnx", "model.onnx")
_TOKENIZER = ("tokenizer.json", "tokenizer_config.json")
_POOLING = "1_Pooling/config.json"

_OLD_POOLINGS = {
    "pooling_mode_cls_token": "cls",
    "pooling_mode_mean_tokens": "mean",
    "pooling_mode_lasttoken": "lasttoken",
    "pooling_mode_max_tokens": "max",
    "pooling_mode_mean_sqrt_len_tokens": "mean_sqrt_len_tokens",
    "pooling_mode_weightedmean_tokens": "weightedmean",
}
"""How sentence-transformers wrote it down before it had one name for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OnnxFolder:
    """Where a model's files are."""

    path: Path
    graph: str
    """Within the folder."""

    @property
    def name(self) -> str:
        """The folder's own name, which tells a model's family."""
        return self.path.name

    @property
    def pooling(self) -> str:
        """How vectors of tokens become one, as sentence-transformers writes it; else `mean`."""
        file = self.path / _POOLING
        if not file.is_file():
            return "mean"
        told: dict[str, object] = json.loads(file.read_text(encoding="utf-8"))
        old = [mode for key, mode in _OLD_POOLINGS.items() if told.get(key)]
        return str(told.get("pooling_mode") or "+".join(old) or "mean")

    def output_shape(self) -> list[int | None]:
        """The first output's shape; None for a length that the graph leaves open."""
        data = (self.path / self.graph).read_bytes()
        graph = onnx.load_model_from_string(data).graph
        lengths = graph.output[0].type.tensor_type.shape.dim
        return [each.dim_value if each.HasField("dim_value") else None for each in lengths]

    def weights(self) -> str:
        """The first digits of the SHA-256 over all that decides what a text's vector is."""
        beside = sorted(self.path.glob(f"{self.graph}?data*"))
        return digest([self.path / self.graph, *beside, *(self.path / n for n in _TOKENIZER)])


def find_folder(model: str) -> OnnxFolder | None:
    """The folder that a model's name leads to; None if it leads to none.

    Raises:
        InvalidInputError: There is the folder and no model in it; the text says what is missing.
    """
    path = Path(model).expanduser()
    if not path.is_dir():
        return None
    path = path.resolve()
    graph = next((name for name in _GRAPHS if (path / name).is_file()), None)
    missing = [name for name in _TOKENIZER if not (path / name).is_file()]
    if graph is None or missing:
        absent = [*([] if graph else [" or ".join(_GRAPHS)]), *missing]
        raise InvalidInputError(f"the folder {model} holds no model: no {', no '.join(absent)}")
    return OnnxFolder(path=path, graph=graph)


def digest(files: Iterable[Path]) -> str:
    """The first digits of the SHA-256 over the contents of files, in the order given."""
    whole = hashlib.sha256()
    for path in files:
        with path.open("rb") as file:
            whole.update(hashlib.file_digest(file, "sha256").digest())
    return whole.hexdigest()[:16]
