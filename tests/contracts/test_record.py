"""What every database promises, run on each of them."""

from dataclasses import replace

import numpy as np
import pytest

from lorepack.errors import NotFoundError
from lorepack.ports import ChapterContent, Edition, Place, Revision, Summary, UnitOfWork
from lorepack.records import (
    EVERYWHERE,
    Alias,
    Chapter,
    Entity,
    Fact,
    FactKind,
    Mention,
    Scope,
    Snippet,
    Where,
)
from storage.record import SqlRecord
from text.fold import fold

TEXTS = (
    "林黛玉说：“你来了。”宝玉笑了。",
    "贾母赏了三千二百两，宝玉谢了。",
    "The box from 𠮷田 held 3,200 coins.",
)


def chapter(nth: int, *, revision: int = 1, label: str = "第一回") -> Chapter:
    return Chapter(
        id=f"c{nth}",
        order_key=(nth + 1) * 100,
        position=nth + 1,
        volume=None,
        volume_id=None,
        number=nth,
        label=label,
        title="t",
        revision=revision,
        chars=len(TEXTS[nth]),
        sha256=f"sha{nth}",
    )


def content(nth: int, text: str | None = None, *, facts: tuple[Fact, ...] = ()) -> ChapterContent:
    words = TEXTS[nth] if text is None else text
    snippet = Snippet(
        id=f"00000000-0000-0000-0000-00000000000{nth}",
        chapter_id=f"c{nth}",
        nth=0,
        start=0,
        end=len(words),
        sha256=f"snippet{nth}",
        folded=fold(words),
        own=len(fold(words)),
        lead=0,
        importance=0.5,
        people=("p1",),
        speakers=("小林", "ada"),
        at=4_102_444_800 if nth else None,
    )
    return ChapterContent(snippets=(snippet,), facts=facts)


def revision(nth: int, text: str | None = None) -> Revision:
    words = TEXTS[nth] if text is None else text
    return Revision(
        heading="第一回\n", text=words, sha256=f"sha{nth}", opening=words[:5], observed=""
    )


def write(
    unit: UnitOfWork,
    scope: Scope,
    written: Chapter,
    text: str | None = None,
    facts: tuple[Fact, ...] = (),
) -> None:
    """Place a chapter, hand in its text and read it in, as every change of a text does."""
    nth = int(written.id[1:])
    unit.chapters.place(scope, Edition(chapters=(written,)))
    unit.chapters.revise(scope, written, revision(nth, text))
    unit.chapters.read_in(scope, written, content(nth, text, facts=facts))
    unit.journal.note(scope, [written.id])


@pytest.fixture
def book(record: SqlRecord, scope: Scope) -> SqlRecord:
    """Three chapters of one snippet each."""
    start = TEXTS[1].index("三千")
    sum_of_money = Fact(
        kind=FactKind.MONEY, text="三千二百两", start=start, end=start + 5, value="3200"
    )
    with record.writing() as unit:
        unit.projects.ensure(scope)
        for nth in range(3):
            facts = (sum_of_money,) if nth == 1 else ()
            write(unit, scope, chapter(nth), facts=facts)
    return record


def named(*texts: str) -> tuple[Alias, ...]:
    return tuple(Alias(text=text) for text in texts)


def ids(unit: UnitOfWork, scope: Scope, *terms: str, before: int | None = None) -> list[str]:
    return [
        row.chapter_id
        for row in unit.literals.holding_all(scope, terms, where=Where(before=before))
    ]


def test_an_unknown_project_is_named_with_the_known_ones(record: SqlRecord, scope: Scope) -> None:
    with record.writing() as unit:
        unit.projects.ensure(Scope(project="other"))
    with record.reading() as unit, pytest.raises(NotFoundError, match=r"'book'.*'other'"):
        unit.projects.get(scope)


def test_ensure_keeps_the_secret_it_made(record: SqlRecord, scope: Scope) -> None:
    with record.writing() as unit:
        first = unit.projects.ensure(scope)
        assert unit.projects.ensure(scope) == first
        assert len(first.secret) >= 32


