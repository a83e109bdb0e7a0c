"""Searches that are told where to look."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from lorepack.errors import InvalidInputError, LorepackError, NotFoundError
from lorepack.ports import ChapterContent
from lorepack.records import EVERYWHERE, MatchMode, Scope, SearchRequest
from ranking.profile import Profile
from retrieval.search import Searcher
from runtime.library import Library

pytestmark = pytest.mark.both_databases

BODIES = (
    "阮小二说：“雨大。”阮小二笑道：“走吧。”阮小二问道：“船呢？”",
    "段玉笙在渡口等船，雨一直下。",
    "阮小二在渡口等船，雨停了。",
    "段玉笙看见阮小二的船，雨又下了。",
)
SAID = (
    ("阮小二", "2024-04-01T08:00"),
    ("段玉笙", "2024-04-08T09:00"),
    ("阮小二", "2024-04-09T10:00"),
    ("", ""),
)
Finding = Callable[..., set[int]]


@pytest.fixture
def told(library: Library, scope: Scope) -> Library:
    """Four chapters of which three are known to be said by somebody at a time."""
    text = "".join(f"第{n}章\n{body}\n" for n, body in enumerate(BODIES, start=1))
    library.import_bytes(scope, text.encode())
    with library.record.writing() as unit:
        for chapter, (speaker, at) in zip(unit.chapters.edition(scope).chapters, SAID, strict=True):
            said = [
                replace(
                    snippet,
                    speakers=(speaker,) if speaker else (),
                    at=int(datetime.fromisoformat(f"{at}+00:00").timestamp()) if at else None,
                )
                for snippet in unit.snippets.of_chapter(scope, chapter.id)
            ]
            unit.chapters.read_in(scope, chapter, ChapterContent(snippets=tuple(said), facts=()))
    library.index(scope)
    return library


@pytest.fixture(params=[MatchMode.AUTO, MatchMode.LITERAL, MatchMode.SEMANTIC])
def find(told: Library, scope: Scope, request: pytest.FixtureRequest) -> Finding:
    """Chapters that a search for the rain finds, in every way of finding."""

    def found(query: str = "雨", **said: object) -> set[int]:
        asked = SearchRequest(query=query, k=20, match=request.param, **said)  # pyright: ignore[reportArgumentType]
        return {hit.chapter for hit in told.search(scope, asked).hits}

    return found


def test_chapters_bound_what_is_found(find: Finding) -> None:
    assert find() == {1, 2, 3, 4}
    assert find(from_chapter=3) == {3, 4}
    assert find(to_chapter=2) == {1, 2}
    assert find(from_chapter=2, to_chapter=3) == {2, 3}
    assert find(from_chapter=2, as_of=4) == {2, 3}


def test_an_entity_must_be_mentioned(find: Finding) -> None:
    assert find(entity="阮小二") == {1, 3, 4}
    assert find(entity="阮小二", from_chapter=2) == {3, 4}


def test_a_speaker_must_speak(find: Finding) -> None:
    assert find(speaker="段玉笙") == {2}
    assert find(speaker="阮小二") == {1, 3}
    assert find(speaker="阮小二", entity="阮小二", until="2024-04-08") == {1}


def test_times_bound_what_is_found_and_what_has_none_is_left_out(find: Finding) -> None:
    assert find(since="2024-04-08") == {2, 3}
    assert find(until="2024-04-08") == {1, 2}, "the day named last belongs to it"
    assert find(since="2024-04-08T09:00", until="2024-04-09T10:00") == {2}
    assert find(since="2024年4月", until="2024年4月") == {1, 2, 3}
    assert find(since="昨天", asked_at="2024-04-09T12:00") == {2, 3}
    assert find(until="上周五", asked_at="2024-04-09T12:00") == {1}
    assert find(since="2024-04-09T18:00+08:00") == {3}


@pytest.mark.parametrize(
    ("said", "error", "message"),
    [
        ({"from_chapter": 5}, InvalidInputError, "from 5 lies beyond what is searched: 4 chapters"),
        ({"to_chapter": 3, "as_of": 3}, InvalidInputError, "to 3 lies beyond .* 2 chapters"),
        ({"from_chapter": 3, "to_chapter": 2}, InvalidInputError, "from 3 lies behind to 2"),
        ({"entity": "阮小三"}, NotFoundError, "nothing called '阮小三'; near it: '阮小二'"),
        ({"speaker": "阮小三"}, NotFoundError, "nobody called '阮小三' speaks here; '阮小二' do"),
        ({"since": "昨天"}, InvalidInputError, "since '昨天' is no date that can be placed"),
        ({"until": "soon"}, InvalidInputError, "until 'soon' is no date"),
        ({"until": "2024-02-30"}, InvalidInputError, "2024-02-30"),
        ({"asked_at": "noon"}, InvalidInputError, "asked_at 'noon' is no moment"),
        ({"since": "2024-05-01", "until": "2024-04-01"}, InvalidInputError, "does not lie before"),
    ],
)
def test_a_range_that_is_none_is_refused_with_a_way_out(
    said: dict[str, object], error: type[LorepackError], message: str, told: Library, scope: Scope
) -> None:
    request = SearchRequest(query="雨", **said)  # pyright: ignore[reportArgumentType]
    with pytest.raises(error, match=message):
        told.search(scope, request)


def test_a_book_tells_that_nobody_speaks_in_it(library: Library, scope: Scope) -> None:
    library.import_bytes(scope, "第1章\n雨停了。\n".encode())
    with pytest.raises(NotFoundError, match="only transcripts do"):
        library.search(scope, SearchRequest(query="雨", speaker="阮小二"))


def test_a_time_and_a_speaker_in_the_query_bring_their_own_candidates(
    told: Library, scope: Scope
) -> None:
    asked_at = datetime(2024, 4, 9, 12, tzinfo=UTC)
    searcher = Searcher(record=told.record, pools=told.ownership, profile=Profile())
    with told.record.reading() as unit:
        keys = [key for key, _ in unit.chapters.reading_order(scope)]
        asked = searcher.find(
            unit, scope, "昨天段玉笙说了什么", EVERYWHERE, keys, asked_at=asked_at
        ).asked
    assert asked.speakers == ("段玉笙",)
    assert [w.speakers for w in asked.scopes] == [(), ("段玉笙",)]
    (window,) = asked.windows
    assert (window.since, window.until) == (
        int(datetime(2024, 4, 8, tzinfo=UTC).timestamp()),
        int(datetime(2024, 4, 9, tzinfo=UTC).timestamp()),
    )


def test_without_a_clock_a_time_is_counted_from_the_last_message(
    told: Library, scope: Scope
) -> None:
    with told.record.reading() as unit:
        searcher = told._searcher(scope, "search")  # pyright: ignore[reportPrivateUsage]
        keys = [key for key, _ in unit.chapters.reading_order(scope)]
        last = unit.literals.latest(scope, where=EVERYWHERE)
        asked = searcher.find(unit, scope, "昨天下雨了吗", EVERYWHERE, keys).asked
        none = searcher.find(unit, scope, "雨", EVERYWHERE, keys).asked
    assert last is not None
    (window,) = asked.windows
    day = datetime.fromtimestamp(last, UTC).date()
    assert window.until == int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())
    assert none.windows == ()
    with told.record.reading() as unit:
        long = searcher.find(unit, scope, "昨天下雨了，" * 60, EVERYWHERE, keys).asked
    assert long.windows == (), "a long text tells of times and asks for none"


def test_a_book_has_no_clock(library: Library, scope: Scope) -> None:
    library.import_bytes(scope, "第1章\n昨天雨停了。\n".encode())
    with library.record.reading() as unit:
        assert unit.literals.latest(scope, where=EVERYWHERE) is None
    assert library.search(scope, SearchRequest(query="昨天雨停了")).hits
