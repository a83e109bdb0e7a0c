"""Packs handed back: what lorepack handed out is not taken in as what an author wrote."""

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from lorepack.errors import InvalidInputError
from lorepack.records import ChapterText
from text.packs import FoundPack, find_pack


def refuse_packs(text: str, place: str = "") -> None:
    """Refuse a text that holds a pack, whatever stands around it.

    Args:
        text: The text.
        place: What it is; empty where the line says enough.

    Raises:
        InvalidInputError: It does; the text names the line.
    """
    found = find_pack(text)
    if found is not None:
        raise _refusal(found, place)


def refuse_packs_in(texts: Iterable[str], place: str) -> None:
    """Refuse a thing that is told in several texts, one of which holds a pack.

    Raises:
        InvalidInputError: It does; the text names the line of that one.
    """
    for text in texts:
        refuse_packs(text, place)


def refuse_packs_among(text: str, chapters: Sequence[ChapterText]) -> None:
    """Refuse a manuscript that holds a pack, all of it.

    Args:
        text: The manuscript.
        chapters: As it is cut.

    Raises:
        InvalidInputError: It does; the text names the chapter and the line.
    """
    found = find_pack(text)
    if found is not None:
        raise _refusal(found, _chapter_at(found.start, chapters))


def _chapter_at(start: int, chapters: Sequence[ChapterText]) -> str:
    """The last chapter that begins before a place; its heading belongs to it."""
    nth = bisect_right([c.start - len(c.heading) for c in chapters], start)
    if not nth:
        return "the title page"
    parsed = chapters[nth - 1].parsed
    called = " ".join(filter(None, (parsed.label, parsed.title)))
    return f"chapter {nth}" + (f" ({called})" if called else "")


def _refusal(found: FoundPack, place: str) -> InvalidInputError:
    where = ", ".join(filter(None, (place, f"line {found.line}")))
    return InvalidInputError(
        f"{where}: here begins a pack that lorepack handed out ({found.mark}); taken in, it would "
        "come back in every later pack. Take it out and hand in only what was written from it; "
        "which pack that was, from_pack says (--from-pack)"
    )
