"""What stands for chapters that were given another text or heading.

A summary that still tells what the chapter says goes on standing for it; where it does not, the
opening words of the new text do, until there is another one. What is compared is always the text
that the summary was made from, so that many small edits add up.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from ingest.facts import facts_of
from ingest.structure import book
from lorepack.ports import Edition, Summary, TokenCounter, UnitOfWork
from lorepack.records import Chapter, Scope
from story.entries import base_of, carried, chapter_key, opening_summary
from story.staleness import compare


@dataclass(frozen=True, slots=True, kw_only=True)
class StandIn:
    """Finds what stands for changed chapters, within the transaction that changes them."""

    unit: UnitOfWork
    scope: Scope
    count: TokenCounter

    def run(self, before: Edition, after: Edition) -> None:
        """Give every chapter of the book that has none a summary to stand for it."""
        known = {chapter_key(c) for c in book(before)}
        changed = [c for c in book(after) if chapter_key(c) not in known]
        found = self.unit.summaries.some(self.scope, [chapter_key(c) for c in changed])
        without = [c for c in changed if chapter_key(c) not in found]
        if without:
            told = self._told({c.id: c for c in before.chapters}, without)
            self.settle(told, without)

    def settle(self, told: Mapping[str, Summary], chapters: Sequence[Chapter]) -> None:
        """Decide anew what stands for some chapters.

        Chapters of the same heading and text share a summary: one that holds is kept rather than
        the opening words.

        Args:
            told: The summary that was last made of each, by chapter id, where there is one.
            chapters: The chapters as they are now.
        """
        written = self.unit.chapters.written(self.scope, [c.id for c in chapters])
        texts = {c.id: written[c.id].text for c in chapters if c.id in told}
        holding = self._holding(told, texts)
        openings = [
            self._opening(c, written[c.id].opening, told.get(c.id))
            for c in chapters
            if c.id not in holding
        ]
        standing = [carried(told[c.id], c, self.count) for c in chapters if c.id in holding]
        self.unit.summaries.add(self.scope, [*openings, *standing])

    def _told(
        self, former: Mapping[str, Chapter], chapters: Sequence[Chapter]
    ) -> dict[str, Summary]:
        """The summary that was last made of each chapter, whether it still holds or not."""
        keys = {c.id: chapter_key(former[c.id]) for c in chapters if c.id in former}
        stood = self.unit.summaries.some(self.scope, list(keys.values()))
        bases = {id: base_of(stood[key]) for id, key in keys.items() if key in stood}
        made = self.unit.summaries.made_from(self.scope, set(filter(None, bases.values())))
        return {id: made[base] for id, base in bases.items() if base in made}

    def _holding(self, told: Mapping[str, Summary], texts: Mapping[str, str]) -> set[str]:
        """Ids of the chapters with these texts that still say what is told of them."""
        if not texts:
            return set()
        facts = partial(facts_of, entities=self.unit.entities.known(self.scope))
        former = self.unit.chapters.former(self.scope, {id: told[id].source for id in texts})
        return {id for id, text in former.items() if not compare(text, texts[id], facts).stale}

    def _opening(self, chapter: Chapter, opening: str, told: Summary | None) -> Summary:
        stale = told.source if told else ""
        return opening_summary(chapter, opening, self.count, stale=stale)
