"""Scores: BM25 terms, fusion, signals, relevance. All pure."""
