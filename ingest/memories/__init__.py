"""Memories as an author changes them: added, edited, taken away, read in from a story bible."""

from ingest.memories.editor import MemoryEditor
from ingest.memories.importing import BibleImporter

__all__ = ["BibleImporter", "MemoryEditor"]
