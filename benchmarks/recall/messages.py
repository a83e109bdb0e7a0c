"""Sets of messages, records and short passages: what an agent would remember."""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from benchmarks.recall.model import Book, Chapter, Question, TestSet, Unit, chapter_id, single
from benchmarks.recall.rows import DATA, Row, by_book, rows
from ingest.content import settled
from text.transcripts import Said, render, speaker_name

NOISE = "_noise"
"""The book of memdaily_zh that is searched with every other."""

_STAMP = re.compile(
    r"(?P<year>\d{4})[-/年](?P<month>\d\d)[-/月](?P<day>\d\d)日?(?:\D*(?P<time>\d\d:\d\d))?"
)
_NO_TEXT = re.compile("[\0\ud800-\udfff]")
_MESSAGES_APART = 100
"""Messages of one chapter where nothing says which belong together."""


def load(name: str, language: str, folder: Path = DATA) -> TestSet:
    """Load a set of messages; each is a unit."""
    documents = rows(folder / name / "documents.jsonl.gz")
    books = {book: _sessions(group) for book, group in by_book(documents)}
    known = {unit.id for book in books.values() for chapter in book for unit in chapter.units}
    asked = [row for row in rows(folder / name / "questions.jsonl.gz") if _counts(row)]
    positions = _positions(documents) if any("before_session" in row for row in asked) else {}
    questions = [_question(row, known, positions) for row in asked]
    return TestSet(
        name=name,
        language=language,
        corpus=name,
        books=books,
        questions=questions,
        asked_of=len(questions),
        shared=NOISE if NOISE in books else None,
    )


def load_sessions(name: str, language: str, folder: Path = DATA) -> TestSet:
    """The same set where sessions are to be found."""
    units = load(name, language, folder)
    positions = _positions(rows(folder / name / "documents.jsonl.gz"))
    gold = {
        row["qid"]: [
            chapter_id(row["book"], positions[row["book"], s]) for s in row["gold_sessions"]
        ]
        for row in rows(folder / name / "questions.jsonl.gz")
    }
    return _renamed(
        units,
        f"{name}:session",
        [_by_chapter(question, gold[question.id]) for question in units.questions],
    )


def load_passages(name: str, language: str, folder: Path = DATA, *, whole: bool = False) -> TestSet:
    """Load a set of passages, each a document of its own.

    Args:
        name: The set's name.
        language: Its language.
        folder: Where the sets lie.
        whole: Whether all books are searched as one.
    """
    documents = [{**row, "book": name if whole else row["book"]} for row in _files(folder / name)]
    grouped = by_book([{**row, "order": place} for place, row in enumerate(documents)])
    books = {book: tuple(map(_passage, group)) for book, group in grouped}
    known = {row["doc_id"] for row in documents}
    asked = [row for row in rows(folder / name / "questions.jsonl.gz") if _counts(row)]
    questions = [
        _question({**row, "book": name if whole else row["book"]}, known, {}) for row in asked
    ]
    title = f"{name}:shelf" if whole else name
    return TestSet(
        name=title,
        language=language,
        corpus=title,
        books=books,
        questions=questions,
        asked_of=len(questions),
    )


def _passage(row: Row) -> Chapter:
    return Chapter(units=(Unit(id=row["doc_id"], text=_said(row)),))


def _files(folder: Path) -> list[Row]:
    return sorted(rows(folder / "documents.jsonl.gz"), key=lambda row: (row["book"], row["order"]))


def _counts(row: Row) -> bool:
    """Whether a question asks for something that is there."""
    asked_of_nothing = str(row.get("category", "")).endswith("_abs") or row["qid"].endswith("_abs")
    return bool(row["question"].strip() and row["gold"]) and not asked_of_nothing


def _question(row: Row, known: set[str], positions: "dict[tuple[str, object], int]") -> Question:
    gold = row.get("gold_groups") or [[id] for id in dict.fromkeys(row["gold"])]
    kept = [frozenset(group) & known for group in gold]
    before = row.get("before_session")
    return Question(
        id=row["qid"],
        text=row["question"],
        book=row["book"],
        groups=tuple(group for group in kept if group),
        before=None if before is None else _first_from(positions, row["book"], before),
        asked_at=_stamp({"timestamp": row.get("question_date")}),
    )


def _first_from(positions: "dict[tuple[str, object], int]", book: str, session: int) -> int:
    """The position of the first session that may not be searched; one behind all if none is."""
    own = {s: place for (b, s), place in positions.items() if b == book and isinstance(s, int)}
    return min((p for s, p in own.items() if s >= session), default=len(own) + 1)


def _by_chapter(question: Question, gold: Sequence[str]) -> Question:
    return Question(
        id=question.id,
        text=question.text,
        book=question.book,
        groups=single(gold),
        before=question.before,
        asked_at=question.asked_at,
    )


def _renamed(units: TestSet, name: str, questions: Sequence[Question]) -> TestSet:
    return TestSet(
        name=name,
        language=units.language,
        corpus=units.corpus,
        books=units.books,
        questions=questions,
        asked_of=units.asked_of,
        by_chapter=True,
    )


def _positions(documents: list[Row]) -> dict[tuple[str, object], int]:
    """Where each session stands among the chapters of its book, from 1."""
    found: dict[tuple[str, object], int] = {}
    for book, group in by_book(documents):
        named = [row["session"] for row in group if _said(row)]
        for position, session in enumerate(dict.fromkeys(named), start=1):
            found[book, session] = position
    return found


def _sessions(documents: list[Row]) -> Book:
    """A book's chapters: its sessions; else its days, if they are many; else so many messages."""
    told = [row for row in documents if _said(row)]
    return tuple(
        Chapter(units=tuple(map(_message, group))) for group in _grouped(told, _session_of(told))
    )


def _session_of(documents: list[Row]) -> Callable[[tuple[int, Row]], object]:
    first = documents[0] if documents else {}
    if "session" in first:
        return lambda numbered: numbered[1]["session"]
    if "timestamp" in first and len(documents) > _MESSAGES_APART:
        return lambda numbered: (_stamp(numbered[1]) or "")[: len("2023-06-13")]
    return lambda numbered: numbered[0] // _MESSAGES_APART


def _grouped(documents: list[Row], key: Callable[[tuple[int, Row]], object]) -> Iterator[list[Row]]:
    for _, group in groupby(enumerate(documents), key=key):
        yield [row for _, row in group]


def _message(row: Row) -> Unit:
    said, speaker = _said(row), row.get("speaker")
    message = Said(text=said, stamp=_stamp(row), speaker=speaker_name(speaker) if speaker else None)
    text = f"{speaker}: {said}" if speaker else said
    return Unit(id=row["doc_id"], text=text, rendered=render([message]))


def _said(row: Row) -> str:
    return settled(_NO_TEXT.sub(" ", row["text"])).strip()


def _stamp(row: Row) -> str | None:
    """When it was said, as a transcript has it."""
    found = _STAMP.match(row.get("timestamp") or "")
    if found is None:
        return None
    time = found["time"]
    return f"{found['year']}-{found['month']}-{found['day']}" + (f" {time}" if time else "")
