"""Labelled queries: read, searched for, and refused where they do not fit their book."""

from collections.abc import Generator
from pathlib import Path

import pytest

from lorepack.errors import InvalidInputError, LorepackError
from lorepack.records import Scope, SearchRequest
from notebooks.books import open_books, save_profile
from notebooks.labels import Labelled, cases_of, read_queries
from ranking.profile import Profile
from ranking.profile_file import loads
from ranking.tuning import place, ranked
from runtime.library import Library
from tests.sample_books import open_samples

ROOT = Path(__file__).parents[2]
FILES = {book: ROOT / "notebooks" / "samples" / f"queries_{book}.csv" for book in ("zh", "en")}


@pytest.fixture(scope="module")
def samples(tmp_path_factory: pytest.TempPathFactory, cache_dir: Path) -> Generator[Library]:
    with open_samples(tmp_path_factory.mktemp("books"), cache_dir) as library:
        yield library


def written(folder: Path, text: str) -> Path:
    path = folder / "queries.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_file_is_read_with_its_lines(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        '\ufeffquery,chapter,quote,as_of\n"who, then?",3,"a, b",5\n\nnothing,,,\n谁？, 2 ,雨,\n',
    )
    assert read_queries(path) == [
        Labelled(line=2, query="who, then?", chapter=3, quote="a, b", as_of=5),
        Labelled(line=4, query="nothing", chapter=None, quote="", as_of=None),
        Labelled(line=5, query="谁？", chapter=2, quote="雨", as_of=None),
    ]


def test_a_file_needs_no_places(tmp_path: Path) -> None:
    (only,) = read_queries(written(tmp_path, "query,chapter,quote\nwho,1,he\n"))
    assert only.as_of is None


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("query,quote\n", "chapter is missing"),
        ("", "query, chapter, quote is missing"),
        ("query,chapter,quote\n,1,he\n", "line 2: the query is empty"),
        ("query,chapter,quote\nwho,one,he\n", "line 2: the chapter 'one' is no number"),
        ("query,chapter,quote\nwho,1,\n", "line 2: give a chapter and words of it, or neither"),
        ("query,chapter,quote\nwho,,he\n", "line 2: give a chapter and words of it, or neither"),
        ("query,chapter,quote\nwho\n\nwho,1\n", "line 4: give a chapter and words of it"),
        ("query,chapter,quote,as_of\nwho,3,he,3\n", "which nobody has read as of 3"),
    ],
)
def test_what_is_no_label_is_named_with_file_and_line(tmp_path: Path, text: str, why: str) -> None:
    path = written(tmp_path, text)
    with pytest.raises(InvalidInputError, match=f"{path}.*{why}"):
        read_queries(path)


def test_the_sample_queries_fit_the_sample_books(samples: Library) -> None:
    cases = cases_of(samples, FILES)
    assert len(cases) == 104
    assert sum(case.answerable for case in cases) == 92
    assert len({case.name for case in cases}) == 104
    assert [case.set for case in cases[:4]] == ["zh", "en", "zh", "en"]
    assert all(case.right for case in cases if case.answerable)
    assert not any(case.right for case in cases if not case.answerable)
    assert any(distance for case in cases for distance in case.distances.values())


def test_a_case_ranks_as_the_search_does(samples: Library) -> None:
    """But for near-duplicates, and for literal parts that are lifted into the first k."""
    queries = read_queries(FILES["zh"])
    cases = cases_of(samples, {"zh": FILES["zh"]})
    for asked, case in zip(queries, cases, strict=True):
        request = SearchRequest(query=asked.query, as_of=asked.as_of, k=100)
        hits = samples.search(Scope(project="zh"), request).hits
        assert [hit.id for hit in hits] == ranked(case, Profile())
        right = [n for n, hit in enumerate(hits, 1) if asked.quote and asked.quote in hit.text]
        if right:
            assert place(case, Profile()) == right[0]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("谁,3,没有的话,", "line 2: chapter 3 of project 'zh' does not hold the words '没有的话'"),
        ("谁,99,他,", "99"),
        ("谁,,,99", "99"),
    ],
)
def test_a_label_that_does_not_fit_its_book_is_refused(
    samples: Library, tmp_path: Path, row: str, why: str
) -> None:
    path = written(tmp_path, f"query,chapter,quote,as_of\n{row}\n")
    with pytest.raises(LorepackError, match=why):
        cases_of(samples, {"zh": path})


def test_a_book_without_vectors_is_refused(library: Library, scope: Scope, tmp_path: Path) -> None:
    library.import_bytes(scope, "第一章 雨\n\n下雨了，他没有带伞。\n".encode())
    path = written(tmp_path, "query,chapter,quote\n谁没有带伞,1,带伞\n")
    with pytest.raises(InvalidInputError, match="'book' is not indexed"):
        cases_of(library, {"book": path})


def test_the_sample_books_lie_in_a_folder_of_their_own(
    monkeypatch: pytest.MonkeyPatch, cache_dir: Path
) -> None:
    monkeypatch.setenv("LOREPACK_CACHE_DIR", str(cache_dir))
    with open_books(embedder="hashing:64") as one, open_books(embedder="hashing:64") as other:
        assert one.projects() == other.projects() == ["en", "zh"]
        assert one.settings.data_dir != other.settings.data_dir
        with open_books(one.settings.data_dir / "own", "hashing:32") as own:
            assert own.projects() == []
            assert own.settings.embedder == "hashing:32"


def test_a_saved_profile_is_the_profile(tmp_path: Path) -> None:
    profile = Profile(name="mine", threshold=0.25)
    path = tmp_path / "mine.toml"
    told = save_profile(profile, path)
    assert loads(path.read_text(encoding="utf-8")) == profile
    assert f"LOREPACK_PROFILE={path}" in told
