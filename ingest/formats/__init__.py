"""Formats: a file of any kind as one text, with the headings that the file itself names."""

from ingest.formats.manuscript import Manuscript, Mark
from ingest.formats.reader import read_folder, read_manuscript

__all__ = ["Manuscript", "Mark", "read_folder", "read_manuscript"]
