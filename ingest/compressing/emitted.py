"""The form that a model's account of a chapter is forced into."""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, TypeAdapter, with_config

from lorepack.ports import AnswerForm

Line = Annotated[str, Field(max_length=400)]
Quote = Annotated[str, Field(max_length=400, description="Words of the chapter, to the letter.")]

_STRICT = ConfigDict(extra="forbid")


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class EmittedPerson:
    """Somebody who takes part."""

    name: Line
    aliases: tuple[Line, ...]
    """The other names that this chapter uses."""


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class EmittedUpdate:
    """What is different about somebody after the chapter."""

    name: Line
    state: Line
    condition: Literal["alive", "injured", "ill", "missing", "captive", "dead", "unknown"]
    location: Line
    evidence: Quote


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class EmittedRelationship:
    """What two people are to each other after the chapter."""

    one: Line
    other: Line
    nature: Line
    evidence: Quote


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class EmittedForeshadow:
    """A hint that is planted, taken further or paid off."""

    code: Line
    """That of a known one, else empty."""
    title: Line
    text: Line
    evidence: Quote


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class EmittedItem:
    """A thing that matters, and who has it after the chapter."""

    name: Line
    holder: Line
    state: Line
    evidence: Quote


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class EmittedDuty:
    """What the next chapter must go on with, or must not do yet."""

    kind: Literal["continue", "avoid"]
    text: Line
    evidence: Quote


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class Emitted:
    """A model's account of a chapter."""

    summary: Annotated[str, Field(min_length=1)]
    story_start: Line
    story_end: Line
    people: tuple[EmittedPerson, ...]
    places: tuple[Line, ...]
    updates: tuple[EmittedUpdate, ...]
    relationships: tuple[EmittedRelationship, ...]
    new_foreshadows: tuple[EmittedForeshadow, ...]
    advanced_foreshadows: tuple[EmittedForeshadow, ...]
    paid_foreshadows: tuple[EmittedForeshadow, ...]
    items: tuple[EmittedItem, ...]
    duties: tuple[EmittedDuty, ...]


@with_config(_STRICT)
@dataclass(frozen=True, slots=True, kw_only=True)
class EmittedWindow:
    """A model's account of several chapters."""

    summary: Annotated[str, Field(min_length=1)]


EMITTED = TypeAdapter(Emitted)
EMITTED_WINDOW = TypeAdapter(EmittedWindow)


@cache
def chapter_form() -> AnswerForm:
    """The form for a chapter."""
    return AnswerForm(
        name="emit_chapter_memory",
        description="Hand in what this chapter tells and what is different after it.",
        schema=EMITTED.json_schema(),
    )


@cache
def window_form() -> AnswerForm:
    """The form for a window of chapters."""
    return AnswerForm(
        name="emit_window_summary",
        description="Hand in what these chapters tell together.",
        schema=EMITTED_WINDOW.json_schema(),
    )
