"""The pack command: what it takes, why it says what it says, and what is new since the last one."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cli.demo import SAMPLES
from lorepack.records import Leak, LeakKind
from ranking.profile import Profile
from ranking.profile_file import dumps
from tests.cli.running import Lorepack

CARD = SAMPLES / "zh" / "card.json"
ASKED = ("pack", "zh", "--card", CARD, "--query", "谁多出来")


def places(manifest: Mapping[str, Any]) -> set[tuple[str, str]]:
    return {(s["name"], item["id"]) for s in manifest["sections"] for item in s["items"]}


def test_without_a_chapter_it_is_the_next_one(reading: Lorepack) -> None:
    named = reading(*ASKED, "--chapter", 18)
    assert named.out == reading(*ASKED).out == reading(*ASKED, "--chapter", "next").out


def test_it_explains_everything_that_is_in_and_everything_left_out(reading: Lorepack) -> None:
    asked = (*ASKED, "--budget", 2_600)
    manifest, table = reading(*asked, "--json").json, reading(*asked, "--explain").out
    inside, outside = table.split("\n\n", 1)
    lines = {
        (cells[0], cells[1]): line for line in inside.split("\n")[1:] if (cells := line.split())
    }
    assert lines.keys() == places(manifest)
    for section in manifest["sections"]:
        for item in section["items"]:
            line = lines[section["name"], item["id"]]
            assert item["reason"] in line
            assert item["form"] in line
            if item["score"]:
                assert f"relevance {item['score']['relevance']:.2f}" in line
    assert manifest["dropped"], "a budget as small as that leaves something out"
    for dropped, line in zip(manifest["dropped"], outside.split("\n")[1:], strict=False):
        assert line.split()[:2] == [dropped["section"], dropped["id"]]
        assert dropped["reason"] in line
        assert all(id in line for id in dropped["displaced_by"])


def test_it_tells_what_is_new_since_another_pack(reading: Lorepack) -> None:
    before = reading(*ASKED, "--budget", 2_600, "--json").json
    after = reading(*ASKED, "--json").json
    diff = reading(*ASKED, "--diff", before["id"], "--json").json
    assert (diff["before"], diff["after"]) == (before["id"], after["id"])
    came = {(c["section"], c["id"]) for c in diff["changes"] if c["turn"] == "in"}
    assert came == places(after) - places(before)
    table = reading(*ASKED, "--diff", before["id"]).out
    assert all(change["id"] in table for change in diff["changes"])
    assert f"a common beginning of {diff['shared_tokens']:,} tokens" in table


def test_a_pack_that_nobody_handed_out_is_named(reading: Lorepack) -> None:
    ran = reading(*ASKED, "--diff", "nosuch")
    assert (ran.code, ran.out) == (1, "")
    assert "'nosuch'" in ran.err


def test_a_section_can_have_a_budget_and_a_pack_its_profile(
    reading: Lorepack, tmp_path: Path
) -> None:
    profile = tmp_path / "strict.toml"
    profile.write_text(dumps(Profile(threshold=0.99)), encoding="utf-8")
    sized = reading(*ASKED, "--section", "story_so_far=500", "--profile", profile, "--json").json
    usual = reading(*ASKED, "--json").json
    (story,) = [s for s in sized["sections"] if s["name"] == "story_so_far"]
    assert story["tokens"] <= story["budget"] == 500
    assert sized["profile"] != usual["profile"]


@pytest.mark.parametrize("option", ["--pin", "--ban"])
def test_what_is_pinned_or_banned_is_named_by_its_id(option: str, reading: Lorepack) -> None:
    usual = reading(*ASKED, "--json").json
    (section,) = [s for s in usual["sections"] if s["name"] == "foreshadows"]
    id = section["items"][0]["id"]
    chosen = reading(*ASKED, option, id, "--json").json
    items = {i["id"]: i for s in chosen["sections"] for i in s["items"]}
    assert (id in items) is (option == "--pin")
    if option == "--pin":
        assert items[id]["reason"].startswith("pinned; ")
    else:
        assert [d["reason"] for d in chosen["dropped"] if d["id"] == id]


def test_another_encoding_counts_the_tokens(reading: Lorepack) -> None:
    one, other = (
        reading(*ASKED, "--encoding", name, "--json").json for name in ("o200k_base", "cl100k_base")
    )
    assert (one["encoding"], other["encoding"]) == ("o200k_base", "cl100k_base")
    assert one["tokens"] != other["tokens"]


def test_a_preview_leaves_no_record(reading: Lorepack) -> None:
    asked = ("pack", "en", "--query", "only a look", "--json")
    seen = reading(*asked, "--preview").json
    assert reading("pack", "en", "--diff", seen["id"]).code == 1
    kept = reading(*asked).json
    assert kept["id"] == seen["id"]
    assert reading("pack", "en", "--diff", seen["id"]).code == 0


def test_a_scan_of_a_good_pack_changes_nothing(reading: Lorepack) -> None:
    plain, scanned = reading(*ASKED, "--chapter", 9), reading(*ASKED, "--chapter", 9, "--scan")
    assert (scanned.code, scanned.out) == (0, plain.out)


def test_a_scan_that_finds_something_fails_and_says_what(
    reading: Lorepack, environment: pytest.MonkeyPatch
) -> None:
    leak = Leak(kind=LeakKind.NAME, words="何汀[red]", chapter=12, section="originals")

    def found(*_: object) -> list[Leak]:
        return [leak]

    environment.setattr("runtime.books.leaks", found)
    scanned = reading(*ASKED, "--chapter", 9, "--scan", "--json")
    assert scanned.code == 1
    assert scanned.json["chapter"] == 9
    assert "tells what chapter 9 and later ones tell first:" in scanned.err
    assert "  name, chapter 12, originals: 何汀[red]" in scanned.err
