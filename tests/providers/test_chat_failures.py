"""What goes wrong with a chat server: each failure has its error, its waits and its entry."""

import gzip
import json
import socket
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.errors import (
    ProviderDownError,
    ProviderError,
    ProviderTimeoutError,
    RateLimitedError,
    UnusableAnswerError,
)
from lorepack.records import Outcome
from providers.chat.asking import Forcing
from providers.servers.statuses import Patience
from providers.servers.wire import address_of
from tests.chat_server import Scripted, completion, serving, tool_call
from tests.providers.chatting import CANARY, FORMED, FREE, Talk

GOOD = completion("好")
FAILED, UNUSABLE, ANSWERED = Outcome.FAILED, Outcome.UNUSABLE, Outcome.ANSWERED
SHORT = 0.5
"""Seconds; what must answer in time is given many times as many."""
ONCE = Patience(attempts=1)


def refused(status: int, message: str = "no", **headers: str) -> Scripted:
    body = json.dumps({"error": {"message": message, "type": "x"}}).encode()
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Scripted(status=status, body=body, headers=named)


@pytest.mark.parametrize("passing", [429, 500, 502, 503, 504, 408])
def test_a_failure_that_passes_is_waited_out_and_each_attempt_is_metered(passing: int) -> None:
    with serving(refused(passing), refused(passing), GOOD) as server:
        talk = Talk(server=server)
        assert talk.ask().text == "好"
    assert talk.outcomes == [FAILED, FAILED, ANSWERED]
    assert talk.waits == [0.25, 0.5]


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (429, RateLimitedError),
        (500, ProviderDownError),
        (503, ProviderDownError),
        (504, ProviderTimeoutError),
    ],
)
def test_attempts_come_to_an_end(status: int, kind: type[ProviderError]) -> None:
    with serving(refused(status, "come back")) as server:
        talk = Talk(server=server)
        with pytest.raises(kind, match=rf"{status}: 'come back'"):
            talk.ask()
    assert talk.outcomes == [FAILED] * 3
    assert len(server.received) == 3


@pytest.mark.parametrize("status", [400, 401, 403, 404, 413, 422, 301, 307])
def test_a_refused_question_is_not_asked_again(status: int) -> None:
    with serving(refused(status, "the prompt is too long", location="/elsewhere")) as server:
        talk = Talk(server=server)
        with pytest.raises(ProviderError, match=rf"{status}: 'the prompt is too long'") as raised:
            talk.ask()
    assert type(raised.value) is ProviderError
    assert (talk.outcomes, talk.waits, len(server.received)) == ([FAILED], [], 1)


@pytest.mark.parametrize("status", [429, 503])
@pytest.mark.parametrize(
    ("named", "wait"),
    [
        ("7", 7.25),
        ("0.5", 0.75),
        ("0", 0.25),
        ("Fri, 01 May 2026 12:00:20 GMT", 20.25),
        ("Fri, 01 May 2026 11:00:00 GMT", 0.25),
    ],
)
def test_the_time_that_a_server_names_is_kept(status: int, named: str, wait: float) -> None:
    with serving(refused(status, Retry_After=named), GOOD) as server:
        talk = Talk(server=server)
        assert talk.ask().text == "好"
    assert talk.waits == [wait]


def test_whoever_asked_is_told_of_a_wait_that_is_too_long() -> None:
    with serving(refused(429, Retry_After="3600")) as server:
        talk = Talk(server=server)
        with pytest.raises(RateLimitedError) as raised:
            talk.ask()
    assert raised.value.retry_after == 3600
    assert (talk.outcomes, talk.waits) == ([FAILED], [])


@pytest.mark.parametrize("named", ["soon", "-3", "", "1e9", "nan", "Fri, 99 May 2026"])
def test_a_time_that_is_none_is_passed_over(named: str) -> None:
    with serving(refused(429, Retry_After=named), GOOD) as server:
        talk = Talk(server=server)
        assert talk.ask().text == "好"
    assert talk.waits == [0.25]


@pytest.mark.parametrize(
    "slow",
    [
        Scripted(hangs=True),
        replace(GOOD, drips=0.05),
        Scripted(body=b" " * 10_000, headers={"X-Slow": "y" * 10_000}, drips=0.05),
    ],
    ids=["hangs", "drips", "drips in its head"],
)
def test_no_server_is_waited_for_beyond_the_deadline(slow: Scripted) -> None:
    with serving(slow) as server:
        talk = Talk(server=server, seconds=SHORT, patience=Patience(attempts=2))
        with pytest.raises(ProviderTimeoutError, match=r"127\.0\.0\.1 .*0\.5 seconds"):
            talk.ask()
    assert talk.outcomes == [FAILED, FAILED]


