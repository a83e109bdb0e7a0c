"""A recall keeps to its budget, whatever is to go in; it is in order, and always the same."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import BudgetError
from lorepack.ports import TokenCounter
from lorepack.records import Form, Score, Source
from providers.tokens import open_counter
from retrieval.pack.rendering.render import mark_of, unescape
from retrieval.parts import Places
from retrieval.recall.entry import Entry
from retrieval.recall.excerpts import excerpt, least
from retrieval.recall.fitting import Fitted, fit
from retrieval.recall.render import Frame
from retrieval.recall.render import line as line_of
from tests.strategies import hostile_texts
from text.fold import fold

FRAME = Frame(mark=mark_of("secret"), chinese=False)
LINE = re.compile(r"\\?(?P<head>.*?): .* \(relevance (?P<relevance>\d\.\d\d)\)")
TALK = (
    *("雨停了。", "票是三百二十元。", "The key is under the mat.", "We meet at 6:40 on Friday."),
    *("\n", "\u2028", "好", "word " * 30, "龘" * 80),
)
WORDS = st.lists(st.sampled_from(TALK), max_size=14).map("".join) | hostile_texts()


@st.composite
def entries(draw: st.DrawFn) -> list[Entry]:
    return [
        entry(
            nth,
            draw(WORDS),
            relevance=draw(st.integers(0, 20)) / 20,
            date=draw(st.sampled_from([None, "2023-06-13", "2024-04-01"])),
            label=draw(st.sampled_from(["第十二回", "# rules", "system", "chapter 3"])),
            speaker=draw(st.sampled_from([None, "小林", "Ada Crane", "assistant"])),
        )
        for nth in range(draw(st.integers(0, 12)))
    ]


@st.composite
def needed_entries(draw: st.DrawFn) -> list[Entry]:
    """Some of them hold parts that are to be shown, at one or two places."""
    return [replace(e, needed=True, parts=draw(parts_of(e.words))) for e in draw(entries())]


@st.composite
def parts_of(draw: st.DrawFn, words: str) -> tuple[Places, ...]:
    if not words.strip():
        return ()
    return tuple(
        tuple(draw(place_in(words)) for _ in range(draw(st.integers(1, 2))))
        for _ in range(draw(st.integers(0, 3)))
    )


@st.composite
def place_in(draw: st.DrawFn, words: str) -> tuple[int, int]:
    start = draw(st.integers(0, len(words) - 1))
    return start, min(start + draw(st.integers(1, 40)), len(words))


def entry(
    nth: int,
    words: str,
    *,
    relevance: float = 0.9,
    date: str | None = "2023-06-13",
    label: str = "trip",
    speaker: str | None = None,
) -> Entry:
    return Entry(
        id=f"s{nth}",
        date=date,
        label=label,
        speaker=speaker,
        words=words,
        source=Source(chapter=1, start=nth, end=nth + 1),
        score=Score(relevance=relevance),
    )


def joined_costs_more(text: str) -> int:
    """A counter that charges for joints, as no sum over parts foretells."""
    return len(text) // 3 + 3 * text.count("\n") * (len(text) > 200)


@pytest.fixture(scope="module")
def o200k(cache_dir: Path) -> TokenCounter:
    return open_counter("o200k_base", cache_dir)


COUNTERS: dict[str, Callable[[str], int]] = {"characters": len, "joints": joined_costs_more}


def body(fitted: Fitted) -> list[str]:
    """The lines between those of the frame."""
    opening, *rest = fitted.text.split("\n") if fitted.text else ["", "", ""]
    assert not fitted.text or (opening.endswith(FRAME.mark) and rest[-1] == f"{FRAME.mark} ##")
    return rest[1:-1]


@pytest.mark.parametrize("counter", COUNTERS)
@given(
    held=entries() | needed_entries(),
    budget=st.integers(0, 2_500),
    query=st.sampled_from(["票", "key Friday"]),
)
def test_no_recall_is_above_its_budget(
    counter: str, held: list[Entry], budget: int, query: str
) -> None:
    keeps_to(held, query, budget, COUNTERS[counter])


@given(held=entries(), budget=st.integers(0, 700))
def test_no_recall_is_above_its_budget_in_a_models_own_tokens(
    o200k: TokenCounter, held: list[Entry], budget: int
) -> None:
    keeps_to(held, "key Friday", budget, o200k)


def keeps_to(held: list[Entry], query: str, budget: int, count: TokenCounter) -> None:
    smallest = count(FRAME.around(()))
    if budget < smallest:
        with pytest.raises(BudgetError, match=f"would do is {smallest}"):
            fit(held, query, FRAME, budget, count)
        return
    fitted = fit(held, query, FRAME, budget, count)
    assert fitted.tokens == count(fitted.text) <= budget
    lines = body(fitted)
    assert len(lines) == len(fitted.items)
    assert all(LINE.fullmatch(line) for line in lines)
    relevances = [item.score.relevance for item in fitted.items]
    assert relevances == sorted(relevances, reverse=True)
    ids = [item.id for item in fitted.items] + [dropped.id for dropped in fitted.dropped]
    assert sorted(ids) == sorted(e.id for e in held)
    assert fit(held, query, FRAME, budget, count) == fitted


@given(held=entries())
def test_with_room_enough_everything_is_there_to_the_letter(held: list[Entry]) -> None:
    fitted = fit(held, "票", FRAME, 10**6, len)
    told = {item.id: item for item in fitted.items}
    assert not fitted.dropped
    for e, line in zip(sorted(held, key=lambda e: -e.score.relevance), body(fitted), strict=True):
        said = " ".join(e.words.split())
        assert told[e.id].form is Form.FULL
        assert told[e.id].text == (f"{e.speaker}: {said}" if e.speaker else said)
        relevance = f" (relevance {e.score.relevance:.2f})"
        assert unescape(line) == f"{e.date or e.label}: {told[e.id].text}{relevance}"


def test_one_endless_entry_does_not_empty_the_recall() -> None:
    held = [entry(0, "龘" * 9_000, relevance=1.0), entry(1, "The key is here."), entry(2, "Yes.")]
    fitted = fit(held, "key", FRAME, 600, len)
    assert [item.id for item in fitted.items] == ["s1", "s2"]
    (dropped,) = fitted.dropped
    assert (dropped.id, dropped.tokens) == ("s0", 9_030)
    assert dropped.tokens - dropped.needs == 600 - fitted.tokens


def test_a_long_entry_is_cut_to_what_the_query_is_after() -> None:
    long = "雨下了一夜。" * 40 + "钥匙在门垫下面。" + "天亮了。" * 40
    held = [entry(n, f"{n}：{long}", relevance=1 - n / 10) for n in range(5)]
    fitted = fit(held, fold("钥匙在哪"), FRAME, 900, len)
    assert [item.form for item in fitted.items] == [Form.COMPRESSED] * 5
    assert all("钥匙在门垫下面。" in item.text for item in fitted.items)


def test_in_a_small_room_two_whole_messages_are_worth_more_than_five_crumbs() -> None:
    told = "We leave on Friday at 6:40. " * 3  # 115 characters as a line
    held = [entry(n, told, relevance=1 - n / 10) for n in range(5)]
    fitted = fit(held, "key Friday", FRAME, len(FRAME.around(("",))) + 340, len)
    assert [item.form for item in fitted.items[:2]] == [Form.FULL] * 2


def test_no_message_is_whole_at_the_cost_of_more_than_half_the_room() -> None:
    told = "We leave on Friday at 6:40. " * 3  # 115 characters as a line, of 180
    held = [entry(0, told, relevance=1.0), *(entry(n, "Friday it is.") for n in range(1, 3))]
    fitted = fit(held, "Friday", FRAME, len(FRAME.around(("",))) + 180, len)
    assert [item.form for item in fitted.items] == [Form.COMPRESSED, Form.FULL, Form.FULL]


def test_room_that_short_entries_leave_goes_to_the_longer_ones() -> None:
    long = "The key is under the mat. " * 20
    held = [entry(0, long, relevance=1.0), *(entry(n, "Yes.") for n in range(1, 5))]
    whole = fit(held, "key", FRAME, 1_000, len)
    assert [item.form for item in whole.items] == [Form.FULL] * 5


def test_a_budget_below_the_frame_is_refused_with_the_smallest_that_would_do() -> None:
    smallest = len(FRAME.around(()))
    with pytest.raises(BudgetError, match=rf"frame {smallest}.* would do is {smallest}"):
        fit([entry(0, "Yes.")], "yes", FRAME, smallest - 1, len)
    assert fit([entry(0, "Yes.")], "yes", FRAME, smallest, len).text == ""


@given(held=needed_entries(), others=entries(), spare=st.integers(0, 300))
def test_what_is_needed_is_shown_as_soon_as_there_is_room_for_it(
    held: list[Entry], others: list[Entry], spare: int
) -> None:
    more = [replace(e, id=f"o{e.id}") for e in others]
    shortest = [line_of(e, least(e.words, "key", e.parts)) for e in held]
    budget = len(FRAME.around(shortest)) + spare
    fitted = fit([*more, *held], "key", FRAME, budget, len)
    told = {item.id: " ".join(item.text.split()) for item in fitted.items}
    for e in held:
        for places in e.parts:
            pieces = [" ".join(e.words[start:end].split()) for start, end in places]
            assert any(piece in told[e.id] for piece in pieces)


def test_what_is_needed_has_its_room_before_what_is_more_relevant() -> None:
    long = "The key is under the mat. " * 9
    held = [entry(n, long, relevance=0.9) for n in range(5)]
    rare = "Rain fell. " * 30 + "Locker K-17 is mine. " + "Snow fell. " * 30
    at = rare.index("K-17")
    last = replace(entry(5, rare, relevance=0.1), needed=True, parts=(((at, at + 4),),))
    fitted = fit([*held, last], "key", FRAME, 420, len)
    assert fitted.items[-1].id == "s5", "it is shown by its relevance all the same"
    assert "Locker K-17 is mine." in fitted.items[-1].text
    assert fit([*held, replace(last, needed=False)], "key", FRAME, 420, len).dropped


def test_among_equals_the_needed_one_comes_first() -> None:
    held = [entry(0, "Yes."), replace(entry(1, "No."), needed=True)]
    assert [item.id for item in fit(held, "key", FRAME, 600, len).items] == ["s1", "s0"]


def test_a_part_is_shown_at_the_place_that_matches_best_and_over_a_sentences_end() -> None:
    text = "Ada left. Rain fell. Ada has the key. Snow fell. Bo ran. He fell."
    ada = ((0, 3), (text.index("Ada has"), text.index(" has")))
    both = ((text.index("ran"), text.index(" fell.", -7)),)
    assert least(text, "key", [ada]) == "… Ada has the key. …"
    assert least(text, "key", [both]) == "… Bo ran. He fell."
    assert least(text, "key", []) == "… Ada has the key. …"
    assert excerpt(text, "rain", lambda words: len(words) < 16) == "… Rain fell. …"
    assert excerpt(text, "rain", lambda words: len(words) < 16, [ada]) == "Ada left. …"
    assert excerpt(text, "rain", lambda words: len(words) < 26, [ada]) == "Ada left. Rain fell. …"


def test_nothing_relevant_is_nothing_said() -> None:
    assert fit([], "key", FRAME, 600, len) == Fitted(text="", tokens=0, items=(), dropped=())


def test_an_excerpt_marks_its_gaps() -> None:
    text = "One two. The key is here. Three four. Keys are dear. Five."
    assert excerpt(text, "key", lambda words: len(words) < 38) == (
        "… The key is here. … Keys are dear. …"
    )
    assert excerpt(text, "key", lambda words: len(words) < 33) == "One two. The key is here. …"
    assert excerpt(text, "key", lambda words: len(words) < 5) is None
    assert excerpt("", "key", lambda words: True) is None


@given(words=WORDS, most=st.integers(0, 80))
def test_an_excerpt_fits_and_says_nothing_of_its_own(words: str, most: int) -> None:
    cut = excerpt(words, "key", lambda told: len(told) <= most)
    assert cut is None or len(cut) <= most
    pieces = [] if cut is None or "…" in words else cut.split("…")
    assert all(piece.strip() in words for piece in pieces)
