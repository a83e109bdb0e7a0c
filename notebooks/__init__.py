"""Notebooks on relevance: what they read, gather and draw."""
