"""Qdrant as a server or a cluster of them: the vector index beyond one process."""
