"""Splitting: lines that may be headings, which of them are, and the parts they cut a book into."""
