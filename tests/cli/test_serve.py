"""The service as a process of its own, with other commands beside it on the same data folder."""

import json
import signal
import time
from collections.abc import Generator
from pathlib import Path
from shutil import rmtree

import httpx
import pytest

from cli.demo import SAMPLES
from tests.cli.processes import Service, Shell, free_port

EN, ZH = (SAMPLES / name / "book.txt" for name in ("en", "zh"))
_INDEX_SECONDS = 60


@pytest.fixture
def shell(tmp_path: Path, cache_dir: Path) -> Shell:
    return Shell(data_dir=tmp_path / "data", cache_dir=cache_dir)


@pytest.fixture
def service(shell: Shell, tmp_path: Path) -> Generator[Service]:
    service = shell.serve(free_port(), tmp_path / "serve.log")
    yield service
    if service.process.poll() is None:
        service.end()


@pytest.fixture
def client(service: Service) -> Generator[httpx.Client]:
    with httpx.Client(base_url=service.address, timeout=30) as client:
        yield client


def _upload(client: httpx.Client, book: Path, project: str) -> httpx.Response:
    with book.open("rb") as file:
        return client.post("/v1/import", files={"file": file}, data={"project": project})


def _wait_for_vectors(client: httpx.Client, project: str) -> None:
    deadline = time.monotonic() + _INDEX_SECONDS
    while time.monotonic() < deadline:
        found = client.get(f"/v1/projects/{project}/search", params={"query": "light"}).json()
        if not found["index_lag"]:
            return
        time.sleep(0.1)
    pytest.fail(f"the vectors of {project} did not come in")


def test_the_service_says_that_it_lives_and_what_it_is(client: httpx.Client) -> None:
    assert client.get("/livez").json() == {"status": "ok"}
    assert client.get("/readyz").json() == {"status": "ok"}
    assert client.get("/version").json() == {"version": "0.1.0"}
    assert client.get("/openapi.json").json()["info"]["title"] == "lorepack"


def test_a_page_elsewhere_cannot_reach_it_under_its_own_name(client: httpx.Client) -> None:
    answer = client.get("/livez", headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_book_is_uploaded_searched_and_packed_over_http(client: httpx.Client) -> None:
    report = _upload(client, EN, "en")
    assert report.status_code == 200, report.text
    assert report.json()["added"] == 9
    assert len(client.get("/v1/projects/en/chapters").json()) == 9
    found = client.get("/v1/projects/en/search", params={"query": "lantern vetch"}).json()
    assert found["literal_total"] > 0, "literal search works before the vectors are there"
    _wait_for_vectors(client, "en")
    pack = client.post("/v1/projects/en/packs", json={"chapter": 10, "budget": 3000}).json()
    assert pack["tokens"] <= 3000
    assert client.get(f"/v1/projects/en/packs/{pack['id']}").json() == pack


def test_commands_work_beside_the_service_on_its_data_folder(
    shell: Shell, client: httpx.Client
) -> None:
    imported = shell.run("import", ZH, "--project", "zh", "--json")
    assert imported.returncode == 0, imported.stderr
    assert len(client.get("/v1/projects/zh/chapters").json()) == 17, "both see one record"
    asked = shell.run("search", "zh", "多出来的竹筹", "--match", "semantic", "--json")
    found = json.loads(asked.stdout)
    assert (found["degraded"], found["index_lag"]) == ([], 0), "the service's index answers"
    packed = shell.run("pack", "zh", "--chapter", 18, "--json")
    assert packed.returncode == 0, packed.stderr
    over_http = client.post("/v1/projects/zh/packs", json={"chapter": 18})
    assert over_http.json()["rendered"] == json.loads(packed.stdout)["rendered"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_service_told_to_end_leaves_in_order_and_gives_the_index_up(
    shell: Shell, service: Service, client: httpx.Client, number: signal.Signals
) -> None:
    assert _upload(client, EN, "en").status_code == 200
    _wait_for_vectors(client, "en")
    address = shell.data_dir / "owner.address"
    socket = Path(address.read_text("utf-8"))
    assert socket.exists()
    assert service.end(number) == 0
    assert not socket.exists()
    assert not address.exists()
    assert "Traceback" not in service.log.read_text("utf-8")
    found = json.loads(shell.run("search", "en", "light", "--json").stdout)
    assert found["degraded"] == [], "the next command owns the index"


def test_the_next_command_takes_over_from_a_service_that_was_killed(
    shell: Shell, service: Service, client: httpx.Client
) -> None:
    assert _upload(client, EN, "en").status_code == 200
    _wait_for_vectors(client, "en")
    socket = Path((shell.data_dir / "owner.address").read_text("utf-8"))
    assert service.end(signal.SIGKILL) == -signal.SIGKILL
    rmtree(socket.parent)  # what a killed process cannot tidy up
    found = json.loads(shell.run("search", "en", "light", "--json").stdout)
    assert (found["degraded"], found["index_lag"]) == ([], 0)


def test_a_port_in_use_is_one_line_and_exit_code_1(shell: Shell, service: Service) -> None:
    ran = shell.run("serve", "--port", service.address.rpartition(":")[2])
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr.startswith("error: cannot listen: Address already in use")
    assert ran.stderr.count("\n") == 1


def test_a_job_is_followed_to_its_end_over_http(client: httpx.Client) -> None:
    assert _upload(client, EN, "en").status_code == 200
    queued = client.post("/v1/projects/en/jobs", json={"kind": "summarise"})
    assert queued.status_code == 202
    with client.stream("GET", f"{queued.headers['location']}/events") as events:
        told = [json.loads(line[6:]) for line in events.iter_lines() if line[:6] == "data: "]
    assert told[-1]["state"] == "done"
    assert [job["done"] for job in told] == sorted(job["done"] for job in told)
    status = client.get("/v1/projects/en/status").json()
    assert (status["summaries"], status["jobs"]) == ({"ready": 9}, [])


def test_a_service_ends_though_somebody_follows_a_job(
    service: Service, client: httpx.Client, shell: Shell
) -> None:
    assert _upload(client, EN, "en").status_code == 200
    job = client.post("/v1/projects/en/jobs", json={"kind": "summarise"}).json()
    with client.stream("GET", f"/v1/projects/en/jobs/{job['id']}/events") as events:
        next(events.iter_lines())
        assert service.end() == 0
    states = {j["state"] for j in json.loads(shell.run("jobs", "en", "--json").stdout)}
    assert "running" not in states
