"""The library in this process, without a server."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from runtime.library import Library


def find_packages() -> None:
    """Put the server's packages on the path, from a checkout or from an installed wheel."""
    here = Path(__file__).parent
    bundle = here / "_server"  # only in a wheel
    folder = str(bundle if bundle.is_dir() else here.parent)
    if folder not in sys.path:
        sys.path.insert(0, folder)


def open_library(data_dir: str | Path | None = None) -> "Library":
    """Open a data folder.

    Args:
        data_dir: The folder; by default what `LOREPACK_DATA_DIR` says, else the user's own.
    """
    find_packages()
    from runtime.settings import Settings
    from runtime.wiring import open_library as open_wired

    return open_wired(Settings() if data_dir is None else Settings(data_dir=Path(data_dir)))
