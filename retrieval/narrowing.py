"""Where a search may look, out of what a request names: chapters, an entity, a speaker, a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from difflib import get_close_matches

from lorepack.errors import InvalidInputError, NotFoundError
from lorepack.ports import UnitOfWork
from lorepack.records import Entity, Scope, SearchRequest, Where
from story.positions import order_key_at
from text.fold import fold
from text.naming import resolve
from text.windows import windows

_NEAR = 3
"""Names of speakers told where nobody is called so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Looking:
    """Where a search looks, from what place and at what time."""

    where: Where
    keys: Sequence[int]
    """Order keys of the chapters that the reader may see, rising."""
    known: Sequence[Entity]
    """Entities that the reader has met."""
    asked_at: datetime | None


def looking(unit: UnitOfWork, scope: Scope, request: SearchRequest) -> Looking:
    """What a request says of that, looked up in the book.

    Raises:
        InvalidInputError: The position lies beyond the book, or what is said makes no range.
        NotFoundError: There is no such project, or nothing of a name; the text lists names near it.
    """
    places = unit.chapters.reading_order(scope)
    before = None if request.as_of is None else order_key_at(places, request.as_of)
    keys = [key for key, _ in places if before is None or key < before]
    known = unit.entities.known(scope, before=before)
    return Looking(
        where=narrowed(unit, scope, request, before, keys, known),
        keys=keys,
        known=known,
        asked_at=moment(request.asked_at),
    )


def narrowed(
    unit: UnitOfWork,
    scope: Scope,
    request: SearchRequest,
    before: int | None,
    keys: Sequence[int],
    known: Sequence[Entity],
) -> Where:
    """What a request lets come up.

    Args:
        unit: An open read.
        scope: Whose book.
        request: As it came.
        before: Order key that all chapters of the reader's are smaller than; None for no bound.
        keys: Order keys of the chapters that the reader may see, rising.
        known: Entities that the reader has met.

    Raises:
        InvalidInputError: The chapters, the times or the name make no range.
        NotFoundError: There is nobody and nothing of that name; the text lists names near it.
    """
    since, until = _times(request)
    return Where(
        before=before,
        chapters=_stretch(request, keys),
        entities=() if request.entity is None else (resolve(known, request.entity).id,),
        speakers=_speakers(unit, scope, request.speaker, before, known),
        since=since,
        until=until,
    )


def moment(said: str | None) -> datetime | None:
    """When a request says that it is asked; midnight UTC for what says less.

    Raises:
        InvalidInputError: It is no moment.
    """
    if said is None:
        return None
    try:
        return datetime.fromisoformat(said)
    except ValueError as error:
        raise InvalidInputError(
            f"asked_at {said!r} is no moment; say one in ISO 8601, such as 2024-04-09T16:23+08:00"
        ) from error


def _stretch(request: SearchRequest, keys: Sequence[int]) -> tuple[tuple[int, int], ...]:
    first, last = request.from_chapter, request.to_chapter
    if first is None and last is None:
        return ()
    begin, end = first or 1, last or len(keys)
    for name, position in (("from", first), ("to", last)):
        if position is not None and position > len(keys):
            raise InvalidInputError(
                f"{name} {position} lies beyond what is searched: {len(keys)} chapters"
            )
    if begin > end:
        raise InvalidInputError(f"from {begin} lies behind to {end}; say the earlier one first")
    return ((keys[begin - 1], keys[end - 1]),)


def _speakers(
    unit: UnitOfWork, scope: Scope, named: str | None, before: int | None, known: Sequence[Entity]
) -> tuple[str, ...]:
    if named is None:
        return ()
    speaking = unit.literals.speakers(scope, where=Where(before=before))
    wanted = {fold(named)}
    for entity in known:
        spellings = {fold(spelling) for spelling in entity.spellings}
        wanted |= spellings if fold(named) in spellings else set()
    found = tuple(name for name in speaking if name in wanted)
    if found:
        return found
    if not speaking:
        raise NotFoundError("no text here says who speaks: only transcripts do")
    near = get_close_matches(fold(named), speaking, _NEAR, 0.5) or speaking[:_NEAR]
    raise NotFoundError(f"nobody called {named!r} speaks here; {', '.join(map(repr, near))} do")


def _times(request: SearchRequest) -> tuple[int | None, int | None]:
    asked_at = moment(request.asked_at)
    zone = (asked_at.tzinfo if asked_at else None) or UTC
    since = _second("since", request.since, asked_at, zone)
    until = _second("until", request.until, asked_at, zone)
    if since is not None and until is not None and since >= until:
        raise InvalidInputError(
            f"since {request.since!r} does not lie before until {request.until!r}"
        )
    return since, until


def _second(name: str, said: str | None, asked_at: datetime | None, zone: tzinfo) -> int | None:
    """The first second of what is said, or the first one behind it for `until`."""
    if said is None:
        return None
    exact = _exact(said.strip(), zone)
    if exact is not None:
        return exact
    named = windows(said, asked_at)
    end = (named[0].since if name == "since" else named[0].until) if len(named) == 1 else None
    if end is None:
        raise InvalidInputError(
            f"{name} {said!r} is no date that can be placed; say one such as 2024-04-09, "
            "2024-04-09T16:23 or 2024年4月, or say with asked_at what it is counted from"
        )
    return end


def _exact(said: str, zone: tzinfo) -> int | None:
    """A moment with its hour; a bare date is a whole day and no moment."""
    if "T" not in said and ":" not in said:
        return None
    try:
        found = datetime.fromisoformat(said)
    except ValueError:
        return None
    return int((found if found.tzinfo else found.replace(tzinfo=zone)).timestamp())
