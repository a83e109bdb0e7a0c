"""A server that is away, slow, cut off, busy or somebody else's: nothing is lost, nothing hangs."""

import logging
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr
from qdrant_client import QdrantClient
from qdrant_client.models import UpdateResult, UpdateStatus

from lorepack.errors import InvalidInputError, LorepackError, UnavailableError
from lorepack.ports import Pooling
from lorepack.records import Scope
from ranking.bm25 import query_vector
from storage.qdrant.collections import Collections
from storage.qdrant.index import ServerIndex
from storage.qdrant.options import Options
from storage.qdrant.server import Server, new_enough
from tests.points import DIM, direction, held, point
from tests.qdrant_server.faults import Fault
from tests.qdrant_server.opening import made_index, remove_all, stand_in_options
from tests.qdrant_server.proxy import Mode, Proxy, proxied
from tests.qdrant_server.running import Running, running
from text.fold import fold

KEY = "a-key-nobody-may-see-4711"


@pytest.fixture(scope="module")
def locked(tmp_path_factory: pytest.TempPathFactory) -> Generator[Running]:
    """A stand-in that wants a key."""
    with running(tmp_path_factory.mktemp("locked") / "server", key=KEY) as server:
        yield server


@pytest.fixture(params=["rest", "grpc"])
def chosen(request: pytest.FixtureRequest, locked: Running) -> Generator[Options]:
    made = stand_in_options(locked, grpc=request.param == "grpc", batch=5, timeout=5)
    yield made
    locked.plan()
    remove_all(made)


