"""Every route, from upload to pack."""

from pathlib import Path

import pytest

from cli.demo import SAMPLES
from providers.tokens import open_counter
from tests.api.calling import Caller

EN = (SAMPLES / "en" / "book.txt").read_bytes()


def test_health_and_version(ask: Caller) -> None:
    assert ask("GET", "/livez").json() == {"status": "ok"}
    assert ask("GET", "/readyz").json() == {"status": "ok"}
    assert ask("GET", "/version").json() == {"version": "0.1.0"}


def test_an_upload_becomes_a_project_and_again_changes_nothing(call: Caller) -> None:
    assert call("GET", "/v1/projects").json() == []
    request = {"files": {"file": EN}, "data": {"project": "en"}}
    first = call("POST", "/v1/import", **request)
    assert first.status_code == 200
    assert (first.json()["added"], first.json()["rule"]) == (9, "en-chapter")
    again = call("POST", "/v1/import", **request).json()
    assert (again["added"], again["unchanged"]) == (0, 9)
    assert call("GET", "/v1/projects").json() == ["en"]


def test_a_dry_run_stores_nothing(call: Caller) -> None:
    request = {"files": {"file": EN}, "data": {"project": "en", "dry_run": "true"}}
    report = call("POST", "/v1/import", **request).json()
    assert (report["added"], report["dry_run"]) == (9, True)
    assert call("GET", "/v1/projects").json() == []


def test_projects_chapters_and_their_texts(ask: Caller) -> None:
    assert ask("GET", "/v1/projects").json() == ["en", "zh"]
    chapters = ask("GET", "/v1/projects/zh/chapters").json()
    assert [c["position"] for c in chapters] == list(range(1, 18))
    assert {c["summary"] for c in chapters} == {"ready"}
    text = ask("GET", f"/v1/projects/zh/chapters/{chapters[0]['id']}/text").json()
    assert len(text) == chapters[0]["chars"]
    assert "上船十一，下船十二" in text


@pytest.mark.parametrize("match", ["auto", "literal", "semantic"])
def test_search_answers_the_same_by_address_and_by_body(ask: Caller, match: str) -> None:
    request = {"query": "樟木箱", "as_of": 7, "match": match, "k": 3}
    by_address = ask("GET", "/v1/projects/zh/search", params=request)
    by_body = ask("POST", "/v1/projects/zh/search", json=request)
    assert by_address.status_code == 200
    assert by_address.json() == by_body.json()
    result = by_address.json()
    assert (result["query"], result["as_of"]) == ("樟木箱", 7)
    assert 0 < len(result["hits"]) <= 3
    assert all(hit["chapter"] < 7 for hit in result["hits"])


@pytest.mark.parametrize(
    ("said", "chapters"),
    [
        ({"from_chapter": 5, "to_chapter": 6}, {5, 6}),
        ({"entity": "闻笛", "to_chapter": 9}, set(range(1, 10))),
        ({"since": "2024-01-01"}, set[int]()),
    ],
)
def test_search_can_be_told_where_to_look(
    said: dict[str, object], chapters: set[int], ask: Caller
) -> None:
    request = {"query": "樟木箱", "k": 50, "asked_at": "2024-04-09T12:00", **said}
    by_address = ask("GET", "/v1/projects/zh/search", params=request)
    by_body = ask("POST", "/v1/projects/zh/search", json=request)
    assert by_address.status_code == 200
    assert by_address.json() == by_body.json()
    found = {hit["chapter"] for hit in by_address.json()["hits"]}
    assert found <= chapters
    assert bool(found) == bool(chapters)


@pytest.mark.parametrize(
    ("said", "status", "words"),
    [
        ({"from_chapter": 99}, 422, "from 99 lies beyond what is searched: 17 chapters"),
        ({"entity": "闻迪"}, 404, "near it: '闻笛'"),
        ({"speaker": "闻笛"}, 404, "only transcripts do"),
        ({"until": "soon"}, 422, "until 'soon' is no date"),
        ({"asked_at": "noon"}, 422, "asked_at 'noon' is no moment"),
    ],
)
def test_a_search_where_nothing_can_be_looked_for_is_refused(
    said: dict[str, object], status: int, words: str, ask: Caller
) -> None:
    answer = ask("GET", "/v1/projects/zh/search", params={"query": "樟木箱", **said})
    assert answer.status_code == status
    assert words in answer.json()["detail"]


@pytest.mark.parametrize("route", ["search", "recall"])
def test_a_rewrite_without_a_model_is_said_to_be_missing(route: str, ask: Caller) -> None:
    query = {"query": "请问樟木箱在哪里？"}
    answer = ask("POST", f"/v1/projects/zh/{route}", json={**query, "rewrite": True}).json()
    plain = ask("POST", f"/v1/projects/zh/{route}", json=query).json()
    assert answer == {**plain, "degraded": ["rewrite"]}
    assert answer["searched"] == "樟木箱"
    if route == "search":
        asked = ask("GET", "/v1/projects/zh/search", params={**query, "rewrite": "true"})
        assert asked.json() == answer


