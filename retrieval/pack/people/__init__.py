"""The people of a chapter: who is named, where each stands in the book, which passages show it."""
