"""Looking at every summary of a book: does it still tell what its chapter says, and if not, why."""

from dataclasses import dataclass
from functools import partial

from ingest.facts import facts_of
from lorepack.ports import Record, Summary
from lorepack.records import Chapter, Freshness, Scope
from story.entries import base_of, chapter_key, state_of
from story.staleness import SAME, Comparison, compare


@dataclass(frozen=True, slots=True, kw_only=True)
class Scanner:
    """Scans one project; texts are read only where they are not the ones that were told of."""

    record: Record
    scope: Scope

    def run(self) -> list[Freshness]:
        """How far each summary is from the chapter that it stands for, in reading order."""
        with self.record.reading() as unit:
            chapters = [entry.chapter for entry in unit.chapters.outline(self.scope)]
            standing = unit.summaries.some(self.scope, [chapter_key(c) for c in chapters])
            told = [(c, standing[chapter_key(c)]) for c in chapters]
            changed = [c for c, s in told if _has_left(c, s)]
            bases = {c.id: base_of(s) for c, s in told if _has_left(c, s)}
            texts = unit.chapters.texts(self.scope, [c.id for c in changed])
            former = unit.chapters.former(self.scope, bases) if bases else {}
            facts = partial(facts_of, entities=unit.entities.known(self.scope) if bases else ())
        found = {id: compare(former[id], texts[id], facts) for id in bases if id in former}
        return [_freshness(c, summary, found.get(c.id, SAME)) for c, summary in told]


def _freshness(chapter: Chapter, summary: Summary, compared: Comparison) -> Freshness:
    return Freshness(
        chapter=chapter.position,
        state=state_of(summary),
        distance=compared.distance,
        differences=compared.differences,
        error=summary.error,
        repaired=summary.repaired,
        rejected=summary.rejected,
    )


def _has_left(chapter: Chapter, summary: Summary) -> bool:
    """Whether a chapter has another text than the one its last summary was made from."""
    return base_of(summary) not in ("", chapter.sha256)