def test_serial_numbers_are_never_handed_out_twice(record: SqlRecord, scope: Scope) -> None:
    with record.writing() as unit:
        unit.projects.ensure(scope)
        assert unit.projects.number_chapters(scope, 3) == range(3)
        assert unit.projects.number_chapters(scope, 2) == range(3, 5)


def test_a_transaction_left_by_an_error_leaves_nothing(record: SqlRecord, scope: Scope) -> None:
    def write_and_fail() -> None:
        with record.writing() as unit:
            unit.projects.ensure(scope)
            write(unit, scope, chapter(0))
            raise RuntimeError("stop")

    with pytest.raises(RuntimeError, match="stop"):
        write_and_fail()
    with record.reading() as unit:
        assert unit.projects.names(scope.tenant) == []


def test_the_outline_runs_in_reading_order_and_stops_before(book: SqlRecord, scope: Scope) -> None:
    with book.reading() as unit:
        assert [e.chapter.id for e in unit.chapters.outline(scope)] == ["c0", "c1", "c2"]
        assert [e.chapter.position for e in unit.chapters.outline(scope)] == [1, 2, 3]
        assert [e.chapter.id for e in unit.chapters.outline(scope, before=300)] == ["c0", "c1"]
        assert unit.chapters.reading_order(scope) == [(100, "c0"), (200, "c1"), (300, "c2")]


def test_a_text_comes_back_to_the_letter(book: SqlRecord, scope: Scope) -> None:
    with book.reading() as unit:
        assert unit.chapters.texts(scope, ["c0", "c2"]) == {"c0": TEXTS[0], "c2": TEXTS[2]}
        with pytest.raises(NotFoundError, match="'c9'"):
            unit.chapters.text(scope, "c9")


def test_another_project_sees_nothing_of_it(book: SqlRecord, scope: Scope) -> None:
    other = Scope(project="other")
    with book.writing() as unit:
        unit.projects.ensure(other)
    with book.reading() as unit:
        assert unit.chapters.outline(other) == []
        assert ids(unit, other, "宝玉") == []
        assert unit.literals.holding_value(other, ["3200"], where=EVERYWHERE) == []
        assert unit.snippets.passages(other, [content(0).snippets[0].id]) == []
        assert unit.journal.lag(other) == 0


def test_literal_rows_hold_every_term_in_range(book: SqlRecord, scope: Scope) -> None:
    with book.reading() as unit:
        assert ids(unit, scope, "宝玉") == ["c0", "c1"]
        assert ids(unit, scope, "黛玉", "宝玉") == ["c0"]
        assert ids(unit, scope, "宝玉", before=200) == ["c0"]
        assert ids(unit, scope, "coin") == ["c2"]
        assert ids(unit, scope, "没有") == []
        assert ids(unit, scope) == []
        each = unit.literals.holding_each(scope, [["黛玉", "宝玉"], ["coin"], []], where=EVERYWHERE)
        assert [row.chapter_id for row in each] == ["c0", "c2"]
        assert unit.literals.holding_each(scope, [[]], where=EVERYWHERE) == []
        anything = unit.literals.holding_any(scope, ["黛玉", "coin"], where=EVERYWHERE)
        assert [row.chapter_id for row in anything] == ["c0", "c2"]
        assert unit.literals.count(scope, where=Where(before=300)) == 2


def said(nth: int, speakers: tuple[str, ...], at: int | None) -> ChapterContent:
    snippet = replace(content(nth).snippets[0], speakers=speakers, at=at)
    return ChapterContent(snippets=(snippet,), facts=())


