"""Commands that read: chapters, pack, search, summarise; and the demonstration."""

from pathlib import Path

import pytest

from cli.demo import SAMPLES
from providers.tokens import open_counter
from runtime.settings import Settings
from tests.cli.running import Lorepack

CARD = SAMPLES / "zh" / "card.json"
CHAPTER = {"id", "position", "volume", "number", "label", "title", "chars", "sha256", "summary"}
PACK = {
    "id",
    "project",
    "chapter",
    "budget",
    "tokens",
    "encoding",
    "rendered",
    "messages",
    "sections",
    "dropped",
    "coverage",
    "prefix",
    "warnings",
}
ITEM = {"id", "kind", "form", "text", "tokens", "reason", "source", "score"}
SCORE = {"relevance", "importance", "recency", "total"}


def test_chapters_lists_all_in_reading_order(reading: Lorepack) -> None:
    ran = reading("chapters", "zh")
    assert (ran.code, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert len(lines) == 18
    assert lines[1].split()[:4] == ["1", "第一卷", "渡口", "楔子"]
    assert lines[1].endswith("ready   ")
    assert "第十六章" in lines[-1]


def test_chapters_as_json_is_a_list(reading: Lorepack) -> None:
    chapters = reading("chapters", "en", "--json").json
    assert [c["position"] for c in chapters] == list(range(1, 10))
    assert all(set(c) >= CHAPTER for c in chapters)
    assert chapters[1]["label"] == "Chapter 1"
    assert chapters[1]["title"] == "The Press-Boy"


def test_a_long_title_is_shown_to_its_end(lorepack: Lorepack, tmp_path: Path) -> None:
    title = "甄别真假" * 15
    book = tmp_path / "book.txt"
    text = "\n\n".join(f"第{n}章 {title}尾{n}\n\n这一天什么也没有发生。" for n in "一二三")
    book.write_text(text, "utf-8")
    assert lorepack("import", book, "--project", "p").code == 0
    shown = "".join(lorepack("chapters", "p").out.split())
    assert "…" not in shown
    assert shown.count("甄别真假") + shown.count("假甄别真") >= 3
    assert all(f"尾{n}" in shown for n in "一二三")


def test_pack_renders_on_stdout_and_explains_on_stderr(reading: Lorepack) -> None:
    ran = reading("pack", "zh", "--chapter", 18, "--budget", 4000, "--card", CARD)
    manifest = reading(
        "pack", "zh", "--chapter", 18, "--budget", 4000, "--card", CARD, "--json"
    ).json
    assert ran.code == 0
    assert ran.out == manifest["rendered"] + "\n"
    assert f"pack {manifest['id']} for chapter 18" in ran.err
    assert f"{manifest['tokens']:,} of 4,000 tokens" in ran.err
    assert all(section["name"] in ran.err for section in manifest["sections"])


def test_a_pack_is_printed_in_the_format_that_is_asked_for(reading: Lorepack) -> None:
    asked = ("pack", "zh", "--chapter", 18, "--budget", 4000, "--card", CARD)
    chat = reading(*asked, "--format", "messages")
    manifest = reading(*asked, "--format", "messages", "--json").json
    assert (manifest["format"], chat.json) == ("messages", manifest["messages"])
    document = reading(*asked, "--format", "json")
    assert list(document.json) == ["lorepack_pack", "note", "sections"]
    assert document.out == reading(*asked, "--format", "json", "--json").json["rendered"] + "\n"
    assert "of 4,000 tokens" in document.err


def test_the_manifest_of_a_pack_holds_every_field(reading: Lorepack) -> None:
    ran = reading("pack", "zh", "--chapter", 18, "--card", CARD, "--query", "谁多出来", "--json")
    manifest = ran.json
    assert (ran.code, ran.err) == (0, "")
    assert set(manifest) >= PACK
    assert all(set(m) >= {"role", "content"} for m in manifest["messages"])
    for section in manifest["sections"]:
        assert set(section) >= {"level", "name", "budget", "tokens", "items"}
        assert all(set(item) >= ITEM for item in section["items"])
        assert all(set(i["source"]) >= {"chapter", "start", "end"} for i in section["items"])
    scored = [i["score"] for s in manifest["sections"] for i in s["items"] if i["score"]]
    assert scored
    assert all(set(score) >= SCORE for score in scored)
    assert all(
        set(dropped) >= {"id", "section", "tokens", "reason", "needs"}
        for dropped in manifest["dropped"]
    )
    assert set(manifest["prefix"]) >= {"hash", "tokens", "shared_tokens"}


def test_the_manifest_covers_every_earlier_chapter_once(reading: Lorepack) -> None:
    coverage = reading("pack", "zh", "--chapter", 18, "--json").json["coverage"]
    assert all(set(c) >= {"from", "to", "level", "id"} for c in coverage)
    covered = [n for c in coverage for n in range(c["from"], c["to"] + 1)]
    assert covered == list(range(1, 18))


def test_a_pack_counts_its_tokens_by_the_encoding_it_names(
    reading: Lorepack, environment: pytest.MonkeyPatch
) -> None:
    environment.setenv("LOREPACK_ENCODING", "cl100k_base")
    manifest = reading("pack", "en", "--chapter", 9, "--budget", 1500, "--json").json
    assert manifest["encoding"] == "cl100k_base"
    count = open_counter("cl100k_base", Settings().cache_dir)
    assert count(manifest["rendered"]) == manifest["tokens"] <= 1500


def test_the_first_and_the_next_chapter_can_be_asked_for(reading: Lorepack) -> None:
    first = reading("pack", "en", "--chapter", 1, "--json").json
    assert first["coverage"] == []
    assert reading("pack", "en", "--chapter", 10, "--json").json["coverage"][-1]["to"] == 9


def test_a_card_may_be_free_text(reading: Lorepack, tmp_path: Path) -> None:
    card = tmp_path / "card.txt"
    card.write_text("让何汀把红绳还给闻笛。\n", "utf-8")
    ran = reading("pack", "zh", "--chapter", 18, "--card", card)
    assert "让何汀把红绳还给闻笛。" in ran.out


def test_what_looks_like_markup_is_printed_as_it_stands(lorepack: Lorepack, tmp_path: Path) -> None:
    book = tmp_path / "book.txt"
    book.write_text("第一章 [red]甲\n\n他写下[bold]两个字[/bold]，又划掉了。\n", "utf-8")
    assert lorepack("import", book, "--project", "p").code == 0
    assert "[red]甲" in lorepack("chapters", "p").out
    assert "[bold]两个字[/bold]" in lorepack("pack", "p", "--chapter", 2).out
    assert "[bold]两个字[/bold]" in lorepack("search", "p", "两个字").out


def test_search_shows_hits_with_place_and_score(reading: Lorepack) -> None:
    ran = reading("search", "zh", "樟木箱一只，连锁", "--match", "literal")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(("chapter 5, ", "chapter 6, "))
    assert "to the letter, score" in ran.out
    assert "樟木箱一只，连锁" in ran.out
    assert "樟木箱一只连锁" in ran.out, "the other spelling of it"
    assert ran.out.splitlines()[-1] == "2 hits; 2 places to the letter"


def test_search_as_json_holds_every_field(reading: Lorepack) -> None:
    ran = reading("search", "zh", "樟木箱", "--json")
    result = ran.json
    assert (ran.code, ran.err) == (0, "")
    assert set(result) >= {"query", "as_of", "hits", "index_lag"}
    assert (result["query"], result["as_of"], result["index_lag"]) == ("樟木箱", None, 0)
    for hit in result["hits"]:
        assert set(hit) >= {"id", "chapter", "start", "end", "text", "match", "score"}
        assert set(hit["score"]) >= SCORE


@pytest.mark.parametrize("command", ["search", "recall"])
def test_a_rewrite_without_a_model_is_said_to_be_missing(reading: Lorepack, command: str) -> None:
    query = (command, "zh", "请问樟木箱[1]在哪里？")
    ran = reading(*query, "--rewrite")
    assert (ran.code, ran.out) == (0, reading(*query).out)
    assert "searched for: 樟木箱[1]\n" in ran.err
    assert "answered without: rewrite" in ran.err
    assert reading(*query, "--rewrite", "--json").json["degraded"] == ["rewrite"]


def _matches(reading: Lorepack, mode: str) -> set[str]:
    result = reading("search", "zh", "樟木箱", "--match", mode, "--json").json
    return {hit["match"] for hit in result["hits"]}


def test_each_way_of_matching_brings_its_own_hits(reading: Lorepack) -> None:
    assert _matches(reading, "literal") <= {"literal", "both"} != set()
    assert _matches(reading, "semantic") <= {"semantic", "both"} != set()
    assert _matches(reading, "auto") & {"literal", "both"}


def test_every_literal_hit_holds_the_words(reading: Lorepack) -> None:
    result = reading("search", "zh", "樟木箱", "--match", "literal", "-k", 50, "--json").json
    assert result["hits"]
    assert all("樟木箱" in hit["text"] for hit in result["hits"])


def test_search_as_of_a_chapter_sees_only_what_stands_before_it(reading: Lorepack) -> None:
    result = reading("search", "zh", "樟木箱", "--as-of", 5, "-k", 100, "--json").json
    assert result["as_of"] == 5
    assert {hit["chapter"] for hit in result["hits"]} <= {1, 2, 3, 4}
    whole = reading("search", "zh", "樟木箱", "-k", 100, "--json").json
    assert max(hit["chapter"] for hit in whole["hits"]) > 5
    assert result["literal_total"] < whole["literal_total"]


@pytest.mark.parametrize(
    ("said", "chapters"),
    [
        (("--from", 5, "--to", 6), {5, 6}),
        (("--to", 3, "--entity", "闻笛"), {1, 2, 3}),
        (("--since", "昨天", "--asked-at", "2024-04-09T12:00"), set[int]()),
    ],
)
def test_search_keeps_to_where_it_is_told_to_look(
    said: tuple[str | int, ...], chapters: set[int], reading: Lorepack
) -> None:
    result = reading("search", "zh", "樟木箱", "-k", 100, *said, "--json").json
    found = {hit["chapter"] for hit in result["hits"]}
    assert found <= chapters
    assert bool(found) == bool(chapters)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (("--from", 99), "from 99 lies beyond"),
        (("--entity", "闻迪"), "near it: '闻笛'"),
        (("--speaker", "闻笛"), "only transcripts do"),
        (("--until", "soon"), "until 'soon' is no date"),
    ],
)
def test_a_place_to_look_that_is_none_is_one_line(
    said: tuple[str | int, ...], words: str, reading: Lorepack
) -> None:
    ran = reading("search", "zh", "樟木箱", *said)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("error: ")
    assert words in ran.err
    assert len(ran.err.splitlines()) == 1


