"""Giving chapters and windows their summaries, and what else is known from a chapter.

A chapter is compressed outside any transaction, as it stood when its text was sent. What comes back
is stored under that text; whether it still holds for the chapter as it is by then is looked at when
it is stored.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from ingest.compressing import Compressed, Compressor, Sent
from ingest.sending import Sender
from ingest.standing import StandIn
from ingest.structure import book
from lorepack.ports import Checkpoint, Progress, Record, Summary, TokenCounter, UnitOfWork
from lorepack.records import EXTRACTIVE, Chapter, Scope
from story.coverage import USUAL, Lengths, walk
from story.entries import OPENING, TEXT, bare, chapter_key, chapter_summary, retold_window
from story.so_far import SoFar, tell
from text.scripts import mostly_han

_SEVERAL = 2
"""Members from which on a window is worth telling anew: one alone is told already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Summariser:
    """Gives a project's chapters and windows their summaries; one instance tries each once."""

    record: Record
    count: TokenCounter
    compressor: Compressor
    progress: Progress
    checkpoint: Checkpoint
    """Called last in each transaction that stores something, with chapters done and in all."""
    lengths: Lengths = USUAL
    """How many members a window of chapters has."""
    tried: set[str] = field(default_factory=set[str])
    """Keys of the chapters that were compressed."""

    def run(self, scope: Scope) -> int:
        """Compress what has no summary of its own yet, then the windows whose members changed.

        Returns:
            How many chapters got a summary.

        Raises:
            NotFoundError: There is no such project.
            ProviderError: The model does not answer; what was made until then is stored.
        """
        waiting, sender = self._waiting(scope)
        stored = 0
        for start in range(0, len(waiting), self.compressor.batch):
            batch = waiting[start : start + self.compressor.batch]
            self.progress("summaries", start, len(waiting))
            made = [(sent, self._compress(sent)) for sent in sender.send(batch)]
            stored += self._store(scope, made, start + len(batch), len(waiting))
        self._windows(scope, len(waiting))
        self.progress("summaries", len(waiting), len(waiting))
        return stored

    def _waiting(self, scope: Scope) -> tuple[list[Chapter], Sender]:
        with self.record.reading() as unit:
            edition = unit.chapters.edition(scope)
            chapters = book(edition)
            standing = unit.summaries.some(scope, [chapter_key(c) for c in chapters])
            entities = unit.entities.registry(scope)
        waiting = [c for c in chapters if self._waits(c, standing.get(chapter_key(c)))]
        sender = Sender.of(self.record, scope, edition, entities, further=self.compressor.reads_on)
        return waiting, sender

    def _waits(self, chapter: Chapter, summary: Summary | None) -> bool:
        if chapter_key(chapter) in self.tried:
            return False
        if summary is None or summary.origin == OPENING:
            return True
        if summary.origin not in (EXTRACTIVE, TEXT):
            return False
        # Without a model it is cheap to tell the text as it is now; with one, better is to be had,
        # but a chapter that it failed at is asked for again only when somebody wants that.
        to_be_asked = self.compressor.reads_on and summary.origin == EXTRACTIVE
        left = summary.again or summary.source != chapter.sha256
        return left or (to_be_asked and not summary.error)

    def _compress(self, sent: Sent) -> Compressed:
        self.tried.add(chapter_key(sent.chapter))
        return self.compressor.compress(sent)

    def _store(
        self, scope: Scope, made: Sequence[tuple[Sent, Compressed]], done: int, total: int
    ) -> int:
        told = {
            sent.chapter.id: self._summary(sent.chapter, c)
            for sent, c in made
            if c.summary or not c.error
        }
        with self.record.writing() as unit:
            # What was purged meanwhile leaves nothing behind.
            there = unit.chapters.newest(scope, [sent.chapter.id for sent, _ in made])
            told = {id: summary for id, summary in told.items() if id in there}
            unit.summaries.add(scope, list(told.values()))
            for sent, compressed in (one for one in made if one[0].chapter.id in there):
                unit.memories.replace_extracted(
                    scope, sent.chapter.id, sent.chapter.sha256, compressed.memories
                )
            overtaken = self._overtaken(unit, scope, [sent.chapter for sent, _ in made])
            if overtaken:
                StandIn(unit=unit, scope=scope, count=self.count).settle(told, overtaken)
            self.checkpoint(unit, done, total)
        return len(told)

    def _summary(self, chapter: Chapter, compressed: Compressed) -> Summary:
        dressed = chapter_summary(chapter, compressed.summary, compressed.origin, self.count)
        return replace(
            dressed,
            error=compressed.error,
            details=compressed.details,
            repaired=compressed.repaired,
            rejected=compressed.rejected,
        )

    def _overtaken(self, unit: UnitOfWork, scope: Scope, sent: Sequence[Chapter]) -> list[Chapter]:
        """Chapters, as they are now, that were changed while they were being compressed.

        One that says by now what another one says has what stands for that one.
        """
        keys = {c.id: chapter_key(c) for c in sent}
        now = [entry.chapter for entry in unit.chapters.outline(scope)]
        others = {chapter_key(c) for c in now if c.id not in keys}
        return [
            c
            for c in now
            if c.id in keys and chapter_key(c) != keys[c.id] and chapter_key(c) not in others
        ]

    def _windows(self, scope: Scope, done: int) -> None:
        """Tell the windows that are new by their members' beginnings, then ask for better."""
        with self.record.reading() as unit:
            chapters = [entry.chapter for entry in unit.chapters.outline(scope)]
            standing = unit.summaries.standing(scope, [chapter_key(c) for c in chapters])
        told = tell(chapters, standing, self.count, self.lengths)
        fresh = [window for key, window in told.windows.items() if key not in standing]
        self._store_windows(scope, fresh, done)
        if self.compressor.reads_on:
            for window in self._better_windows(chapters, told):
                self._store_windows(scope, [window], done)

    def _better_windows(self, chapters: Sequence[Chapter], told: SoFar) -> Iterator[Summary]:
        """Windows that the model tells, each as soon as it is told, members before what holds them.

        A member that was told anew does not change the signature of what holds it: that one is
        told from the better words, under the name that it is looked for by.
        """
        texts = {node.id: told.of(node) for node in walk(told.forest)}
        for node in walk(told.forest):
            members = [texts[child.id] for child in node.children]
            if not self._is_to_be_asked(texts[node.id], members):
                continue
            self.progress("windows", 0, len(told.windows))
            chinese = mostly_han(members[0].full)
            answer = self.compressor.window([bare(m) for m in members], chinese=chinese)
            if answer is None:
                yield replace(texts[node.id], error="the model gave no account that holds")
            else:
                texts[node.id] = retold_window(node, chapters, *answer, self.count)
                yield texts[node.id]

    def _is_to_be_asked(self, window: Summary, members: Sequence[Summary]) -> bool:
        if len(members) < _SEVERAL or window.origin != EXTRACTIVE or window.error:
            return False
        return all(member.origin != OPENING for member in members)

    def _store_windows(self, scope: Scope, windows: Sequence[Summary], done: int) -> None:
        if windows:
            with self.record.writing() as unit:
                unit.summaries.add(scope, windows)
                unit.projects.touch(scope)
                self.checkpoint(unit, done, done)
