"""What the request puts in, leaves out, or gives a budget of its own."""

from collections.abc import Callable
from typing import Any

import pytest

from lorepack.errors import BudgetError, InvalidInputError
from lorepack.records import (
    ChapterCard,
    ContextPack,
    Form,
    Item,
    Memory,
    MemoryKind,
    PackRequest,
    Scope,
    SearchRequest,
)
from ranking.profile import Profile
from ranking.profile_file import dumps, fingerprint
from runtime.library import Library
from tests.strategies import author_memories

Build = Callable[..., ContextPack]
LONG = "铜铃第一次响是在望潮楼塌下来的那一夜，沈砚秋数了三百二十声。" * 40


@pytest.fixture(scope="module")
def book(shelf: Library, sixty: Any) -> Scope:
    """The sixty chapters with memories that no rule calls for in most chapters."""
    scope = Scope(project="choices")
    shelf.import_bytes(scope, sixty.manuscript())
    shelf.summarise(scope)
    chapters = shelf.chapters(scope)
    shelf.remember(
        scope,
        [
            *author_memories(),
            Memory(
                id="far", kind=MemoryKind.CHARACTER_STATE, subject="远山客", text="在山里养伤。"
            ),
            Memory(id="long", kind=MemoryKind.SCENE, subject="旧码头", text=LONG),
            Memory(
                id="later",
                kind=MemoryKind.SCENE,
                subject="新码头",
                text="新码头修好了。",
                known_from=chapters[50].id,
            ),
            Memory(id="bell", kind=MemoryKind.FORESHADOW, subject="F777", text="铃声没有来处。"),
        ],
    )
    return scope


@pytest.fixture
def build(shelf: Library, book: Scope) -> Build:
    def build(**request: Any) -> ContextPack:
        given: dict[str, Any] = {"chapter": 31, **request}
        return shelf.pack(book, PackRequest(**given))

    return build


def items(pack: ContextPack) -> dict[str, tuple[str, Item]]:
    return {item.id: (s.name, item) for s in pack.sections for item in s.items}


def test_what_is_pinned_is_there_whole_though_no_rule_calls_for_it(build: Build) -> None:
    assert not {"far", "long"} & items(build()).keys()
    pinned = items(build(pins=("far", "long")))
    assert [pinned[id][0] for id in ("far", "long")] == ["character_states", "scenes_items"]
    assert all(pinned[id][1].form is Form.FULL for id in ("far", "long"))
    assert pinned["long"][1].reason == "pinned; no rule calls for it"


def test_a_passage_is_pinned_by_the_id_that_a_search_shows(
    shelf: Library, book: Scope, build: Build
) -> None:
    hit = shelf.search(book, SearchRequest(query="铜铃", as_of=31)).hits[0]
    section, item = items(build(pins=(hit.id,)))[hit.id]
    assert section == "originals"
    assert item.text == hit.text.strip("\n")
    assert (item.source.chapter, item.source.start, item.source.end) == (
        hit.chapter,
        hit.start,
        hit.end,
    )


def test_a_foreshadow_is_pinned_and_banned_by_its_code(build: Build) -> None:
    pinned = items(build(pins=("f777",)))["bell"]
    assert (pinned[0], pinned[1].reason) == ("foreshadows", "pinned; still open")
    banned = build(bans=("F777",))
    assert "bell" not in items(banned)
    (dropped,) = [d for d in banned.dropped if d.id == "bell"]
    assert (dropped.section, dropped.needs) == ("foreshadows", 0)
    assert dropped.reason == "banned by the request (still open)"


def test_pins_that_cannot_fit_are_an_error_with_sizes_and_a_budget_that_would_do(
    build: Build,
) -> None:
    with pytest.raises(BudgetError, match=r"pinned long \d+") as refused:
        build(budget=1_000, pins=("long",))
    error = refused.value
    assert error.required["pinned long"] > 300
    granted = build(budget=error.smallest, pins=("long",))
    assert items(granted)["long"][1].text.endswith(LONG)
    assert granted.tokens <= error.smallest
    with pytest.raises(BudgetError):
        build(budget=error.smallest - 1, pins=("long",))
    assert build(budget=1_000).tokens <= 1_000


