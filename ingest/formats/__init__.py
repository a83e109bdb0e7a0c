"""Formats: a file of any kind as one text, with the headings that the file itself names."""

from ingest.formats.manuscript import Manuscript, Mark
from ingest.formats.reader import read_folder, read_manuscript
from ingest.formats.selection import is_readable

__all__ = ["Manuscript", "Mark", "is_readable", "read_folder", "read_manuscript"]
