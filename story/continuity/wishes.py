"""Whether a draft does what a line of the author's asks for."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

import rjieba

from lorepack.records import FactKind, Span
from story.claims import ClaimKind, Mode
from story.claims.names import REST_SIGN
from story.continuity.draft import Draft
from text.facts import extract
from text.fold import fold
from text.scripts import mostly_han
from text.terms import content_terms

_WINDOW = 3  # sentences in which the words of a line have to meet
_DENIES = (
    "(?:没有?|未|不|别|并非|想要?|打算|试图|not |never |n't |(?:want|tr[yi]|hope|mean)\\w* to )"
    "[^，。,.]{0,3}|"
    "(?:如果|若是?|要是|假如|倘若|除非|离(?=[^，。]{0,16}[差远])|差点|险些|"
    "\\bif |\\bunless )[^，。,.]{0,24}"
)
"""Before a word: what says that it does not happen, or has not yet."""
_DEED_WEIGHT = 0.5  # of a verb beside a noun: it has more synonyms
_BETWEEN = 3  # characters that may part the two halves of a word: 拆信, 拆开那封信
_GENERIC_LIST = """
必须 需要 应该 不得 不能 不许 不要 不可 禁止 出现 提到 提及 写到 透露 情节 本章 这章 章节 主角 交代
继续 开始 之前 之后 为何 为什么 什么 怎么 如何 哪里 是否 原因 一个 一次 自己 他们 她们 没有
"""
_GENERIC = frozenset(_GENERIC_LIST.split())
"""Words that say what to write rather than what happens."""
_DEATHS_LIST = "死 死去 死亡 牺牲 去世 身亡 阵亡 病逝 陨落 die dies dead death"
_DEATHS = frozenset(_DEATHS_LIST.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a line asks for, taken apart."""

    names: frozenset[str]
    """Ids of the entities it names."""
    facts: frozenset[str]
    """Values, else texts, of its hard facts."""
    nouns: frozenset[str]
    deeds: frozenset[str]
    deadly: bool
    """Whether it asks for a death."""

    @property
    def weight(self) -> float:
        """Of all its words."""
        return len(self.nouns) + _DEED_WEIGHT * len(self.deeds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Met:
    """The place of a draft that comes nearest to a line."""

    share: float = 0.0
    """Of the weight of its words, in [0, 1]; 1 where it has none but names."""
    names: frozenset[str] = frozenset()
    """Those of the line that stand there, where they are asked for."""
    missing: frozenset[str]
    """Names and facts that the whole draft lacks."""
    span: Span


def wish(line: str, draft: Draft) -> Wish:
    """Take a line apart."""
    marked = draft.names.mark(line)
    facts = [f for f in extract(line) if f.kind is not FactKind.CONDITION and f.value is not None]
    spans = [(start, _name_end(marked.marked, start)) for start in marked.at]
    rest = _without(line, [*spans, *((f.start, f.end) for f in facts)])
    nouns, deeds = _words(rest)
    return Wish(
        names=frozenset(marked.at.values()),
        facts=frozenset(f.value or f.text for f in facts),
        nouns=nouns,
        deeds=deeds,
        deadly=bool(_DEATHS & (nouns | deeds | set(rjieba.cut(rest)))),
    )


def nearest(wanted: Wish, draft: Draft, *, sentences: int = _WINDOW, gathered: bool = False) -> Met:
    """Where a draft comes nearest to a line.

    Args:
        wanted: The line.
        draft: The draft.
        sentences: How many have to hold the words together.
        gathered: Whether a place that holds the names too is nearer than one that does not.
    """
    held = {f.value or f.text for f in draft.facts}
    missing = (wanted.names - draft.mentioned) | (wanted.facts - held)
    best = Met(missing=missing, span=Span(start=0, end=len(draft.text)))
    for window in _windows(draft, sentences):
        share = _share(wanted, draft.text[window.start : window.end])
        names = wanted.names & draft.named(window) if gathered else frozenset[str]()
        if (len(names), share) > (len(best.names), best.share):
            best = Met(share=share, names=names, missing=missing, span=window)
    return best


def denied(words: frozenset[str], told: str) -> bool:
    """Whether a sentence says that what the words tell does not happen, wherever it tells it."""
    return any(
        0 < told.count(word) <= len(re.findall(f"(?:{_DENIES}){re.escape(word)}", told))
        for word in words
    )


def deaths_of(wanted: Wish, draft: Draft) -> list[Span]:
    """Where the draft tells the death of somebody whom a line names."""
    return [
        Span(start=c.start, end=c.end)
        for c in draft.claims
        if c.kind is ClaimKind.DEATH
        and c.subject in wanted.names
        and c.mode not in {Mode.HYPOTHETICAL, Mode.NEGATED, Mode.DREAM, Mode.PROPHECY}
    ]


def _windows(draft: Draft, sentences: int) -> Iterator[Span]:
    spans = draft.sentences
    for at in range(max(1, len(spans) - sentences + 1)):
        part = spans[at : at + sentences]
        if part:
            yield Span(start=part[0].start, end=part[-1].end)


def _share(wanted: Wish, window: str) -> float:
    if not wanted.weight:
        return 1.0
    folded = fold(window)
    terms = frozenset(content_terms(folded))
    nouns = sum(_stands(word, folded, terms) for word in wanted.nouns)
    deeds = sum(_stands(word, folded, terms) for word in wanted.deeds)
    return (nouns + _DEED_WEIGHT * deeds) / wanted.weight


def _stands(word: str, folded: str, terms: frozenset[str]) -> bool:
    if word.isascii():
        return word in terms
    if word in folded:
        return True
    first, last = word[0], word[-1]
    return len(word) == 2 and any(
        last in folded[place + 1 : place + 2 + _BETWEEN]
        for place, character in enumerate(folded)
        if character == first
    )


def _words(rest: str) -> tuple[frozenset[str], frozenset[str]]:
    """Nouns and deeds; of an English line, which is not tagged, every word is a noun."""
    if not mostly_han(rest):
        return frozenset(content_terms(fold(rest))), frozenset()
    tagged = [(fold(word), tag) for word, tag in rjieba.tag(rest)]
    kept = [(word, tag) for word, tag in tagged if len(word) > 1 and word not in _GENERIC]
    nouns = frozenset(
        word for word, tag in kept if not tag.startswith(("v", "d", "a", "u", "p", "c"))
    )
    return nouns, frozenset(word for word, tag in kept if tag.startswith(("v", "a"))) - nouns


def _name_end(marked: str, start: int) -> int:
    end = start + 1
    while end < len(marked) and marked[end] == REST_SIGN:
        end += 1
    return end


def _without(line: str, spans: list[tuple[int, int]]) -> str:
    characters = list(line)
    for start, end in spans:
        characters[start:end] = " " * (end - start)
    return "".join(characters)
