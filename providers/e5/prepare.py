"""Prepares the default encoder's folder, once for each user of a machine."""

import shutil
from pathlib import Path

from filelock import FileLock

from providers.e5 import network, tokenizer
from providers.e5.blob import SHA256, Blob, find_blob, verify

MODEL_FILE = "onnx/model.onnx"

_RECIPE = 1
"""Counts changes of what is made from the same weights."""

_NAME = f"multilingual-e5-small-{SHA256[:8]}-{_RECIPE}"


def prepare(cache: Path) -> Path:
    """Return the folder of the encoder, made first if it is not there.

    Processes that come at the same time wait for the first one. The folder appears whole, by one
    rename; what a killed process left is cleared away by the next.

    Args:
        cache: A folder of the user's that outlives the process; it need not exist.

    Raises:
        ProviderError: The weights are not installed or not the pinned ones.
    """
    folder = cache / _NAME
    if folder.is_dir():
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    with FileLock(cache / f"{_NAME}.lock"):
        if not folder.is_dir():
            _make(folder)
    return folder


def _make(folder: Path) -> None:
    path = find_blob()
    verify(path)
    unfinished = folder.with_name(f"{folder.name}.part")
    shutil.rmtree(unfinished, ignore_errors=True)
    (unfinished / MODEL_FILE).parent.mkdir(parents=True)
    blob = Blob(path)
    (unfinished / MODEL_FILE).write_bytes(network.build(blob))
    tokenizer.write(blob.vocabulary, blob.shape, unfinished)
    unfinished.rename(folder)
