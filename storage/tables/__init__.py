"""The tables of the record.

Every row below a project carries the project's number, and foreign keys are composite with it, so
that no row can point into another project. Reading order lives in gapped `order_key`s; a
chapter's number is only what its heading says.
"""

from storage.tables.base import metadata
from storage.tables.book import (
    alias,
    chapter,
    chapter_revision,
    entity,
    fact,
    mention,
    project,
    snippet,
    snippet_terms,
    volume,
)
from storage.tables.care import (
    change,
    job,
    journal,
    lease,
    profile,
    purged,
    run,
    usage,
    written,
)
from storage.tables.made import (
    chapter_claims,
    exemption,
    memory,
    summary,
    vector,
)

__all__ = [
    "alias",
    "change",
    "chapter",
    "chapter_claims",
    "chapter_revision",
    "entity",
    "exemption",
    "fact",
    "job",
    "journal",
    "lease",
    "memory",
    "mention",
    "metadata",
    "profile",
    "project",
    "purged",
    "run",
    "snippet",
    "snippet_terms",
    "summary",
    "usage",
    "vector",
    "volume",
    "written",
]
