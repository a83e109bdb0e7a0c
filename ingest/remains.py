"""What else holds the words of texts that go: former texts of others, and names. All pure."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from lorepack.ports import StoredText
from lorepack.records import Entity, EntityOrigin
from text.aliases import SILENT, plain

_TELLING = 6
"""Characters from which on a line that stands in two texts was hardly written twice."""


def tainted(
    gone: Sequence[str], staying: Sequence[str], others: Iterable[StoredText]
) -> list[StoredText]:
    """Texts that hold lines of texts that go.

    A chapter that was once joined with another one, or was cut from it, has left its words there.
    A line that a text that stays holds too is nobody's secret.

    Args:
        gone: Texts that go.
        staying: Texts that stay: those of the book and of drafts.
        others: Texts that nobody sees: former ones, and those in the trash.
    """
    kept = {line for text in staying for line in _lines(text)}
    lines = {line for text in gone for line in _lines(text)} - kept
    whole = {line for line in lines if len(line) >= _TELLING}
    ends = [end for end in _ends(gone) if end in lines and not _in_any(end, staying)]

    def is_tainted(text: str) -> bool:
        if not whole.isdisjoint(_lines(text)) or any(end in text for end in ends):
            return True
        # One that was cut off in the middle of a line begins or ends with a part of it.
        own = (end for end in _ends([text]) if len(end) >= _TELLING)
        return any(_in_any(end, gone) and not _in_any(end, staying) for end in own)

    return [other for other in others if is_tainted(other.text)]


def _lines(text: str) -> Iterator[str]:
    return filter(None, map(str.strip, text.splitlines()))


def _ends(texts: Iterable[str]) -> set[str]:
    """The first and the last line of each text."""
    found = [list(_lines(text)) for text in texts]
    return {line for lines in found for line in (*lines[:1], *lines[-1:])}


def _in_any(words: str, texts: Iterable[str]) -> bool:
    return any(words in text for text in texts)


def unheard(
    registry: Iterable[Entity], gone: Iterable[str], staying: Collection[str]
) -> list[Entity]:
    """Entities that a text that goes names, and none that stays.

    Args:
        registry: All there is, of every origin.
        gone: Texts that go.
        staying: Texts that stay.
    """
    went, left = "\n".join(map(plain, gone)), ""
    named = [e for e in registry if _named(e, went)]
    if named:
        left = "\n".join(map(plain, staying))
    return [e for e in named if not _named(e, left)]


def _named(entity: Entity, text: str) -> bool:
    return any(plain(name) in text for name in (entity.name, *entity.spellings))


def nobodys(entities: Iterable[Entity]) -> list[Entity]:
    """Those that an author does not speak for."""
    return [e for e in entities if e.origin in SILENT or e.origin is EntityOrigin.FOUND]