@pytest.mark.parametrize(
    ("where", "expected"),
    [
        (EVERYWHERE, {"c0", "c1", "c2"}),
        (Where(chapters=((100, 100), (300, 999))), {"c0", "c2"}),
        (Where(entities=("e1", "e2")), {"c0", "c1"}),
        (Where(entities=("e2",)), {"c1"}),
        (Where(speakers=("宝玉",)), {"c0", "c2"}),
        (Where(speakers=("宝",)), set[str]()),
        (Where(speakers=("a_b",)), {"c1"}),
        (Where(speakers=("axb", '"', "%")), set[str]()),
        (Where(since=200), {"c1"}),
        (Where(until=200), {"c0"}),
        (Where(since=100, until=201, before=200), {"c0"}),
    ],
)
def test_literal_search_keeps_to_where_it_may_look(
    where: Where, expected: set[str], book: SqlRecord, scope: Scope
) -> None:
    entities = [Entity(id=id, kind=FactKind.PERSON, name=id) for id in ("e1", "e2")]
    with book.writing() as unit:
        unit.chapters.read_in(scope, chapter(0), said(0, ("宝玉", "mel"), 100))
        unit.chapters.read_in(scope, chapter(1), said(1, ("a_b",), 200))
        unit.chapters.read_in(scope, chapter(2), said(2, ("宝玉",), None))
        unit.entities.replace_found(scope, entities)
        unit.entities.mention(
            scope,
            {
                "c0": [Mention(entity="e1", start=0, end=3)],
                "c1": [Mention(entity="e2", start=0, end=2)],
                "c2": [Mention(entity="e2", start=len(TEXTS[2]), end=len(TEXTS[2]) + 1)],
            },
        )
    with book.reading() as unit:
        held = unit.literals.holding_any(scope, ["说", "赏", "box"], where=where)
        assert {row.chapter_id for row in held} == expected
        assert unit.literals.count(scope, where=where) == len(expected)
        speakers = {name for row in held for name in row.speakers}
        assert unit.literals.speakers(scope, where=where) == sorted(speakers)
        assert unit.literals.rows(scope, [row.id for row in held]) == held


def test_a_term_is_data_and_never_query_syntax(book: SqlRecord, scope: Scope) -> None:
    with book.reading() as unit:
        for hostile in ('"', '宝玉" OR "coin', "NEAR(", "*", "'; DROP TABLE run; --"):
            assert ids(unit, scope, hostile) == []
            assert unit.literals.holding_value(scope, [hostile], where=EVERYWHERE) == []


def test_a_number_is_found_by_its_value(book: SqlRecord, scope: Scope) -> None:
    with book.reading() as unit:
        rows = unit.literals.holding_value(scope, ["3200"], where=EVERYWHERE)
        assert [row.chapter_id for row in rows] == ["c1"]
        assert unit.literals.holding_value(scope, ["3200"], where=Where(before=200)) == []


def test_passages_carry_the_current_words_and_what_follows(book: SqlRecord, scope: Scope) -> None:
    snippet = content(2).snippets[0]
    with book.reading() as unit:
        (passage,) = unit.snippets.passages(
            scope, [snippet.id, "00000000-0000-0000-0000-00000000000f"]
        )
    assert (passage.text, passage.following, passage.order_key) == (TEXTS[2], "", 300)


def test_who_said_a_snippet_and_when_is_kept(book: SqlRecord, scope: Scope) -> None:
    with book.reading() as unit:
        snippets = [s for nth in range(3) for s in unit.snippets.of_chapter(scope, f"c{nth}")]
        passages = unit.snippets.passages(scope, [s.id for s in snippets])
        rows = unit.literals.holding_any(scope, ["黛玉", "coin"], where=EVERYWHERE)
    assert [s.at for s in snippets] == [None, 4_102_444_800, 4_102_444_800]
    assert {s.speakers for s in snippets} == {("小林", "ada")}
    told = {s.id: (s.speakers, s.at) for s in snippets}
    assert {p.id: (p.speakers, p.at) for p in passages} == told
    assert {row.id: (tuple(row.speakers), row.at) for row in rows}.items() <= told.items()


