"""Findings that an author lets stand."""

import re
from dataclasses import dataclass

from lorepack.errors import InvalidInputError
from lorepack.ports import Record
from lorepack.records import Exemption, Scope

_ID = re.compile("[0-9a-f]{16}")
_LONGEST_REASON = 500
"""Characters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Exempter:
    """Lets findings of one project stand; each call is one change that can be taken back."""

    record: Record
    scope: Scope

    def all(self) -> list[Exemption]:
        """Every exemption, the oldest first."""
        with self.record.reading() as unit:
            return unit.exemptions.all(self.scope)

    def exempt(self, finding: str, reason: str = "") -> Exemption:
        """Let a finding stand, in this draft and in every later one.

        Args:
            finding: Its id; no check need have shown it yet.
            reason: Why, in one line.

        Raises:
            NotFoundError: There is no such project.
            InvalidInputError: That is no id, or no reason.
        """
        _check_id(finding)
        said = " ".join(reason.split())
        _check_reason(said)
        with self.record.writing() as unit:
            unit.exemptions.put(self.scope, finding, said)
            unit.changes.close(self.scope, "exempt", f"let finding {finding} stand")
            unit.projects.touch(self.scope)
            return next(e for e in unit.exemptions.all(self.scope) if e.finding == finding)

    def unexempt(self, finding: str) -> None:
        """Let a finding stand no longer.

        Raises:
            NotFoundError: There is no such project, or the finding was not exempt.
            InvalidInputError: That is no id.
        """
        _check_id(finding)
        with self.record.writing() as unit:
            unit.exemptions.delete(self.scope, finding)
            unit.changes.close(self.scope, "unexempt", f"finding {finding} stands no longer")
            unit.projects.touch(self.scope)


def _check_id(finding: str) -> None:
    if not _ID.fullmatch(finding):
        raise InvalidInputError(
            f"{finding[:40]!r} is no id of a finding: `lorepack check` prints them, 16 digits of "
            "0-9 and a-f"
        )


def _check_reason(reason: str) -> None:
    if not (reason.isprintable() and len(reason) <= _LONGEST_REASON):
        raise InvalidInputError(
            f"a reason is one line of words, {_LONGEST_REASON} characters at the most"
        )
