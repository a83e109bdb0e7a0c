"""What an author's memories are to become: checked, placed and numbered. All pure."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from ingest.content import settled
from ingest.memories.held import Held
from ingest.own_packs import refuse_packs_in
from ingest.structure import find
from lorepack.errors import ConflictError, InvalidInputError
from lorepack.records import (
    AUTHOR,
    FieldValue,
    ForeshadowStatus,
    Memory,
    MemoryDraft,
    MemoryEdit,
    MemoryKind,
)
from story.memories import (
    ENDS,
    Visibility,
    next_code,
    read_fields,
    read_visibility,
    status_of,
)
from text.facts import extract

NewId = Callable[[], str]

LONGEST_TEXT = 20_000
"""Characters; what is longer is a chapter rather than a memory."""
LONGEST_SUBJECT = 200
_ID = re.compile(r"(?!(?:history|export|import)$)[^\s/?#\0\ud800-\udfff]{1,200}")
"""What can stand in an address, and is no part of the interface's own."""


def drafted(held: Held, draft: MemoryDraft, new_id: NewId) -> Memory:
    """A draft as a memory of the author's.

    Raises:
        InvalidInputError: It says nothing, or something that cannot be.
        NotFoundError: It names a chapter that there is not.
    """
    if draft.id is not None and not _ID.fullmatch(draft.id):
        raise InvalidInputError(
            f"{draft.id!r} is no id; say at most 200 characters without spaces, /, ? and #"
        )
    for source in draft.sources:
        find(held.edition, source.chapter)
        if not 0 <= source.start < source.end:
            raise InvalidInputError(f"from {source.start} to {source.end} is no stretch of a text")
    memory = Memory(
        id=draft.id or new_id(),
        kind=draft.kind,
        subject=draft.subject,
        text=draft.text,
        importance=draft.importance,
        known_from=_said(draft.known_from),
        valid_to=_said(draft.valid_to),
        fields=read_fields(draft.kind, draft.fields),
        facts=draft.facts,
        sources=draft.sources,
        visibility=draft.visibility,
        supersedes=draft.supersedes,
    )
    return checked(held, memory)


def _said(chapter: int | str | None) -> str | None:
    return None if chapter in (None, "") else str(chapter).strip() or None


def checked(held: Held, memory: Memory) -> Memory:
    """A memory as it is stored: its words settled, its chapters by id, its facts told.

    Raises:
        InvalidInputError: It says nothing, or something that cannot be.
        NotFoundError: It names a chapter that there is not.
    """
    refuse_packs_in(_words(memory), f"this {memory.kind}")
    subject = _subject(memory)
    text = settled(memory.text)
    _check_words(memory.kind, subject, text)
    if not 0 <= memory.importance <= 1:
        raise InvalidInputError(f"importance {memory.importance} is none; it goes from 0 to 1")
    first, last = _chapter(held, memory.known_from), _chapter(held, memory.valid_to)
    _check_range(held, first, last)
    said = map(settled, memory.facts)
    facts = dict.fromkeys([*said, *(fact.text for fact in extract(text))])
    settled_fields = {name: _settled(value) for name, value in memory.fields.items()}
    fields = read_fields(memory.kind, settled_fields)
    _check_card(memory.kind, fields)
    return replace(
        memory,
        subject=subject,
        text=text,
        known_from=first,
        valid_to=last,
        fields=fields,
        facts=tuple(facts),
        visibility=str(_placed(held, read_visibility(settled(memory.visibility)))),
    )


def _words(memory: Memory) -> Iterator[str]:
    """Whatever is told in words of its own."""
    yield from (memory.subject, memory.text, *memory.facts)
    for value in memory.fields.values():
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield "\n".join(value)


def _subject(memory: Memory) -> str:
    """On one line; the ends of a relationship without spaces around them."""
    subject = " ".join(settled(memory.subject).split())
    if memory.kind is MemoryKind.RELATIONSHIP:
        return ENDS.join(end.strip() for end in subject.split(ENDS))
    return subject


def _settled(value: FieldValue) -> FieldValue:
    if isinstance(value, tuple):
        return tuple(map(settled, value))
    return settled(value) if isinstance(value, str) else value


def _check_words(kind: MemoryKind, subject: str, text: str) -> None:
    if not text.strip():
        raise InvalidInputError(f"the text of this {kind} is empty; say something")
    for what, words, most in (("text", text, LONGEST_TEXT), ("subject", subject, LONGEST_SUBJECT)):
        if len(words) > most:
            raise InvalidInputError(
                f"the {what} of this {kind} has {len(words):,} characters; {most:,} are allowed"
            )