def test_a_revision_replaces_everything_read_out_of_the_one_before(
    book: SqlRecord, scope: Scope
) -> None:
    old = content(1).snippets[0].id
    new = "贾母只赏了两贯钱，黛玉不语。"
    with book.writing() as unit:
        write(unit, scope, chapter(1, revision=2, label="第二回"), new)
    with book.reading() as unit:
        assert unit.chapters.text(scope, "c1") == new
        assert unit.chapters.outline(scope)[1].chapter.label == "第二回"
        assert ids(unit, scope, "宝玉") == ["c0"]
        assert ids(unit, scope, "黛玉") == ["c0", "c1"]
        assert unit.literals.holding_value(scope, ["3200"], where=EVERYWHERE) == []
        assert [p.text for p in unit.snippets.passages(scope, [old])] == [new]


def test_every_chapter_write_is_journalled_and_forgotten_by_id(
    book: SqlRecord, scope: Scope
) -> None:
    with book.writing() as unit:
        entries = unit.journal.pending(10)
        assert [e.chapter_id for e in entries] == ["c0", "c1", "c2"]
        assert (unit.journal.lag(scope), unit.journal.lag(scope, before=300)) == (3, 2)
        write(unit, scope, chapter(0, revision=2))
        unit.journal.forget(entries)
    with book.reading() as unit:
        assert [e.chapter_id for e in unit.journal.pending(10)] == ["c0"]
        assert unit.journal.length() == 1


def test_every_chapter_may_be_journalled_at_once_and_none_twice(
    book: SqlRecord, scope: Scope
) -> None:
    other = Scope(tenant="another", project="second")
    with book.writing() as unit:
        unit.projects.ensure(other)
        write(unit, other, chapter(0))
        first, *rest = unit.journal.pending(10)
        unit.journal.forget(rest)
        assert unit.journal.note_all() == 3
        assert unit.journal.note_all() == 0
    with book.reading() as unit:
        entries = unit.journal.pending(10)
    assert entries[0] == first
    assert sorted((e.scope.project, e.chapter_id) for e in entries) == [
        *((scope.project, chapter_id) for chapter_id in ("c0", "c1", "c2")),
        (other.project, "c0"),
    ]


def test_an_entity_is_known_only_after_its_chapter(book: SqlRecord, scope: Scope) -> None:
    girl = Entity(
        id="e1",
        kind=FactKind.PERSON,
        name="林黛玉",
        aliases=named("林黛玉", "黛玉"),
        known_from="c1",
    )
    with book.writing() as unit:
        unit.entities.replace_found(scope, [girl])
    with book.reading() as unit:
        assert unit.entities.known(scope) == [girl]
        assert unit.entities.known(scope, before=200) == []
        assert unit.entities.known(scope, before=300) == [girl]


def test_chapters_that_mention_somebody_and_what_is_around(book: SqlRecord, scope: Scope) -> None:
    boy = Entity(id="e1", kind=FactKind.PERSON, name="宝玉", aliases=named("宝玉"), known_from="c0")
    places = {
        "c0": [Mention(entity="e1", start=10, end=12)],
        "c1": [Mention(entity="e1", start=1, end=3), Mention(entity="e1", start=9, end=11)],
    }
    with book.writing() as unit:
        unit.entities.replace_found(scope, [boy])
        unit.entities.mention(scope, places)
    with book.reading() as unit:
        assert unit.entities.mentioned_in(scope, ["e1"], before=300, first=2, last=3) == {
            "e1": ["c0", "c1"]
        }
        assert unit.entities.mentioned_in(scope, ["e1"], before=200, first=2, last=3) == {
            "e1": ["c0"]
        }
        assert unit.entities.mentions(scope, ["c1"], entities=["e1"]) == {"c1": places["c1"]}
        assert unit.entities.mentions(scope, ["c1"], entities=["e2"]) == {}
        last = Place(chapter_id="c1", start=9, end=11)
        assert [p.chapter_id for p in unit.snippets.around(scope, [last])] == ["c1"]
        many = [Place(chapter_id="c1", start=9, end=at) for at in range(2_000)]
        assert len(unit.snippets.around(scope, [*many, last])) == 1


