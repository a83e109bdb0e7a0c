"""The context pack: what is asked for, and what comes back."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from pydantic import Field

from lorepack.records.search import Score
from lorepack.records.warned import Warned


class Level(StrEnum):
    """How far from the chapter a section stands."""

    L1 = "L1"
    L2 = "L2"
    L3 = "L3"
    L4 = "L4"


class Form(StrEnum):
    """How much of an item is shown."""

    FULL = "full"
    COMPRESSED = "compressed"
    FACTS = "facts"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterCard:
    """What the author wants of the next chapter."""

    title: str = ""
    goal: str = ""
    must_happen: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    foreshadow_codes: tuple[str, ...] = ()
    pov: str = ""
    ending_hook: str = ""
    text: str = ""
    """Anything said freely."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackRequest:
    """Which pack is wanted."""

    chapter: Annotated[int, Field(ge=1)]
    """Position of the chapter to be written; nothing from it or later is used."""
    budget: Annotated[int, Field(ge=0)] = 12_000
    """Tokens, counted by `encoding` over the rendered text."""
    card: ChapterCard | None = None
    query: str = ""
    encoding: str = "o200k_base"


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where an item's words stand; None of it for what was not cut out of a chapter."""

    chapter: int | None = None
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One piece of a section."""

    id: str
    kind: str
    form: Form
    text: str
    tokens: int
    reason: str
    source: Source = Source()
    score: Score | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of the pack; empty ones are left out."""

    level: Level
    name: str
    budget: int
    """Tokens it could have used."""
    tokens: int
    items: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """An item that did not get in."""

    id: str
    section: str
    tokens: int
    reason: str
    needs: int
    """Tokens its section lacked for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """A stretch of chapters and the one entry of the story so far that stands for it."""

    first: Annotated[int, Field(alias="from")]
    last: Annotated[int, Field(alias="to")]
    level: int
    """0 a chapter, 1 a window, 2 a window of windows …"""
    id: str
    form: str
    """`full`, `short` or `line`."""
    origin: str
    """`extractive`, a model's name, or `opening` where no summary is ready yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefix:
    """The part of the pack that the next chapter's pack is expected to share."""

    hash: str
    tokens: int
    shared_tokens: int
    """Tokens shared with the last pack built for an earlier chapter, 0 if there was none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message of the pack's chat form."""

    role: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextPack:
    """What a model needs for one chapter, never above its budget."""

    id: str
    """Hash of the rendered bytes."""
    project: str
    chapter: int
    budget: int
    tokens: int
    """Exact count of `rendered`."""
    encoding: str
    rendered: str
    messages: tuple[ChatMessage, ...]
    sections: tuple[Section, ...]
    dropped: tuple[Dropped, ...]
    coverage: tuple[Covered, ...]
    prefix: Prefix
    warnings: tuple[Warned, ...] = ()
    degraded: tuple[str, ...] = ()
    profile: str = ""
    """Fingerprint of the profile that ranked what is in it; empty in packs of earlier versions."""
