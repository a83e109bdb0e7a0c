"""Building a pack: one read of what is known, at most one search, then everything pure."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from lorepack.errors import ReadOnlyError
from lorepack.ports import Project, Record, Tokenizer, Tokenizers, UnitOfWork
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
from retrieval.pack.cards.stored import card_for
from retrieval.pack.cards.subjects import filed_in, filed_under, subjects_of
from retrieval.pack.cards.words import words
from retrieval.pack.choices import check_choices
from retrieval.pack.compose import STORED_ENCODING, Composed, Composer
from retrieval.pack.originals.wanted import originals_of, pinned_of
from retrieval.pack.people.naming import name_warnings, shared_names
from retrieval.pack.people.who import names_of, people_of
from retrieval.pack.prefix import hash_of, prefix_of
from retrieval.pack.reading import Reading
from retrieval.pack.rendering.forms import Renderer, renderer_of
from retrieval.pack.rendering.render import mark_of
from retrieval.pack.shelf import KeptTokenizer, Shelf, Shelved
from retrieval.pack.state import State
from retrieval.query import check_words
from retrieval.search import Searcher
from story.coverage import USUAL, Lengths
from story.memories import fold, same_in
from text.scripts import mostly_han


@dataclass(frozen=True, slots=True, kw_only=True)
class PackBuilder:
    """Builds context packs."""

    record: Record
    searcher: Searcher
    tokenizers: Tokenizers
    shelf: Shelf = field(default_factory=Shelf)
    """Books that were read for former packs."""
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
            project = unit.projects.get(scope)
            book = self._book(unit, project)
            reading = self._reading(unit, scope, request, book)
            state, degraded = self._state(reading, book)
            in_json = request.format is PackFormat.JSON
            before = unit.runs.last_before(scope, state.chapter, json=in_json)
        renderer = renderer_of(request.format, mark_of(project.secret), chinese=state.chinese)
        items = self.shelf.items(request.encoding, tokenizer)
        composed = self._composer(state, renderer, tokenizer, items).compose()
        prefix = prefix_of(composed.form, composed.sections, renderer, before, items.steady)
        ranked_by = fingerprint(self.searcher.profile)
        pack = _pack(scope, state, composed, prefix, degraded, ranked_by)
        return pack if request.preview else self._kept(scope, state.request, pack)

    def _kept(self, scope: Scope, request: PackRequest, pack: ContextPack) -> ContextPack:
        """Store it; where nothing can be written it serves all the same, and says so."""
        try:
            with self.record.writing() as unit:
                unit.runs.add(scope, request, pack)
        except ReadOnlyError:
            return replace(pack, degraded=(*pack.degraded, "run"))
        return pack

    def _composer(
        self, state: State, renderer: Renderer, tokenizer: Tokenizer, items: KeptTokenizer
    ) -> Composer:
        """Summaries know their sizes in one encoding, which has many names, and in text."""
        form = state.request.format
        known = tokenizer == self.tokenizers(STORED_ENCODING) and form is not PackFormat.JSON
        return Composer(state, renderer, tokenizer, items, recount=not known)

    def _book(self, unit: UnitOfWork, project: Project) -> Shelved:
        count = self.tokenizers(STORED_ENCODING).count
        return self.shelf.book(unit, project, self.lengths, count)

    def _reading(
        self, unit: UnitOfWork, scope: Scope, request: PackRequest, book: Shelved
    ) -> Reading:
        position = len(book.chapters) + 1 if request.chapter is None else request.chapter
        part = book.before(position, unit, scope)
        card, stored = card_for(unit, scope, request, position, part.before)
        return Reading(
            unit=unit,
            scope=scope,
            request=replace(request, chapter=position, card=card),
            searcher=self.searcher,
            chapters=part.chapters,
            positions=part.positions,
            known=part.known,
            matcher=part.matcher,
            before=part.before,
            stored_card=stored,
        )

    def _state(self, reading: Reading, book: Shelved) -> tuple[State, tuple[str, ...]]:
        unit, scope, chapters = reading.unit, reading.scope, reading.chapters
        people = people_of(reading)
        last = next((c for c in reversed(chapters) if c.chars), None)
        text = unit.chapters.text(scope, last.id) if last else ""
        asked = (reading.request, reading.known, reading.matcher)
        about = subjects_of(*asked, filed_in(unit, scope)) | names_of(reading, people)
        live = unit.memories.live(
            scope,
            before=reading.before,
            made_from=book.sources,
            about=None if reading.request.pins else about,
        )
        told = fold(live, reading.positions, same_in(reading.known, reading.positions))
        state = State(
            request=reading.request,
            chapter=len(chapters) + 1,
            chapters=chapters,
            so_far=book.before(len(chapters) + 1, unit, scope).so_far,
            told=told,
            people=people,
            subjects=subjects_of(*asked, filed_under(told)),
            stored_card=reading.stored_card,
            shared=shared_names(reading.request, reading.known, reading.matcher),
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
    prefix: Prefix,
    degraded: tuple[str, ...],
    profile: str,
) -> ContextPack:
    request, form = state.request, composed.form
    return ContextPack(
        id=hash_of(form.returned),
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
        prefix=prefix,
        warnings=(*name_warnings(state), *composed.warnings),
        degraded=degraded,
        profile=profile,
    )
