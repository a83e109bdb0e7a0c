"""A small cast, and what a text says of it."""

from collections.abc import Sequence

from lorepack.records import (
    Alias,
    ChapterCard,
    Entity,
    EntityOrigin,
    FactKind,
    Finding,
    FindingCode,
    Memory,
    MemoryKind,
)
from story.claims import Claim, ClaimKind, Names, read_claims
from story.continuity import ChapterClaims, check

PEOPLE = {
    "沈砚秋": ("砚秋", "沈先生"),
    "陆青禾": ("青禾",),
    "苏小满": ("小满",),
    "周老三": (),
    "Martin Vale": ("Martin", "Mr. Vale"),
    "Ada Crane": ("Ada",),
    "Tom Reed": ("Tom",),
}
THINGS = {"铜铃": (), "海图": ("半张海图",), "brass key": (), "望潮楼": ()}


def _entity(name: str, aliases: Sequence[str], kind: FactKind) -> Entity:
    return Entity(
        id=f"id of {name}",
        kind=kind,
        name=name,
        origin=EntityOrigin.AUTHOR,
        aliases=tuple(Alias(text=text) for text in (name, *aliases)),
    )


NAMES = Names(
    [
        *(_entity(name, aliases, FactKind.PERSON) for name, aliases in PEOPLE.items()),
        *(_entity(name, aliases, FactKind.OBJECT) for name, aliases in THINGS.items()),
    ]
)


def claims(text: str, kind: ClaimKind) -> list[Claim]:
    """Claims of one kind."""
    return [claim for claim in read_claims(text, NAMES) if claim.kind is kind]


def said(text: str, kind: ClaimKind) -> list[tuple[str, str, str, str]]:
    """Subject, predicate, value and mode of the claims of one kind, names for ids."""
    return [
        (NAMES.name(c.subject), c.predicate, NAMES.name(c.value), str(c.mode))
        for c in claims(text, kind)
    ]


def findings(
    before: str | Sequence[str],
    draft: str,
    *,
    memories: Sequence[Memory] = (),
    card: ChapterCard | None = None,
    exempt: Sequence[str] = (),
) -> list[Finding]:
    """What is found in a draft after chapters of these texts."""
    texts = [before] if isinstance(before, str) else before
    told = [
        ChapterClaims(position=at, claims=read_claims(text, NAMES))
        for at, text in enumerate(texts, start=1)
    ]
    return check(draft, len(texts) + 1, NAMES, told, memories=memories, card=card, exempt=exempt)


def codes(before: str | Sequence[str], draft: str) -> list[FindingCode]:
    """Codes of what is found."""
    return [finding.code for finding in findings(before, draft)]


def memory(kind: MemoryKind, subject: str, text: str, **fields: str) -> Memory:
    """A memory of the author's."""
    return Memory(id=f"{kind} {subject}", kind=kind, subject=subject, text=text, fields=fields)
