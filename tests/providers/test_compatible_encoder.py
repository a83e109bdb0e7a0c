"""An encoder behind a server: what is sent, what of an answer is believed, what it costs."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from pydantic import SecretStr

from lorepack.errors import (
    InvalidInputError,
    ProviderError,
    RateLimitedError,
    UnusableAnswerError,
)
from lorepack.ports import Call
from lorepack.records import Outcome
from providers import compatible_encoder
from providers.compatible_encoder import CompatibleEmbedder
from providers.encoders import open_embedder
from providers.prefixes import Prefixes
from providers.servers.asking import Asking
from providers.servers.embedding import EmbeddingServer
from providers.servers.wire import Wire, address_of
from tests.chat_server import ChatServer, Scripted, serving
from tests.embedding_server import DIM, EMBEDS, LIMIT, embedding, spoilt
from tests.providers.chatting import CANARY

BUSY = Scripted(status=429, body=b'{"error": "slow down"}', headers={"Retry-After": "2"})
TEXTS = ["雪", "灯塔", "账本", "码头上", "银币"]
Item = dict[str, object]


@dataclass(kw_only=True)
class Work:
    """An encoder under test and all that it did besides embedding."""

    server: ChatServer
    dimension: int | None = None
    window: int = LIMIT
    batch: int = 32
    calls: list[Call] = field(default_factory=list[Call])
    waits: list[float] = field(default_factory=list[float])

    @property
    def encoder(self) -> CompatibleEmbedder:
        wire = Wire(
            url=address_of(self.server.url, "embeddings", of="the address"),
            key=SecretStr(CANARY),
            seconds=10,
        )
        return CompatibleEmbedder(
            name="tale-embed-1",
            server=Asking(wire=wire, sleep=self.waits.append, spread=lambda: 0.5),
            prefixes=Prefixes(query="q: ", document="d: "),
            dimension=self.dimension,
            window=self.window,
            batch=self.batch,
            count=len,
            meter=self.calls.append,
        )

    @property
    def sent(self) -> list[list[str]]:
        return [received.body["input"] for received in self.server.received]


def test_what_is_sent() -> None:
    with serving(EMBEDS) as server:
        Work(server=server).encoder.embed_documents(["雪", "灯"])
    (received,) = server.received
    assert received.path == "/v1/embeddings"
    assert received.headers["authorization"] == f"Bearer {CANARY}"
    assert received.body == {
        "model": "tale-embed-1",
        "input": ["d: 雪", "d: 灯"],
        "encoding_format": "float",
    }


def test_a_dimension_is_asked_for_and_then_known_without_asking() -> None:
    with serving(EMBEDS) as server:
        encoder = Work(server=server, dimension=16).encoder
        assert (encoder.dim, len(server.received)) == (16, 0)
        assert len(encoder.embed_query("雪")) == 16
    assert server.received[0].body["dimensions"] == 16


def test_a_dimension_is_learnt_once() -> None:
    with serving(EMBEDS) as server:
        encoder = Work(server=server).encoder
        assert [encoder.dim, encoder.dim, len(encoder.embed_query("雪"))] == [DIM] * 3
    assert len(server.received) == 2


def test_a_request_holds_so_many_texts() -> None:
    with serving(EMBEDS) as server:
        work = Work(server=server, batch=2)
        vectors = work.encoder.embed_documents(TEXTS)
        alone = [work.encoder.embed_documents([text])[0] for text in TEXTS]
    assert [len(sent) for sent in work.sent[:3]] == [2, 2, 1]
    assert all(map(np.array_equal, vectors, alone))


def test_a_request_holds_so_many_tokens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compatible_encoder, "MOST_TOKENS", 11)
    with serving(EMBEDS) as server:
        work = Work(server=server)
        work.encoder.embed_documents(TEXTS)  # of 4, 5, 5, 6 and 5 with the prefix
    assert [len(sent) for sent in work.sent] == [2, 2, 1]


def test_a_long_text_goes_in_windows_each_with_its_prefix() -> None:
    text = "雪落在码头上。" * 200
    with serving(EMBEDS) as server:
        work = Work(server=server)
        work.encoder.embed_query(text)
    (sent,) = work.sent
    assert all(part.startswith("q: ") and len(part) <= LIMIT for part in sent)
    assert "".join(part.removeprefix("q: ") for part in sent) == text


@pytest.mark.parametrize("text", ["", " \n", "\0"])
def test_no_empty_text_is_sent(text: str) -> None:
    with serving(EMBEDS) as server:
        work = Work(server=server)
        work.encoder.embed_query(text)
    assert work.sent == [["q: ."]]


def test_vectors_are_put_in_the_order_of_the_texts_and_scaled_to_one() -> None:
    def turn(items: list[Item]) -> None:
        items.reverse()

    with serving(EMBEDS, spoilt(turn)) as server:
        encoder = Work(server=server).encoder
        assert all(
            map(np.array_equal, encoder.embed_documents(TEXTS), encoder.embed_documents(TEXTS))
        )
    with serving(embedding([[3.0, 4.0]])) as server:
        assert Work(server=server).encoder.embed_query("雪").tolist() == pytest.approx([0.6, 0.8])


def drop(items: list[Item]) -> None:
    items.pop()


def repeat(items: list[Item]) -> None:
    items[0]["index"] = 1


def add(items: list[Item]) -> None:
    items.append(items[0] | {"index": len(items)})


def shorten(items: list[Item]) -> None:
    items[1]["embedding"] = [1.0, 2.0]


def blank(items: list[Item]) -> None:
    items[1]["embedding"] = [0.0] * DIM


def unnumbered(items: list[Item]) -> None:
    del items[0]["index"]


def infinite(items: list[Item]) -> None:
    items[1]["embedding"] = [float("nan")] * DIM


@pytest.mark.parametrize(
    ("spoil", "seen"),
    [
        (drop, r"5 texts were sent; vectors came for \[0, 1, 2, 3\]"),
        (repeat, r"5 texts .* \[1, 1, 2, 3, 4\]"),
        (add, r"5 texts .* \[0, 1, 2, 3, 4, 5\]"),
        (shorten, rf"vectors of \[2, {DIM}\] numbers where"),
        (blank, "a vector of length 0"),
        (unnumbered, r"data\.0\.index"),
        (infinite, "finite number"),
    ],
)
def test_an_answer_that_cannot_be_used_is_an_error_and_metered(
    spoil: Callable[[list[Item]], None], seen: str
) -> None:
    with serving(spoilt(spoil)) as server:
        work = Work(server=server)
        with pytest.raises(UnusableAnswerError, match=seen):
            work.encoder.embed_documents(TEXTS)
    assert [call.outcome for call in work.calls] == [Outcome.UNUSABLE]
    assert len(server.received) == 1


def test_a_model_that_changes_its_length_is_found_out() -> None:
    with serving(EMBEDS, embedding([[1.0, 2.0]])) as server:
        encoder = Work(server=server).encoder
        encoder.embed_query("雪")
        with pytest.raises(UnusableAnswerError, match=rf"\[2\] numbers where {DIM} were expected"):
            encoder.embed_query("灯")


def test_a_length_other_than_asked_for_is_refused() -> None:
    with serving(embedding([[1.0, 2.0]])) as server:
        encoder = Work(server=server, dimension=16).encoder
        with pytest.raises(UnusableAnswerError, match="where 16 were expected"):
            encoder.embed_query("雪")


def test_tokens_are_metered_as_the_server_counts_them_or_as_estimated() -> None:
    with serving(EMBEDS, embedding([[1.0] * DIM])) as server:
        work = Work(server=server)
        encoder = work.encoder
        encoder.embed_query("雪夜")
        encoder.embed_query("灯塔")
    assert [(c.spent.input_tokens, c.spent.estimated) for c in work.calls] == [
        (5, False),
        (5, True),
    ]
    assert all((c.model, c.outcome) == ("tale-embed-1", Outcome.ANSWERED) for c in work.calls)


def test_a_server_without_room_is_waited_for_as_long_as_it_says() -> None:
    with serving(BUSY, EMBEDS) as server:
        work = Work(server=server)
        work.encoder.embed_query("雪")
    assert work.waits == [2.25]
    assert [call.outcome for call in work.calls] == [Outcome.FAILED, Outcome.ANSWERED]


def test_attempts_come_to_an_end() -> None:
    with serving(BUSY) as server:
        with pytest.raises(RateLimitedError, match="429"):
            Work(server=server).encoder.embed_query("雪")
        assert len(server.received) == 3


def test_the_key_is_shown_by_no_error_and_nothing_that_holds_it() -> None:
    body = f'{{"error": "wrong key {CANARY}"}}'.encode()
    with serving(Scripted(status=401, body=body)) as server:
        encoder = Work(server=server).encoder
        with pytest.raises(ProviderError, match=r"wrong key \[key\]") as raised:
            encoder.embed_query("雪")
    assert CANARY not in str(raised.value)
    assert CANARY not in repr(encoder)


def test_fingerprints_tell_address_model_length_and_prefixes_apart(tmp_path: Path) -> None:
    opened = partial(open_embedder, cache=tmp_path)
    first = EmbeddingServer(url="http://127.0.0.1:1/v1", dimension=8)
    prints = [
        opened("openai:bge-m3", server=first).fingerprint,
        opened("openai:bge-base-en", server=first).fingerprint,
        opened("openai:bge-m3", server=EmbeddingServer(url=first.url, dimension=9)).fingerprint,
        opened(
            "openai:bge-m3", server=EmbeddingServer(url="http://127.0.0.1:2/v1", dimension=8)
        ).fingerprint,
    ]
    assert len(set(prints)) == len(prints)
    assert all("Represent this" not in each for each in (prints[0], *prints[2:]))


@pytest.mark.parametrize(
    ("server", "named"),
    [
        (EmbeddingServer(), "needs LOREPACK_EMBEDDING_URL"),
        (EmbeddingServer(url="example.org"), "LOREPACK_EMBEDDING_URL is http"),
        (
            EmbeddingServer(url="http://127.0.0.1", key=SecretStr("密")),
            "LOREPACK_EMBEDDING_API_KEY",
        ),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    server: EmbeddingServer, named: str, tmp_path: Path
) -> None:
    with pytest.raises(InvalidInputError, match=named):
        open_embedder("openai:text-embedding-3-small", tmp_path, server)
