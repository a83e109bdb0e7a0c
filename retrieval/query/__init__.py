"""Understanding a query: what must be found to the letter, and where it points."""

from retrieval.query.asked import Asked, ambiguity_warnings, check_words, quoted, understand
from retrieval.query.chapters import ChapterReference, chapter_references, resolve_chapters
from retrieval.query.model_rewrite import MISSING, OpenModel, model_rewrite, no_model
from retrieval.query.placing import placed

__all__ = [
    "MISSING",
    "Asked",
    "ChapterReference",
    "OpenModel",
    "ambiguity_warnings",
    "chapter_references",
    "check_words",
    "model_rewrite",
    "no_model",
    "placed",
    "quoted",
    "resolve_chapters",
    "understand",
]
