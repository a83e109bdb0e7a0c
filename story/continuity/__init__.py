"""A draft against what was true before it."""

from story.continuity.before import ChapterClaims
from story.continuity.checking import check

__all__ = ["ChapterClaims", "check"]
