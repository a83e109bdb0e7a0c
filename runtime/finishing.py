"""What a service looks for in a book once its text is there: names."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lorepack.records import Scope
from runtime.registry import installed_tagger, registry_of
from runtime.worker import quiet

if TYPE_CHECKING:
    from runtime.library import Library


@dataclass(frozen=True, slots=True, kw_only=True)
class Finishing:
    """Looks for names in every project of a library, as often as there is reason to."""

    library: "Library"
    proposed: dict[Scope, int] = field(default_factory=dict[Scope, int])
    """Chapters that names were last proposed for, by project."""

    def refresh_names(self) -> None:
        """Look for names again in every project whose registry was changed."""
        with self.library.record.reading() as unit:
            due = unit.projects.with_names_due()
        for scope in due:
            self.library.refresh_names(scope)

    def propose_names(self) -> None:
        """Propose names where a book has grown or shrunk."""
        for project in self.library.projects():
            scope = Scope(project=project)
            chapters = len(self.library.chapters(scope))
            if self.proposed.get(scope) != chapters:
                registry_of(self.library, scope).propose(installed_tagger(), quiet)
                self.proposed[scope] = chapters
