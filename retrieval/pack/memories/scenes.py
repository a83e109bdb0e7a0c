"""Scenes, items, events and notes that have to do with a chapter."""

from collections.abc import Callable

import rjieba

from lorepack.records import Memory, MemoryKind, Told
from retrieval.pack.cards.subjects import asked_words, finder
from retrieval.pack.memories.remembered import remembered
from retrieval.pack.piece import Piece
from retrieval.pack.state import State
from retrieval.query import understand
from story.memories import codes_in
from text.fold import fold
from text.scripts import is_han
from text.terms import content_terms, terms

_NOTES = (MemoryKind.NOTE, MemoryKind.TASK_RESULT, MemoryKind.SESSION_SUMMARY)

_EMPTY = frozenset(
    """
    什么 什么样 时候 怎么 怎样 怎么样 为何 为什么 如何 哪里 哪儿 哪个 哪些 是否 有没有 没有
    这个 那个 这些 那些 这样 那样 这里 那里 我们 他们 她们 你们 自己 一个 一下 一些 可以 不是
    就是 还是 因为 所以 但是 如果 已经 现在 以后 以前 之前 之后 然后 不能 应该 需要 多少 几个
    请问 告诉 知道
    """.split()  # noqa: SIM905 - a list of words reads best as words
)
"""Chinese words that say nothing of what is asked about."""

Why = Callable[[Memory], str]
"""Says why a memory has to do with the chapter; empty if it has not."""


def scenes_items(state: State) -> list[Piece]:
    """What is filed under something of this chapter, then notes that speak of it."""
    kinds = (MemoryKind.SCENE, MemoryKind.ITEM)
    why = _subject_of(state)
    return [
        *_pieces(state.of_kind(*kinds), state, why),
        *_pieces(_dearest_first(state.of_kind(MemoryKind.EVENT)), state, why),
        *_pieces(_dearest_first(state.of_kind(*_NOTES)), state, _spoken_of(state)),
    ]


def _pieces(found: list[Told], state: State, why: Why) -> list[Piece]:
    return [
        piece
        for one in found
        if (reason := why(one.memory))
        for piece in remembered([one], state, reason)
    ]


def _dearest_first(found: list[Told]) -> list[Told]:
    """The most important, and of those that are alike the newest: room may not hold them all."""
    return sorted(reversed(found), key=lambda one: -one.memory.importance)


def _subject_of(state: State) -> Why:
    named = {*state.card.places, *state.card.items}
    asked = _names(state)

    def why(memory: Memory) -> str:
        if memory.subject in named:
            return f"the card names {memory.subject!r}"
        return f"card or query mention {memory.subject!r}" if memory.subject in asked else ""

    return why


def _names(state: State) -> frozenset[str]:
    people = (person.names for person in state.people)
    return frozenset({*state.card.places, *state.card.items}).union(state.subjects, *people)


def _spoken_of(state: State) -> Why:
    """Notes that name somebody or something of the chapter, or share the query's words."""
    names_in = finder(_names(state))
    codes = {*state.card.foreshadow_codes, *codes_in(asked_words(state.request))}
    shares = _shared_with(state.request.query)

    def why(memory: Memory) -> str:
        said = _words(memory)
        named = [*names_in(said), *(code for code in codes_in(said) if code in codes)]
        if named:
            return f"it names {named[0]!r}"
        return "it shares words with the query" if shares(said) else ""

    return why


def _words(memory: Memory) -> str:
    """All that it says: its subject, its words, its fields."""
    fields = (v if isinstance(v, tuple) else (str(v),) for v in memory.fields.values())
    return "\n".join([memory.subject, memory.text, *(word for field in fields for word in field)])


def _shared_with(query: str) -> Callable[[str], bool]:
    """Tells texts that share a content word with a query: a word of several characters."""
    searched = fold(understand(query, ()).searched)
    stems = {term for term in content_terms(searched) if term.isascii() and len(term) > 1}
    words = {word for word in rjieba.cut(searched) if len(word) > 1 and all(map(is_han, word))}
    han = words - _EMPTY

    def shares(text: str) -> bool:
        folded = fold(text)
        return any(word in folded for word in han) or not stems.isdisjoint(terms(folded))

    return shares
