"""Checking drafts of a project for contradictions, and letting findings stand."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ingest.continuity import ContinuityChecker
from ingest.exemptions import Exempter
from lorepack.ports import Progress
from lorepack.records import ChapterCard, Exemption, Finding, Scope
from retrieval.pack.cards.reading import completed
from retrieval.pack.cards.words import words
from retrieval.query import check_words
from runtime.worker import quiet

if TYPE_CHECKING:
    from runtime.library import Library


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuity:
    """The continuity of one project."""

    library: "Library"
    scope: Scope

    def check(
        self,
        draft: str,
        chapter: int | None = None,
        card: ChapterCard | None = None,
        *,
        progress: Progress = quiet,
    ) -> list[Finding]:
        """Hold a draft against what was true before a chapter, without a model.

        Args:
            draft: Its text.
            chapter: Position that it is written for; None for the next chapter.
            card: What the author wants of the chapter.
            progress: Hears of chapters that are read for the first time, or again.

        Returns:
            Findings in the order of the draft, exempt ones among them.

        Raises:
            NotFoundError: There is no such project.
            InvalidInputError: The chapter lies beyond the next one, or the draft is no text or
                too long.
        """
        check_words(draft)
        asked = completed(card or ChapterCard())
        check_words(words(asked))
        checker = ContinuityChecker(record=self.library.record, progress=progress)
        return checker.run(self.scope, draft, chapter, asked)

    def exemptions(self) -> list[Exemption]:
        """Findings that are let stand, the oldest exemption first."""
        return self._exempter.all()

    def exempt(self, finding: str, reason: str = "") -> Exemption:
        """Let a finding stand, in this draft and in every later one; it can be undone."""
        return self._exempter.exempt(finding, reason)

    def unexempt(self, finding: str) -> None:
        """Let a finding stand no longer; it can be undone."""
        self._exempter.unexempt(finding)

    @property
    def _exempter(self) -> Exempter:
        return Exempter(record=self.library.record, scope=self.scope)


def continuity_of(library: "Library", scope: Scope) -> Continuity:
    """The continuity of a project in an open library."""
    return Continuity(library=library, scope=scope)
