"""Summaries without a model: every chapter's own best sentences, and windows made of them."""

from collections.abc import Sequence
from dataclasses import dataclass

from lorepack.ports import Checkpoint, Progress, Record, Summary, TokenCounter
from lorepack.records import Chapter, Scope
from story.entries import chapter_key, chapter_summary
from story.so_far import tell
from story.summaries import summarise
from text.facts import verify

EXTRACTIVE = "extractive"

_ROUND = 10
"""Chapters between two commits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summariser:
    """Gives a project's chapters and windows their extractive summaries."""

    record: Record
    count: TokenCounter
    progress: Progress
    checkpoint: Checkpoint
    """Called last in each transaction that stores something, with chapters done and in all."""

    def run(self, scope: Scope) -> int:
        """Summarise what has no summary of its own yet, then the windows whose members changed.

        Returns:
            How many chapters got a summary; one that its own facts contradict is not stored.

        Raises:
            NotFoundError: There is no such project.
        """
        waiting = self._waiting(scope)
        stored = 0
        for start in range(0, len(waiting), _ROUND):
            self.progress("summaries", start, len(waiting))
            stored += self._chapters(scope, waiting, start)
        self._windows(scope, len(waiting))
        self.progress("summaries", len(waiting), len(waiting))
        return stored

    def _waiting(self, scope: Scope) -> list[Chapter]:
        with self.record.reading() as unit:
            chapters = [entry.chapter for entry in unit.chapters.outline(scope)]
            standing = unit.summaries.standing(scope, [chapter_key(c) for c in chapters])
        ready = {key for key, summary in standing.items() if summary.origin != "opening"}
        return [c for c in chapters if chapter_key(c) not in ready]

    def _chapters(self, scope: Scope, waiting: Sequence[Chapter], start: int) -> int:
        chapters = waiting[start : start + _ROUND]
        with self.record.reading() as unit:
            texts = unit.chapters.texts(scope, [c.id for c in chapters])
        tried = [self._summary(c, texts[c.id]) for c in chapters if c.id in texts]
        made = [summary for summary in tried if summary is not None]
        with self.record.writing() as unit:
            unit.summaries.add(scope, made)
            self.checkpoint(unit, start + len(chapters), len(waiting))
        return len(made)

    def _summary(self, chapter: Chapter, text: str) -> Summary | None:
        told = summarise(text)
        if verify(told, text):  # a changed fact: the opening goes on standing for it
            return None
        return chapter_summary(chapter, told, EXTRACTIVE, self.count)

    def _windows(self, scope: Scope, done: int) -> None:
        with self.record.reading() as unit:
            chapters = [entry.chapter for entry in unit.chapters.outline(scope)]
            standing = unit.summaries.standing(scope, [chapter_key(c) for c in chapters])
        told = tell(chapters, standing, self.count)
        fresh = [s for key, s in told.windows.items() if key not in standing]
        if fresh:
            with self.record.writing() as unit:
                unit.summaries.add(scope, fresh)
                unit.projects.touch(scope)
                self.checkpoint(unit, done, done)
