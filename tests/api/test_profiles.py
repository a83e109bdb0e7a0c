"""The profile of a project, over REST."""

import pytest

from ranking.profile import Profile
from ranking.profile_file import dumps, fingerprint
from tests.api.calling import Caller, check_problem

PROFILE = "/v1/projects/book/profile"


@pytest.fixture
def book(call: Caller) -> Caller:
    """An application with a project."""
    upload = {"file": ("a.txt", "第一章 雨\n\n下雨了。\n".encode())}
    assert call("POST", "/v1/import", files=upload, data={"project": "book"}).status_code == 200
    return call


def test_a_profile_is_set_shown_and_taken_away(book: Caller) -> None:
    usual = book("GET", PROFILE).json()
    assert usual == {
        "name": "default",
        "source": "default",
        "fingerprint": fingerprint(Profile()),
        "toml": dumps(Profile()),
    }
    put = book("PUT", PROFILE, json={"toml": 'name = "mine"\nthreshold = 0.5'})
    assert put.status_code == 200
    assert put.json() == book("GET", PROFILE).json()
    assert (put.json()["name"], put.json()["source"]) == ("mine", "project")
    assert "threshold = 0.5\n" in put.json()["toml"]
    search = book("POST", "/v1/projects/book/search", json={"query": "下雨"})
    assert search.json()["profile"] == put.json()["fingerprint"]
    assert book("DELETE", PROFILE).json() == usual


@pytest.mark.parametrize(
    ("toml", "why"),
    [
        ("threshold = 7", "profile, line 1: threshold: 7 is out of range; give a number from 0"),
        ("[weights]\nnew = 1", "profile, line 2: weights.new: unknown; what may stand here"),
        ("[", "the profile is no TOML"),
    ],
)
def test_what_is_no_profile_is_422_with_its_line(book: Caller, toml: str, why: str) -> None:
    detail = check_problem(book("PUT", PROFILE, json={"toml": toml}), 422, "InvalidInputError")
    assert detail.startswith(why)


def test_a_body_without_a_profile_is_422(book: Caller) -> None:
    check_problem(book("PUT", PROFILE, json={"threshold": 0.5}), 422, "RequestValidationError")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_an_unknown_project_is_404(call: Caller, method: str) -> None:
    body = {"toml": ""} if method == "PUT" else None
    check_problem(call(method, PROFILE, json=body), 404, "NotFoundError")
