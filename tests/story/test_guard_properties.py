"""What the guard promises of any output of any source."""

import gzip
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lorepack.records import Alias, Entity, EntityOrigin, Fact, FactKind
from story.guard import Verdict, guard, kept_facts
from story.summaries import summarise
from tests.strategies import FIGURES, PEOPLE, PLACES, body
from text.aliases import AliasMatcher
from text.facts import identity, verify
from text.sentences import sentences

NOVELS = Path(__file__).parents[2].parent / "shared" / "data" / "novels"
NAMES = AliasMatcher(
    Entity(
        id=name,
        kind=FactKind.PERSON,
        name=name,
        origin=EntityOrigin.AUTHOR,
        aliases=(Alias(text=name),),
    )
    for name in (*PEOPLE, *PLACES)
)

sources = st.integers(0, 2**32).map(lambda seed: body(Random(seed), 12))
places = st.lists(st.integers(0, 40), min_size=1, max_size=5)
words = st.sampled_from(
    [*PEOPLE, *PLACES, *FIGURES, "不", "没有", "死了", "活着", "被", "never ", "not ", "除非", "。"]
)


def cut(source: str, chosen: list[int]) -> str:
    """Some sentences of a source, in reading order, each on a line of its own."""
    found = sentences(source)
    kept = sorted({place % len(found) for place in chosen})
    return "\n".join(source[found[place].start : found[place].end].strip() for place in kept)


def mangled(output: str, changes: list[tuple[int, str]]) -> str:
    """A text with some words put into it."""
    for at, word in changes:
        place = at % (len(output) + 1)
        output = output[:place] + word + output[place:]
    return output


outputs = st.tuples(
    sources, places, st.lists(st.tuples(st.integers(0, 400), words), max_size=3)
).map(lambda drawn: (drawn[0], mangled(cut(drawn[0], drawn[1]), drawn[2])))


@given(sources, places)
@settings(deadline=None, max_examples=150)
def test_whole_sentences_of_the_source_are_kept_as_they_are(source: str, chosen: list[int]) -> None:
    output = cut(source, chosen)
    found = guard(output, source, NAMES)
    assert (found.text, found.verdict, found.findings) == (output, Verdict.KEPT, ())


@given(outputs)
@settings(deadline=None, max_examples=150)
def test_what_is_guarded_is_sound_and_guarding_it_again_changes_nothing(
    drawn: tuple[str, str],
) -> None:
    source, output = drawn
    found = guard(output, source, NAMES)
    again = guard(found.text, source, NAMES)
    assert (again.text, again.verdict) == (found.text, Verdict.KEPT)
    unproven = verify(found.text, source)
    assert [fact for fact in unproven if fact.kind is not FactKind.CONDITION] == []


@given(outputs)
@settings(deadline=None, max_examples=150)
def test_a_verdict_agrees_with_its_findings(drawn: tuple[str, str]) -> None:
    source, output = drawn
    found = guard(output, source, NAMES)
    assert (found.verdict is Verdict.KEPT) == (found.findings == ()) == (found.text == output)
    assert (found.verdict is Verdict.REJECTED) == (found.text == "")
    assert found.counts.total() == len(found.findings)
    for finding in found.findings:
        assert output[finding.span.start : finding.span.end] == finding.text
        if finding.source is not None:
            assert source[finding.source.start : finding.source.end] == finding.expected


@given(outputs)
@settings(deadline=None, max_examples=100)
def test_every_kept_fact_stands_in_the_source_where_it_says(drawn: tuple[str, str]) -> None:
    source, output = drawn
    for fact in kept_facts(output, source, NAMES):
        assert source[fact.start : fact.end] == fact.text


@given(sources, places)
@settings(deadline=None, max_examples=50)
def test_a_sentence_keeps_all_its_facts(source: str, chosen: list[int]) -> None:
    told = cut(source, chosen)
    assert values(kept_facts(told, told, NAMES)) <= values(kept_facts(told, source, NAMES))


def values(facts: Iterable[Fact]) -> set[tuple[str, ...]]:
    """What facts say, in whatever spelling: one sentence may be kept for another that says the
    same. Where a condition ends depends on its neighbours."""
    return {identity(fact) for fact in facts if fact.kind is not FactKind.CONDITION}


def test_the_summaries_of_a_novels_chapters_are_kept() -> None:
    source = NOVELS / "zh" / "儒林外史.txt.gz"
    if not source.exists():
        pytest.skip("the novels are not beside the project")
    book = gzip.decompress(source.read_bytes()).decode()
    for chapter in re.split(r"\n(?=第\S{1,5}回　)", book)[1:11]:
        assert guard(summarise(chapter), chapter, NAMES).verdict is Verdict.KEPT
