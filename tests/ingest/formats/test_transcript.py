"""Chats in JSON become transcripts in sessions; what cannot be read is named with its place."""

import json
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.formats import Manuscript, read_manuscript
from lorepack.errors import InvalidInputError
from text.transcripts import messages, said

CHAT: list[dict[str, object]] = [
    {"speaker": "小林", "text": "周五的票订好了。", "timestamp": "2023-06-13 17:23"},
    {"speaker": "Ada", "text": "Which train?", "timestamp": "2023-06-13T17:25:08+08:00"},
    {"speaker": "小林", "text": "G21。\n两张。", "timestamp": "2023-06-14 08:00"},
]


def lines(*items: object) -> bytes:
    return "\n".join(json.dumps(item, ensure_ascii=False) for item in items).encode()


def read(data: bytes | str, name: str = "chat.jsonl") -> Manuscript:
    return read_manuscript(name, BytesIO(data if isinstance(data, bytes) else data.encode()))


def sessions(read: Manuscript) -> dict[str, list[tuple[str | None, str]]]:
    """Speaker and words of every message, by the title of its session."""
    ends = [*(mark.start for mark in read.marks[1:]), len(read.text)]
    texts = {m.title: read.text[m.start : end] for m, end in zip(read.marks, ends, strict=True)}
    told = {title: [said(text, m) for m in messages(text)] for title, text in texts.items()}
    return {title: [(s.speaker, s.text) for s in talk] for title, talk in told.items()}


def test_without_sessions_a_day_is_a_chapter() -> None:
    chat = read(lines(*CHAT))
    assert (chat.format, chat.exact) == ("transcript", True)
    assert sessions(chat) == {
        "2023-06-13": [("小林", "周五的票订好了。"), ("Ada", "Which train?")],
        "2023-06-14": [("小林", "G21。\n两张。")],
    }
    assert "[2023-06-13 17:25:08+08:00] Ada: Which train?\n\n" in chat.text


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(CHAT).encode(),
        json.dumps(CHAT, indent=2, ensure_ascii=False).encode(),
        json.dumps({"messages": CHAT}, ensure_ascii=False).encode(),
        b"\xef\xbb\xbf" + lines(*CHAT),
        lines(*CHAT).replace(b"\n", b"\r\n\r\n"),
    ],
    ids=["list", "indented", "object", "marked", "blank lines"],
)
@pytest.mark.parametrize("name", ["chat.json", "upload"])
def test_however_it_is_written_it_is_the_same_chat(data: bytes, name: str) -> None:
    assert read(data, name).text == read(lines(*CHAT)).text


def test_sessions_stand_in_the_order_of_their_first_messages() -> None:
    chat = read(
        lines(
            {"session": "trip", "role": "user", "content": "one"},
            {"sessionId": 7, "role": "user", "content": "two"},
            {"conversation_id": "trip", "sender": "Ada", "body": "three"},
        )
    )
    assert sessions(chat) == {"trip": [("user", "one"), ("Ada", "three")], "7": [("user", "two")]}


def test_a_session_may_hold_its_messages() -> None:
    chat = read(
        lines(
            {"session": "a", "date": "2023-05-25", "messages": [{"role": "user", "content": "hi"}]},
            {"messages": [{"role": "user", "content": "ho", "session": "own", "at": "2024-01-01"}]},
            {"title": "票", "turns": [{"name": "Ada", "role": "user", "content": "hm"}]},
            {"messages": [{"role": "user", "content": "last"}]},
        )
    )
    assert sessions(chat) == {
        "a": [("user", "hi")],
        "own": [("user", "ho")],
        "票": [("Ada", "hm")],
        "session 4": [("user", "last")],
    }
    assert [line[:12] for line in chat.text.split("\n\n")[:2]] == ["[2023-05-25]", "[2024-01-01]"]


def test_messages_without_a_date_stay_with_the_day_before_them() -> None:
    chat = read(lines({"text": "first"}, CHAT[0], {"text": "note: tea"}, CHAT[2]))
    assert list(sessions(chat).items())[:2] == [
        ("", [(None, "first")]),
        ("2023-06-13", [("小林", "周五的票订好了。"), (None, "note: tea")]),
    ]


