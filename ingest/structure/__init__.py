"""Changing a book's shape, without touching anything that stays as it is. All pure."""

from ingest.structure.chapters import (
    accept,
    delete,
    edit,
    insert,
    merge,
    move,
    rename,
    split,
)
from ingest.structure.edited import (
    Edited,
    Follow,
    Handed,
    NewChapter,
    NewId,
    book,
    find,
    find_volume,
    named,
    new_volume,
)
from ingest.structure.volumes import (
    begin_volume,
    delete_volume,
    merge_volumes,
    move_volume,
    rename_volume,
)

__all__ = [
    "Edited",
    "Follow",
    "Handed",
    "NewChapter",
    "NewId",
    "accept",
    "begin_volume",
    "book",
    "delete",
    "delete_volume",
    "edit",
    "find",
    "find_volume",
    "insert",
    "merge",
    "merge_volumes",
    "move",
    "move_volume",
    "named",
    "new_volume",
    "rename",
    "rename_volume",
    "split",
]
