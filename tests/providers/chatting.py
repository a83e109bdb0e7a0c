"""Chat models against the scripted server, with a ledger in a list and no waiting."""

from dataclasses import dataclass, field
from datetime import UTC, datetime

from pydantic import SecretStr

from lorepack.ports import Answer, AnswerForm, Call, Question
from lorepack.records import ChatMessage, Outcome
from providers.chat.asking import Forcing
from providers.chat.compatible import CompatibleChat
from providers.servers.asking import Asking
from providers.servers.statuses import Patience
from providers.servers.wire import Wire, address_of
from tests.chat_server import ChatServer

NOW = datetime(2026, 5, 1, 12, 0, 0, tzinfo=UTC)
CANARY = "sk-canary-5f1d9a77c0e2"

FORM = AnswerForm(
    name="emit_memory",
    description="What a chapter leaves behind.",
    schema={
        "type": "object",
        "properties": {"summary": {"type": "string"}},
        "required": ["summary"],
        "additionalProperties": False,
    },
)
FREE = Question(messages=(ChatMessage(role="user", content="谁在渡口？"),), most_tokens=50)
FORMED = Question(messages=FREE.messages, form=FORM, most_tokens=50)


@dataclass(kw_only=True)
class Talk:
    """A model under test and all that it did besides answering."""

    server: ChatServer
    forcing: Forcing = Forcing.JSON_SCHEMA
    key: str | None = None
    seconds: float = 10.0
    most_bytes: int = 100_000
    patience: Patience = field(default_factory=Patience)
    calls: list[Call] = field(default_factory=list[Call])
    waits: list[float] = field(default_factory=list[float])

    @property
    def model(self) -> CompatibleChat:
        return CompatibleChat(
            name="tale-1",
            window=4096,
            server=Asking(
                wire=Wire(
                    url=address_of(self.server.url, "chat/completions", of="the address"),
                    key=None if self.key is None else SecretStr(self.key),
                    seconds=self.seconds,
                    most_bytes=self.most_bytes,
                ),
                patience=self.patience,
                sleep=self.waits.append,
                now=lambda: NOW,
                spread=lambda: 0.5,
            ),
            forcing=self.forcing,
            count=len,
            meter=self.calls.append,
        )

    def ask(self, question: Question = FREE) -> Answer:
        return self.model.ask(question)

    @property
    def outcomes(self) -> list[Outcome]:
        return [call.outcome for call in self.calls]
