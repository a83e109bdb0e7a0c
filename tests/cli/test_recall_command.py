"""The recall command, over a book and over a chat."""

import re
from pathlib import Path

import pytest

from providers.tokens import open_counter
from runtime.settings import Settings
from tests.cli.running import Lorepack

PACK = {"query", "budget", "tokens", "text", "items", "dropped"}
ITEM = {"id", "date", "text", "tokens", "score"}
CHAT = """\
{"role": "user", "content": "My locker at the pool is 214.", "timestamp": "2024-03-02T09:00:00Z"}
{"role": "assistant", "content": "Noted: locker 214.", "timestamp": "2024-03-02T09:00:05Z"}
{"role": "user", "content": "", "timestamp": "2024-03-02T09:01:00Z"}
{"role": "user", "content": "The bus leaves at 6:40, [red]gate[/red] 3.", "at": "2024-03-04"}
"""


@pytest.fixture
def chatted(lorepack: Lorepack, tmp_path: Path) -> Lorepack:
    """A chat of two days in project `c`."""
    chat = tmp_path / "chat.jsonl"
    chat.write_text(CHAT, "utf-8")
    ran = lorepack("import", chat, "--project", "c")
    assert (ran.code, "added 2" in ran.out) == (0, True)
    assert "left out for having no words: 1 message" in " ".join(ran.out.split())
    return lorepack


def test_recall_prints_the_text_and_explains_on_stderr(chatted: Lorepack) -> None:
    ran = chatted("recall", "c", "When does the bus leave from the gate?")
    assert ran.code == 0
    assert "\n2024-03-04: user: The bus leaves at 6:40, [red]gate[/red] 3. (relev" in ran.out
    assert "of 600 tokens" in ran.err


def test_the_json_of_a_recall_holds_every_field(reading: Lorepack) -> None:
    ran = reading("recall", "zh", "樟木箱里有什么", "--json", "-k", 8, "--budget", 300)
    recalled = ran.json
    assert (ran.code, ran.err) == (0, "")
    assert set(recalled) >= PACK
    assert recalled["items"]
    assert all(set(item) >= ITEM for item in recalled["items"])
    assert len(recalled["items"]) + len(recalled["dropped"]) <= 8
    count = open_counter("o200k_base", Settings().cache_dir)
    assert count(recalled["text"]) == recalled["tokens"] <= 300
    assert reading("recall", "zh", "樟木箱里有什么", "-k", 8, "--budget", 300).out == (
        recalled["text"] + "\n"
    )


def test_a_recall_sees_nothing_from_a_chapter_on(reading: Lorepack) -> None:
    recalled = reading("recall", "zh", "樟木箱里有什么", "--as-of", 6, "--json").json
    assert {item["source"]["chapter"] for item in recalled["items"]} <= set(range(1, 6))


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("", "--json"), "the query is empty"),
        (("箱", "--budget", 0), "--budget 0 is too small"),
        (("箱", "--budget", 9), r"a budget of 9 tokens cannot hold .* would do is"),
    ],
)
def test_what_cannot_be_recalled_is_refused(
    reading: Lorepack, arguments: tuple[object, ...], told: str
) -> None:
    ran = reading("recall", "zh", *arguments)
    assert ran.code == 1
    assert re.search(told, ran.err)
