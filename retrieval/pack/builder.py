"""Building a pack: one read of what is known, at most one search, then everything pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256

from lorepack.ports import Record, Tokenizer, Tokenizers, UnitOfWork
from lorepack.records import (
    Chapter,
    ChapterCard,
    ContextPack,
    Entity,
    PackRequest,
    Passage,
    Prefix,
    Scope,
    Score,
    Told,
    Where,
)
from ranking.profile_file import fingerprint
from retrieval.pack.card import words
from retrieval.pack.compose import STORED_ENCODING, Composed, Composer
from retrieval.pack.naming import name_warnings, named_people, shared_names
from retrieval.pack.render import mark_of
from retrieval.pack.state import Found, Person, State
from retrieval.query import check_words, quoted
from retrieval.search import Searcher
from story.coverage import USUAL, Lengths
from story.entries import chapter_key, sources
from story.memories import fold, same_in
from story.positions import order_key_at
from story.so_far import tell
from text.scripts import mostly_han

ABSENCE = 10
"""Chapters without a mention after which somebody returns rather than goes on."""
BEST = 5
"""Passages taken for a query."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackBuilder:
    """Builds context packs."""

    record: Record
    searcher: Searcher
    tokenizers: Tokenizers
    lengths: Lengths = USUAL
    """How many members a window of chapters has."""

    def build(self, scope: Scope, request: PackRequest) -> ContextPack:
        """Build the pack for a chapter and keep a record of it.

        Raises:
            NotFoundError: There is no such project.
            InvalidInputError: The chapter lies beyond the next one, or the encoding is unknown.
            BudgetError: What the pack may not go without does not fit its budget.
        """
        check_words(f"{request.query}{words(request.card or ChapterCard())}")
        tokenizer = self.tokenizers(request.encoding)
        with self.record.reading() as unit:
            mark = mark_of(unit.projects.get(scope).secret)
            state, degraded = self._state(unit, scope, request)
            before = unit.runs.last_before(scope, request.chapter)
        composed = Composer(state, mark, tokenizer, request.encoding).compose()
        ranked_by = fingerprint(self.searcher.profile)
        pack = _pack(scope, state, composed, tokenizer, before, degraded, ranked_by)
        with self.record.writing() as unit:
            unit.runs.add(scope, request, pack)
        return pack

    def _state(
        self, unit: UnitOfWork, scope: Scope, request: PackRequest
    ) -> tuple[State, tuple[str, ...]]:
        places = unit.chapters.reading_order(scope)
        before = order_key_at(places, request.chapter)
        chapters = [e.chapter for e in unit.chapters.outline(scope, before=before)]
        known = unit.entities.known(scope, before=before)
        people = self._people(unit, scope, request, known, chapters, before)
        originals, degraded = self._originals(unit, scope, request, people, known, chapters, before)
        last = next((c for c in reversed(chapters) if c.chars), None)
        text = unit.chapters.text(scope, last.id) if last else ""
        standing = unit.summaries.standing(scope, [chapter_key(c) for c in chapters])
        live = unit.memories.live(
            scope,
            before=before,
            made_from=sources(chapters, standing),
            about=_names(request, people),
        )
        same = same_in(known, {c.id: place for place, c in enumerate(chapters)})
        told = fold(live, {c.id: c.position for c in chapters}, same)
        state = State(
            request=request,
            chapters=chapters,
            so_far=tell(chapters, standing, self.tokenizers(STORED_ENCODING).count, self.lengths),
            told=told,
            people=people,
            shared=shared_names(request, known),
            originals=originals,
            last_chapter=last,
            last_text=text,
            chinese=_speaks_chinese(request, told, text),
        )
        return state, degraded

    def _originals(
        self,
        unit: UnitOfWork,
        scope: Scope,
        request: PackRequest,
        people: Sequence[Person],
        known: Sequence[Entity],
        chapters: Sequence[Chapter],
        before: int,
    ) -> tuple[list[Found], tuple[str, ...]]:
        """Passages that somebody or something calls for; nothing calls, none are read."""
        returning = [
            p.last
            for p in people
            if p.last is not None and len(chapters) - p.last.position >= ABSENCE
        ]
        asked, degraded = self._asked(unit, scope, request, known, chapters, before)
        unique = {found.passage.id: found for found in [*returning, *asked]}
        return list(unique.values()), degraded

    def _asked(
        self,
        unit: UnitOfWork,
        scope: Scope,
        request: PackRequest,
        known: Sequence[Entity],
        chapters: Sequence[Chapter],
        before: int,
    ) -> tuple[list[Found], tuple[str, ...]]:
        """The best passages for the query, and those that the card quotes."""
        keys = [chapter.order_key for chapter in chapters]
        wanted: dict[str, tuple[str, Score | None]] = {}
        degraded: tuple[str, ...] = ()
        for quote in _quotes(request):
            literal = self.searcher.literal(unit, scope, quote, before)
            wanted |= {id: (f"the card quotes {quote!r}", None) for id in literal[:1]}
        if request.query and keys:
            found = self.searcher.find(
                unit, scope, request.query, Where(before=before), keys, known=known
            )
            degraded = found.degraded
            for id in self.searcher.chosen(found)[:BEST]:
                wanted.setdefault(id, ("among the best for the query", found.scores[id]))
        passages = {p.id: p for p in unit.snippets.passages(scope, list(wanted))}
        position = {c.id: c.position for c in chapters}
        return [
            Found(
                passage=passages[id],
                position=position[passages[id].chapter_id],
                reason=reason,
                score=score,
            )
            for id, (reason, score) in wanted.items()
            if id in passages
        ], degraded

    def _people(
        self,
        unit: UnitOfWork,
        scope: Scope,
        request: PackRequest,
        known: Sequence[Entity],
        chapters: Sequence[Chapter],
        before: int,
    ) -> list[Person]:
        """People of the card, then those that card and query mention, with where each was last.

        A name that the book has not made known by itself is looked for to the letter.
        """
        named = named_people(request, known)
        last = _last_seen(unit, scope, [e for e in named.values() if e], chapters, before)
        by_word = {
            name: ids[-1]
            for name, entity in named.items()
            if entity is None and (ids := self.searcher.literal(unit, scope, name, before))
        }
        passages = unit.snippets.passages(scope, list(by_word.values())) if by_word else []
        words = {p.id: _seen(p, chapters) for p in passages}
        return [
            Person(
                name=name,
                entity=entity,
                last=last.get(entity.id) if entity else words.get(by_word.get(name, "")),
            )
            for name, entity in named.items()
        ]


