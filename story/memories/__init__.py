"""Memories: what their fields may hold, and what they add up to just before a chapter. All pure."""

from story.memories.codes import codes_in, next_code, usual_code
from story.memories.extracted import extracted_id
from story.memories.fields import as_typed, read_fields
from story.memories.fold import Same, fold
from story.memories.foreshadows import CLOSED, check_steps, status_of
from story.memories.naming import ENDS, same_in
from story.memories.visibility import Visibility, read_visibility

__all__ = [
    "CLOSED",
    "ENDS",
    "Same",
    "Visibility",
    "as_typed",
    "check_steps",
    "codes_in",
    "extracted_id",
    "fold",
    "next_code",
    "read_fields",
    "read_visibility",
    "same_in",
    "status_of",
    "usual_code",
]
