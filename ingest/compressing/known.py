"""What can be read off a chapter without a model: who is in it, where and when."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from ingest.compressing.records import Sent
from lorepack.records import Fact, FactKind
from story.guard import kept_facts
from text.facts import extract

_MOMENTS = frozenset({FactKind.DATE, FactKind.TIME})


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """Who, where and when."""

    people: Mapping[str, tuple[str, ...]]
    """Names, in the order in which they appear, each with the other names the chapter uses."""
    places: tuple[str, ...]
    story_start: str
    """The first moment that is named, to the letter; empty if none is."""
    story_end: str

    @property
    def details(self) -> str:
        """Hash of all of it."""
        people = [f"{name}={'/'.join(others)}" for name, others in self.people.items()]
        told = "\n".join([self.story_start, self.story_end, *people, "", *self.places])
        return sha256(told.encode("utf-8", "surrogatepass")).hexdigest()


def known_in(sent: Sent) -> Known:
    """Read it off a chapter's text."""
    moments = [fact.text for fact in extract(sent.text) if fact.kind in _MOMENTS]
    return Known(
        people=_named(sent, FactKind.PERSON),
        places=tuple(_named(sent, FactKind.PLACE)),
        story_start=moments[0] if moments else "",
        story_end=moments[-1] if moments else "",
    )


def _named(sent: Sent, kind: FactKind) -> dict[str, tuple[str, ...]]:
    """Entities of a kind that are mentioned, with the spellings used beside their names."""
    names = {e.id: e.name for e in sent.entities if e.kind is kind}
    used: dict[str, list[str]] = {}
    for mention in sent.matcher.find(sent.text, at=sent.place):
        if mention.entity in names:
            spellings = used.setdefault(names[mention.entity], [])
            spelling = sent.text[mention.start : mention.end]
            if spelling not in spellings:
                spellings.append(spelling)
    return {name: tuple(s for s in found if s != name) for name, found in used.items()}


def facts_told(summary: str, sent: Sent) -> tuple[str, ...]:
    """Facts that belong to what a summary says: its own, and those of the sentences it tells."""
    kept = kept_facts(summary, sent.text, sent.matcher, at=sent.place)
    return verbatim([*kept, *extract(summary)], sent)


def verbatim(facts: Sequence[Fact], sent: Sent) -> tuple[str, ...]:
    """Facts as the chapter has them to the letter, each once, in the order of the chapter."""
    places = {fact.text: sent.text.find(fact.text) for fact in facts}
    return tuple(sorted((t for t in places if places[t] >= 0), key=places.__getitem__))
