"""Commands on work in the background: summarise, jobs, status, worker."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from pathlib import Path

import pytest

from ingest.summariser import Summariser
from lorepack.errors import ProviderError
from lorepack.records import Scope
from runtime import worker
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.cli.processes import Shell
from tests.cli.running import Lorepack
from tests.sample_books import EMBEDDER
from tests.strategies import synthetic_book

CHAPTERS = 25


@pytest.fixture
def library(tmp_path: Path, cache_dir: Path, scope: Scope) -> Generator[Library]:
    """The commands' data folder with a book that has no summaries yet."""
    settings = Settings(data_dir=tmp_path / "data", cache_dir=cache_dir, embedder=EMBEDDER)
    with open_library(settings) as library:
        library.import_bytes(scope, synthetic_book(CHAPTERS).manuscript())
        yield library


def test_summarise_queues_and_says_who_does_it(library: Library, lorepack: Lorepack) -> None:
    ran = lorepack("summarise", "book")
    (job,) = library.jobs(Scope(project="book"))
    assert ran.code == 0
    assert ran.out.startswith(f"summarise is queued as job {job.id}: `lorepack serve` or")
    assert "`lorepack summarise book --wait`" in ran.out


def test_summarise_sees_it_through_if_it_is_to_wait(library: Library, lorepack: Lorepack) -> None:
    ran = lorepack("summarise", "book", "--wait")
    assert (ran.code, ran.out) == (0, f"{CHAPTERS} chapters summarised\n")
    assert {c["summary"] for c in lorepack("chapters", "book", "--json").json} == {"ready"}


def refused(self: Summariser, scope: Scope) -> int:
    raise ProviderError("the key is refused")


def test_a_job_that_failed_is_exit_code_1_with_its_error(
    library: Library, lorepack: Lorepack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Summariser, "run", refused)
    monkeypatch.setattr(worker, "MOST_TRIES", 1)
    ran = lorepack("summarise", "book", "--wait")
    assert (ran.code, ran.out) == (1, "")
    assert "error: ProviderError: the key is refused\n" in ran.err
    (failed,) = lorepack("jobs", "book", "--json").json
    assert (failed["state"], failed["error"]) == ("failed", "ProviderError: the key is refused")
    assert "the key is refused" in lorepack("jobs").out


def test_a_folder_without_jobs_says_so(lorepack: Lorepack) -> None:
    ran = lorepack("jobs")
    assert (ran.code, ran.out) == (0, "no jobs\n")
    assert lorepack("jobs", "--json").json == []


def test_jobs_are_listed_for_one_project_or_for_all(library: Library, lorepack: Lorepack) -> None:
    library.import_bytes(Scope(project="other"), synthetic_book(2).manuscript())
    assert [job["project"] for job in lorepack("jobs", "--json").json] == ["book", "other"]
    (job,) = lorepack("jobs", "other", "--json").json
    assert (job["kind"], job["state"], job["done"], job["total"]) == ("summarise", "queued", 0, 0)
    assert job["id"] in lorepack("jobs").out, "whole, so that it can be named"


def test_a_job_is_cancelled_by_its_id(library: Library, lorepack: Lorepack) -> None:
    (job,) = lorepack("jobs", "--json").json
    ran = lorepack("jobs", "--cancel", job["id"], "--json")
    assert [j["state"] for j in ran.json] == ["cancelled"]
    assert lorepack("worker", "--once").code == 0
    assert lorepack("status", "book", "--json").json["summaries"] == {"none": CHAPTERS}
    unknown = lorepack("jobs", "--cancel", "nix")
    assert (unknown.code, unknown.out) == (1, "")
    assert unknown.err == "error: there is no job 'nix'; `lorepack jobs` lists them\n"


def test_status_tells_what_is_there_and_what_is_to_come(
    library: Library, lorepack: Lorepack
) -> None:
    told = lorepack("status", "book", "--json").json
    keys = {
        "project",
        "chapters",
        "characters",
        "summaries",
        "index_lag",
        "jobs",
        "behind",
        "repaired",
        "rejected",
    }
    assert set(told) == keys
    assert (told["chapters"], told["index_lag"]) == (CHAPTERS, CHAPTERS)
    assert [job["state"] for job in told["jobs"]] == ["queued"]
    shown = lorepack("status", "book").out
    assert f"book: {CHAPTERS} chapters, {told['characters']:,} characters" in shown
    assert f"summaries: {CHAPTERS} queued" in shown
    assert told["jobs"][0]["id"] in shown


def test_status_tells_which_summaries_were_left_behind_and_why(
    library: Library, lorepack: Lorepack
) -> None:
    scope = Scope(project="book")
    library.summarise(scope)
    library.editor(scope).edit("2", "他等了三十年，没有人来。")
    (behind,) = lorepack("status", "book", "--json").json["behind"]
    assert (behind["chapter"], behind["state"]) == (2, "stale")
    assert "fact" in behind["differences"]
    assert "chapter 2: summary stale (" in lorepack("status", "book").out


def test_a_worker_works_what_is_due_and_leaves(library: Library, lorepack: Lorepack) -> None:
    library.import_bytes(Scope(project="other"), synthetic_book(2).manuscript())
    ran = lorepack("worker", "--once")
    assert (ran.code, ran.out) == (0, "")
    assert {job["state"] for job in lorepack("jobs", "--json").json} == {"done"}
    assert lorepack("status", "book", "--json").json["summaries"] == {"ready": CHAPTERS}


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_works_until_it_is_told_to_end(
    library: Library, scope: Scope, tmp_path: Path, cache_dir: Path, number: signal.Signals
) -> None:
    shell = Shell(data_dir=tmp_path / "data", cache_dir=cache_dir)
    working = subprocess.Popen(
        [sys.executable, "-m", "lorepack", "worker"],
        env=shell.environment,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    )
    for done in (1, 2):
        _wait_until_done(library, scope, done)
        library.editor(scope).edit("1", f"他走了，没有回来。{done}")
    working.send_signal(number)
    _, told = working.communicate(timeout=30)
    assert working.returncode == 0
    assert "Traceback" not in told
    assert f"of project {scope.project!r} is done" in told
    assert all(job.state != "running" for job in library.jobs(scope))


def _wait_until_done(library: Library, scope: Scope, count: int) -> None:
    for _ in range(600):
        if sum(job.state == "done" for job in library.jobs(scope)) >= count:
            return
        time.sleep(0.1)
    pytest.fail("the worker did not do it")


def test_a_command_is_not_kept_from_working_by_a_worker_that_was_killed(
    library: Library, scope: Scope, tmp_path: Path, cache_dir: Path
) -> None:
    with library.record.writing() as unit:  # as a killed worker leaves it
        assert unit.jobs.claim("gone", seconds=3_600, most_tries=9) is not None
    shell = Shell(data_dir=tmp_path / "data", cache_dir=cache_dir)
    ran = shell.run("summarise", scope.project, "--wait")
    assert (ran.returncode, ran.stdout) == (0, f"{CHAPTERS} chapters summarised\n")
    (job,) = json.loads(shell.run("jobs", scope.project, "--json").stdout)
    assert (job["state"], job["attempt"]) == ("done", 2)
