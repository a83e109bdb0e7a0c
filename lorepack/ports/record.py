"""The record: one transaction over every kind of row."""

from contextlib import AbstractContextManager
from typing import Protocol

from lorepack.ports.audits import Audits
from lorepack.ports.book import Chapters, Projects, Snippets
from lorepack.ports.continuity import ClaimsCache, Exemptions
from lorepack.ports.entities import Entities
from lorepack.ports.jobs import Jobs
from lorepack.ports.journal import Journal
from lorepack.ports.leases import Leases
from lorepack.ports.ledger import Ledger
from lorepack.ports.literals import LiteralIndex
from lorepack.ports.made import Changes, Runs, Summaries, VectorCache
from lorepack.ports.memories import Memories
from lorepack.ports.profiles import Profiles


class UnitOfWork(Protocol):
    """One transaction over the record; leaving it by an error undoes its writes."""

    @property
    def projects(self) -> Projects:
        """Projects."""
        ...

    @property
    def chapters(self) -> Chapters:
        """Chapters."""
        ...

    @property
    def snippets(self) -> Snippets:
        """Snippets."""
        ...

    @property
    def literals(self) -> LiteralIndex:
        """Literal search."""
        ...

    @property
    def entities(self) -> Entities:
        """Entities and mentions."""
        ...

    @property
    def memories(self) -> Memories:
        """Memories."""
        ...

    @property
    def summaries(self) -> Summaries:
        """Summaries."""
        ...

    @property
    def claims(self) -> ClaimsCache:
        """What chapters claim."""
        ...

    @property
    def exemptions(self) -> Exemptions:
        """Findings that are let stand."""
        ...

    @property
    def vectors(self) -> VectorCache:
        """Cached vectors."""
        ...

    @property
    def journal(self) -> Journal:
        """The index journal."""
        ...

    @property
    def jobs(self) -> Jobs:
        """Work in the background."""
        ...

    @property
    def changes(self) -> Changes:
        """What was done, to be taken back."""
        ...

    @property
    def runs(self) -> Runs:
        """Packs handed out."""
        ...

    @property
    def profiles(self) -> Profiles:
        """Ranking profiles of projects."""
        ...

    @property
    def leases(self) -> Leases:
        """What one process at a time may do."""
        ...

    @property
    def audits(self) -> Audits:
        """What a check of the record reads."""
        ...

    @property
    def ledger(self) -> Ledger:
        """What calls of models cost."""
        ...


class Record(Protocol):
    """The record itself: opens transactions."""

    def reading(self) -> AbstractContextManager[UnitOfWork]:
        """A consistent snapshot that takes no write lock."""
        ...

    def writing(self) -> AbstractContextManager[UnitOfWork]:
        """A transaction that is durable once left."""
        ...
