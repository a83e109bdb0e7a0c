"""A model's server on the loopback that does what a script says: answers, fails, drips, cuts."""

import json
import threading
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

USAGE = {
    "prompt_tokens": 100,
    "completion_tokens": 7,
    "prompt_tokens_details": {"cached_tokens": 64},
}
LONGEST = 20.0
"""Seconds after which a hanging reply ends by itself, should nobody hang up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scripted:
    """One reply, and what goes wrong with it."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    hangs: bool = False
    """Whether the server reads the question and says nothing."""
    drips: float = 0.0
    """Seconds between two bytes, those of the head included; 0 for all at once."""
    drops: int = 0
    """Bytes at the end of the body that are announced and never come."""


def completion(
    content: str | None,
    *,
    finish: str | None = "stop",
    usage: object = USAGE,
    **message: object,
) -> Scripted:
    """A reply as the OpenAI protocol has it."""
    said = {"role": "assistant", "content": content, **message}
    body = {
        "model": "tale-1-2026",
        "choices": [{"index": 0, "message": said, "finish_reason": finish}],
        "usage": usage,
    }
    return Scripted(body=json.dumps(body, ensure_ascii=False).encode())


def tool_call(name: str, arguments: str) -> Scripted:
    """A reply that calls one tool."""
    function = {"name": name, "arguments": arguments}
    call = {"id": "1", "type": "function", "function": function}
    return completion(None, finish="tool_calls", tool_calls=[call])


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """A question as it came over the wire."""

    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: dict[str, Any]


Answering = Callable[[Received], Scripted]
"""A reply that depends on the question."""


class ChatServer(ThreadingHTTPServer):
    """Gives the replies of a script in order, the last one again and again."""

    daemon_threads = True
    block_on_close = True

    def __init__(self, script: Iterable[Scripted | Answering]) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.script = list(script)
        self.received: list[Received] = []
        self.closing = threading.Event()

    @property
    def url(self) -> str:
        """Its base address, as a setting gives it."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"

    def next_reply(self, question: Received) -> Scripted:
        """Note a question and take the next reply."""
        self.received.append(question)
        reply = self.script[min(len(self.received), len(self.script)) - 1]
        return reply if isinstance(reply, Scripted) else reply(question)


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        length = int(self.headers["Content-Length"])
        question = Received(
            path=self.path,
            headers={name.lower(): value for name, value in self.headers.items()},
            body=json.loads(self.rfile.read(length)),
        )
        with suppress(OSError):  # whoever asked has hung up
            self._reply(self._chat.next_reply(question))

    @property
    def _chat(self) -> ChatServer:
        assert isinstance(self.server, ChatServer)
        return self.server

    def _reply(self, reply: Scripted) -> None:
        if reply.hangs:
            self._chat.closing.wait(LONGEST)
            return
        headers = {"Content-Length": str(len(reply.body))} | dict(reply.headers)
        lines = [f"HTTP/1.0 {reply.status} -", *(f"{k}: {v}" for k, v in headers.items()), "", ""]
        sent = "\r\n".join(lines).encode() + reply.body[: len(reply.body) - reply.drops]
        if not reply.drips:
            self.wfile.write(sent)
            return
        for at in range(len(sent)):
            self.wfile.write(sent[at : at + 1])
            if self._chat.closing.wait(reply.drips):
                return

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextmanager
def serving(*script: Scripted | Answering) -> Generator[ChatServer]:
    """Run a server for the length of a block."""
    with ChatServer(script) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            server.closing.set()
            server.shutdown()
            thread.join()
