"""What checks for contradictions keep: claims that were read, and what an author lets stand."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from lorepack.records import Exemption, Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptClaims:
    """What a chapter claims, as it was read once."""

    signature: str
    """Hash of all that the reading depends on: another one, and the claims are stale."""
    claims: str
    """The claims as JSON."""


class ClaimsCache(Protocol):
    """Claims by chapter: a chapter is read again only where its signature is another one."""

    def get(self, scope: Scope, chapter_ids: Sequence[str]) -> dict[str, KeptClaims]:
        """Those that are kept, by chapter id."""
        ...

    def put(self, scope: Scope, claims: Mapping[str, KeptClaims]) -> None:
        """Keep claims in place of a chapter's former ones; of a chapter that is gone, none."""
        ...


class Exemptions(Protocol):
    """Findings that an author lets stand; what is said of them can be taken back."""

    def all(self, scope: Scope) -> list[Exemption]:
        """Every one, the oldest first."""
        ...

    def put(self, scope: Scope, finding: str, reason: str) -> None:
        """Let a finding stand; said again, the new reason holds."""
        ...

    def delete(self, scope: Scope, finding: str) -> None:
        """Let a finding stand no longer.

        Raises:
            NotFoundError: It was not let stand.
        """
        ...
