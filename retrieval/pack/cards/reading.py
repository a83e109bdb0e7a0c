"""Reading a chapter card that was written freely: labelled words become its fields."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache

from lorepack.records import ChapterCard
from retrieval.pack.cards.labels import Label, label_alone, labels
from retrieval.pack.cards.names import names
from story.memories import codes_in, usual_code
from text.sentences import sentences

_NAMES = frozenset({"people", "places", "items", "foreshadow_codes"})
_LISTS = frozenset({"must_happen", "must_not"})
_MARK = re.compile(
    r"\s*(?:(?P<heading>#{1,6})\s+|(?P<bullet>[-*•·+]\s+|\d{1,2}[.)、]\s*|[（(]\d{1,2}[)）]\s*))?"
)
_AROUND = " \t　。；;，,、"


@lru_cache(maxsize=256)
def read_free_card(text: str) -> ChapterCard:
    """Read a card out of free text.

    Words behind a label go to its field, as do the lines under one that stands alone and the
    list below it; what no label claims stays in `text`, so that nothing is lost. Of what is said
    of a name the name goes to its field, and the whole stays in `text`. Codes of foreshadows
    count wherever they stand.
    """
    reading = _Reading()
    for line in text.splitlines():
        reading.read(line)
    reading.end_block()
    return reading.card(codes_in(text))


def completed(card: ChapterCard) -> ChapterCard:
    """A card with the fields that it leaves empty and its text tells; the text stays whole."""
    read = read_free_card(card.text)
    told = {f.name: getattr(card, f.name) or getattr(read, f.name) for f in fields(card)}
    return replace(card, **told | {"text": card.text})


@dataclass(slots=True)
class _Reading:
    """What was read so far."""

    said: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    rest: list[str] = field(default_factory=list[str])
    block: str = ""
    """The field that the next line may go on with."""
    under_heading: bool = False
    """Whether all lines do so up to the next heading."""
    loose: bool = False
    """Whether a paragraph does so, for its label stood alone; else the lines of a list do."""
    awaited: bool = False
    """Whether nothing stood behind its label so far."""
    label: str = ""
    """Its line, which is no label after all if nothing follows."""

    def read(self, line: str) -> None:
        """Take a line in."""
        alone, mark = label_alone(line), _MARK.match(line)
        body = line[mark.end() :] if mark else line
        if alone is not None:
            self._open(alone[0], heading=alone[1], alone=True)
            self.label = line
        elif not line.strip():
            self._blank()
        elif found := labels(body):
            self._labelled(line[: len(line) - len(body)], body, found)
        else:
            self._go_on(line, body, mark)

    def card(self, codes: Iterable[str]) -> ChapterCard:
        """All of it as a card."""
        told: dict[str, tuple[str, ...]] = {
            name: tuple(dict.fromkeys(said)) for name, said in self.said.items()
        }
        written = map(usual_code, told.get("foreshadow_codes", ()))
        lists = {name: told.get(name, ()) for name in _NAMES | _LISTS}
        lists["foreshadow_codes"] = tuple(dict.fromkeys([*written, *codes]))
        prose = {name: "\n".join(said) for name, said in told.items() if name not in lists}
        rest = re.sub(r"\n{3,}", "\n\n", "\n".join(self.rest)).strip()
        return ChapterCard(**prose, **lists, text=rest)  # pyright: ignore[reportArgumentType]

    def end_block(self) -> None:
        """Nothing more goes on with the last label."""
        if self.block and self.awaited and self.label:
            self.rest.append(self.label)
        self.block = self.label = ""

    def _open(self, name: str, *, heading: bool, alone: bool) -> None:
        self.end_block()
        self.block, self.under_heading = name, heading
        self.loose = self.awaited = alone

    def _blank(self) -> None:
        self.rest.append("")
        if not (self.under_heading or self.awaited):
            self.end_block()

    def _labelled(self, mark: str, body: str, found: list[Label]) -> None:
        before = body[: found[0].start].strip(_AROUND)
        self.rest += [f"{mark}{body[: found[0].start]}".rstrip()] if before else []
        ends = [*(label.start for label in found[1:]), len(body)]
        for label, end in zip(found, ends, strict=True):
            words = body[label.end : end].strip()
            self._take(label.field, words)
            self._open(label.field, heading=False, alone=not words)

    def _go_on(self, line: str, body: str, mark: re.Match[str] | None) -> None:
        listed = mark is not None and mark["bullet"] is not None
        heading = mark is not None and mark["heading"] is not None
        if self.block and not heading and (self.under_heading or self.loose or listed):
            self._take(self.block, body)
            self.loose, self.awaited = self.loose and not listed, False
            return
        self.end_block()
        self.rest.append(line)

    def _take(self, name: str, words: str) -> None:
        if name == "text":
            self.rest.append(words)
            return
        said = self.said.setdefault(name, [])
        if name in _NAMES:
            self._take_names(said, words)
        elif name in _LISTS:
            said += _things(words)
        elif kept := words.strip(_AROUND):
            said.append(kept)

    def _take_names(self, said: list[str], words: str) -> None:
        """A list of names ends with its sentence; what stands behind is words again."""
        spans = sentences(words)
        end = spans[0].end if spans else 0
        for named in names(words[:end]):
            said += [named.name] if named.name else []
            self.rest += [named.whole] if named.whole else []
        self.rest += [words[end:].strip()] if words[end:].strip() else []


def _things(words: str) -> list[str]:
    """Things that must or must not happen: parted by semicolons and by sentences."""
    parts = [words[span.start : span.end].strip(_AROUND) for span in sentences(words)]
    return [
        thing for part in parts for one in re.split("[；;]", part) if (thing := one.strip(_AROUND))
    ]
