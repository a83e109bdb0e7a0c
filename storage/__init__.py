"""The record in SQL, and the vector index derived from it."""
