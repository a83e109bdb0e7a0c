"""The sample books that travel with the package: what they claim is what is in them."""

import json
from collections.abc import Generator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cli.demo import BOOKS, SAMPLES, next_pack
from ingest.chapters import split
from lorepack.records import ChapterText, ContextPack, FactKind, PackRequest, Scope
from runtime.library import Library
from tests.sample_books import open_samples
from text.facts import extract

NAMES = tuple(BOOKS)
NUMERIC = {
    FactKind.NUMBER,
    FactKind.QUANTITY,
    FactKind.MONEY,
    FactKind.PERCENT,
    FactKind.DURATION,
    FactKind.CODE,
}
HEADINGS: dict[str, list[str]] = {
    "zh": ["楔子", *(f"第{n}章" for n in "一二三四五六七八九十")]
    + [f"第十{n}章" for n in "一二三四五六"],
    "en": ["", *(f"Chapter {n}" for n in range(1, 9))],
}
ESTABLISHED = {
    ("zh", "F001", "planted"): "第二章",
    ("zh", "F001", "paid"): "第十四章",
    ("zh", "F002", "planted"): "第三章",
    ("zh", "F002", "advanced"): "第十六章",
    ("en", "F001", "planted"): "Chapter 2",
    ("en", "F001", "paid"): "Chapter 7",
    ("en", "F002", "planted"): "Chapter 3",
    ("en", "F002", "advanced"): "Chapter 8",
}
"""The chapter that shows each state of each foreshadow."""


@cache
def _chapters(book: str) -> tuple[ChapterText, ...]:
    return split((SAMPLES / book / "book.txt").read_text(encoding="utf-8")).chapters


@cache
def _words(book: str, last: int) -> str:
    return "".join(c.heading + c.body for c in _chapters(book)[:last])


@cache
def _values(book: str, last: int) -> frozenset[str]:
    """Values of all numbers up to a chapter, whatever their spelling."""
    facts = (f for c in _chapters(book)[:last] for f in extract(c.heading + c.body))
    return frozenset(fact.value for fact in facts if fact.value)


def _json(book: str, name: str) -> Any:
    return json.loads((SAMPLES / book / name).read_text(encoding="utf-8"))


def _memories(book: str) -> list[dict[str, Any]]:
    return _json(book, "memories.json")


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory, cache_dir: Path) -> Generator[Library]:
    with open_samples(tmp_path_factory.mktemp("samples"), cache_dir) as opened:
        yield opened


@pytest.mark.parametrize("book", NAMES)
def test_a_book_splits_into_the_chapters_it_claims(book: str) -> None:
    assert [c.parsed.label for c in _chapters(book)] == HEADINGS[book]


def test_the_chinese_book_has_two_volumes() -> None:
    volumes = [c.volume for c in _chapters("zh")]
    assert volumes == ["第一卷 渡口"] * 9 + ["第二卷 柜底"] * 8


@pytest.mark.parametrize("book", NAMES)
def test_every_number_of_a_memory_stands_in_the_book_by_then(book: str) -> None:
    checked = 0
    for memory in _memories(book):
        last = memory["chapter"] or len(_chapters(book))
        for fact in extract(memory["text"]):
            if fact.kind in NUMERIC:
                checked += 1
                known = fact.value in _values(book, last) or fact.text in _words(book, last)
                assert known, f"{memory['subject']}: {fact.text}"
    assert checked > 10


@pytest.mark.parametrize("book", NAMES)
def test_every_person_of_card_and_memories_occurs_in_the_book_by_then(book: str) -> None:
    words = _words(book, len(_chapters(book)))
    assert [name for name in _json(book, "card.json")["people"] if name not in words] == []
    for memory in _memories(book):
        people = memory["fields"].get("people", "").split("、")
        if memory["kind"] in {"character_state", "relationship"}:
            people += memory["subject"].split("/")
        known = _words(book, memory["chapter"] or len(_chapters(book)))
        assert [n for n in people if not _occurs(n, known)] == []


