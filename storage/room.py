"""Room on the disk for what must not meet a full one."""

import shutil
from pathlib import Path

from lorepack.errors import StorageFullError

_ROOM = 64 * 2**20
"""Bytes: more than the log, the rows and the lookups of a batch of points take."""


def check_room(folder: Path) -> None:
    """Refuse to touch an index before the disk is full.

    The engine maps files with holes into memory: where a hole cannot be filled, no error comes
    back, but the system kills the process.

    Raises:
        StorageFullError: Too little is left.
    """
    if (free := shutil.disk_usage(folder).free) < _ROOM:
        raise StorageFullError(
            f"the disk is nearly full: the index in {folder} is left alone while only {free:,} "
            f"bytes are free of the {_ROOM:,} that it may need"
        )
