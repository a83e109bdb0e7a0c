"""The dead who act, and those who die twice."""

from collections.abc import Iterable, Iterator

from lorepack.records import Finding, FindingCode
from story.claims import Claim, ClaimKind, Mode
from story.continuity.before import Before, Known
from story.continuity.draft import Draft

_CERTAIN = frozenset({Mode.ASSERTED, Mode.MENTION})
_ACTS_OF_THE_LIVING = 2
"""So many acts after a death, and the death was none: a rumour, a namesake, a misreading."""
_SILENCE = 3
"""Chapters without an act that bear out what one person says."""
_EVENTS = frozenset({"dies", "killed"})


def dead(known: Iterable[Known], chapter: int) -> dict[str, Known]:
    """Who is dead at a chapter, with the claim that says so.

    A death is believed if the narrator tells it or speaks of it as known, if two people say so,
    or if one does and the person is not seen for some chapters; whoever acts on and on in later
    pages lives.
    """
    deaths: dict[str, list[Known]] = {}
    acts: dict[str, int] = {}
    for one in known:
        claim = one.claim
        if claim.kind is ClaimKind.DEATH and claim.mode in _CERTAIN | {Mode.SPEECH}:
            deaths.setdefault(claim.subject, []).append(one)
        elif claim.kind is ClaimKind.REVIVAL and claim.mode in _CERTAIN | {Mode.SPEECH}:
            deaths.pop(claim.subject, None)
            acts.pop(claim.subject, None)
        elif claim.predicate == "acts" and claim.subject in deaths:
            acts[claim.subject] = acts.get(claim.subject, 0) + 1
            if acts[claim.subject] >= _ACTS_OF_THE_LIVING:
                del deaths[claim.subject], acts[claim.subject]
    believed = {
        subject: _believed(told, chapter, seen=acts.get(subject, 0) > 0)
        for subject, told in deaths.items()
    }
    return {subject: one for subject, one in believed.items() if one is not None}


def _believed(deaths: list[Known], chapter: int, *, seen: bool) -> Known | None:
    certain = [one for one in deaths if one.claim.mode in _CERTAIN]
    if certain:
        events = [one for one in certain if one.claim.predicate in _EVENTS]
        return (events or certain)[0]
    said = {(one.chapter, one.memory, one.claim.start) for one in deaths}
    first = deaths[0]
    silent = first.chapter is not None and chapter - first.chapter >= _SILENCE and not seen
    return first if len(said) > 1 or silent else None


def dead_who_act(draft: Draft, before: Before) -> Iterator[Finding]:
    """Findings about people who were dead before the draft."""
    gone = dead(before, draft.chapter)
    revived = {
        c.subject: c.start
        for c in reversed(draft.claims)
        if c.kind is ClaimKind.REVIVAL and c.mode in _CERTAIN | {Mode.SPEECH}
    }
    told: set[tuple[str, str]] = set()
    claims = draft.of(ClaimKind.ACT, ClaimKind.DEATH)
    for claim in sorted(claims, key=lambda claim: claim.predicate == "appears"):
        known = gone.get(claim.subject)
        back = revived.get(claim.subject, len(draft.text))
        if (
            known is None
            or back <= claim.end
            or _tells_of_death(claim, draft)
            or (claim.kind, claim.subject) in told
        ):
            continue
        finding = _finding(draft, claim, known)
        if finding is not None:
            told.add((claim.kind, claim.subject))
            yield finding


def _tells_of_death(claim: Claim, draft: Draft) -> bool:
    """Whether an act is but the beginning of a death or of a return to life."""
    fates = {ClaimKind.DEATH, ClaimKind.REVIVAL}
    return claim.kind is ClaimKind.ACT and any(
        c.kind in fates and c.subject == claim.subject and c.start <= claim.start < c.end
        for c in draft.claims
    )


def _finding(draft: Draft, claim: Claim, known: Known) -> Finding | None:
    name = draft.names.name(claim.subject)
    if claim.kind is ClaimKind.ACT:
        code = FindingCode.DEAD_ACTS
        message = draft.message(
            f"{name}已死，这里却在场：{claim.text}", f"{name} is dead and acts: {claim.text}"
        )
    elif claim.predicate in _EVENTS and known.claim.predicate in _EVENTS and _earlier(draft, known):
        code = FindingCode.DIES_AGAIN
        message = draft.message(
            f"{name}先前已死，这里又死一次", f"{name} has died before and dies again"
        )
    else:
        return None
    return draft.finding(code, claim.subject, "death", message, claim, known)


def _earlier(draft: Draft, known: Known) -> bool:
    """Whether the death is no scene that the chapter just before ends with."""
    return known.chapter is None or known.chapter < draft.chapter - 1