def _occurs(name: str, words: str) -> bool:
    """Whether a name, or for a full English name each part of it, stands in the text."""
    return name in words or (" " in name and all(part in words for part in name.split()))


@pytest.mark.parametrize("book", NAMES)
def test_a_foreshadow_is_known_from_the_chapter_that_shows_it(book: str) -> None:
    states = [m for m in _memories(book) if m["kind"] == "foreshadow"]
    shown = {
        (book, m["subject"], m["fields"]["status"]): HEADINGS[book][int(m["chapter"]) - 1]
        for m in states
    }
    assert shown == {key: label for key, label in ESTABLISHED.items() if key[0] == book}


@pytest.mark.parametrize("book", NAMES)
def test_a_foreshadow_s_window_fits_its_states(book: str) -> None:
    for memory in _memories(book):
        if memory["kind"] == "foreshadow":
            fields, end = memory["fields"], len(_chapters(book))
            planted, start, last = (int(fields[f]) for f in ("planted_at", "due_from", "due_to"))
            assert planted < start <= last
            if fields["status"] == "planted":
                assert memory["chapter"] == planted
            elif fields["status"] == "paid":
                assert start <= memory["chapter"] <= last
            else:
                assert start == end + 1, "what is still open is due from the next chapter on"


@pytest.mark.parametrize("book", NAMES)
def test_the_states_of_a_foreshadow_share_its_title_and_window(book: str) -> None:
    shared = ("title", "planted_at", "due_from", "due_to")
    windows = {
        (m["subject"], *(m["fields"][field] for field in shared))
        for m in _memories(book)
        if m["kind"] == "foreshadow"
    }
    assert sorted(subject for subject, *_ in windows) == ["F001", "F002"]


@pytest.mark.parametrize("book", NAMES)
def test_what_stands_now_is_known_from_the_end_of_the_book(book: str) -> None:
    last = [m["chapter"] for m in _memories(book) if m["kind"] in {"mainline", "next_duty"}]
    assert max(last) == len(_chapters(book))


@pytest.fixture(params=NAMES)
def demonstrated(request: pytest.FixtureRequest, library: Library) -> ContextPack:
    """The pack that the demonstration shows for a book."""
    return next_pack(library, Scope(project=request.param))


def _texts(pack: ContextPack, section: str) -> str:
    return "\n".join(item.text for s in pack.sections if s.name == section for item in s.items)


def test_the_demonstrated_pack_keeps_its_budget_and_covers_the_book(
    demonstrated: ContextPack,
) -> None:
    assert demonstrated.tokens <= demonstrated.budget == 4_000
    covered = [n for c in demonstrated.coverage for n in range(c.first, c.last + 1)]
    assert covered == list(range(1, demonstrated.chapter))
    assert demonstrated.degraded == ()


def test_the_demonstrated_pack_shows_the_open_foreshadow_alone(demonstrated: ContextPack) -> None:
    shown = _texts(demonstrated, "foreshadows")
    assert "F002" in shown
    assert "F001" not in shown


def test_the_demonstrated_pack_holds_rules_people_and_task(demonstrated: ContextPack) -> None:
    kinds = {item.kind for s in demonstrated.sections for item in s.items}
    assert kinds >= {
        "style_rule",
        "ban_rule",
        "locked_rule",
        "bible",
        "character_state",
        "previous_tail",
        "chapter_card",
        "next_duty",
    }


@pytest.mark.parametrize("book", NAMES)
def test_in_the_middle_of_a_book_its_first_foreshadow_is_still_open(
    library: Library, book: str
) -> None:
    pack = library.pack(Scope(project=book), PackRequest(chapter=6))
    shown = _texts(pack, "foreshadows")
    later = [m["text"] for m in _memories(book) if m["chapter"] >= 6]
    assert "F001" in shown
    assert "F002" in shown
    assert [text for text in later if text in pack.rendered] == []
