"""Ids of extracted memories: the same extraction has the same ids, however often it is made."""

from uuid import UUID, uuid5

from lorepack.records import MemoryKind

_SPACE = UUID("6f6d6d0e-5f0a-4d39-9c53-2a4f2a6a5c11")


def extracted_id(chapter: str, kind: MemoryKind, subject: str, nth: int) -> str:
    """The id of a memory extracted from a chapter.

    Args:
        chapter: The chapter's id.
        kind: What it is about.
        subject: Whom or what.
        nth: Place among the chapter's memories of this kind and subject, from 0.
    """
    return str(uuid5(_SPACE, "\x1f".join((chapter, kind.value, subject, str(nth)))))
