"""How a library is grown, what is measured of it, and how that is told."""

import json
import re
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.scale import command, growing
from benchmarks.scale.asking import latency, quantile, timed
from benchmarks.scale.growing import (
    LARGE,
    NOTHING,
    PROBED,
    Grown,
    add,
    grow,
    in_turn,
    plus,
    snippets,
)
from benchmarks.scale.opening import Place, book_scope, opened, place
from benchmarks.scale.probing import MANY, Growth, Probe
from benchmarks.scale.probing import _elsewhere as elsewhere_of  # pyright: ignore[reportPrivateUsage]
from benchmarks.scale.sizes import Disk, Memory, disk, memory
from benchmarks.scale.sizing import Tenants, measured, sizing
from benchmarks.scale.sizing import main as sizing_command
from benchmarks.scale.stops import Stop
from benchmarks.scale.tables import broken, tables
from benchmarks.scale.texts import WORDS, cast, manuscript, vocabulary
from benchmarks.scale.vectors import DIM, RandomVectors
from lorepack.records import SearchRequest
from retrieval.pack.shelf import KEPT

GROWN = Grown(
    books=2,
    chapters=600,
    characters=1_500_000,
    snippets=10_000,
    record=4.0,
    drain=8.0,
    upsert=1.0,
    flush=2.0,
)
DISK = Disk(
    record=50_000_000,
    tables={"vector": 20_000_000, "snippet_terms": 5_000_000},
    index=80_000_000,
    index_apparent=240_000_000,
)
AFTER = Memory(resident=400_000_000, own=250_000_000)
BEFORE = Memory(resident=150_000_000, own=100_000_000)


def growth(alone: float, among: float) -> Growth:
    return Growth(alone=alone, among=among, alone_p95=alone, among_p95=among)


def stop(**changes: object) -> Stop:
    taken = {"search": latency(0.5, [0.02]), "pack": latency(0.9, [0.04])}
    probe = Probe(opening=180.0, memory=AFTER, beside=BEFORE, latency=taken)
    whole = Stop(snippets=10_000, books=2, grown=GROWN, disk=DISK, probe=probe, growth={})
    return replace(whole, **changes)  # pyright: ignore[reportArgumentType]


def test_a_book_is_the_same_each_time_and_no_two_are_alike() -> None:
    assert manuscript(3, 2) == manuscript(3, 2)
    assert manuscript(3, 2) != manuscript(4, 2)
    assert cast(3) == cast(3)
    assert len(set(cast(3))) == len(cast(3))


def test_a_longer_book_begins_as_a_shorter_one() -> None:
    assert manuscript(3, 4).startswith(manuscript(3, 2))


def test_words_are_spread_as_those_of_a_language() -> None:
    words = vocabulary().words
    assert len(set(words)) == WORDS
    text = manuscript(5, 10).decode()
    counts = [text.count(words[rank]) for rank in (0, 9, 999)]
    assert counts[0] > 3 * counts[1] > 30 * counts[2]


def test_a_vector_is_of_length_one_and_of_its_text_alone() -> None:
    embedder = RandomVectors()
    one, other = embedder.embed_documents(["一", "二"])
    assert one.shape == (DIM,)
    assert np.linalg.norm(one) == pytest.approx(1, abs=1e-6)
    assert np.array_equal(one, embedder.embed_query("一"))
    assert abs(float(one @ other)) < 0.3


@given(st.lists(st.floats(0, 10), min_size=1, max_size=60), st.sampled_from([0.05, 0.5, 0.95, 1.0]))
def test_a_quantile_is_the_least_value_that_enough_do_not_exceed(
    values: list[float], share: float
) -> None:
    found = quantile(values, share)
    assert found in values
    held = sum(value <= found for value in values)
    below = sum(value < found for value in values)
    assert 100 * held >= round(100 * share) * len(values) > 100 * below


def test_seconds_come_to_milliseconds() -> None:
    took = latency(0.5, [0.001 * n for n in range(1, 101)])
    assert (took.first, round(took.p50, 6), round(took.p95, 6)) == (500, 50, 95)


def test_calls_take_turns_in_who_is_first() -> None:
    called: list[tuple[str, int]] = []

    def note(name: str, nth: int) -> None:
        called.append((name, nth))

    works: dict[str, Callable[[int], object]] = {name: partial(note, name) for name in "ab"}
    times = timed(works, 3)
    assert called == [("a", 0), ("b", 0), ("b", 1), ("a", 1), ("a", 2), ("b", 2)]
    assert {name: len(took) for name, took in times.items()} == {"a": 3, "b": 3}


def test_what_books_took_adds_up() -> None:
    assert plus(NOTHING, GROWN) == GROWN
    twice = plus(GROWN, GROWN)
    assert (twice.books, twice.snippets, twice.drain) == (4, 20_000, 16.0)


