"""Which stored memory an entry of a file is: the same one every time the file is read."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from uuid import UUID, uuid5

from lorepack.records import ForeshadowFields, Memory, MemoryKind, MemoryVersion
from story.memories import as_typed, next_code

Histories = Mapping[str, Sequence[MemoryVersion]]
"""All versions of memories, by id."""

_SPACE = UUID("b2a4a5a8-1b0c-4f5e-8f27-0d6b1f6d5d3e")
OF_A_BIBLE = "bible-"
"""How ids of memories begin that were read out of a file."""
_ALIKE = 0.6
"""Share of equal characters from which on a changed text is still the same entry."""


def matched(entries: Sequence[Memory], stored: Histories, taken: Iterable[str]) -> list[Memory]:
    """Give each entry without an id that of its memory, and each foreshadow its code.

    It is the memory on the same subject that had the same text at any time, else one known from
    the same chapter, else the next one in order. Without a subject, it is the one of its kind
    with the same text, else with the most similar one.

    Args:
        entries: Of one file, in order; the id is empty where the file names none.
        stored: What earlier imports left, what was taken away too.
        taken: Codes of foreshadows that there ever were.
    """
    coded = _coded(entries, stored, set(taken))
    matching = _Matching(ids=[entry.id for entry in coded])
    for id, told in stored.items():
        if id.startswith(OF_A_BIBLE) and id not in matching.ids:
            matching.free[_about(told[-1].memory)][id] = told
    for alike in (_same_text, _same_chapter, _similar):  # the surest first, for all entries
        matching.find(coded, alike)
    held = {*stored, *filter(None, matching.ids)}
    return [
        replace(entry, id=id or _new(entry, held))
        for entry, id in zip(coded, matching.ids, strict=True)
    ]


_About = tuple[MemoryKind, str]


def _about(memory: Memory) -> _About:
    return memory.kind, memory.subject


@dataclass(slots=True)
class _Matching:
    ids: list[str]
    """What each entry was found to be; empty for none yet."""
    free: dict[_About, dict[str, Sequence[MemoryVersion]]] = field(
        default_factory=lambda: defaultdict(dict)
    )
    """Those that no entry was found to be, by what they are about."""

    def find(self, entries: Sequence[Memory], alike: "_Alike") -> None:
        """Let each entry that is nothing yet be the most alike of what is free, if any is."""
        for at, entry in enumerate(entries):
            free = self.free[_about(entry)]
            if self.ids[at] or not free:
                continue
            scores = {id: alike(entry, told) for id, told in free.items()}
            best = max(scores, key=lambda id: scores[id])
            if scores[best] > 0:
                self.ids[at] = best
                del free[best]


_Alike = Callable[[Memory, Sequence[MemoryVersion]], float]


def _same_text(entry: Memory, told: Sequence[MemoryVersion]) -> float:
    return any(v.memory.text == entry.text for v in told)


def _same_chapter(entry: Memory, told: Sequence[MemoryVersion]) -> float:
    return bool(entry.subject) and told[-1].memory.known_from == entry.known_from


def _similar(entry: Memory, told: Sequence[MemoryVersion]) -> float:
    """How alike the texts are; with a subject, whatever is left will do."""
    pair = SequenceMatcher(None, told[-1].memory.text, entry.text)
    if entry.subject:
        return max(pair.ratio(), _ALIKE)
    if pair.real_quick_ratio() < _ALIKE or pair.quick_ratio() < _ALIKE:
        return 0
    return pair.ratio() * (pair.ratio() >= _ALIKE)


def _coded(entries: Sequence[Memory], stored: Histories, taken: set[str]) -> list[Memory]:
    """Foreshadows that a file names by their titles alone keep the codes they were given."""
    newest = [told[-1].memory for told in stored.values()]
    codes = {_title(m): m.subject for m in newest if m.kind is MemoryKind.FORESHADOW}
    taken = taken | {e.subject for e in entries if e.kind is MemoryKind.FORESHADOW}
    done: list[Memory] = []
    for entry in entries:
        if entry.kind is MemoryKind.FORESHADOW and not entry.subject:
            code = codes.setdefault(_title(entry), next_code(taken))
            taken.add(code)
            entry = replace(entry, subject=code)
        done.append(entry)
    return done


def _title(foreshadow: Memory) -> str:
    return as_typed(foreshadow, ForeshadowFields).title or foreshadow.text


def _new(entry: Memory, held: set[str]) -> str:
    parts = (entry.kind.value, entry.subject, entry.text)
    nth = 0
    while (id := f"{OF_A_BIBLE}{uuid5(_SPACE, chr(31).join((*parts, str(nth))))}") in held:
        nth += 1
    held.add(id)
    return id
