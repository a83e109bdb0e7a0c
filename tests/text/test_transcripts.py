"""Transcripts are read by their headers alone, and written so that they read the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from text.transcripts import Said, messages, moment, render, said, speaker_name

CHAT = (
    "[2023-06-13 17:23] 小林: 周五的票订好了。\n两张，靠窗。\n\n"
    "[2023-06-13 17:25:08+08:00] Ada Crane: Which train?\n\n"
    "[2024-04-01] 记得带伞\n"
)
PIECES = (
    *("[2023-06-13 17:23] ", "[2024-04-01]", "[undated] ", "[2023-02-30] ", "林墨：", "Note: "),
    *("a", "雨", ":", "：", " ", "\n", "\n\n", "。", "]", "["),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map(lambda parts: "".join(parts).strip("\n"))
STAMPS = st.sampled_from(
    [None, "2023-06-13", "2023-06-13 17:23", "2023-06-13 17:23:59", "2024-02-29 00:00+05:30"]
)
NAMES = st.lists(st.sampled_from([*PIECES, "x" * 40, ","]), max_size=6).map("".join)
SAID = st.builds(Said, text=TEXTS, stamp=STAMPS, speaker=NAMES.map(speaker_name))


def test_messages_know_who_spoke_and_when() -> None:
    found = messages(CHAT)
    assert [(m.speaker, m.stamp, m.at) for m in found] == [
        ("小林", "2023-06-13 17:23", 1686676980),
        ("Ada Crane", "2023-06-13 17:25:08+08:00", 1686648308),
        (None, "2024-04-01", 1711929600),
    ]
    assert [said(CHAT, m).text for m in found] == [
        *("周五的票订好了。\n两张，靠窗。", "Which train?", "记得带伞")
    ]


@given(conversation=st.lists(SAID, min_size=1, max_size=5))
def test_what_is_rendered_is_read_again(conversation: list[Said]) -> None:
    text = render(conversation)
    assert [said(text, message) for message in messages(text)] == conversation


@given(text=st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_messages_tile_whatever_is_a_transcript(text: str) -> None:
    found = messages(text)
    assert not found or "".join(text[m.start : m.end] for m in found) == text
    assert all(m.start < m.body_start <= m.end for m in found)


@given(words=st.text(max_size=100) | NAMES)
def test_any_name_fits_into_a_header_once_it_is_cleaned(words: str) -> None:
    name = speaker_name(words)
    if name is not None:
        (message,) = messages(render([Said(text="好。", speaker=name)]))
        assert message.speaker == name == speaker_name(name)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "第一章\n[2023-06-13 17:23] 小林: 好。",
        " [2023-06-13 17:23] 小林: 好。",
        "[2023-02-30] 小林: 没有这一天。\n[2023-03-01] 小林: 有。",
        "[2023-06-13 25:00] 小林: 没有这一刻。",
        "[2023-06-13]小林",
        "[13:05] 小林: 没有日期。",
    ],
)
def test_what_does_not_begin_with_a_header_is_no_transcript(text: str) -> None:
    assert messages(text) == []


def test_blank_lines_before_the_first_header_belong_to_its_message() -> None:
    (message,) = messages("\n \n[2024-04-01] Ada: hello")
    assert (message.start, message.speaker) == (0, "Ada")


def test_headers_part_messages_without_a_blank_line_too() -> None:
    found = messages("[2024-04-01] A: one\n[2024-04-01] B: two")
    assert [m.speaker for m in found] == ["A", "B"]


@pytest.mark.parametrize(
    ("line", "speaker"),
    [
        ("[2024-04-01] 林墨：来了", "林墨"),
        ("[2024-04-01] user:17: hi", "user:17"),
        ("[2024-04-01] Ada:", "Ada"),
        ("[2024-04-01] see https://a.b", None),
        ("[2024-04-01] 他说。然后：走", None),
        ("[2024-04-01]  Note: buy milk", None),
        ("[2024-04-01] " + "x" * 65 + ": too long for a name", None),
    ],
)
def test_a_speaker_is_what_a_colon_sets_apart(line: str, speaker: str | None) -> None:
    assert messages(line)[0].speaker == speaker


@pytest.mark.parametrize(
    ("stamp", "at"),
    [
        ("1970-01-01", 0),
        ("1970-01-01 00:01", 60),
        ("1970-01-01 08:00 +0800", 0),
        ("1970-01-01 00:00:07Z", 7),
        ("1969-12-31 23:59:59", -1),
        ("0001-01-01", -62135596800),
        ("2023-13-01", None),
    ],
)
def test_a_moment_without_a_zone_is_utc(stamp: str, at: int | None) -> None:
    assert moment(stamp) == at