def test_of_the_chapters_that_mention_somebody_the_first_and_the_last_are_told(
    book: SqlRecord, scope: Scope
) -> None:
    boy = Entity(id="e1", kind=FactKind.PERSON, name="宝玉", aliases=named("宝玉"), known_from="c0")
    with book.writing() as unit:
        unit.entities.replace_found(scope, [boy])
        mention = [Mention(entity="e1", start=0, end=2)]
        unit.entities.mention(scope, {f"c{nth}": mention for nth in range(3)})
    with book.reading() as unit:
        for first, last, expected in ((1, 1, "c0 c2"), (2, 1, "c0 c1 c2"), (1, 9, "c0 c1 c2")):
            found = unit.entities.mentioned_in(scope, ["e1"], before=900, first=first, last=last)
            assert found == {"e1": expected.split()}


def test_finding_names_again_replaces_them_with_their_mentions(
    book: SqlRecord, scope: Scope
) -> None:
    one = Entity(id="e1", kind=FactKind.PERSON, name="宝玉", aliases=named("宝玉"), known_from="c0")
    two = Entity(id="e2", kind=FactKind.PERSON, name="贾母", aliases=named("贾母"), known_from="c1")
    with book.writing() as unit:
        unit.entities.replace_found(scope, [one])
        unit.entities.mention(scope, {"c0": [Mention(entity="e1", start=10, end=12)]})
        unit.entities.replace_found(scope, [two])
    with book.reading() as unit:
        assert unit.entities.known(scope) == [two]
        assert unit.entities.mentioned_in(scope, ["e1", "e2"], before=900, first=2, last=3) == {}


def test_every_write_of_summaries_is_counted(book: SqlRecord, scope: Scope) -> None:
    made = Summary(
        signature="x", level=0, origin="opening", full="f", short="s", line="l", tokens=(1, 1, 1)
    )
    counts: list[int] = []
    with book.writing() as unit:
        counts.append(unit.projects.get(scope).told)
        for write in (
            lambda: unit.summaries.add(scope, [made]),
            lambda: unit.summaries.reread(scope, ["x"]),
            lambda: unit.summaries.forgive(scope),
            lambda: unit.summaries.keep(scope, []),
        ):
            write()
            counts.append(unit.projects.get(scope).told)
        unit.summaries.add(scope, [])
        assert unit.projects.get(scope).told == counts[-1], "nothing was written"
    assert counts == sorted(set(counts))


def test_summaries_are_kept_by_signature(book: SqlRecord, scope: Scope) -> None:
    def summary(signature: str, level: int, origin: str) -> Summary:
        return Summary(
            signature=signature,
            level=level,
            origin=origin,
            full=f"{signature} {origin}",
            short="s",
            line="l",
            tokens=(3, 2, 1),
        )

    with book.writing() as unit:
        unit.summaries.add(scope, [summary("x", 0, "opening"), summary("w", 1, "extractive")])
        unit.summaries.add(scope, [summary("x", 0, "extractive"), summary("y", 0, "opening")])
        unit.summaries.add(scope, [summary("y", 0, "opening"), summary("y", 0, "text")])
    with book.reading() as unit:
        found = unit.summaries.standing(scope, ["x", "y", "nothing"])
    assert found == {
        "x": summary("x", 0, "extractive"),
        "y": summary("y", 0, "text"),
        "w": summary("w", 1, "extractive"),
    }


def test_vectors_are_kept_by_encoder_and_text(record: SqlRecord) -> None:
    vector = np.array([0.25, -0.5], dtype=np.float32)
    with record.writing() as unit:
        unit.vectors.add("one", {"a": vector})
        unit.vectors.add("one", {"a": vector * 2, "b": vector})
    with record.reading() as unit:
        found = unit.vectors.get("one", ["a", "b", "c"])
        assert {key: value.tolist() for key, value in found.items()} == {
            "a": [0.25, -0.5],
            "b": [0.25, -0.5],
        }
        assert unit.vectors.get("two", ["a"]) == {}
