"""Story bibles: files in which an author keeps the world, the people and the plan. All pure."""

from ingest.bible.matching import Histories, matched
from ingest.bible.reading import form_of, read_bible
from ingest.bible.writing import write_bible

__all__ = ["Histories", "form_of", "matched", "read_bible", "write_bible"]