def test_nothing_from_the_chapter_or_later_can_be_pinned(
    shelf: Library, book: Scope, build: Build
) -> None:
    assert "later" in items(build(chapter=60, pins=("later",)))
    with pytest.raises(InvalidInputError, match=r"holds before chapter 31 has the id 'later'"):
        build(pins=("later",))
    (hit,) = shelf.search(book, SearchRequest(query="铜铃", from_chapter=40, k=1)).hits
    with pytest.raises(InvalidInputError, match="before chapter 31"):
        build(pins=(hit.id,))


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        ({"pins": ("nowhere",)}, "'nowhere'"),
        ({"bans": ("card",)}, "'card' cannot be banned"),
        ({"pins": ("far",), "bans": ("far",)}, "both pinned and banned"),
        ({"budgets": {"originale": 5}}, "no section 'originale'.*originals"),
        ({"profile": "halflife = 3"}, "halflife"),
    ],
)
def test_what_cannot_be_meant_is_refused_by_name(
    request_: dict[str, Any], message: str, build: Build
) -> None:
    with pytest.raises(InvalidInputError, match=message):
        build(**request_)


def test_no_chapter_can_be_left_out_of_the_story_so_far(build: Build) -> None:
    story = next(s for s in build().sections if s.name == "story_so_far")
    with pytest.raises(InvalidInputError, match="cannot be banned"):
        build(bans=(story.items[-1].id,))


def test_a_banned_passage_makes_room_for_the_next_best(build: Build) -> None:
    def originals(pack: ContextPack) -> list[str]:
        return [item.id for s in pack.sections if s.name == "originals" for item in s.items]

    usual = build(query="铜铃", budget=60_000)
    gone = originals(usual)[0]
    without = build(query="铜铃", budget=60_000, bans=(gone,))
    assert gone not in originals(without)
    assert len(originals(without)) == len(originals(usual))
    reasons = [d.reason for d in without.dropped if d.id == gone]
    assert len(reasons) == 1
    assert reasons[0].startswith("banned by the request (among the best for the query")
    assert not without.warnings


def test_a_ban_that_leaves_nothing_out_says_so(build: Build) -> None:
    assert [(w.code, w.at) for w in build(bans=("nobody",)).warnings] == [
        ("ban_without_effect", "nobody")
    ]


def test_a_section_keeps_to_a_budget_of_its_own(build: Build) -> None:
    query = {"query": "铜铃 三千二百"}
    free, tight = build(**query), build(**query, budgets={"originals": 400, "story_so_far": 600})
    sizes = {s.name: (s.budget, s.tokens) for s in tight.sections}
    assert sizes["originals"][0] == 400
    assert sizes["originals"][1] <= 400
    assert sizes["story_so_far"][1] <= 600
    assert sum(s.tokens for s in free.sections if s.name == "originals") > 400


def test_a_section_without_room_of_its_own_is_left_out(build: Build) -> None:
    pack = build(query="铜铃", budgets={"originals": 0})
    assert "originals" not in {s.name for s in pack.sections}
    assert any(d.section == "originals" and d.needs for d in pack.dropped)


def test_what_is_required_stands_against_the_budget_of_its_section_and_says_so(
    build: Build,
) -> None:
    pack = build(budgets={"rules": 10})
    assert [(w.code, w.at) for w in pack.warnings] == [("section_over_budget", "rules")]
    assert any(s.name == "rules" for s in pack.sections)


def test_a_profile_of_the_request_ranks_it(build: Build) -> None:
    strict = Profile(threshold=0.99)
    pack = build(query="铜铃", profile=dumps(strict))
    assert pack.profile == fingerprint(strict) != build(query="铜铃").profile


def test_a_preview_is_the_pack_without_a_record(shelf: Library, book: Scope, build: Build) -> None:
    card = ChapterCard(goal="只看一眼，不留下什么。")
    seen = build(card=card, preview=True)
    with pytest.raises(Exception, match=seen.id):
        shelf.stored_pack(book, seen.id)
    kept = build(card=card)
    assert (kept.id, kept.sections) == (seen.id, seen.sections)
    assert shelf.stored_pack(book, seen.id) == kept
