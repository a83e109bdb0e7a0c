"""Building a pack: one read of what is known, at most one search, then everything pure."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from lorepack.ports import Record, Tokenizer, Tokenizers, UnitOfWork
from lorepack.records import (
    ChapterCard,
    ContextPack,
    PackFormat,
    PackRequest,
    Prefix,
    Scope,
    Told,
)
from ranking.profile_file import fingerprint
from retrieval.pack.card import words
from retrieval.pack.choices import check_choices
from retrieval.pack.compose import STORED_ENCODING, Composed, Composer
from retrieval.pack.diff import common_beginning
from retrieval.pack.forms import renderer_of
from retrieval.pack.naming import name_warnings, shared_names
from retrieval.pack.originals import originals_of, pinned_of
from retrieval.pack.people import names_of, people_of
from retrieval.pack.reading import Reading
from retrieval.pack.render import mark_of
from retrieval.pack.state import State
from retrieval.query import check_words
from retrieval.search import Searcher
from story.coverage import USUAL, Lengths
from story.entries import chapter_key, sources
from story.memories import fold, same_in
from story.positions import order_key_at
from story.so_far import tell
from text.scripts import mostly_han


@dataclass(frozen=True, slots=True, kw_only=True)
class PackBuilder:
    """Builds context packs."""

    record: Record
    searcher: Searcher
    tokenizers: Tokenizers
    lengths: Lengths = USUAL
    """How many members a window of chapters has."""

    def build(self, scope: Scope, request: PackRequest) -> ContextPack:
        """Build the pack for a chapter and keep a record of it, unless it is a preview.

        Raises:
            NotFoundError: There is no such project.
            InvalidInputError: The chapter lies beyond the next one, or the encoding, a section,
                a pin or a ban is of nothing there is.
            BudgetError: What the pack may not go without does not fit its budget.
        """
        check_words(f"{request.query}{words(request.card or ChapterCard())}")
        check_choices(request)
        tokenizer = self.tokenizers(request.encoding)
        with self.record.reading() as unit:
            mark = mark_of(unit.projects.get(scope).secret)
            reading = self._reading(unit, scope, request)
            state, degraded = self._state(reading)
            before = unit.runs.last_before(scope, state.chapter)
        composed = self._composer(state, mark, tokenizer).compose()
        ranked_by = fingerprint(self.searcher.profile)
        pack = _pack(scope, state, composed, tokenizer, before, degraded, ranked_by)
        if not request.preview:
            with self.record.writing() as unit:
                unit.runs.add(scope, state.request, pack)
        return pack

    def _composer(self, state: State, mark: str, tokenizer: Tokenizer) -> Composer:
        """Summaries know their sizes in one encoding, which has many names, and in text."""
        form = state.request.format
        known = tokenizer == self.tokenizers(STORED_ENCODING) and form is not PackFormat.JSON
        renderer = renderer_of(form, mark, chinese=state.chinese)
        return Composer(state, renderer, tokenizer, recount=not known)

    def _reading(self, unit: UnitOfWork, scope: Scope, request: PackRequest) -> Reading:
        places = unit.chapters.reading_order(scope)
        position = request.chapter or len(places) + 1
        before = order_key_at(places, position)
        return Reading(
            unit=unit,
            scope=scope,
            request=replace(request, chapter=position),
            searcher=self.searcher,
            chapters=[e.chapter for e in unit.chapters.outline(scope, before=before)],
            known=unit.entities.known(scope, before=before),
            before=before,
        )

    def _state(self, reading: Reading) -> tuple[State, tuple[str, ...]]:
        unit, scope, chapters = reading.unit, reading.scope, reading.chapters
        people = people_of(reading)
        last = next((c for c in reversed(chapters) if c.chars), None)
        text = unit.chapters.text(scope, last.id) if last else ""
        standing = unit.summaries.standing(scope, [chapter_key(c) for c in chapters])
        live = unit.memories.live(
            scope,
            before=reading.before,
            made_from=sources(chapters, standing),
            about=None if reading.request.pins else names_of(reading, people),
        )
        same = same_in(reading.known, {c.id: place for place, c in enumerate(chapters)})
        told = fold(live, reading.positions, same)
        state = State(
            request=reading.request,
            chapter=len(chapters) + 1,
            chapters=chapters,
            so_far=tell(chapters, standing, self.tokenizers(STORED_ENCODING).count, self.lengths),
            told=told,
            people=people,
            shared=shared_names(reading.request, reading.known),
            originals=(),
            pinned=pinned_of(reading),
            last_chapter=last,
            last_text=text,
            chinese=_speaks_chinese(reading.request, told, text),
        )
        found = originals_of(reading, state, live)
        return replace(state, originals=found.called, passed=found.passed), found.degraded


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
    request, form = state.request, composed.form
    shared = common_beginning(before or "", form.rendered)
    return ContextPack(
        id=_hash(form.returned),
        project=scope.project,
        chapter=state.chapter,
        budget=request.budget,
        tokens=form.tokens,
        encoding=request.encoding,
        format=request.format,
        rendered=form.rendered,
        messages=form.messages,
        sections=composed.sections,
        dropped=composed.dropped,
        coverage=composed.coverage,
        prefix=Prefix(
            hash=_hash(form.stable),
            tokens=tokenizer.count(form.stable),
            shared_tokens=tokenizer.count(shared),
        ),
        warnings=(*name_warnings(state), *composed.warnings),
        degraded=degraded,
        profile=profile,
    )


def _hash(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]
