"""The forms of a memory: in full, its sentences with hard facts, the clauses of those facts alone.

No form alters what the one before it says. Each fact of the memory stands to the letter in all of
them, and one that a negation or a condition bears on stands in its whole sentence.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from lorepack.records import Form, Memory
from retrieval.pack.memories.telling import Detail, Telling, in_full, telling, unsaid
from retrieval.pack.state import State
from text.facts import extract
from text.sentences import units

_KEY = frozenset(
    {
        *("condition", "location", "holder", "nature", "place", "story_time", "whose", "kind"),
        *("due", "planted_at", "paid", "status", "conclusion", "conclusions", "facts"),
    }
)
"""Details that matter most: no form goes without them."""
_BOUND = re.compile(
    "[不没未无非莫勿别否]|如果|若|要是|假如|倘|除非|只有|只要|一旦|"
    r"\b(?:not|never|no|nor|none|nobody|nothing|neither|without|cannot|hardly|if|unless|until|"
    r"only|except|when)\b|n['’]t\b",
    re.IGNORECASE,
)
"""A sentence that holds one of these says something else of its fact than the fact alone does."""
_CLAUSE = re.compile(r"[，；\n]|[,;](?=\s)")
_QUOTED = re.compile('[“”「」『』"]')
_GAP = "…"
_WORTHWHILE = 0.9
"""Share of the longer form that a shorter one has at the most: what saves less is none."""


def forms_of(
    memory: Memory, state: State, *, label: str | None = None
) -> tuple[tuple[Form, str], ...]:
    """The forms of a memory, each shorter than the one before it.

    Args:
        memory: Folded.
        state: The story just before the chapter.
        label: In place of the subject.
    """
    return _forms(telling(memory, state, label=label), memory.facts)


@lru_cache(maxsize=4_096)
def _forms(one: Telling, facts: tuple[str, ...]) -> tuple[tuple[Form, str], ...]:
    """Reckoned once for the packs that follow one another."""
    parts = [one.text[span.start : span.end] for span in units(one.text)]
    forms = [(Form.FULL, in_full(one))]
    for form, text in (
        (Form.COMPRESSED, _compressed(one, parts, facts)),
        (Form.FACTS, _facts_alone(one, parts, facts)),
    ):
        if text and len(text) <= _WORTHWHILE * len(forms[-1][1]):
            forms.append((form, text))
    return tuple(forms)


def _compressed(one: Telling, parts: Sequence[str], facts: Sequence[str]) -> str:
    """The first sentence and all with a fact, with the details that matter or hold one."""
    kept = [at for at, part in enumerate(parts) if at == 0 or any(f in part for f in facts)]
    text = _gapped(parts, kept)
    return _checked(one.words(text, _kept(one, text)), facts)


def _gapped(parts: Sequence[str], kept: Sequence[int]) -> str:
    """Sentences as they stand, with a mark for what stands between them."""
    words = parts[kept[0]]
    for before, at in pairwise(kept):
        words += parts[at] if at == before + 1 else f"{_GAP}{parts[at]}"
    return words.strip() + (_GAP if kept[-1] < len(parts) - 1 else "")


def _facts_alone(one: Telling, parts: Sequence[str], facts: Sequence[str]) -> str:
    """The clauses with a fact, with the details that matter; empty where there is neither.

    A figure without its clause would say nothing: two hundred and twelve of what?
    """
    stripped = [part.strip() for part in parts]
    told = [words for fact in facts for words in _around(fact, stripped)]
    text = _strung(_without_parts(told), chinese=one.chinese)
    kept = _kept(one, text)
    return _checked(one.words(text, kept), facts) if text or kept else ""


def _around(fact: str, parts: Sequence[str]) -> list[str]:
    """What a fact stands in: sentences that bear on it whole, else its clauses."""
    holding = [part for part in parts if fact in part]
    bound = [part for part in holding if _BOUND.search(part)]
    return bound or [clause for part in holding for clause in _clauses(fact, part)]


def _clauses(fact: str, sentence: str) -> list[str]:
    """The clauses that hold a fact; a quotation is not cut through."""
    if _QUOTED.search(sentence):
        return [sentence]
    clauses = [clause.strip() for clause in _CLAUSE.split(sentence.rstrip("。."))]
    return [clause for clause in clauses if fact in clause] or [sentence]


def _strung(told: Sequence[str], *, chinese: bool) -> str:
    """One behind the other, parted where none ends by itself."""
    between, behind = ("；", "") if chinese else ("; ", " ")
    words = "".join(one + (behind if one[-1:] in "。！？.!?" else between) for one in told)
    return words.removesuffix(between).rstrip()


def _without_parts(told: Iterable[str]) -> list[str]:
    """Each thing once: what another one holds is told by that one."""
    once = list(dict.fromkeys(told))
    return [words for words in once if not any(words in w for w in once if w != words)]


def _kept(one: Telling, text: str) -> list[Detail]:
    """Details that matter most or hold a hard fact, so far as a text does not tell them."""
    kept = [detail for detail in one.details if detail.name in _KEY or _holds_facts(detail.told)]
    return unsaid(kept, text)


@lru_cache(maxsize=8_192)
def _holds_facts(words: str) -> bool:
    return bool(extract(words))


def _checked(shown: str, facts: Sequence[str]) -> str:
    """A form that holds every fact to the letter; none where one is cut through."""
    return shown if all(fact in shown for fact in facts) else ""
