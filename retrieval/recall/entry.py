"""What may be recalled: a message with its date and speaker, or a passage with its chapter."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from lorepack.records import Chapter, Passage, Score, Source
from retrieval.parts import Places, places_by_part
from retrieval.query import Asked
from text.scripts import mostly_han
from text.transcripts import Message, messages, said

_DAY = len("2023-06-13")


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One thing that may be recalled."""

    id: str
    date: str | None
    label: str
    speaker: str | None
    words: str
    """As they stand in the text, without a header."""
    source: Source
    score: Score
    needed: bool = False
    """Whether it is the best that holds some literal part of the query."""
    parts: tuple[Places, ...] = ()
    """Where in its words each of these parts stands, of an entry that is needed."""

    @property
    def head(self) -> str:
        """What stands before it: when it was said, else where it stands."""
        return self.date or self.label


def needs_chapter(passage: Passage) -> bool:
    """Whether it is the rest of a message whose header only the chapter's text holds."""
    spoken = bool(passage.speakers) or passage.at is not None
    return spoken and not messages(passage.text)


def entry_of(passage: Passage, chapter: Chapter, texts: Mapping[str, str], score: Score) -> Entry:
    """A passage as it may be recalled.

    Args:
        passage: A snippet.
        chapter: Its chapter.
        texts: Texts of the chapters that `needs_chapter` asks for, by id.
        score: Why it came up.
    """
    message, words = _spoken(passage, texts)
    return Entry(
        id=passage.id,
        date=message.stamp[:_DAY] if message and message.stamp else None,
        label=_label(chapter, passage.text),
        speaker=message.speaker if message else None,
        words=words,
        source=Source(chapter=chapter.position, start=passage.start, end=passage.end),
        score=score,
    )


def needed(entry: Entry, passage: Passage, asked: Asked) -> Entry:
    """The entry of a passage that is needed, with where its parts stand in what it says."""
    bare = replace(passage, start=0, end=len(entry.words), text=entry.words, following="")
    return replace(entry, needed=True, parts=places_by_part(asked, bare))


def _spoken(passage: Passage, texts: Mapping[str, str]) -> tuple[Message | None, str]:
    """The message that a passage is or belongs to, and what of it stands in the passage."""
    own = messages(passage.text)
    if own:
        whole = replace(own[0], end=len(passage.text))
        return whole, said(passage.text, whole).text
    if passage.chapter_id not in texts:
        return None, passage.text
    of_chapter = messages(texts[passage.chapter_id])
    around = (m for m in of_chapter if m.start <= passage.start < m.end)
    return next(around, None), passage.text


def _label(chapter: Chapter, text: str) -> str:
    called = " ".join((chapter.label or chapter.title).split())
    numbered = f"第{chapter.position}章" if mostly_han(text) else f"chapter {chapter.position}"
    return called or numbered
