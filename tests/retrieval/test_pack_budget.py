"""The hard budget: whatever is asked, what comes back fits, or the error says what would do."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import tokenizers
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from lorepack.errors import BudgetError
from lorepack.records import (
    ChapterCard,
    ContextPack,
    MemoryKind,
    PackFormat,
    PackRequest,
    Scope,
)
from providers.tokens import open_encoding
from retrieval.pack.cards.words import card_text
from runtime.library import Library
from tests.strategies import author_memories, cards, hostile_texts, phrases

ENCODINGS = ("o200k_base", "cl100k_base", "bytes", "tiny")
CHAPTERS = {"told": 60, "untold": 60, "english": 4}
STORED = ("told", 21)
"""A chapter for which a card is stored."""


@pytest.fixture(scope="module")
def scopes(told: Scope, untold: Scope, english: Scope) -> dict[str, Scope]:
    return {scope.project: scope for scope in (told, untold, english)}


@pytest.fixture(scope="module")
def tokens(cache_dir: Path, tiny: Path) -> Callable[[str, str], int]:
    """Counts with the encoding itself, past everything that the packs are made with."""
    by_file = tokenizers.Tokenizer.from_file(str(tiny))
    by_file.encode_special_tokens = True

    def count(encoding: str, text: str) -> int:
        if encoding == "bytes":
            return len(text.encode())
        if encoding == "tiny":
            return len(by_file.encode(text))
        return len(open_encoding(encoding, cache_dir).encoding.encode(text, disallowed_special=()))

    return count


@st.composite
def requests(draw: st.DrawFn) -> tuple[str, PackRequest]:
    """A book, and a pack that may be asked of it."""
    project = draw(st.sampled_from(sorted(CHAPTERS)))
    card = draw(st.none() | cards())
    request = PackRequest(
        chapter=draw(st.integers(1, CHAPTERS[project] + 1)),
        budget=draw(st.integers(0, 3_000) | st.sampled_from([3_999, 8_000, 12_000, 100_000])),
        card=card,
        query=draw(st.just("") | phrases() | hostile_texts()),
        encoding=draw(st.sampled_from(ENCODINGS)),
        format=draw(st.sampled_from(PackFormat)),
    )
    return project, request


def with_budget(request: PackRequest, budget: int) -> PackRequest:
    return replace(request, budget=budget)


def sizes(pack: ContextPack, tokens: Callable[[str, str], int]) -> tuple[int, int]:
    """Tokens of the rendered text, and of the chat form with its overhead."""
    chat = sum(tokens(pack.encoding, message.content) + 4 for message in pack.messages) + 3
    return tokens(pack.encoding, pack.rendered), chat


def assert_within_budget(pack: ContextPack, tokens: Callable[[str, str], int]) -> None:
    rendered, chat = sizes(pack, tokens)
    assert pack.tokens == (chat if pack.format is PackFormat.MESSAGES else rendered)
    assert rendered <= pack.budget
    if pack.format is PackFormat.JSON:
        assert not pack.messages
        return
    assert chat <= pack.budget
    assert "\n\n".join(m.content for m in pack.messages) == pack.rendered


def texts(pack: ContextPack, section: str) -> list[str]:
    return [item.text for s in pack.sections if s.name == section for item in s.items]


def refusal(library: Library, scope: Scope, request: PackRequest) -> BudgetError | None:
    """The error that the request meets, None if a pack is built."""
    try:
        library.pack(scope, request)
    except BudgetError as error:
        return error
    return None


@given(asked=requests())
@settings(max_examples=160)
def test_a_pack_fits_its_budget_or_the_error_names_one_that_does(
    asked: tuple[str, PackRequest],
    shelf: Library,
    scopes: dict[str, Scope],
    tokens: Callable[[str, str], int],
) -> None:
    project, request = asked
    refused = refusal(shelf, scopes[project], request)
    if refused is None:
        assert_within_budget(shelf.pack(scopes[project], request), tokens)
        return
    assert refused.smallest > request.budget
    assert all(size > 0 for size in refused.required.values())
    granted = with_budget(request, refused.smallest)
    assert_within_budget(shelf.pack(scopes[project], granted), tokens)
    assert refusal(shelf, scopes[project], with_budget(request, refused.smallest - 1)) is not None


@given(asked_of=requests())
@settings(max_examples=60)
def test_what_is_required_is_there_at_any_budget_that_is_granted(
    asked_of: tuple[str, PackRequest], shelf: Library, scopes: dict[str, Scope]
) -> None:
    project, request = asked_of
    try:
        pack = shelf.pack(scopes[project], request)
    except BudgetError as error:
        pack = shelf.pack(scopes[project], with_budget(request, error.smallest))
    scope, chapter = scopes[project], pack.chapter
    chinese = "本章任务" in pack.rendered
    asked = request.card or ChapterCard()
    if asked == ChapterCard() and (project, chapter) == STORED:
        assert "封门" in texts(pack, "chapter_card")[0]
    else:
        assert texts(pack, "chapter_card")[0] == card_text(asked, chapter, chinese=chinese)
    assert texts(pack, "query") == ([request.query] if request.query else [])
    covered = [at for c in pack.coverage for at in range(c.first, c.last + 1)]
    assert covered == list(range(1, chapter))
    assert len(texts(pack, "story_so_far")) == len(pack.coverage)
    if chapter > 1:
        previous = shelf.text(scope, shelf.chapters(scope)[chapter - 2].id).rstrip()
        end = shelf.tokenizers(request.encoding).tail(previous, 200)
        assert not end or texts(pack, "previous_tail")[0].endswith(end)


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_rules_duties_and_the_core_of_the_bible_survive_the_smallest_budget(
    shelf: Library, told: Scope, encoding: str
) -> None:
    with pytest.raises(BudgetError) as refused:
        shelf.pack(told, PackRequest(chapter=31, budget=1, encoding=encoding))
    smallest = refused.value.smallest
    pack = shelf.pack(told, PackRequest(chapter=31, budget=smallest, encoding=encoding))
    by_kind = {memory.kind: memory.text for memory in author_memories()}
    rules = (MemoryKind.LOCKED_RULE, MemoryKind.BAN_RULE, MemoryKind.STYLE_RULE)
    assert texts(pack, "rules") == [by_kind[kind] for kind in rules]
    assert texts(pack, "bible") == [by_kind[MemoryKind.BIBLE].split("\n\n")[0]]
    assert by_kind[MemoryKind.NEXT_DUTY] in texts(pack, "chapter_card")


def test_the_error_names_every_block_with_its_size(shelf: Library, told: Scope) -> None:
    with pytest.raises(BudgetError, match=r"rules \d+.*smallest that would do is \d+") as refused:
        shelf.pack(told, PackRequest(chapter=31, budget=200, query="铜铃"))
    required = refused.value.required
    assert set(required) == {
        "frame", "rules", "bible", "story_so_far", "previous_tail", "chapter_card", "query",
    }  # fmt: skip
    slack = 40  # a chat's overhead, and joints that cost less than their parts
    assert abs(sum(required.values()) - refused.value.smallest) <= slack


@given(budget=st.integers(600, 14_000), query=phrases())
@settings(max_examples=40)
def test_a_larger_budget_never_covers_in_fewer_words_nor_loses_a_section(
    budget: int, query: str, shelf: Library, told: Scope
) -> None:
    try:
        small = shelf.pack(told, PackRequest(chapter=40, budget=budget, query=query))
    except BudgetError:
        assume(False)
        return
    large = shelf.pack(told, PackRequest(chapter=40, budget=2 * budget, query=query))
    assert {s.name for s in small.sections} <= {s.name for s in large.sections}


def test_every_candidate_is_either_in_the_pack_or_reported(shelf: Library, told: Scope) -> None:
    request = PackRequest(chapter=40, budget=1_000_000, query="铜铃 三千二百")
    whole = shelf.pack(told, request)
    assert [dropped for dropped in whole.dropped if dropped.needs] == []
    offered = {item.id for s in whole.sections for item in s.items if s.name != "story_so_far"}
    small = shelf.pack(told, with_budget(request, 1_500))
    shown = {item.id for s in small.sections for item in s.items if s.name != "story_so_far"}
    left_out = {dropped.id for dropped in small.dropped if dropped.needs}
    assert left_out
    assert shown | left_out == offered
    assert not shown & left_out
