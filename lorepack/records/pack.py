"""The context pack: what is asked for, and what comes back."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Annotated

from pydantic import BeforeValidator, Field

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


class Fresh(StrEnum):
    """Whether an item's words are those of the book as it is now."""

    FRESH = "fresh"
    """The text itself, what was made from it as it is, or an author's own word."""
    STALE = "stale"
    """The chapter's text has left the summary behind: its opening words stand for it."""
    PLACEHOLDER = "placeholder"
    """There is no summary yet: opening words stand for it."""


class PackFormat(StrEnum):
    """How a pack is handed out, and counted."""

    TEXT = "text"
    MESSAGES = "messages"
    """A chat: what is stable as the system's message, the rest as the user's."""
    JSON = "json"
    """One JSON document on one line; it has no messages."""


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


def _position(value: object) -> object:
    return None if value == "next" else value


@dataclass(frozen=True, slots=True, kw_only=True)
class PackRequest:
    """Which pack is wanted."""

    chapter: Annotated[int | None, Field(ge=1), BeforeValidator(_position)] = None
    """Position of the chapter to be written; nothing from it or later is used. None, or `next`:
    the one after the last."""
    budget: Annotated[int, Field(ge=0)] = 12_000
    """Tokens, counted by `encoding` over what is handed out in `format`."""
    budgets: Mapping[str, Annotated[int, Field(ge=0)]] = field(default_factory=dict[str, int])
    """Tokens of single sections, by name, in place of their usual share."""
    card: ChapterCard | None = None
    query: str = ""
    encoding: str = "o200k_base"
    format: PackFormat = PackFormat.TEXT
    pins: tuple[str, ...] = ()
    """Ids of what must be in it, whole: of memories and snippets, codes of foreshadows."""
    bans: tuple[str, ...] = ()
    """Ids, likewise, of what must not be in it."""
    profile: str = ""
    """TOML of the profile that ranks for it; empty for the project's own."""
    preview: bool = False
    """Whether to only look at it: no record of it is kept, so it cannot be replayed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Where an item's words stand; None of it for what was not cut out of a chapter."""

    chapter: int | None = None
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Matched:
    """Words of a chapter that brought an item up."""

    words: str
    start: int
    end: int
    """In characters of the chapter's text, end exclusive."""


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
    matched: tuple[Matched, ...] = ()
    freshness: Fresh = Fresh.FRESH


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
    """Tokens its section lacked for it; 0 where more room would not have brought it in."""
    kind: str = ""
    source: Source = Source()
    score: Score | None = None
    displaced_by: tuple[str, ...] = ()
    """Ids of the items that have the room it would have needed, the least dear first."""


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
    previous: str = ""
    """Id of that pack."""
    broken_by: str = ""
    """Where the shared beginning ends: `section` or `section/item`; empty if it does not."""


class Turn(StrEnum):
    """What became of an item from one pack to another."""

    IN = "in"
    OUT = "out"
    FORM = "form"
    """It is told in another form."""
    TEXT = "text"
    """It says something else in the same form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemChange:
    """What became of one item."""

    section: str
    id: str
    kind: str
    turn: Turn
    before: int
    """Tokens it took, 0 where it was not in."""
    after: int
    """Tokens it takes, likewise."""
    reason: str
    """Why it is in, or out, or in this form."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackDiff:
    """In what two packs of a project differ."""

    before: str
    """Id of the one."""
    after: str
    """Id of the other."""
    changes: tuple[ItemChange, ...]
    """In the order of the sections."""
    kept: int
    """How many items are the same in both."""
    shared_tokens: int
    """Tokens of their common beginning, by the encoding of the later one."""
    broken_by: str
    """The first item that is not the same in both, as `section/item`; empty where all are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChatMessage:
    """One message of the pack's chat form."""

    role: str
    content: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextPack:
    """What a model needs for one chapter, never above its budget."""

    id: str
    """Hash of the bytes handed out in its format."""
    project: str
    chapter: int
    budget: int
    tokens: int
    """Exact count of `rendered`; in the format `messages`, of the messages' contents, four more for
    each message and three for the reply."""
    encoding: str
    format: PackFormat = PackFormat.TEXT
    rendered: str
    """The pack as one text; a JSON document in the format `json`."""
    messages: tuple[ChatMessage, ...]
    """The same for a chat; none in the format `json`."""
    sections: tuple[Section, ...]
    dropped: tuple[Dropped, ...]
    coverage: tuple[Covered, ...]
    prefix: Prefix
    warnings: tuple[Warned, ...] = ()
    degraded: tuple[str, ...] = ()
    """What it had to do without; `run`: it could not be kept, and cannot be asked for again."""
    profile: str = ""
    """Fingerprint of the profile that ranked what is in it; empty in packs of earlier versions."""
