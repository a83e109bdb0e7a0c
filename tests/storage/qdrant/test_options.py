"""What a user may say of a Qdrant server, and what is refused with a way out."""

from dataclasses import replace
from typing import Any

import pytest
from pydantic import SecretStr

from lorepack.errors import InvalidInputError
from storage.qdrant.options import Graph, Options, Quantisation, Tenants, options

URL = "https://qdrant.example:6333"
KEY = "a-key-nobody-may-see"


def test_only_the_address_must_be_given() -> None:
    made = options(URL, api_key=None, quantisation=None)
    assert made == Options(url=URL)
    assert (made.quantisation, made.graph, made.tenants) == (
        Quantisation.NONE,
        Graph.NONE,
        Tenants.SHARED,
    )


def test_values_may_be_as_plain_as_settings_are() -> None:
    made = options(URL, quantisation="scalar", tenants="tiered", replication_factor=3)
    assert made.quantisation is Quantisation.SCALAR
    assert made.tenants is Tenants.TIERED
    assert made.replication_factor == 3


def test_a_key_shows_nowhere() -> None:
    made = options(URL, api_key=SecretStr(f" {KEY}\n"))
    assert made.key == KEY
    assert KEY not in f"{made} {made!r} {made.shown} {replace(made, grpc=True)}"


@pytest.mark.parametrize(
    ("values", "told"),
    [
        ({"quantisation": "tiny"}, r"LOREPACK_QDRANT_QUANTISATION is none, scalar, binary, not "),
        ({"tenants": "many"}, r"LOREPACK_QDRANT_TENANTS is shared, tiered, not 'many'"),
        ({"timeout": 0}, r"LOREPACK_QDRANT_TIMEOUT is from 0\.1 to 600, not 0"),
        ({"batch": 10_000}, r"LOREPACK_QDRANT_BATCH is from 1 to 2,000, not 10000"),
        ({"alias": "a/b"}, r"LOREPACK_QDRANT_ALIAS is made of letters, .* not 'a/b'"),
        ({"alias": ""}, r"LOREPACK_QDRANT_ALIAS is made of"),
        ({"write_consistency_factor": 2}, r"WRITE_CONSISTENCY_FACTOR is 2, but there are 1 copies"),
        ({"tenants": "tiered", "shard_number": 2}, r"TENANTS=tiered takes .*SHARD_NUMBER=1"),
        ({"api_key": SecretStr("schlüssel")}, r"LOREPACK_QDRANT_API_KEY holds what no key can"),
        ({"shards": 2}, r"LOREPACK_QDRANT_SHARDS is no setting of a Qdrant server"),
    ],
)
def test_a_value_that_cannot_be_used_is_refused_by_its_name(
    values: dict[str, Any], told: str
) -> None:
    with pytest.raises(InvalidInputError, match=told) as refused:
        options(URL, **values)
    assert "schlüssel" not in str(refused.value)


@pytest.mark.parametrize("url", ["", "qdrant:6333", "ftp://host", "http://", "http://h:99999"])
def test_what_is_no_address_is_refused(url: str) -> None:
    with pytest.raises(InvalidInputError, match=r"LOREPACK_QDRANT_URL is"):
        Options(url=url)


@pytest.mark.parametrize("url", [f"http://me:{KEY}@host", f"http://host?api_key={KEY}"])
def test_a_secret_in_the_address_is_refused_without_being_repeated(url: str) -> None:
    with pytest.raises(InvalidInputError, match="holds a secret: set LOREPACK_QDRANT_API_KEY") as e:
        Options(url=url)
    assert KEY not in str(e.value)
