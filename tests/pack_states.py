"""Made-up states of a project just before a chapter: whatever a pack may have to be made of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random

from lorepack.errors import BudgetError
from lorepack.ports import Summary, TokenCounter, Tokenizer
from lorepack.records import (
    MEMORY_FIELDS,
    Chapter,
    ChapterCard,
    FieldValue,
    Memory,
    MemoryKind,
    PackFormat,
    PackRequest,
    Passage,
    Score,
    Told,
)
from retrieval.pack.compose import STORED_ENCODING, Composed, Composer
from retrieval.pack.rendering.forms import renderer_of
from retrieval.pack.shelf import Shelf
from retrieval.pack.state import Found, Person, Seen, State
from story.entries import chapter_key, chapter_summary, opening_summary
from story.so_far import tell
from tests.strategies import HOSTILE, ITEMS, PEOPLE, PLACES, body

BUDGETS = (0, 1, 200, 700, 1_500, 3_000, 6_000, 12_000, 32_000, 128_000, 1_000_000)
SECTIONS = ("story_so_far", "character_states", "originals", "foreshadows", "previous_tail")
CODES = ("F001", "F012", "F13")
ODD = (
    "🀄🐉" * 9,
    "𠮷" * 30,
    "龘" * 700,
    "word " * 300,
    "int main() { return 0; }\n",
    "é\u0301\u200b\u202e",
    "\r\n\u2028\x0b\x85",
)
"""Texts whose tokens no guess foretells."""


def text(random: Random, sentences: int) -> str:
    """A stored text: mostly prose, at times what no prose looks like."""
    match random.randrange(8):
        case 0:
            return "".join(random.choices(HOSTILE, k=random.randint(1, 24)))
        case 1:
            return random.choice(ODD) * random.randint(1, 3)
        case _:
            return body(random, random.randint(1, sentences))


def made_up_state(random: Random, count: TokenCounter) -> State:
    """A state of a project, and a request; equal for an equal `random`."""
    chapters = [_chapter(random, at) for at in range(1, random.choice((0, 1, 3, 12, 45)) + 1)]
    told = [_told(random, at) for at in range(random.randint(0, 14))]
    found = [_found(random, at, chapters) for at in range(random.randint(0, 6)) if chapters]
    last = chapters[-1] if chapters else None
    return State(
        request=_request(random, told),
        chapter=len(chapters) + 1,
        chapters=chapters,
        so_far=tell(chapters, _summaries(random, chapters, count), count),
        told=told,
        people=[_person(random, name, chapters) for name in random.sample(PEOPLE, 3)],
        originals=found,
        last_chapter=last,
        last_text=text(random, 60) if last else "",
        chinese=random.random() < 0.5,
    )


def _request(random: Random, told: Sequence[Told]) -> PackRequest:
    ids = [one.memory.id for one in told]
    chosen = random.sample(ids, min(len(ids), random.choice((0, 0, 0, 1, 3))))
    pinned = random.randint(0, len(chosen))
    return PackRequest(
        budget=random.choice((*BUDGETS, random.randint(0, 20_000))),
        budgets={name: random.randint(0, 3_000) for name in SECTIONS if random.random() < 0.1},
        card=_card(random) if random.random() < 0.7 else None,
        query=text(random, 2) if random.random() < 0.5 else "",
        format=random.choice(tuple(PackFormat)),
        pins=tuple(chosen[:pinned]),
        bans=tuple(chosen[pinned:]),
    )


def _card(random: Random) -> ChapterCard:
    return ChapterCard(
        title=text(random, 1),
        goal=text(random, 2),
        must_happen=tuple(text(random, 1) for _ in range(random.randint(0, 3))),
        people=tuple(random.sample(PEOPLE, 2)),
        places=tuple(random.sample(PLACES, 1)),
        items=tuple(random.sample(ITEMS, 2)),
        foreshadow_codes=tuple(random.sample(CODES, 1)),
    )


def _chapter(random: Random, at: int) -> Chapter:
    volume = f"第{at // 20 + 1}卷"
    return Chapter(
        id=f"c{at}",
        order_key=at,
        position=at,
        volume=volume,
        volume_id=volume,
        number=at,
        label=f"第{at}章",
        title=text(random, 1) if random.random() < 0.2 else random.choice(ITEMS),
        revision=1,
        chars=100,
        sha256=str(at),
    )


def _summaries(
    random: Random, chapters: Sequence[Chapter], count: TokenCounter
) -> Mapping[str, Summary]:
    return {chapter_key(c): _summary(random, c, count) for c in chapters}


def _summary(random: Random, chapter: Chapter, count: TokenCounter) -> Summary:
    told = text(random, 5)
    if random.random() < 0.2:
        return opening_summary(chapter, told, count, stale=random.choice(("", "former")))
    return chapter_summary(chapter, told, random.choice(("text", "extractive", "model")), count)


def _told(random: Random, at: int) -> Told:
    since = _memory(random, f"s{at}") if random.random() < 0.2 else None
    return Told(memory=_memory(random, f"m{at}"), since=since)


def _memory(random: Random, id: str) -> Memory:
    kind = random.choice(tuple(MEMORY_FIELDS))
    subjects = (*PEOPLE, *PLACES, *ITEMS, *CODES, "沈砚秋/林动")
    return Memory(
        id=id,
        kind=kind,
        subject=random.choice(CODES) if kind is MemoryKind.FORESHADOW else random.choice(subjects),
        text=text(random, 6),
        fields=_fields(random, kind),
        facts=tuple(random.sample(("三千二百两", "3200", "未还", "F012"), random.randint(0, 2))),
        origin=random.choice(("author", "extractive")),
    )


_FIELDS: Mapping[MemoryKind, Mapping[str, Callable[[Random], FieldValue]]] = {
    MemoryKind.FORESHADOW: {
        "title": lambda random: text(random, 1),
        "due_from": lambda random: random.randint(1, 50),
        "due_to": lambda random: random.randint(1, 50),
    },
    MemoryKind.CHARACTER_STATE: {
        "condition": lambda _: "活着",
        "location": lambda random: random.choice(PLACES),
        "knows": lambda random: (text(random, 1), text(random, 1)),
    },
    MemoryKind.BIBLE: {"core": lambda random: text(random, 3)},
    MemoryKind.VOLUME_OUTLINE: {"volume": lambda _: "第1卷"},
}


def _fields(random: Random, kind: MemoryKind) -> dict[str, FieldValue]:
    makers = _FIELDS.get(kind, {})
    return {name: make(random) for name, make in makers.items() if random.random() < 0.7}


def _passage(random: Random, id: str, chapter: Chapter) -> Passage:
    words = text(random, 6)
    return Passage(
        id=id,
        chapter_id=chapter.id,
        order_key=chapter.order_key,
        start=0,
        end=len(words),
        text=words,
        following="",
        importance=0.5,
    )


def _found(random: Random, at: int, chapters: Sequence[Chapter]) -> Found:
    chapter = random.choice(chapters)
    return Found(
        passage=_passage(random, f"p{at}", chapter),
        position=chapter.position,
        reason="among the best for the query",
        score=random.choice((None, Score(relevance=0.5, total=0.4))),
    )


def _person(random: Random, name: str, chapters: Sequence[Chapter]) -> Person:
    def seen() -> Seen | None:
        if not chapters or random.random() < 0.3:
            return None
        chapter = random.choice(chapters)
        passage = _passage(random, f"p{random.randint(0, 8)}", chapter)
        passage = replace(passage, text=f"{name}{passage.text}", end=passage.end + len(name))
        return Seen(passage=passage, position=chapter.position, start=0, end=len(name))

    return Person(name=name, entity=None, first=seen(), entered=seen(), acted=seen(), last=seen())


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What came of composing a pack of a state."""

    refused: BudgetError | None
    """Why the budget that was asked for would not do."""
    composed: Composed
    """The pack, at the smallest budget that would do where that was refused."""
    state: State
    """With the budget that the pack was composed for."""


