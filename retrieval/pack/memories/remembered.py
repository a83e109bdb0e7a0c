"""Memories as pieces of a pack: what holds, and what was extracted since."""

from collections.abc import Iterable

from lorepack.records import AUTHOR, Memory, Told
from retrieval.pack.memories.shrinking import forms_of
from retrieval.pack.memories.telling import told
from retrieval.pack.piece import Piece, whole
from retrieval.pack.state import State
from text.scripts import mostly_han


def remembered(
    found: Iterable[Told],
    state: State,
    reason: str,
    *,
    required: bool = False,
    shrinks: bool = True,
    label: str | None = None,
) -> list[Piece]:
    """What holds on each subject, and behind it what was extracted since.

    Args:
        found: What memories add up to.
        state: The story just before the chapter.
        reason: What brought them up.
        required: Whether the pack may not go without them: then they do not shrink.
        shrinks: Whether they may be shown in shorter forms.
        label: In place of the subject.
    """
    pieces: list[Piece] = []
    for one in found:
        memory = one.memory
        taken = "" if memory.origin == AUTHOR else ", extracted from the text"
        full = None if shrinks and not required else whole(told(memory, state, label=label))
        pieces.append(
            Piece(
                id=memory.id,
                kind=memory.kind,
                reason=f"{reason}{taken}",
                forms=full or forms_of(memory, state, label=label),
                required=required,
                dear=True,
            )
        )
        pieces += [since_piece(one.since, state)] if one.since else []
    return pieces


def since_piece(memory: Memory, state: State) -> Piece:
    """What was extracted after the author's own word: it stands behind that one."""
    chinese = mostly_han(memory.text)
    place = state.positions.get(memory.known_from or "")
    since = f"此后，摘自第{place}章" if chinese else f"since then, taken from chapter {place}"
    head = f"{memory.subject}（{since}）" if chinese else f"{memory.subject} ({since})"
    return Piece(
        id=memory.id,
        kind=memory.kind,
        reason=f"extracted from chapter {place}, after the author's word",
        forms=forms_of(memory, state, label=head),
        dear=True,
    )