class Waits:
    """A clock of its own: what is waited for goes by at once."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waited: list[float] = []

    def sleep(self, seconds: float) -> None:
        self.waited.append(seconds)
        self.now += seconds


@pytest.fixture
def waits() -> Waits:
    return Waits()


@contextmanager
def opened(chosen: Options, waits: Waits) -> Generator[ServerIndex]:
    server = replace(Server.connect(chosen), sleep=waits.sleep, clock=lambda: waits.now)
    index = made_index(chosen, DIM, server)
    yield index
    index.close()


def found(index: ServerIndex, scope: Scope) -> int:
    return len(index.search(scope, direction(0), query_vector(fold("宝玉")), Pooling(limit=9)))


def through(chosen: Options, proxy: Proxy, **other: Any) -> Options:
    """The same server by way of the proxy: its REST, or its gRPC if that is what is used."""
    if chosen.grpc:
        return replace(chosen, grpc_port=proxy.port, **other)
    return replace(chosen, url=f"http://127.0.0.1:{proxy.port}", **other)


def target(chosen: Options, locked: Running) -> int:
    return locked.grpc_port if chosen.grpc else locked.port


@pytest.mark.parametrize("status", [500, 503, 429])
def test_what_passes_is_waited_out(
    chosen: Options, locked: Running, scope: Scope, waits: Waits, status: int
) -> None:
    with opened(chosen, waits) as index:
        locked.plan(Fault(status=status), Fault(status=status), Fault(status=status))
        index.upsert(scope, [point(n) for n in range(3)])
        assert len(held(index, scope)) == 3
        assert len(waits.waited) == 3
        first, second, third = waits.waited
        assert 0.05 <= first <= 0.1 <= second <= 0.2 <= third <= 0.4


def test_retries_are_bounded(chosen: Options, locked: Running, scope: Scope, waits: Waits) -> None:
    with opened(chosen, waits) as index:
        locked.plan(*[Fault(status=503, text="the disk is full")] * 9)
        with pytest.raises(UnavailableError, match=r"out of order, for now \(503\): the disk is f"):
            index.upsert(scope, [point(0)])
        assert len(waits.waited) == chosen.retries


def test_the_server_says_how_long_to_wait(
    chosen: Options, locked: Running, scope: Scope, waits: Waits
) -> None:
    with opened(chosen, waits) as index:
        locked.plan(Fault(status=429, headers={"Retry-After": "3"}))
        index.upsert(scope, [point(0)])
        assert waits.waited == [3]
        locked.plan(Fault(status=429, headers={"Retry-After": "60"}))
        told = r"has no room for the request now: out of order; it asks to wait 60 seconds"
        with pytest.raises(UnavailableError, match=told):
            index.upsert(scope, [point(1)])
        assert waits.waited == [3]


def test_a_lost_answer_changes_nothing(
    chosen: Options, locked: Running, scope: Scope, waits: Waits
) -> None:
    with opened(chosen, waits) as index:
        locked.plan(Fault(status=503, after=True))
        index.upsert(scope, [point(n) for n in range(3)])
        locked.plan(Fault(status=503, after=True))
        index.prune(scope, "c", [point(0).id])
        assert held(index, scope) == {point(0).id}


@pytest.mark.parametrize("told", [UpdateStatus.ACKNOWLEDGED, UpdateStatus.WAIT_TIMEOUT])
def test_a_change_that_is_noted_and_not_made_is_asked_for_again(
    chosen: Options,
    scope: Scope,
    waits: Waits,
    monkeypatch: pytest.MonkeyPatch,
    told: UpdateStatus,
) -> None:
    with opened(chosen, waits) as index:
        unfinished = UpdateResult(operation_id=1, status=told)
        made = UpdateResult(operation_id=1, status=UpdateStatus.COMPLETED)
        answers = [*[unfinished] * 9, made, unfinished, unfinished]

        def answer(*_: object, **__: object) -> UpdateResult:
            return answers.pop()

        monkeypatch.setattr(QdrantClient, "upsert", answer)
        index.upsert(scope, [point(0)])
        assert len(waits.waited) == 2
        with pytest.raises(UnavailableError, match="has not made a change yet"):
            index.upsert(scope, [point(0)])


def test_lost_answers_while_a_collection_is_made_and_named(
    chosen: Options, locked: Running, waits: Waits
) -> None:
    server = replace(Server.connect(chosen), sleep=waits.sleep, clock=lambda: waits.now)
    name = f"{chosen.alias}-0-1"
    steps = [f"PUT /collections/{name}", "/index", "/collections/aliases", "DELETE"]
    locked.plan(*[Fault(status=503, on=step, after=True) for step in steps])
    collections = Collections(server=server)
    collections.create(name, DIM, {"made_by": "x"})
    collections.switch(name)
    current = collections.current()
    assert current is not None
    assert (current.name, current.made_by) == (name, "x")
    collections.remove(name)
    assert len(waits.waited) == 4
    assert not collections.exists(name)
    server.close()


def test_a_batch_that_breaks_off_is_not_acknowledged(
    chosen: Options, locked: Running, scope: Scope, waits: Waits
) -> None:
    with opened(chosen, waits) as index:
        locked.plan(*[Fault(status=503)] * 4)
        with pytest.raises(UnavailableError):
            index.upsert(scope, [point(n) for n in range(12)])
        index.upsert(scope, [point(n) for n in range(12)])
        assert len(held(index, scope)) == 12


@pytest.mark.parametrize("mode", [Mode.DOWN, Mode.CUT])
def test_a_broken_connection_is_made_again(
    chosen: Options, locked: Running, scope: Scope, mode: Mode
) -> None:
    with proxied(target(chosen, locked)) as proxy:
        index = made_index(through(chosen, proxy, retries=20, timeout=30), DIM)
        index.upsert(scope, [point(0)])
        proxy.mode, proxy.times = mode, 1
        proxy.cut_all()
        if mode is Mode.DOWN:
            threading.Timer(0.3, setattr, (proxy, "mode", Mode.OPEN)).start()
        index.upsert(scope, [point(n) for n in range(1, 8)])
        assert len(held(index, scope)) == 8
        index.close()


@pytest.mark.parametrize("mode", [Mode.SILENT, Mode.DRIP, Mode.DOWN])
def test_a_server_that_does_not_answer_is_given_up_in_time(
    chosen: Options, locked: Running, scope: Scope, mode: Mode
) -> None:
    with proxied(target(chosen, locked)) as proxy:
        index = made_index(through(chosen, proxy, timeout=1), DIM)
        proxy.mode = mode
        proxy.cut_all()
        begun = time.monotonic()
        with pytest.raises(
            UnavailableError,
            match=r"no whole answer within 1 s|cannot be reached"
            r"|out of order",
        ):
            index.upsert(scope, [point(0)])
        # A bound, not a speed: each operation ends after two timeouts, whatever the server does.
        assert time.monotonic() - begun < 30
        index.close()


def test_a_server_that_is_killed_in_the_middle_keeps_what_it_acknowledged(
    tmp_path: Path, scope: Scope
) -> None:
    """Every batch that came back as made is there after each of several kills."""
    with running(tmp_path / "server") as server:
        chosen = stand_in_options(server, batch=5, retries=0)
        index = made_index(chosen, DIM)
        acknowledged: set[str] = set()
        for nth in range(3):
            killer = threading.Timer(0.05 * (nth + 1), server.kill)
            killer.start()
            with pytest.raises(UnavailableError):
                _write_until_it_fails(index, scope, acknowledged)
            killer.join()
            server.start()
            assert acknowledged <= held(index, scope)
        assert acknowledged
        index.close()


def _write_until_it_fails(index: ServerIndex, scope: Scope, acknowledged: set[str]) -> None:
    while True:
        batch = [point(len(acknowledged) + n) for n in range(5)]
        index.upsert(scope, batch)
        acknowledged |= {p.id for p in batch}


def test_a_batch_goes_on_over_a_restart(
    request: pytest.FixtureRequest, tmp_path: Path, scope: Scope
) -> None:
    with running(tmp_path / "server") as server:
        for grpc in (False, True):
            chosen = stand_in_options(server, batch=5, retries=20, timeout=60, grpc=grpc)
            index = made_index(chosen, DIM)
            again = threading.Timer(0.1, lambda: (server.kill(), server.start()))
            again.start()
            index.upsert(scope, [point(n) for n in range(400)])
            again.join()
            assert len(held(index, scope)) == 400
            index.close()


WRONG_KEYS: list[tuple[str | None, str]] = [
    (None, "is not set, and the server wants one"),
    ("another-key-of-mine", "is refused"),
]


@pytest.mark.parametrize(("key", "told"), WRONG_KEYS)
def test_a_key_that_is_refused_is_named_by_its_setting(
    chosen: Options, locked: Running, scope: Scope, key: str | None, told: str
) -> None:
    index = made_index(chosen, DIM)
    index.upsert(scope, [point(0)])
    other = stand_in_options(
        locked, alias=chosen.alias, grpc=chosen.grpc, api_key=SecretStr(key) if key else None
    )
    told = rf"the Qdrant server http://.*: the key of LOREPACK_QDRANT_API_KEY {told}"
    with pytest.raises(UnavailableError, match=told) as refused:
        ServerIndex.open(Server.connect(other), DIM)
    assert "another-key" not in str(refused.value)
    for call in (found, held):
        locked.plan(Fault(status=403, text=f"no {KEY} here"))
        with pytest.raises(UnavailableError, match=r"API_KEY is refused: no \[key\] here"):
            call(index, scope)
    index.close()


def test_the_key_shows_in_no_log_and_no_error(
    chosen: Options,
    locked: Running,
    scope: Scope,
    waits: Waits,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    caplog.set_level(logging.DEBUG)
    told: list[str] = []
    with opened(chosen, waits) as index:
        found(index, scope)
        for status in (400, 401, 403, 404, 429, 500, 503):
            locked.plan(*[Fault(status=status, text=f"you said {KEY}")] * 9)
            with pytest.raises(LorepackError) as failed:
                index.upsert(scope, [point(0)])
            logging.getLogger("test").exception("failed", exc_info=failed.value)
            told += [str(failed.value), repr(failed.value)]
        locked.plan()
        told += [repr(index), repr(chosen), repr(vars(index))]
    seen = "\n".join([*told, caplog.text, *capfd.readouterr()])
    assert "you said [key]" in seen
    assert KEY not in seen


def test_what_the_server_will_never_do_is_not_asked_again(
    chosen: Options, locked: Running, scope: Scope, waits: Waits
) -> None:
    with opened(chosen, waits) as index:
        locked.plan(Fault(status=400, text="Vector dimension error: expected dim: 8, got 4"))
        told = "refuses the request: Vector dimension error: expected dim: 8, got 4"
        with pytest.raises(InvalidInputError, match=told):
            index.upsert(scope, [point(0)])
        assert waits.waited == []


def test_a_collection_that_is_gone_is_missed(chosen: Options, scope: Scope, waits: Waits) -> None:
    calls: list[Callable[[ServerIndex], object]] = [
        lambda index: index.upsert(scope, [point(0)]),
        lambda index: index.prune(scope, "c", []),
        lambda index: found(index, scope),
        lambda index: held(index, scope),
        lambda index: index.scopes(),
    ]
    with opened(chosen, waits) as index:
        remove_all(chosen)
        for call in calls:
            with pytest.raises(
                UnavailableError, match=r"holds no such collection: .*doesn't exist"
            ):
                call(index)
        assert waits.waited == []


def test_another_server_than_qdrant_is_told_from_it(chosen: Options, locked: Running) -> None:
    astray = replace(chosen, url=f"http://127.0.0.1:{locked.grpc_port}", retries=0)
    with pytest.raises(UnavailableError, match=r"cannot be reached or broke off|does not answer"):
        Server.connect(astray)


def test_a_server_that_is_too_old_is_refused_with_the_reason(tmp_path: Path) -> None:
    with running(tmp_path / "server", arguments=["--version", "1.18.2"]) as server:
        told = r"is version 1\.18\.2: lorepack needs 1\.19 or later, which weighs words"
        with pytest.raises(UnavailableError, match=told):
            Server.connect(stand_in_options(server))


@pytest.mark.parametrize(
    ("version", "enough"),
    [("1.18.9", False), ("0.11.0", False), ("unknown", False)]
    + [(later, True) for later in ("1.19.0", "1.19.0-dev", "1.103.1", "2.0.0")],
)
def test_a_version_is_compared_number_by_number(version: str, enough: bool) -> None:
    assert new_enough(version) is enough
