"""Checking a draft for contradictions, without a model."""

from collections.abc import Collection, Iterable, Sequence

from lorepack.records import ChapterCard, Finding, Memory
from story.claims import Names, read_claims
from story.continuity.before import Before, ChapterClaims, told
from story.continuity.changes import changed_facts
from story.continuity.days import days_again
from story.continuity.dead import dead_who_act
from story.continuity.draft import Draft
from story.continuity.duties import broken, unmet
from story.continuity.hands import wrong_hands
from story.continuity.knowing import knows_too_much
from story.continuity.memories import written

_BESIDE_THE_STORY = (dead_who_act, changed_facts, wrong_hands, knows_too_much, days_again)
_BESIDE_THE_PLAN = (unmet, broken)


def check(
    draft: str,
    chapter: int,
    names: Names,
    before: Iterable[ChapterClaims],
    *,
    memories: Sequence[Memory] = (),
    card: ChapterCard | None = None,
    exempt: Collection[str] = (),
) -> list[Finding]:
    """Hold a draft against what was true before it.

    Args:
        draft: Its text.
        chapter: Position that it is written for; only chapters before it speak.
        names: The known names of the book.
        before: What chapters claim.
        memories: Known and holding at the chapter, oldest first.
        card: What the author wants of the chapter.
        exempt: Ids of findings that the author lets stand.

    Returns:
        Findings in the order of the draft, exempt ones among them.
    """
    read = Draft(
        text=draft,
        chapter=chapter,
        names=names,
        claims=read_claims(draft, names),
        card=card or ChapterCard(),
        memories=memories,
        exempt=frozenset(exempt),
    )
    known = Before(told=told(before, chapter), written=written(memories, names))
    findings = [
        *(finding for look in _BESIDE_THE_STORY for finding in look(read, known)),
        *(finding for look in _BESIDE_THE_PLAN for finding in look(read)),
    ]
    found = {finding.id: finding for finding in reversed(findings)}  # of two alike, the first
    return sorted(found.values(), key=lambda f: (f.draft.start, f.draft.end, f.code, f.id))
