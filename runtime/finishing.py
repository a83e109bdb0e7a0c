"""What a service does in books by itself: names are looked for, broken-off purges finished."""

from dataclasses import dataclass, field
from threading import Event
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
    proposed: dict[Scope, tuple[str, int]] = field(default_factory=dict[Scope, tuple[str, int]])
    """Chapters that names were last proposed for, by project, and that project's secret: another
    one may have come by the name."""
    begun: Event = field(default_factory=Event)
    """Set once what former services and commands have left is done."""

    def catch_up(self) -> None:
        """Do what was broken off before this service began, once, and what is due since."""
        if not self.begun.is_set():
            self.library.purging().finish()
            self.begun.set()
        self.refresh_names()

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
            with self.library.record.reading() as unit:
                state = (unit.projects.get(scope).secret, len(unit.chapters.reading_order(scope)))
            if self.proposed.get(scope) != state:
                registry_of(self.library, scope).propose(installed_tagger(), quiet)
                self.proposed[scope] = state
