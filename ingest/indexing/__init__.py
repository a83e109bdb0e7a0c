"""From the record into the vector index: brought up to it, made anew, compared with it."""

from ingest.indexing.audit import Auditor
from ingest.indexing.indexer import CLAIM_SECONDS, Indexer

__all__ = ["CLAIM_SECONDS", "Auditor", "Indexer"]
