"""The form of a contradiction to plant: what is said first, and what cannot stand beside it."""

from dataclasses import dataclass

from lorepack.records import FindingCode


@dataclass(frozen=True, slots=True, kw_only=True)
class Template:
    """A contradiction with room for two people."""

    code: FindingCode
    """What the checker is to call it."""
    said: str = ""
    """Goes into an earlier chapter; empty where the book or the card says it."""
    planted: str = ""
    """Goes into the chapter under check."""
    must_happen: str = ""
    must_not: str = ""
    """Lines of the chapter's card."""


def dead(*planted: str) -> tuple[Template, ...]:
    """Ways for somebody dead to act."""
    return tuple(Template(code=FindingCode.DEAD_ACTS, planted=text) for text in planted)


def pairs(code: FindingCode, *given: tuple[str, str]) -> tuple[Template, ...]:
    """Contradictions of one sort: what is said first, and what is planted."""
    return tuple(Template(code=code, said=said, planted=planted) for said, planted in given)
