"""What the author's memories claim: they outrank what is read out of chapters."""

import re
from collections.abc import Iterable, Iterator

from lorepack.records import CharacterStateFields, ItemFields, Memory, MemoryKind
from story.claims import Claim, ClaimKind, Names, read_claims
from story.claims.ranks import LADDER_OF, rung
from story.continuity.before import Known
from story.memories import as_typed
from text.facts.values import read_numeral

_SPEAKING = frozenset(
    {
        MemoryKind.CHARACTER_STATE,
        MemoryKind.ITEM,
        MemoryKind.EVENT,
        MemoryKind.RELATIONSHIP,
        MemoryKind.LOCKED_RULE,
        MemoryKind.BIBLE,
        MemoryKind.NOTE,
    }
)
_DEAD = re.compile("死|亡|殁|逝|牺牲|陨落|\\b(?:dead|deceased|died|killed)\\b", re.IGNORECASE)
_NOT_DEAD = re.compile(
    "未死|没死|假死|诈死|不死|复活|\\b(?:not dead|alive|undead)\\b", re.IGNORECASE
)
_CLAUSE = re.compile(r"[^，。；;,\n]+")
_AGE = re.compile("[0-9〇一二三四五六七八九十百]+")


def synthetic(kind: ClaimKind, subject: str, predicate: str, memory: Memory, value: str) -> Claim:
    """A claim that a memory makes as a whole."""
    return Claim(
        kind=kind,
        subject=subject,
        predicate=predicate,
        value=value,
        start=0,
        end=len(memory.text),
        text=memory.text,
    )


def written(memories: Iterable[Memory], names: Names) -> list[Known]:
    """Everything that memories claim, oldest first."""
    return [
        Known(claim=claim, memory=memory.id)
        for memory in memories
        if memory.kind in _SPEAKING and memory.origin == "author"
        for claim in (*_fields(memory, names), *_text(memory, names))
    ]


def _fields(memory: Memory, names: Names) -> Iterator[Claim]:
    """Claims of typed fields: condition, age, rank, holder."""
    subject = names.subject(memory.subject)
    if memory.kind is MemoryKind.CHARACTER_STATE:
        yield from _state(memory, subject)
    if memory.kind is MemoryKind.ITEM and (holder := as_typed(memory, ItemFields).holder):
        yield synthetic(ClaimKind.CUSTODY, subject, "has", memory, names.subject(holder))


def _state(memory: Memory, subject: str) -> Iterator[Claim]:
    fields = as_typed(memory, CharacterStateFields)
    if _DEAD.search(fields.condition) and not _NOT_DEAD.search(fields.condition):
        yield synthetic(ClaimKind.DEATH, subject, "dies", memory, "")
    elif fields.condition:
        yield synthetic(ClaimKind.REVIVAL, subject, "lives", memory, "")
    age = _AGE.search(fields.age)
    if age and (years := read_numeral(age.group())):
        yield synthetic(ClaimKind.ATTRIBUTE, subject, "age", memory, years)
    rank, stage = rung(fields.rank)
    if rank:
        value = "/".join(filter(None, (rank, stage)))
        yield synthetic(ClaimKind.ATTRIBUTE, subject, f"rank/{LADDER_OF[rank]}", memory, value)


def _text(memory: Memory, names: Names) -> Iterator[Claim]:
    """Claims of its words, its subject put before each clause that does not name it.

    The whole text is the evidence: the subject stands in no offset of it.
    """
    clauses = (found.group().strip() for found in _CLAUSE.finditer(memory.text))
    own = "" if "/" in memory.subject else memory.subject
    for clause in filter(None, clauses):
        gap = " " if clause[0].isascii() and own else ""
        said = clause if own in clause else f"{own}{gap}{clause}"
        for claim in read_claims(f"{said}。" if gap == "" else f"{said}.", names):
            if claim.kind is not ClaimKind.ACT:
                yield _whole(claim, memory)


def _whole(claim: Claim, memory: Memory) -> Claim:
    return Claim(
        kind=claim.kind,
        subject=claim.subject,
        predicate=claim.predicate,
        value=claim.value,
        other=claim.other,
        mode=claim.mode,
        start=0,
        end=len(memory.text),
        text=memory.text,
    )
