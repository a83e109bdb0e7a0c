"""Which words may be an alias, and where the aliases of a registry meet."""

from collections.abc import Mapping, Sequence

from lorepack.errors import InvalidInputError
from lorepack.records import Alias, AliasKind, Entity
from text.aliases import SILENT, plain
from text.names.generic import is_generic_title, is_pronoun

_LONGEST = 100
"""Characters of a name."""

_FOR_A_TIME = {AliasKind.TITLE, AliasKind.ROLE}


def cleaned(text: str) -> str:
    """A name without white space around it, and single spaces inside.

    Raises:
        InvalidInputError: Nothing is left, or it is no text or too long for a name.
    """
    words = " ".join(text.split())
    if not words:
        raise InvalidInputError("a name is empty; say one")
    if len(words) > _LONGEST:
        raise InvalidInputError(
            f"{words[:20]!r}… has {len(words)} characters; a name has at most {_LONGEST}"
        )
    try:
        words.encode()
    except UnicodeEncodeError as error:
        raise InvalidInputError(
            f"{words!r} is no text: character {error.start} is half of one; send whole UTF-8"
        ) from error
    return words


def check_alias(alias: Alias, order: Mapping[str, int]) -> None:
    """Refuse an alias that would mean too much or nothing.

    Args:
        alias: With its text cleaned.
        order: Places of the chapters by id.

    Raises:
        InvalidInputError: It is a pronoun, a single character or a bare title that nobody vouches
            for, or its range ends before it begins.
    """
    text = alias.text
    if is_pronoun(text):
        raise InvalidInputError(
            f"{text!r} is a pronoun: it means somebody else in every sentence and can be no name"
        )
    if is_generic_title(text):
        _check_title(alias)
    if len(text) == 1 and not alias.confirmed:
        raise InvalidInputError(
            f"{text!r} is one character, which stands in many other words; confirm it to have it "
            "found where it is a word of its own"
        )
    first, last = (
        place_of(alias.from_chapter, order, -1),
        place_of(alias.to_chapter, order, 1 << 62),
    )
    if last < first:
        raise InvalidInputError(
            f"the range of {text!r} is upside down: it ends at chapter {last + 1}, before it "
            f"begins at chapter {first + 1}"
        )


def _check_title(alias: Alias) -> None:
    bounded = alias.from_chapter is not None or alias.to_chapter is not None
    if alias.kind not in _FOR_A_TIME or not (bounded or alias.confirmed):
        raise InvalidInputError(
            f"{alias.text!r} is a title that many bear; register it as a title or a role, with "
            "the chapters in which it means this one, or confirm it"
        )


def place_of(chapter: str | None, order: Mapping[str, int], unbounded: int) -> int:
    """Place of a range's end; that of a chapter without a place is behind all others."""
    return unbounded if chapter is None else order.get(chapter, 1 << 62)


def check_apart(entity: Entity, order: Mapping[str, int]) -> None:
    """Refuse an entity that has one alias twice in the same chapters.

    Raises:
        InvalidInputError: It does; the text names the alias.
    """
    held: dict[str, list[Alias]] = {}
    for alias in entity.aliases:
        alike = held.setdefault(plain(alias.text), [])
        for other in alike:
            if _meet(alias, other, order):
                raise InvalidInputError(
                    f"{alias.text!r} is a name of {entity.name!r} already"
                    f"{_in_chapters(other, order)}; change that one instead"
                )
        alike.append(alias)


def _in_chapters(alias: Alias, order: Mapping[str, int]) -> str:
    first = "" if alias.from_chapter is None else f" from chapter {order[alias.from_chapter] + 1}"
    last = "" if alias.to_chapter is None else f" up to chapter {order[alias.to_chapter] + 1}"
    return first + last


def _meet(one: Alias, other: Alias, order: Mapping[str, int]) -> bool:
    """Whether two ranges have a chapter in common."""
    first, last = (
        max(place_of(alias.from_chapter, order, -1) for alias in (one, other)),
        min(place_of(alias.to_chapter, order, 1 << 62) for alias in (one, other)),
    )
    return first <= last


def shared(registry: Sequence[Entity], order: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Aliases that another entity has in the same chapters, by the ids of those who have them."""
    holders: dict[str, list[tuple[Entity, Alias]]] = {}
    for entity in registry:
        for alias in entity.aliases if entity.origin not in SILENT else ():
            holders.setdefault(plain(alias.text), []).append((entity, alias))
    found: dict[str, dict[str, None]] = {}
    for held in holders.values():
        for entity, alias in held:
            if any(e.id != entity.id and _meet(alias, other, order) for e, other in held):
                found.setdefault(entity.id, {})[alias.text] = None
    return {id: tuple(texts) for id, texts in found.items()}