def test_k_bounds_the_hits(reading: Lorepack) -> None:
    assert len(reading("search", "zh", "闻笛", "-k", 2, "--json").json["hits"]) == 2


def test_words_that_stand_nowhere_are_no_error(reading: Lorepack) -> None:
    ran = reading("search", "zh", "zyxwv", "--match", "literal")
    assert (ran.code, ran.out) == (0, "0 hits; 0 places to the letter\n")


def test_summarise_finds_nothing_left_to_do(lorepack: Lorepack) -> None:
    assert lorepack("import", SAMPLES / "en" / "book.txt", "--project", "en").code == 0
    ran = lorepack("summarise", "en", "--wait")
    assert (ran.code, ran.out) == (0, "0 chapters summarised\n")


def test_the_demonstration_shows_both_books_and_leaves_nothing_behind(
    lorepack: Lorepack, tmp_path: Path
) -> None:
    ran = lorepack("demo")
    assert ran.code == 0
    assert "《斜渡》: 17 chapters" in ran.out
    assert "The Lantern Vetch: 9 chapters" in ran.out
    assert ran.out.count("context pack for the next chapter") == 2
    assert ran.out.count("places to the letter") == 2
    assert "\n0 hits" not in ran.out, "what it shows off is found"
    assert not (tmp_path / "data").exists()