def test_after_a_hang_the_next_attempt_answers() -> None:
    with serving(Scripted(hangs=True), GOOD) as server:
        talk = Talk(server=server, seconds=4 * SHORT)
        assert talk.ask().text == "好"
    assert talk.outcomes == [FAILED, ANSWERED]


def test_a_body_that_is_cut_is_asked_for_again() -> None:
    with serving(replace(GOOD, drops=9), GOOD) as server:
        talk = Talk(server=server)
        assert talk.ask().text == "好"
    assert talk.outcomes == [FAILED, ANSWERED]


def test_a_server_that_nobody_runs_is_named_and_costs_nothing() -> None:
    with serving(GOOD) as server, socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # bound and not listening: nobody else answers there
        talk = Talk(server=server)
        base = f"http://127.0.0.1:{unused.getsockname()[1]}"
        asking = talk.model.server
        wire = replace(asking.wire, url=address_of(base, "chat/completions", of="the address"))
        with pytest.raises(ProviderDownError, match=r"127\.0\.0\.1 cannot be reached"):
            replace(talk.model, server=replace(asking, wire=wire)).ask(FREE)
    assert (talk.calls, len(talk.waits)) == ([], 2)


@pytest.mark.parametrize(
    ("reply", "seen"),
    [
        (completion("一半的", finish="length"), r"'length', at most 50 tokens\): '一半的'"),
        (completion("", finish="content_filter"), "content_filter"),
        (completion("好", finish=None), "finish_reason None"),
        (completion(None, refusal="I cannot help with that."), "refused: 'I cannot help"),
        (completion(""), "said nothing"),
        (completion(" \n"), "said nothing"),
        (completion(None), "said nothing"),
        (Scripted(body=b"<html><body>Welcome</body></html>"), "<html><body>Welcome"),
        (Scripted(body=b""), "the server's answer is none"),
        (Scripted(body=b'{"choices": []}'), "choices"),
        (Scripted(body=b'{"choices": [{"mess'), "the server's answer is none"),
        (Scripted(body=b'{"error": "overloaded"}'), "overloaded"),
        (Scripted(body=b"[1, 2]"), "the server's answer is none"),
        (Scripted(body=b'\xff\xfe{"choices"'), "the server's answer is none"),
        (
            Scripted(body=GOOD.body.replace("好".encode(), b"\\ud800")),
            "the server's answer is none",
        ),
    ],
)
def test_an_answer_of_no_use_is_refused_at_once_with_what_was_seen(
    reply: Scripted, seen: str
) -> None:
    with serving(reply) as server:
        talk = Talk(server=server)
        with pytest.raises(UnusableAnswerError, match=seen):
            talk.ask()
    assert (talk.outcomes, talk.waits) == ([UNUSABLE], [])


@pytest.mark.parametrize(
    "text",
    [
        '{"summary": "沈砚秋在',
        '```json\n{"summary": "x"}\n```',
        'Here you are: {"summary": "x"}',
        '{"summary": "x"} {"summary": "y"}',
        '["x"]',
        "null",
        '{"summary": NaN}',
        '{"summary": "\\ud800"}',
        "[" * 10_000,
    ],
)
@pytest.mark.parametrize("forcing", Forcing)
def test_what_is_not_just_one_object_is_no_answer_in_a_form(text: str, forcing: Forcing) -> None:
    reply = completion(text) if forcing is Forcing.JSON_SCHEMA else tool_call("emit_memory", text)
    with serving(reply) as server:
        talk = Talk(server=server, forcing=forcing)
        with pytest.raises(UnusableAnswerError, match="emit_memory"):
            talk.ask(FORMED)
    assert talk.outcomes == [UNUSABLE]
    assert talk.calls[0].spent.input_tokens == 100, "a bad answer is paid for as well"