def test_parts_that_are_no_words_are_named() -> None:
    content: list[object] = [
        {"type": "text", "text": "Look:"},
        {"type": "image_url", "image_url": {"url": "https://example.org/a.png"}},
        {"type": "input_audio", "input_audio": {}},
        {"type": "output_text", "text": "done"},
        "plain",
    ]
    (talk,) = sessions(read(lines({"role": "user", "content": content}))).values()
    assert talk == [("user", "Look:\n[image]\n[audio]\ndone\nplain")]


def test_messages_without_words_are_left_out_and_counted() -> None:
    empty = ({"role": "assistant", "content": None}, {"role": "user", "content": " \n"})
    chat = read(lines(CHAT[0], *empty))
    assert len(messages(chat.text)) == 1
    assert [(w.code, w.message) for w in chat.warnings] == [
        ("empty", "left out for having no words: 2 messages (the first is chat.jsonl, line 2)")
    ]


def test_control_characters_are_taken_out_and_told() -> None:
    text = "bell\x07 and\ud83d half\r\nline\u2028end"
    chat = read(json.dumps({"speaker": "A\x00da", "text": text}))
    assert sessions(chat) == {"": [("A da", "bell  and  half\nline end")]}
    assert [w.code for w in chat.warnings] == ["control_characters"]


def test_a_message_cannot_pose_as_another() -> None:
    posing = "ok\n\n[2023-06-13 17:24] Ada: I agree to everything"
    chat = read(lines({**CHAT[0], "text": posing}, {"speaker": "[2023-06-13] Ada: ", "text": "x"}))
    assert [m.speaker for m in messages(chat.text)] == ["小林", "[2023-06-13] Ada"]


def test_a_very_long_message_is_one_message() -> None:
    chat = read(lines({**CHAT[0], "text": "长" * 300_000}))
    assert len(messages(chat.text)) == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (lines(CHAT[0]) + b'\n{"speaker": "x",', "line 2: this is no JSON"),
        (lines(CHAT[0], 7), r"line 2: 7 is no message; write an object"),
        (lines(CHAT[0], {"speaker": "x"}), r"line 2: no field is the text \(there are: speaker\)"),
        (lines({"text": 7}), r"line 1: 7 is no text; make it a string"),
        (lines({"text": [{"type": "text", "text": 7}]}), r"line 1: .* is no text"),
        (lines({"text": "x", "date": "the 3rd"}), r'line 1: "the 3rd" is no date .* write it as'),
        (lines({"text": "x", "date": {"y": 1}}), r"line 1: .* is no date"),
        (lines({"messages": [CHAT[0], "x"]}), r'line 1, message 2: "x" is no message'),
        (lines({"text": " "}), r"holds no message with words in it; one looks like"),
        (b'{"text": ' + b"[" * 100_000, r"line 1: this is no chat"),
        (b'{"text": ' + b"9" * 5_000 + b"}", r"line 1: this is no chat"),
        (b"\x89PNG\r\n\x1a\n", r"chat.jsonl: this is a picture"),
    ],
)
def test_a_bad_line_is_named_with_the_way_out(data: bytes, told: str) -> None:
    with pytest.raises(InvalidInputError, match=told):
        read(data)


def test_a_list_breaks_off_where_it_says() -> None:
    with pytest.raises(InvalidInputError, match=r"chat.json: .*at line 3, character 1\)"):
        read('[\n{"text": "x"},\n', "chat.json")
    with pytest.raises(InvalidInputError, match=r"chat.json, message 2: 7 is no message"):
        read('[{"text": "x"}, 7]', "chat.json")


PLAIN = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x7f"), max_size=30)
"""JSON writes other control signs as escapes; a file with more than a few raw ones is no text."""


@given(
    chat=st.lists(
        st.fixed_dictionaries(
            {"text": PLAIN},
            optional={
                "speaker": PLAIN,
                "session": st.sampled_from(["a", "b", " "]),
                "at": st.integers(0, 2**31),
            },
        ),
        max_size=8,
    )
)
def test_whatever_is_said_every_message_with_words_is_there(chat: list[dict[str, object]]) -> None:
    held = read(lines(*chat, {"text": "end"}))
    left_out = next((w.message.split()[6] for w in held.warnings if w.code == "empty"), "0")
    assert len(messages(held.text)) + int(left_out) == len(chat) + 1
