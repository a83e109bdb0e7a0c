"""Which data folder the journal of a database is kept for, where the index lives in a folder.

A journal is worked off once. Were two folders to share a database, each on a machine of its own,
the index of each would lack what the other has worked off, and nobody would notice.
"""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from lorepack.errors import UnavailableError
from lorepack.ports import Record, UnitOfWork

_NAME = "index folder"
_SECONDS = 120.0
"""How long another folder has to wait for one whose process says nothing any more."""

_RENEWED_SECONDS = 30.0


@dataclass(slots=True, kw_only=True)
class FolderLease:
    """Held by the owner of a data folder while it lives."""

    record: Record
    file: Path
    """Holds the folder's name among those that share a database."""
    clock: Callable[[], float] = time.monotonic
    renewed: float = field(default=float("-inf"))

    def take(self) -> bool:
        """Have the journal kept for this folder.

        Returns:
            Whether it was so before: else the index lacks what was worked off for another one.

        Raises:
            UnavailableError: A process of another folder has it.
        """
        with self.record.writing() as unit:
            last = unit.leases.last(_NAME)
            self._take(unit)
        return last in (None, self._folder)

    def renew(self) -> None:
        """Hold on to it, if it is time to.

        Raises:
            UnavailableError: Another folder has it by now.
        """
        if self.clock() - self.renewed > _RENEWED_SECONDS:
            with self.record.writing() as unit:
                self._take(unit)

    def end(self) -> None:
        """Let another folder have it at once."""
        with self.record.writing() as unit:
            unit.leases.end(_NAME, self._folder)

    def _take(self, unit: UnitOfWork) -> None:
        if not unit.leases.take(_NAME, self._folder, seconds=_SECONDS):
            raise UnavailableError(
                "the vectors of this database are kept in another data folder, by a process that "
                "has it open: share one folder on one machine, a Qdrant server between machines "
                "(LOREPACK_QDRANT_URL)"
            )
        self.renewed = self.clock()

    @property
    def _folder(self) -> str:
        """A name that no other folder has, made at first."""
        if not self.file.is_file():
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(secrets.token_hex(16), encoding="utf-8")
        return self.file.read_text(encoding="utf-8")
