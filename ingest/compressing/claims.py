"""A model's account as single claims, each with the words that are to bear it out."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.compressing.emitted import Emitted, EmittedForeshadow
from lorepack.records import FieldValue, MemoryKind

_DUTIES = {"continue": "must", "avoid": "must_not"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One thing that is said to be so after the chapter."""

    kind: MemoryKind
    about: tuple[str, ...]
    """Names of whom or what it is about; each has to be known to the chapter."""
    subject: str = ""
    """What it is filed under, where that is no name: a foreshadow's code."""
    text: str
    evidence: str
    named: Mapping[str, str]
    """Fields that name somebody, something or a place of the chapter."""
    fields: Mapping[str, FieldValue]


def claims_of(emitted: Emitted, codes: Sequence[str]) -> Iterator[Claim]:
    """The claims of an account, evidence not yet looked at.

    Args:
        emitted: The account.
        codes: What the open foreshadows are filed under.
    """
    yield from _people(emitted)
    for item in emitted.items:
        yield _claim(
            MemoryKind.ITEM, (item.name,), item.state, item.evidence, {"holder": item.holder}
        )
    for duty in emitted.duties:
        yield _claim(
            MemoryKind.NEXT_DUTY, (), duty.text, duty.evidence, {}, {"kind": _DUTIES[duty.kind]}
        )
    steps = {
        "planted": emitted.new_foreshadows,
        "advanced": emitted.advanced_foreshadows,
        "paid": emitted.paid_foreshadows,
    }
    for status, told in steps.items():
        for step in told:
            yield _step(step, status, codes)


def _people(emitted: Emitted) -> Iterator[Claim]:
    for update in emitted.updates:
        condition = "" if update.condition == "unknown" else update.condition
        yield _claim(
            MemoryKind.CHARACTER_STATE,
            (update.name,),
            update.state,
            update.evidence,
            {"location": update.location},
            {"condition": condition},
        )
    for tie in emitted.relationships:
        ends = (tie.one, tie.other)
        yield _claim(MemoryKind.RELATIONSHIP, ends, tie.nature, tie.evidence, {})


def _claim(
    kind: MemoryKind,
    about: tuple[str, ...],
    text: str,
    evidence: str,
    named: Mapping[str, str],
    fields: Mapping[str, FieldValue] | None = None,
) -> Claim:
    return Claim(
        kind=kind, about=about, text=text, evidence=evidence, named=named, fields=fields or {}
    )


def _step(step: EmittedForeshadow, status: str, codes: Sequence[str]) -> Claim:
    known = step.code if step.code in codes else ""
    return Claim(
        kind=MemoryKind.FORESHADOW,
        about=(),
        # One that nobody has given a code is filed under its title.
        subject=known or (step.title if status == "planted" else ""),
        text=step.text,
        evidence=step.evidence,
        named={},
        fields={"title": step.title, "status": status},
    )