def test_every_book_has_its_turn_once_and_the_measured_ones_are_early() -> None:
    first = list(islice(in_turn(), 10))
    assert sorted(first) == list(range(10))
    assert first.index(PROBED) < first.index(LARGE) < 4


@pytest.fixture
def short() -> object:
    """Books of one chapter, and a size that is reached by a snippet."""
    with patch.multiple(growing, BOOK_CHAPTERS=1, LARGE_CHAPTERS=2, HALF_A_BOOK=0):
        yield


@pytest.mark.usefixtures("short")
def test_a_kept_folder_is_grown_on_and_what_is_there_is_left_alone(tmp_path: Path) -> None:
    here, told = place(tmp_path, "among", None), list[str]()
    with opened(here) as library:
        first = grow(library, 20, told.append)
        assert (first.books, first.snippets) == (len(told), snippets(library))
        assert first.snippets >= 20
        assert first.record > 0
        assert 0 < first.upsert + first.flush < first.drain
        assert grow(library, 20, told.append) == NOTHING
    with opened(here) as library:
        more = grow(library, first.snippets + 1, told.append)
        assert more.books == 1
        assert snippets(library) == first.snippets + more.snippets


@pytest.mark.usefixtures("short")
def test_a_grown_book_is_found_by_words_and_by_vectors(tmp_path: Path) -> None:
    with opened(place(tmp_path, "among", None)) as library:
        added = add(library, PROBED)
        assert 100 < added.characters / added.snippets < 200
        found = library.search(book_scope(PROBED), SearchRequest(query=cast(PROBED)[0]))
        assert found.hits
        assert (found.degraded, found.index_lag) == ((), 0)


@pytest.mark.usefixtures("short")
def test_a_probe_packs_other_books_once_there_are_more_than_are_kept(tmp_path: Path) -> None:
    here = place(tmp_path, "among", None)
    with opened(here) as library:
        grow(library, 150, lambda _: None)
        few = elsewhere_of(library)
        grow(library, 400, lambda _: None)
        (sort,) = elsewhere_of(library).items()
        assert few == {}
        shelf = library.shelf
        for nth in range(MANY - 2):
            sort[1](nth)
        assert sort[0] == "elsewhere"
        assert len(shelf) == KEPT < MANY - 2


@pytest.mark.usefixtures("short")
def test_bytes_on_disk_are_told_by_table_and_by_index(tmp_path: Path) -> None:
    here = place(tmp_path, "among", None)
    with opened(here) as library:
        add(library, PROBED)
    taken = disk(here)
    assert 0 < taken.index <= taken.index_apparent
    assert taken.record > 100_000
    assert list(taken.tables.values()) == sorted(taken.tables.values(), reverse=True)
    if taken.tables:  # Python's SQLite can tell
        assert sum(taken.tables.values()) <= taken.record
        assert taken.tables["snippet_terms"] > 0


def test_memory_in_use_is_of_this_process() -> None:
    before, held = memory(), np.ones(4_000_000)
    assert memory().own - before.own > held.nbytes / 2
    assert 10_000_000 < before.own < before.resident


def test_the_table_tells_rates_bytes_and_latencies_of_each_size() -> None:
    lines = list(tables([stop(), stop(snippets=100_000, grown=NOTHING)]))
    by_name = {line[:44].strip(): line[44:].split("  ") for line in lines}
    cells = {name: [cell.strip() for cell in row if cell.strip()] for name, row in by_name.items()}
    assert cells["snippets"] == ["10,000", "100,000"]
    assert cells["record: snippets/s (characters/s)"] == ["2,500 (375,000)", "- (-)"]
    assert cells["journal drain: snippets/s"] == ["1,250", "-"]
    assert cells["of it the index alone: points/s"] == ["10,000", "-"]
    assert cells["share of it that is going to disk"] == ["25 %", "-"]
    assert cells["record, MB (bytes/snippet)"] == ["50 (5,000)", "50 (500)"]
    assert cells["of it kept vectors"] == ["20 (2,000)", "20 (200)"]
    assert cells["memory, MB (before opening)"] == ["400 (150)"] * 2
    assert cells["of it no pages of files"] == ["250 (100)"] * 2
    assert cells["search, ms: p50 / p95 (first)"] == ["20.0 / 20.0 (500)"] * 2
    assert not [line for line in lines if "alone" in line and "among" in line]


def test_a_sort_that_a_small_library_is_not_asked_is_left_open_for_it() -> None:
    many = replace(stop().probe, latency={"elsewhere": latency(0.3, [0.1])})
    lines = list(tables([stop(), stop(probe=many)]))
    (line,) = (line for line in lines if line.startswith("elsewhere"))
    assert line.split()[-5:] == ["-", "100.0", "/", "100.0", "(300)"]