@pytest.mark.parametrize(
    "reply",
    [
        completion('{"summary": "x"}'),
        tool_call("another_tool", '{"summary": "x"}'),
        completion(
            None,
            tool_calls=[{"function": {"name": "emit_memory", "arguments": "{}"}}] * 2,
        ),
    ],
    ids=["words instead of a call", "another tool", "two calls"],
)
def test_where_a_call_of_the_tool_was_forced_nothing_else_is_taken(reply: Scripted) -> None:
    with serving(reply) as server:
        talk = Talk(server=server, forcing=Forcing.TOOL)
        with pytest.raises(UnusableAnswerError, match="to call emit_memory once"):
            talk.ask(FORMED)
    assert talk.outcomes == [UNUSABLE]


def test_an_endless_answer_is_left_at_the_cap() -> None:
    with serving(completion("长" * 50_000)) as server:
        talk = Talk(server=server, most_bytes=1000)
        with pytest.raises(UnusableAnswerError, match="over 1000 bytes"):
            talk.ask()
    assert talk.outcomes == [UNUSABLE]


@pytest.mark.parametrize(
    "packed",
    [gzip.compress(b" " * 10_000_000), b"whoever unpacks this fails"],
    ids=["a bomb", "no gzip"],
)
def test_what_is_packed_is_not_unpacked(packed: bytes) -> None:
    with serving(Scripted(body=packed, headers={"Content-Encoding": "gzip"})) as server:
        talk = Talk(server=server)
        with pytest.raises(UnusableAnswerError, match="packed its answer"):
            talk.ask()
    assert talk.outcomes == [UNUSABLE]


@pytest.mark.parametrize(
    "error_page",
    [
        Scripted(status=502, body=b"x" * 50_000),
        Scripted(status=502, body=gzip.compress(b"x"), headers={"Content-Encoding": "gzip"}),
    ],
    ids=["large", "packed"],
)
def test_whatever_an_error_page_holds_its_status_counts(error_page: Scripted) -> None:
    with serving(error_page, GOOD) as server:
        talk = Talk(server=server, most_bytes=1000)
        assert talk.ask().text == "好"
    assert talk.outcomes == [FAILED, ANSWERED]


@pytest.mark.parametrize(
    "reply",
    [
        refused(401, f"Incorrect API key provided: {CANARY}. Find yours at …"),
        refused(500, f"cannot bill {CANARY}"),
        refused(429, f"{CANARY} is over its quota"),
        Scripted(status=403, body=f"<p>{CANARY}</p>".encode()),
        Scripted(body=f"<p>{CANARY}</p>".encode()),
        completion(f"{CANARY} is half", finish="length"),
        completion(None, refusal=f"not for {CANARY}"),
        Scripted(hangs=True),
        Scripted(body=b"x", drops=1),
    ],
)
def test_the_key_stands_in_no_error_no_repr_and_no_log(
    reply: Scripted, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    with serving(reply) as server:
        talk = Talk(server=server, key=CANARY, seconds=SHORT, patience=ONCE)
        with pytest.raises(ProviderError) as raised:
            talk.ask()
    assert server.received[0].headers["authorization"] == f"Bearer {CANARY}"
    assert CANARY not in str(raised.getrepr(style="long", showlocals=False))
    assert CANARY not in f"{raised.value!r} {raised.value} {talk.model!r} {caplog.text}"


def test_a_placeholder_for_a_key_leaves_words_alone() -> None:
    with (
        serving(refused(404, "none of our models")) as server,
        pytest.raises(ProviderError, match="none of our models"),
    ):
        Talk(server=server, key="none").ask()


def test_a_long_complaint_is_shortened() -> None:
    with (
        serving(Scripted(status=400, body=b"no " * 5000)) as server,
        pytest.raises(ProviderError) as raised,
    ):
        Talk(server=server).ask()
    assert len(str(raised.value)) < 250


@given(st.integers(1, 6), st.integers(1, 9), st.floats(0, 1, exclude_max=True))
def test_waits_are_bounded_and_end(attempts: int, asked: int, spread: float) -> None:
    patience = Patience(attempts=attempts)
    wait = patience.wait(asked, ProviderDownError("down"), lambda: spread)
    if asked >= attempts:
        assert wait is None
    else:
        assert wait is not None
        assert 0 <= wait <= patience.longest


@pytest.mark.parametrize("error", [ProviderError("refused"), UnusableAnswerError("half")])
def test_what_does_not_pass_is_not_waited_for(error: ProviderError) -> None:
    assert Patience().wait(1, error, lambda: 0.5) is None
