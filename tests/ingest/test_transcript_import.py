"""Chats as books: imported again and again, and all that runs over chapters runs over them."""

import json
from datetime import UTC, datetime

import pytest

from lorepack.errors import InvalidInputError
from lorepack.ports import Pooling
from lorepack.records import (
    EVERYWHERE,
    ImportOptions,
    ManuscriptFormat,
    PackRequest,
    Scope,
    SearchRequest,
    SummaryState,
)
from runtime.continuity import Continuity
from runtime.library import Library
from text.transcripts import messages

pytestmark = pytest.mark.both_databases

TALK = (
    ("小林", "第三章 我们周五去苏州，票是三百二十元。"),
    ("Ada Crane", "Which train? I only have 45 minutes at 6:40."),
    ("小林", "G7021次，十点四十分开。如果下雨就改到周六。"),
    ("Ada Crane", "Fine. My sister Nora Vale will come too.\n\nChapter 2\nShe said: “wait”."),
    ("user", "目录"),
    ("assistant", "好的，已经记下：Nora Vale 同行。" * 60),
)


def chat(days: int, *, last: int = len(TALK), session: str = "") -> list[dict[str, object]]:
    """So many days of the same talk, the last of them with some of its messages."""
    return [
        {
            "speaker": who,
            "text": f"{day}：{words}",
            "at": datetime(2024, 4, day, 9, nth, tzinfo=UTC).isoformat(),
            **({"session": f"{session}{day}"} if session else {}),
        }
        for day in range(1, days + 1)
        for nth, (who, words) in enumerate(TALK[: last if day == days else None])
    ]


def lines(items: list[dict[str, object]]) -> bytes:
    return "\n".join(json.dumps(item, ensure_ascii=False) for item in items).encode()


def test_sessions_are_chapters_whatever_is_said_in_them(library: Library, scope: Scope) -> None:
    report = library.import_bytes(scope, lines(chat(3, session="目录")), name="chat.jsonl")
    assert (report.added, report.rule, report.format) == (3, "sessions", "transcript")
    assert [c.title for c in report.chapters] == ["目录1", "目录2", "目录3"]
    assert [len(messages(library.text(scope, str(n)))) for n in (1, 2, 3)] == [len(TALK)] * 3


def test_importing_again_changes_nothing(library: Library, scope: Scope) -> None:
    library.import_bytes(scope, lines(chat(3)), name="chat.jsonl")
    again = library.import_bytes(scope, lines(chat(3)), name="chat.jsonl")
    assert (again.added, again.updated, again.unchanged) == (0, 0, 3)


def test_a_message_that_was_added_touches_its_own_chapter_alone(
    library: Library, scope: Scope
) -> None:
    library.import_bytes(scope, lines(chat(3, last=2)), name="chat.jsonl")
    library.index(scope)
    before = {c.id: c.revision for c in library.chapters(scope)}
    report = library.import_bytes(scope, lines(chat(3, last=3)), name="chat.jsonl")
    assert (report.added, report.updated, report.unchanged) == (0, 1, 2)
    assert [c.revision - before[c.id] for c in library.chapters(scope)] == [0, 0, 1]
    with library.record.reading() as unit:
        assert unit.journal.lag(scope) == 1


def test_nothing_of_a_chat_with_a_bad_line_is_imported(library: Library, scope: Scope) -> None:
    with pytest.raises(InvalidInputError, match=r"chat.jsonl, line 19: this is no JSON"):
        library.import_bytes(scope, lines(chat(3)) + b"\n{", name="chat.jsonl")
    assert library.projects() == []


def test_a_pattern_for_headings_is_refused(library: Library, scope: Scope) -> None:
    with pytest.raises(InvalidInputError, match=r"'第.章'.* its sessions; leave it out"):
        library.import_bytes(scope, lines(chat(1)), ImportOptions(pattern="第.章"), name="c.json")


def test_a_search_finds_messages_and_who_said_them(library: Library, scope: Scope) -> None:
    library.import_bytes(scope, lines(chat(2)), name="chat.jsonl")
    library.index(scope)
    (hit, *_) = library.search(scope, SearchRequest(query="Which train?", as_of=2)).hits
    assert hit.text == (
        "[2024-04-01 09:01] Ada Crane: 1：Which train? I only have 45 minutes at 6:40.\n\n"
    )
    pool = library.ownership.search(scope, "Which train?", Pooling(limit=50)).candidates
    assert {c.speakers for c in pool} == {("小林",), ("ada crane",), ("user",), ("assistant",)}
    assert {c.at for c in pool} >= {1711962060, 1712048460}


def test_a_message_is_the_same_to_index_and_record(library: Library, scope: Scope) -> None:
    """Whatever finds a message, it knows who spoke and when."""
    library.import_bytes(scope, lines(chat(1)), name="chat.jsonl")
    library.index(scope)
    pool = library.ownership.search(scope, "train", Pooling(limit=50)).candidates
    with library.record.reading() as unit:
        rows = unit.literals.holding_any(scope, ["train"], where=EVERYWHERE)
        passages = unit.snippets.passages(scope, [c.id for c in pool])
    told = {p.id: (p.speakers, p.at) for p in passages}
    assert rows
    assert {c.id: (c.speakers, c.at) for c in pool} == told
    assert {row.id: (tuple(row.speakers), row.at) for row in rows}.items() <= told.items()


def test_all_that_runs_over_chapters_runs_over_a_chat(library: Library, scope: Scope) -> None:
    library.import_bytes(scope, lines(chat(12)), name="chat.jsonl")
    library.index(scope)
    library.summarise(scope)
    assert {c.summary for c in library.chapters(scope)} == {SummaryState.READY}
    pack = library.pack(scope, PackRequest(chapter=13, budget=4_000, query="Nora Vale 同行吗？"))
    assert pack.tokens <= 4_000
    assert [entry.last for entry in pack.coverage][-1] == 12
    assert Continuity(library=library, scope=scope).check("林墨走进门来。") == []


def test_the_manuscript_gives_the_chat_back(library: Library, scope: Scope) -> None:
    library.import_bytes(scope, lines(chat(2, session="trip ")), name="chat.jsonl")
    texts = [library.text(scope, str(n)) for n in (1, 2)]
    book = library.manuscript(scope, ManuscriptFormat.TXT, title="").decode()
    assert book == f"trip 1\n\n{texts[0]}\n\ntrip 2\n\n{texts[1]}\n"
