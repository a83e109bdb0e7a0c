"""The typed fields of memories: one record for each kind. None and empty say nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from lorepack.records.memory import MemoryKind


class ForeshadowStatus(StrEnum):
    """How far a foreshadow has come; each memory about it is one step."""

    PLANNED = "planned"
    PLANTED = "planted"
    HINTED = "hinted"
    ADVANCED = "advanced"
    PAID = "paid"
    RETIRED = "retired"
    """Given up: it will never be paid."""


class DutyKind(StrEnum):
    """What a duty asks of the next chapter."""

    MUST = "must"
    MUST_NOT = "must_not"


@dataclass(frozen=True, slots=True, kw_only=True)
class BibleFields:
    """What the story is."""

    logline: str = ""
    core: str = ""
    """What no pack goes without, at most 300 tokens; else the first paragraph is."""
    world_rules: tuple[str, ...] = ()
    protagonist: str = ""
    """The core of the main character."""
    traits: tuple[str, ...] = ()
    """What never changes about the main people."""
    adaptation: tuple[str, ...] = ()
    """Rules for a story after another work."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleFields:
    """A rule of style, of what is forbidden, of what may never change."""

    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeOutlineFields:
    """The outline of a volume."""

    volume: str = ""
    """Title of the volume; else the subject is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MainlineFields:
    """Where the main line stands."""

    goal: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CharacterStateFields:
    """How somebody is."""

    current_state: str = ""
    condition: str = ""
    """Alive, hurt, dead and so on."""
    location: str = ""
    age: str = ""
    rank: str = ""
    knows: tuple[str, ...] = ()
    conceals: tuple[str, ...] = ()
    last_seen: int | None = None
    """Position of a chapter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationshipFields:
    """What two are to each other; the subject is both names with `/` between."""

    ends: tuple[str, ...] = ()
    nature: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SceneFields:
    """A place and what stands in it."""

    place: str = ""
    props: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemFields:
    """Who has a thing, and where it is."""

    holder: str = ""
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFields:
    """When something happened in the story."""

    story_time: str = ""
    order: int | None = None
    """Place on the story's time line; need not follow the chapters."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeshadowFields:
    """One step of a foreshadow; the subject is its code."""

    title: str = ""
    surface: str = ""
    """What a reader sees."""
    hidden_truth: str = ""
    """What only the author knows."""
    status: ForeshadowStatus | None = None
    """None: planted where a chapter shows it, else planned."""
    people: tuple[str, ...] = ()
    planted_at: int | None = None
    """Position at which it is to be planted; once it is, that of the chapter."""
    due_from: int | None = None
    due_to: int | None = None
    """Planned positions, both inclusive; they do not move with the chapters."""
    payoffs: int | None = None
    """Steps of status `paid` that it takes; None for one."""
    step: int | None = None
    """Which of those steps this is: the same one told twice counts once."""
    paid: int | None = None
    """How many were taken so far; reckoned, never handed in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NextDutyFields:
    """What the next chapter has to do."""

    kind: DutyKind | None = None
    """None for `must`."""
    met: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterCardFields:
    """What the author wants of a chapter ahead; the text says the rest."""

    chapter_no: int | None = None
    """Planned position of the chapter; it does not move with the chapters. Every card has one."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class ChapterSummaryFields:
    """Who, where and when a chapter tells of."""

    story_start: str = ""
    story_end: str = ""
    people: tuple[str, ...] = ()
    """Names, each with the other names used."""
    places: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PreferenceFields:
    """What somebody wants."""

    whose: str = ""
    statement: str = ""
    """Their own words."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionFields:
    """What was decided."""

    whose: str = ""
    statement: str = ""
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskResultFields:
    """What came of a task; the subject is what it was about."""

    goal: str = ""
    key_path: tuple[str, ...] = ()
    """The steps that led there."""
    conclusion: str = ""
    status: str = ""
    """Done, failed and so on."""
    source_ids: tuple[str, ...] = ()
    """Ids of what it rests on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionSummaryFields:
    """What a session was about."""

    topic: str = ""
    conclusions: tuple[str, ...] = ()
    concerns: tuple[str, ...] = ()
    """What was left open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteFields:
    """Anything else."""

    topic: str = ""


MEMORY_FIELDS: Mapping[MemoryKind, type] = MappingProxyType(
    {
        MemoryKind.BIBLE: BibleFields,
        MemoryKind.STYLE_RULE: RuleFields,
        MemoryKind.BAN_RULE: RuleFields,
        MemoryKind.LOCKED_RULE: RuleFields,
        MemoryKind.VOLUME_OUTLINE: VolumeOutlineFields,
        MemoryKind.MAINLINE: MainlineFields,
        MemoryKind.CHARACTER_STATE: CharacterStateFields,
        MemoryKind.RELATIONSHIP: RelationshipFields,
        MemoryKind.SCENE: SceneFields,
        MemoryKind.ITEM: ItemFields,
        MemoryKind.EVENT: EventFields,
        MemoryKind.FORESHADOW: ForeshadowFields,
        MemoryKind.NEXT_DUTY: NextDutyFields,
        MemoryKind.CHAPTER_CARD: ChapterCardFields,
        MemoryKind.CHAPTER_SUMMARY: ChapterSummaryFields,
        MemoryKind.PREFERENCE: PreferenceFields,
        MemoryKind.DECISION: DecisionFields,
        MemoryKind.TASK_RESULT: TaskResultFields,
        MemoryKind.SESSION_SUMMARY: SessionSummaryFields,
        MemoryKind.NOTE: NoteFields,
    }
)
"""The record of each kind's fields."""
