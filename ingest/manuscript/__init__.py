"""The manuscript out again: chapters as plain text, Markdown or EPUB."""

from ingest.manuscript.epub import as_epub
from ingest.manuscript.leaf import Leaf
from ingest.manuscript.markdown import as_markdown
from ingest.manuscript.plain import as_text

__all__ = ["Leaf", "as_epub", "as_markdown", "as_text"]