def test_a_hit_s_text_is_the_slice_of_its_chapter(ask: Caller) -> None:
    chapters = ask("GET", "/v1/projects/zh/chapters").json()
    hit = ask("GET", "/v1/projects/zh/search", params={"query": "樟木箱"}).json()["hits"][0]
    chapter = chapters[hit["chapter"] - 1]["id"]
    text = ask("GET", f"/v1/projects/zh/chapters/{chapter}/text").json()
    assert text[hit["start"] : hit["end"]] == hit["text"]


def test_a_recall_keeps_its_budget_and_its_fields(ask: Caller, cache_dir: Path) -> None:
    answer = ask("POST", "/v1/projects/zh/recall", json={"query": "樟木箱", "budget": 200, "k": 3})
    assert answer.status_code == 200
    recalled = answer.json()
    assert set(recalled) >= {"query", "budget", "tokens", "text", "items", "dropped"}
    assert 0 < len(recalled["items"]) <= 3
    count = open_counter("o200k_base", cache_dir)
    assert count(recalled["text"]) == recalled["tokens"] <= 200
    for wrong in ({"query": ""}, {"query": "箱", "k": 101}, {"query": "箱", "budget": 9}):
        assert ask("POST", "/v1/projects/zh/recall", json=wrong).status_code == 422


def test_a_pack_keeps_its_budget_and_its_fields_and_can_be_read_again(
    ask: Caller, cache_dir: Path
) -> None:
    request = {"chapter": 18, "budget": 3000, "card": {"people": ["闻笛"]}, "query": "谁多出来"}
    answer = ask("POST", "/v1/projects/zh/packs", json=request)
    assert answer.status_code == 200
    pack = answer.json()
    assert open_counter(pack["encoding"], cache_dir)(pack["rendered"]) == pack["tokens"] <= 3000
    assert all({"from", "to"} <= set(covered) for covered in pack["coverage"])
    assert ask("GET", f"/v1/projects/zh/packs/{pack['id']}").json() == pack


def test_a_pack_comes_in_the_form_and_the_tokens_that_are_asked_for(ask: Caller) -> None:
    asked = {"chapter": 18, "budget": 9_000, "encoding": "bytes"}
    document = ask("POST", "/v1/projects/zh/packs", json={**asked, "format": "json"}).json()
    assert len(document["rendered"].encode()) == document["tokens"] <= 9_000
    assert document["rendered"].startswith('{"lorepack_pack":')
    chat = ask("POST", "/v1/projects/zh/packs", json={**asked, "format": "messages"}).json()
    assert sum(len(m["content"].encode()) + 4 for m in chat["messages"]) + 3 == chat["tokens"]
    assert ask("GET", f"/v1/projects/zh/packs/{chat['id']}").json() == chat
    for wrong in ({"format": "xml"}, {"encoding": "/etc/hostname"}):
        assert ask("POST", "/v1/projects/zh/packs", json={**asked, **wrong}).status_code == 422


def test_the_pack_of_the_next_chapter_needs_no_number(ask: Caller) -> None:
    named = ask("POST", "/v1/projects/zh/packs", json={"chapter": 18}).json()
    for request in ({}, {"chapter": "next"}, {"chapter": None}):
        assert ask("POST", "/v1/projects/zh/packs", json=request).json()["id"] == named["id"]


def test_a_pack_is_compared_with_another_one(ask: Caller) -> None:
    one, other = (
        ask("POST", "/v1/projects/zh/packs", json={"chapter": at, "budget": 4000}).json()["id"]
        for at in (9, 15)
    )
    path = f"/v1/projects/zh/packs/{other}/diff"
    diff = ask("GET", path, params={"against": one}).json()
    assert (diff["before"], diff["after"]) == (one, other)
    assert {c["turn"] for c in diff["changes"]} >= {"in", "out"}
    assert ask("GET", path, params={"against": other}).json()["changes"] == []
    assert ask("GET", path, params={"against": "nosuch"}).status_code == 404


def test_a_preview_cannot_be_read_again(ask: Caller) -> None:
    request = {"chapter": 7, "budget": 4000, "query": "只看一眼", "preview": True}
    seen = ask("POST", "/v1/projects/zh/packs", json=request).json()
    path = f"/v1/projects/zh/packs/{seen['id']}"
    assert ask("GET", path).status_code == 404
    ask("POST", "/v1/projects/zh/packs", json=request | {"preview": False})
    assert ask("GET", path).json()["rendered"] == seen["rendered"]


def test_the_same_request_gives_the_same_bytes(ask: Caller) -> None:
    request = {"chapter": 12, "budget": 2500, "query": "红绳"}
    first = ask("POST", "/v1/projects/zh/packs", json=request).json()
    again = ask("POST", "/v1/projects/zh/packs", json=request).json()
    assert (again["id"], again["rendered"]) == (first["id"], first["rendered"])


def test_the_facts_of_a_text_hold_the_projects_names(ask: Caller) -> None:
    text = "何汀洲欠了三万块，除非还清，不得上船。"
    found = ask("POST", "/v1/projects/zh/facts", json={"text": text}).json()
    assert all(text[f["start"] : f["end"]] == f["text"] for f in found)
    kinds = {f["kind"] for f in found}
    assert {"person", "condition"} <= kinds
    assert kinds & {"money", "quantity", "number"}