def composed(state: State, tokenizer: Tokenizer, encoding: str) -> Verdict:
    """Compose a pack, or the one that a refusal says would do.

    Raises:
        BudgetError: Not even that budget does.
    """
    try:
        return Verdict(refused=None, composed=_compose(state, tokenizer, encoding), state=state)
    except BudgetError as error:
        smallest = replace(state, request=replace(state.request, budget=error.smallest))
        built = _compose(smallest, tokenizer, encoding)
        return Verdict(refused=error, composed=built, state=smallest)


def _compose(state: State, tokenizer: Tokenizer, encoding: str) -> Composed:
    renderer = renderer_of(state.request.format, "§5e5e5e", chinese=state.chinese)
    recount = encoding != STORED_ENCODING
    items = Shelf().items(encoding, tokenizer)
    return Composer(state, renderer, tokenizer, items, recount=recount).compose()


def faults(verdict: Verdict, count: TokenCounter) -> list[str]:
    """What is wrong with a composed pack, judged from outside."""
    request, form = verdict.state.request, verdict.composed.form
    chat = sum(count(m.content) + 4 for m in form.messages) + 3 if form.messages else 0
    told = chat if request.format is PackFormat.MESSAGES else count(form.rendered)
    covered = [n for c in verdict.composed.coverage for n in range(c.first, c.last + 1)]
    placed = {(s.name, item.id) for s in verdict.composed.sections for item in s.items}
    shown = {id for _, id in placed}
    out = {(d.section, d.id) for d in verdict.composed.dropped}
    wrong = {
        "over its budget": max(chat, count(form.rendered)) > request.budget,
        "told another size than it has": told != form.tokens,
        "a gap or an overlap": covered != list(range(1, verdict.state.chapter)),
        "refused what would do": verdict.refused is not None
        and verdict.refused.smallest <= verdict.refused.budget,
        "a pin is not in it": not {*request.pins} <= shown,
        "a ban is in it": not shown.isdisjoint(request.bans),
        "both in and out": not placed.isdisjoint(out),
    }
    return [what for what, is_so in wrong.items() if is_so]