def test_growth_has_a_line_for_each_sort_where_the_book_is_there() -> None:
    grown = stop(snippets=30_000, growth={"pack": growth(40, 44), "search": growth(10, 20)})
    lines = list(tables([stop(), grown]))
    told = lines[lines.index(next(line for line in lines if "alone > among" in line)) :]
    assert [re.split(r"\s{2,}", line.strip())[-1] for line in told] == [
        *("30,000", "40.0 > 44.0", "1.10", "10.0 > 20.0", "2.00"),
    ]


@pytest.mark.parametrize(("among", "over"), [(60.0, 0), (60.1, 1)])
def test_only_a_pack_beyond_one_and_a_half_times_breaks_the_bound(among: float, over: int) -> None:
    grown = {"pack": growth(40, among), "preview": growth(40, 40), "literal": growth(1, 9)}
    found = broken([stop(), stop(growth=grown)])
    assert len(found) == over
    assert all("pack at 10,000 snippets: 1.50 (at most 1.5)" in what for what in found)


@pytest.mark.usefixtures("short")
def test_the_command_measures_each_size_and_keeps_the_figures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[Place] = []

    def grown(alone: Place, among: Place) -> dict[str, Growth]:
        asked.extend([alone, among])
        return {"pack": growth(10, 16), "preview": growth(10, 10)}

    with (
        patch.object(command, "probe", return_value=stop().probe),
        patch.object(command, "growth", grown),
    ):
        arguments = ["--sizes", "80", "20", "--folder", str(tmp_path), "--json"]
        code = command.main([*arguments, str(tmp_path / "all.json")])
    small, large = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    assert small["snippets"] < 80 <= large["snippets"]
    assert small["growth"] == {}
    assert large["growth"]["pack"]["among"] == 16
    assert [here.folder.name for here in asked] == ["alone", "among"]
    with opened(asked[0]) as library:
        assert library.projects() == [book_scope(LARGE).project]
    assert code == 1
    assert "BROKEN pack at" in capsys.readouterr().out


def test_a_snippet_costs_what_the_run_says() -> None:
    one = measured(json.loads(json.dumps(asdict(stop()))))
    assert (one.record, one.kept, one.index, one.memory) == (5_000, 2_000, 8_000, 15_000)
    assert (one.written, one.drained, one.pack) == (0.0004, 0.0008, 0.04)
    many = replace(stop().probe, latency=stop().probe.latency | {"elsewhere": latency(1, [0.3])})
    assert measured(asdict(stop(probe=many))).pack == 0.3


def test_the_sum_for_many_tenants() -> None:
    one = measured(asdict(stop()))
    told = dict(sizing(one, Tenants(tenants=1_000, books=2, snippets=5_000)))
    assert told["snippets"] == "10,000,000"
    assert told["record, GB (of it kept vectors)"] == "50 (20)"
    assert told["index on disk, GB a copy"] == "80"
    assert told["vectors in memory as float32, GB a copy"].startswith("23 (2 nodes")
    assert told["vectors in memory as int8 (scalar), GB a copy"].startswith("6 (2 nodes")
    assert told["  beside them, postings, payloads and indexes, GB a copy"] == "65"
    assert told["embedding all, core-days"] == "1.9"
    assert told["  in 7 days, cores"] == "1"
    assert told["packs a second in the busiest minute"] == "0.8"
    assert told["  cores for them at most"] == "1"


@given(st.integers(1, 100_000), st.integers(1, 4))
def test_nodes_hold_every_copy_and_no_two_copies_share_one(tenants: int, replicas: int) -> None:
    asked = Tenants(tenants=tenants, replicas=replicas)
    told = dict(sizing(measured(asdict(stop())), asked))
    (nodes,) = re.findall(r"\((\d+) nodes", told["vectors in memory as float32, GB a copy"])
    needed = asked.total * DIM * 4 * 1.5 * replicas / 1e9
    assert int(nodes) >= replicas
    assert int(nodes) * 64 * 0.8 >= needed


def test_the_sum_is_printed_for_a_run_s_last_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    stops = [asdict(stop(snippets=1)), asdict(stop())]
    (tmp_path / "run.json").write_text(json.dumps(stops), encoding="utf-8")
    assert sizing_command([str(tmp_path / "run.json"), "--tenants", "3", "--books", "1"]) == 0
    assert "15,000" in capsys.readouterr().out


def test_a_run_that_grew_nothing_has_no_rates_to_sum_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "run.json").write_text(json.dumps([asdict(stop(grown=NOTHING))]), encoding="utf-8")
    with pytest.raises(SystemExit):
        sizing_command([str(tmp_path / "run.json")])
    assert "grow a folder anew" in capsys.readouterr().err