def _seen(passage: Passage, chapters: Sequence[Chapter]) -> Found:
    position = next(c.position for c in chapters if c.id == passage.chapter_id)
    reason = "somebody who returns was last seen here"
    return Found(passage=passage, position=position, reason=reason)


def _quotes(request: PackRequest) -> list[str]:
    return quoted(words(request.card)) if request.card else []


def _last_seen(
    unit: UnitOfWork,
    scope: Scope,
    entities: Sequence[Entity],
    chapters: Sequence[Chapter],
    before: int,
) -> dict[str, Found]:
    """The snippet of each entity's last mention, by entity id."""
    seen = unit.entities.appearances(scope, [e.id for e in entities], before=before)
    places = {id: appearances[-1] for id, appearances in seen.items()}
    passages = unit.snippets.around(scope, list(places.values()))
    return {
        id: _seen(passage, chapters)
        for id, place in places.items()
        for passage in passages
        if passage.chapter_id == place.chapter_id and passage.start <= place.start < passage.end
    }


def _names(request: PackRequest, people: Sequence[Person]) -> set[str]:
    """Whom and what the next chapter is about, by every name."""
    card = request.card or ChapterCard()
    return {*card.places, *card.items, *(name for person in people for name in person.names)}


def _speaks_chinese(request: PackRequest, memories: Sequence[Told], last: str) -> bool:
    """The language of the book, else of what its author wrote about it."""
    card = words(request.card) if request.card else ""
    told = last or "\n".join(m.memory.text for m in memories) or card or request.query
    return mostly_han(told)


def _pack(
    scope: Scope,
    state: State,
    composed: Composed,
    tokenizer: Tokenizer,
    before: str | None,
    degraded: tuple[str, ...],
    profile: str,
) -> ContextPack:
    request = state.request
    shared = _common_beginning(before or "", composed.rendered)
    return ContextPack(
        id=sha256(composed.rendered.encode("utf-8", "surrogatepass")).hexdigest()[:32],
        project=scope.project,
        chapter=request.chapter,
        budget=request.budget,
        tokens=composed.tokens,
        encoding=request.encoding,
        rendered=composed.rendered,
        messages=composed.messages,
        sections=composed.sections,
        dropped=composed.dropped,
        coverage=composed.coverage,
        prefix=Prefix(
            hash=sha256(composed.stable.encode("utf-8", "surrogatepass")).hexdigest()[:32],
            tokens=tokenizer.count(composed.stable),
            shared_tokens=tokenizer.count(shared),
        ),
        warnings=name_warnings(state),
        degraded=degraded,
        profile=profile,
    )


def _common_beginning(one: str, other: str) -> str:
    pairs = enumerate(zip(one, other, strict=False))
    return one[: next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))]
