"""What of a model server's settings can be used."""

import pytest
from pydantic import SecretStr

from lorepack.errors import InvalidInputError
from providers.servers.wire import address_of, checked_key
from tests.providers.chatting import CANARY


@pytest.mark.parametrize(
    ("base", "address"),
    [
        ("http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1/chat/completions"),
        ("https://example.org/v1/", "https://example.org/v1/chat/completions"),
        ("https://example.org", "https://example.org/chat/completions"),
        ("https://example.org/v1?version=3", "https://example.org/v1/chat/completions?version=3"),
    ],
)
def test_questions_go_below_the_base_address(base: str, address: str) -> None:
    assert str(address_of(base, "chat/completions", of="THE_URL")) == address


@pytest.mark.parametrize("base", ["example.org/v1", "ftp://example.org", "https://", "http://[::1"])
def test_what_is_no_address_is_refused(base: str) -> None:
    with pytest.raises(InvalidInputError, match="THE_URL"):
        address_of(base, "embeddings", of="THE_URL")


def test_a_password_in_the_address_is_refused_and_not_repeated() -> None:
    with pytest.raises(InvalidInputError, match="set the key instead") as raised:
        address_of(f"https://me:{CANARY}@example.org/v1", "embeddings", of="THE_URL")
    assert CANARY not in str(raised.value)


@pytest.mark.parametrize("key", [None, "", " \n"])
def test_a_key_may_be_absent(key: str | None) -> None:
    assert checked_key(None if key is None else SecretStr(key), of="THE_KEY") is None


def test_white_space_around_a_key_is_no_part_of_it() -> None:
    assert checked_key(SecretStr(f" {CANARY}\n"), of="THE_KEY") == SecretStr(CANARY)


@pytest.mark.parametrize("key", [f"{CANARY}\nX-Evil: 1", f"{CANARY}密", f"{CANARY}\x00x"])
def test_a_key_that_cannot_stand_in_a_header_is_refused_and_not_repeated(key: str) -> None:
    with pytest.raises(InvalidInputError, match=r"THE_KEY.*copy it again") as raised:
        checked_key(SecretStr(key), of="THE_KEY")
    assert CANARY not in repr(raised.value)
