"""The embedded index in its folder: `index/current` names the one of the encoder at hand.

Another encoder begins another index, and the journal says so. Every chapter is noted before the
old index goes, so that a crash anywhere begins it again. Vectors stand in the record by encoder:
one that comes back is asked nothing it has answered before.
"""

import logging
import os
import shutil
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lorepack.errors import BrokenIndexError, UnavailableError
from lorepack.ports import Embedder, Record
from runtime.index.made_by import mark
from storage.edge_index import EdgeIndex

_log = logging.getLogger(__name__)

_BROKEN = "broken"
"""Where an index that could not be opened is set aside; one at the most."""


@dataclass(slots=True, kw_only=True)
class FolderHome:
    """The indexes of a data folder, of which one is current; for its owner alone."""

    folder: Path
    """`index` in the data folder."""
    embedder: Embedder
    record: Record
    opened: EdgeIndex | None = None
    begun: EdgeIndex | None = None
    lacks_untold: bool = False
    """Whether the index lacks chapters that the journal did not tell of before it was opened."""

    def open(self) -> EdgeIndex:
        """Open the current index, or begin one: of another encoder than before, or a broken one.

        Raises:
            UnavailableError: Another process has it open.
        """
        try:
            name = self._current()
            self.opened = self._anew() if name is None else self._load(self.folder / name)
            self._sweep()
        except BaseException:
            self.close()
            raise
        return self.opened

    def forget(self) -> None:
        """Have the next that is opened begin anew: what the journal told of is not in this one."""
        self._file.unlink(missing_ok=True)

    def close(self) -> None:
        """Let go of every index that is open, whatever state it is in: the next may open it."""
        for index in (self.opened, self.begun):
            if index is not None:
                with suppress(UnavailableError):
                    index.close()
        self.opened = self.begun = None

    def begin(self) -> EdgeIndex:
        """Begin another index beside the current one; one that was begun before is given up."""
        if self.begun is not None:
            self.begun.close()
        self._sweep()
        number = 1 + int((self._current() or self._prefix).rpartition("-")[2] or 0)
        self.begun = EdgeIndex.open(self.folder / f"{self._prefix}{number}", self.embedder.dim)
        return self.begun

    def switch(self) -> EdgeIndex:
        """Have the index that was begun be the current one, and delete the other."""
        former, begun = self.opened, self.begun
        assert begun is not None, "nothing was begun"
        self._name(begun.folder.name)
        self.opened, self.begun = begun, None
        if former is not None:
            former.close()
            shutil.rmtree(self.folder / _BROKEN, ignore_errors=True)  # a whole one is there now
        self._sweep()
        return begun

    @property
    def is_there(self) -> bool:
        """Whether the index that is open still has its files' place."""
        return self.opened is not None and self._current() == self.opened.folder.name

    @property
    def _prefix(self) -> str:
        """Begins the names of this encoder's indexes."""
        return f"{mark(self.embedder)}-"

    @property
    def _file(self) -> Path:
        return self.folder / "current"

    def _current(self) -> str | None:
        """The current index's name, if it is one of this encoder's and is there."""
        name = self._file.read_text("utf-8", errors="replace") if self._file.is_file() else ""
        there = name.startswith(self._prefix) and (self.folder / name).is_dir()
        return name if there else None

    def _load(self, folder: Path) -> EdgeIndex:
        try:
            self.opened = EdgeIndex.open(folder, self.embedder.dim)
        except BrokenIndexError as error:
            _log.warning("%s; it is made anew from the record", error)
            aside = self.folder / _BROKEN
            shutil.rmtree(aside, ignore_errors=True)
            folder.rename(aside)
            return self._anew()
        self._check(self.opened)
        return self.opened

    def _check(self, index: EdgeIndex) -> None:
        """Note every chapter if there are fewer points than the record asks for.

        The engine opens without a word where the end of a file is lost. While entries are pending
        nothing can be said of the number of points; `doctor` compares them one by one.
        """
        with self.record.reading() as unit:
            if unit.journal.length():
                return
            told = unit.audits.snippets()
        held = index.count()
        if held < told:
            _log.warning(
                "the index holds %d points where there are %d; it is put right", held, told
            )
            self._note_all()

    def _note_all(self) -> int:
        with self.record.writing() as unit:
            noted = unit.journal.note_all()
        self.lacks_untold = noted > 0
        return noted

    def _anew(self) -> EdgeIndex:
        """Begin an empty index in the place of whatever there is."""
        noted = self._note_all()
        if noted:
            encoder = self.embedder.fingerprint
            _log.warning("the index for the encoder %s is made now: %d chapters", encoder, noted)
        self._file.unlink(missing_ok=True)
        self.begin()
        return self.switch()

    def _name(self, name: str) -> None:
        """Write down which index is current, all at once."""
        written = self._file.with_suffix(".new")
        with written.open("w", encoding="utf-8") as file:
            file.write(name)
            file.flush()
            os.fsync(file.fileno())
        written.replace(self._file)

    def _sweep(self) -> None:
        """Delete what is neither current nor set aside."""
        kept = {self._file.name, _BROKEN, self._current() or ""}
        for path in self.folder.iterdir() if self.folder.is_dir() else ():
            if path.name not in kept:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
