"""What somebody knows before it can have reached them."""

from collections.abc import Iterator

from lorepack.records import CharacterStateFields, Finding, FindingCode, MemoryKind
from story.claims import Claim, ClaimKind, Mode
from story.continuity.before import Before, Known
from story.continuity.draft import Draft
from story.continuity.likeness import alike
from story.continuity.memories import synthetic
from story.memories import as_typed


def knows_too_much(draft: Draft, before: Before) -> Iterator[Finding]:
    """Findings about people who know what they did not know, with no telling between."""
    unknown: dict[str, list[Known]] = {}
    for one in before:
        _note(unknown, one)
    secrets = _secrets(draft)
    told: set[tuple[str, str]] = set()
    for claim in draft.of(ClaimKind.KNOWLEDGE):
        if claim.predicate == "knows":
            candidates = [*unknown.get(claim.subject, ()), *_kept_from(secrets, claim)]
            known = next((k for k in candidates if alike(k.claim.value, claim.value)), None)
            if known is not None and (claim.subject, known.claim.value) not in told:
                told.add((claim.subject, known.claim.value))
                yield _finding(draft, claim, known)
        if claim.predicate == "learns":
            _note(unknown, Known(claim=claim))
            secrets = [s for s in secrets if not alike(s.claim.value, claim.value)]


def _note(unknown: dict[str, list[Known]], one: Known) -> None:
    claim = one.claim
    if claim.kind is not ClaimKind.KNOWLEDGE or claim.mode is not Mode.ASSERTED:
        return
    held = unknown.setdefault(claim.subject, [])
    if claim.predicate == "ignores":
        held.append(one)
    else:
        held[:] = [k for k in held if not alike(k.claim.value, claim.value)]


def _secrets(draft: Draft) -> list[Known]:
    """What people of the story conceal from everybody, by the author's memories."""
    return [
        Known(
            claim=synthetic(
                ClaimKind.KNOWLEDGE,
                draft.names.subject(m.subject),
                "conceals",
                m,
                secret,
            ),
            memory=m.id,
        )
        for m in draft.memories
        if m.kind is MemoryKind.CHARACTER_STATE
        for secret in as_typed(m, CharacterStateFields).conceals
    ]


def _kept_from(secrets: list[Known], claim: Claim) -> list[Known]:
    return [one for one in secrets if one.claim.subject != claim.subject]


def _finding(draft: Draft, claim: Claim, known: Known) -> Finding:
    name = draft.names.name(claim.subject)
    message = draft.message(
        f"{name}还无从知道：{claim.value}", f"{name} cannot know yet: {claim.value}"
    )
    return draft.finding(
        FindingCode.CANNOT_KNOW, claim.subject, known.claim.value, message, claim, known
    )