def _check_card(kind: MemoryKind, fields: Mapping[str, FieldValue]) -> None:
    if kind is MemoryKind.CHAPTER_CARD and not _positive(fields.get("chapter_no")):
        raise InvalidInputError(
            "this chapter_card is for no chapter: give as its field chapter_no the position that "
            "the chapter will have, from 1 on"
        )


def _positive(number: FieldValue | None) -> bool:
    return isinstance(number, int) and number > 0


def _chapter(held: Held, named: str | None) -> str | None:
    return None if named is None else find(held.edition, named).id


def _check_range(held: Held, first: str | None, last: str | None) -> None:
    places = {c.id: c.position for c in held.edition.chapters}
    if first and last and places[last] < places[first]:
        raise InvalidInputError(
            f"known from chapter {places[first]} and valid to chapter {places[last]}: "
            "that is upside down"
        )


def _placed(held: Held, visibility: Visibility) -> Visibility:
    """With a chapter's id; the number of one that is still to be written stays a number."""
    named = visibility.chapter
    number = int(named) if named.isascii() and named.isdigit() and len(named) < 9 else 0
    if not named or number > len(held.positions):
        return visibility
    return replace(visibility, chapter=find(held.edition, named).id)


def coded(memories: Sequence[Memory], taken: set[str]) -> list[Memory]:
    """Memories with a code for each foreshadow that has none yet.

    Raises:
        InvalidInputError: One goes on with a foreshadow and does not say with which.
    """
    done: list[Memory] = []
    for memory in memories:
        if memory.kind is MemoryKind.FORESHADOW and not memory.subject:
            status = status_of(memory)
            if status not in {ForeshadowStatus.PLANNED, ForeshadowStatus.PLANTED}:
                raise InvalidInputError(
                    f"say as the subject which foreshadow is {status}: its code"
                )
            code = next_code(taken | {m.subject for m in done})
            memory = replace(memory, subject=code)
        done.append(memory)
    return done


def edited(held: Held, memory: Memory, edit: MemoryEdit, new_id: NewId) -> Memory:
    """A memory with something different about it; an extracted one becomes an author's own.

    Raises:
        InvalidInputError: It would say nothing, or something that cannot be.
        NotFoundError: It names a chapter that there is not.
        ConflictError: It was replaced already.
    """
    text = memory.text if edit.text is None else edit.text
    kept = {k: v for k, v in memory.fields.items() if k not in edit.fields}
    changed = replace(
        memory,
        subject=memory.subject if edit.subject is None else edit.subject,
        text=text,
        importance=memory.importance if edit.importance is None else edit.importance,
        known_from=memory.known_from if edit.known_from is None else _said(edit.known_from),
        valid_to=memory.valid_to if edit.valid_to is None else _said(edit.valid_to),
        fields=kept | read_fields(memory.kind, edit.fields),
        facts=extra_facts(memory),
        visibility=memory.visibility if edit.visibility is None else edit.visibility,
    )
    done = checked(held, changed)
    return memory if done == memory else following(held, memory, done, new_id)


def restated(held: Held, memory: Memory, draft: MemoryDraft, new_id: NewId) -> Memory:
    """A memory of which all is said anew; an extracted one becomes an author's own.

    Raises:
        InvalidInputError: It would be of another kind, say nothing, or something that cannot be.
        NotFoundError: It names a chapter that there is not.
        ConflictError: It was replaced already.
    """
    if draft.kind is not memory.kind:
        raise InvalidInputError(f"{memory.id} is {memory.kind}; it cannot become {draft.kind}")
    done = replace(
        drafted(held, replace(draft, id=None), lambda: memory.id),
        origin=memory.origin,
        made_from=memory.made_from,
        supersedes=draft.supersedes or memory.supersedes,
        version=memory.version,
    )
    return memory if done == memory else following(held, memory, done, new_id)


def extra_facts(memory: Memory) -> tuple[str, ...]:
    """Facts of a memory that its own text does not hold: another text does not end them."""
    own = {fact.text for fact in extract(memory.text)}
    return tuple(fact for fact in memory.facts if fact not in own)


def following(held: Held, memory: Memory, changed: Memory, new_id: NewId) -> Memory:
    """What is said anew: the next version of an author's memory, or one over an extracted one."""
    by = held.replaced.get(memory.id)
    if by is not None:
        raise ConflictError(f"{memory.id} is replaced by {by}; edit or undo that one")
    if memory.made_from is None:
        return replace(changed, version=memory.version + 1)
    return replace(
        changed,
        id=new_id(),
        origin=AUTHOR,
        made_from=None,
        supersedes=memory.id,
        version=1,
    )
