"""Three services on one PostgreSQL database and one Qdrant server: equal, coherent, no work twice.

They are asked in turn by REST. A server of embeddings beside them counts what is embedded.
"""

import time
from collections import Counter
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from itertools import chain
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import pytest

from lorepack.records import Scope
from runtime.care import Care
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.chat_server import ChatServer, serving
from tests.cli.processes import Service, Shell, free_port
from tests.embedding_server import EMBEDS
from tests.qdrant_server.running import Running
from tests.strategies import synthetic_book

PROJECTS = ("one", "two", "three")
CHAPTERS = 12
PROBE = "."
"""What each process has embedded first, to learn how long a vector is."""

_SETTLED_SECONDS = 90


@pytest.fixture
def embeddings() -> Generator[ChatServer]:
    with serving(EMBEDS) as server:
        yield server


@pytest.fixture
def settings(postgresql_url: str, stand_in: Running, embeddings: ChatServer) -> dict[str, str]:
    return {
        "LOREPACK_DATABASE_URL": postgresql_url,
        "LOREPACK_QDRANT_URL": stand_in.url,
        "LOREPACK_QDRANT_ALIAS": f"test-{uuid4().hex[:8]}",
        "LOREPACK_EMBEDDER": "openai:counted",
        "LOREPACK_EMBEDDING_URL": embeddings.url,
        "LOREPACK_EMBEDDING_WINDOW": "200",
    }


@pytest.fixture
def services(settings: dict[str, str], tmp_path: Path, cache_dir: Path) -> Generator[list[Service]]:
    """Three, each on a data folder of its own, as on three machines."""
    with ExitStack() as stack:
        started: list[Service] = []
        for nth in range(3):
            shell = Shell(data_dir=tmp_path / f"data{nth}", cache_dir=cache_dir, settings=settings)
            service = shell.serve(free_port(), tmp_path / f"log{nth}.txt")
            stack.callback(service.end)
            started.append(service)
        yield started


def take_in(service: Service, project: str, seed: int) -> None:
    book = synthetic_book(CHAPTERS, seed=seed).manuscript()
    answer = httpx.post(
        f"{service.address}/v1/import",
        data={"project": project},
        files={"file": ("book.txt", book)},
        timeout=60,
    )
    answer.raise_for_status()


def asked(service: Service, method: str, path: str, **request: Any) -> Any:
    answer = httpx.request(method, f"{service.address}/v1/projects/{path}", timeout=60, **request)
    answer.raise_for_status()
    return answer.json()


def text_of(service: Service, project: str, position: int) -> str:
    return asked(service, "GET", f"{project}/chapters/{position}/text")


def wait_until_settled(service: Service, project: str) -> None:
    """Wait until the index is up to a project and its summaries are made."""
    deadline = time.monotonic() + _SETTLED_SECONDS
    while time.monotonic() < deadline:
        listed = asked(service, "GET", f"{project}/chapters")
        found = asked(service, "POST", f"{project}/search", json={"query": "谁等过船？"})
        if found["index_lag"] == 0 and {c["summary"] for c in listed} == {"ready"}:
            return
        time.sleep(0.3)
    raise AssertionError(f"{project} was not settled in time")


def test_three_processes_are_one(
    services: list[Service], settings: dict[str, str], embeddings: ChatServer, tmp_path: Path
) -> None:
    with ThreadPoolExecutor() as at_once:
        list(at_once.map(take_in, services, PROJECTS, range(3)))
    for project in PROJECTS:
        wait_until_settled(services[0], project)
    embedded = Counter(chain.from_iterable(r.body["input"] for r in embeddings.received))

    packs = [
        asked(service, "POST", "two/packs", json={"query": "沈砚秋在渡口等谁？"})["rendered"]
        for service in services
    ]
    assert len(set(packs)) == 1
    searches = [
        asked(service, "POST", "one/search", json={"query": "沈砚秋在青石渡"})
        for service in services
    ]
    assert searches[0] == searches[1] == searches[2]
    assert searches[0]["hits"][0]["score"]["dense"] is not None

    edited = "段玉笙在岸上站了一夜，三千二百两银子都不见了。"
    asked(services[1], "PUT", "two/chapters/3/text", json={"text": edited})
    for service in services:
        assert edited == text_of(service, "two", 3)
        pack = asked(service, "POST", "two/packs", json={"chapter": 4, "query": "银子"})
        assert "段玉笙" in pack["rendered"], "no process hands out what it knew before"
        hits = asked(service, "POST", "two/search", json={"query": "段玉笙"})["hits"]
        assert [hit["chapter"] for hit in hits[:1]] == [3]
    wait_until_settled(services[2], "two")

    jobs = [job for p in PROJECTS for job in asked(services[0], "GET", f"{p}/jobs")]
    assert {(job["state"], job["attempt"]) for job in jobs} == {("done", 1)}, jobs
    told = [text_of(services[0], p, n + 1) for p in PROJECTS for n in range(CHAPTERS)]
    of_books = [t for t in embedded if len(t) > len(PROBE) and any(t in whole for whole in told)]
    assert len(of_books) >= 3 * CHAPTERS - 1
    assert [t for t in of_books if embedded[t] > 1] == [], "no text is embedded by two of them"
    assert_sound(settings, tmp_path)


def assert_sound(settings: dict[str, str], tmp_path: Path) -> None:
    """From a fourth process: record and index agree."""
    named = {name.removeprefix("LOREPACK_").lower(): value for name, value in settings.items()}
    with open_library(Settings(data_dir=tmp_path / "fourth", **named)) as library:  # pyright: ignore[reportArgumentType]
        for project in PROJECTS:
            report = Care(library=library).doctor(Scope(project=project))
            assert report.ok, report.problems
            assert report.index["pending"] == 0
