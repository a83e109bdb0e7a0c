"""The books that a notebook works on: those of a data folder, or the two sample books."""

import atexit
import shutil
import tempfile
import warnings
from pathlib import Path

from cli.demo import BOOKS, SAMPLES
from lorepack.records import Scope
from ranking.profile import Profile
from ranking.profile_file import dumps
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library


def open_books(data_dir: Path | str | None = None, embedder: str | None = None) -> Library:
    """Open a data folder.

    Args:
        data_dir: The folder; None for the sample books, in one that goes when Python ends.
        embedder: `provider:model`; None for what the settings say.

    Returns:
        A library whose books are indexed.
    """
    # The encoder's library loads tqdm, which asks for widgets that nothing here needs.
    warnings.filterwarnings("ignore", message="IProgress")
    if data_dir is not None:
        return open_library(_settings(Path(data_dir), embedder))
    folder = Path(tempfile.mkdtemp(prefix="lorepack-notebook-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    library = open_library(_settings(folder, embedder))
    for name in BOOKS:
        scope = Scope(project=name)
        library.import_bytes(scope, (SAMPLES / name / "book.txt").read_bytes())
        library.index(scope)
    return library


def _settings(data_dir: Path, embedder: str | None) -> Settings:
    if embedder is None:
        return Settings(data_dir=data_dir)
    return Settings(data_dir=data_dir, embedder=embedder)


def save_profile(profile: Profile, path: Path | str) -> str:
    """Write a profile; returns what to do with it, in a line."""
    Path(path).write_text(dumps(profile), encoding="utf-8")
    return f"saved {path}: `lorepack profile PROJECT set {path}`, or LOREPACK_PROFILE={path}"
