"""How a Qdrant server is reached, and what its collections are made like."""

from dataclasses import dataclass, fields
from enum import StrEnum
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import SecretStr

from lorepack.errors import InvalidInputError

PREFIX = "LOREPACK_QDRANT_"
"""Begins the names of the settings, for errors; each is called as its field here."""


class Quantisation(StrEnum):
    """How vectors are held in short form beside themselves."""

    NONE = "none"
    SCALAR = "scalar"
    """A byte for each number: a quarter of the memory."""
    BINARY = "binary"
    """A bit for each number: for encoders of a thousand numbers and more."""


class Graph(StrEnum):
    """How the nearest vectors are found."""

    NONE = "none"
    """By comparing every one in range: exact."""
    TENANT = "tenant"
    """By a graph for each large project: faster, and a few of the nearest are missed."""


class Tenants(StrEnum):
    """Where the points of a project lie."""

    SHARED = "shared"
    """Among those of all others."""
    TIERED = "tiered"
    """A large project gets a shard of its own; takes a cluster."""


class Reading(StrEnum):
    """How many replicas must agree on what is read."""

    ONE = "one"
    MAJORITY = "majority"
    QUORUM = "quorum"
    ALL = "all"


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """One server or cluster, and how it is used."""

    url: str
    """`http(s)://HOST[:PORT][/PREFIX]`; the port is 6333 unless it says otherwise."""
    api_key: SecretStr | None = None
    alias: str = "lorepack"
    """The name that all requests go by; collections are named after it."""
    grpc: bool = False
    """Whether points travel by gRPC; collections are always managed by REST."""
    grpc_port: int = 6334
    timeout: float = 10.0
    """Seconds that one attempt may take, from connecting to the last byte; none begins later than
    this after the first, so that an operation takes twice as long at the most."""
    retries: int = 3
    """Further attempts after failures that pass."""
    batch: int = 200
    """Points of one upsert, at the most."""
    ca_file: Path | None = None
    """Certificates in PEM that are trusted instead of the machine's."""
    shard_number: int = 1
    """Shards that one copy of the points lies in; with more than one, the rarity of a word is
    counted by each shard for itself."""
    replication_factor: int = 1
    """Copies of each shard."""
    write_consistency_factor: int = 1
    """Copies that must have a change before it counts as made."""
    read_consistency: Reading = Reading.ONE
    quantisation: Quantisation = Quantisation.NONE
    vectors_on_disk: bool = False
    payload_on_disk: bool = True
    graph: Graph = Graph.NONE
    tenants: Tenants = Tenants.SHARED
    tenant_points: int = 20_000
    """Points from which on a project gets a shard of its own, if `tenants` is tiered."""

    def __post_init__(self) -> None:
        """Check what can be checked without the server.

        Raises:
            InvalidInputError: A value cannot be used; the text names its setting.
        """
        _check_url(self.url)
        _check_key(self.api_key)
        if not self.alias or not all(c.isalnum() or c in "-_" for c in self.alias):
            raise InvalidInputError(
                f"{PREFIX}ALIAS is made of letters, digits, - and _, not {self.alias!r}"
            )
        for name, (least, most) in _BOUNDS.items():
            _check_bounds(name, getattr(self, name), least, most)
        _check_copies(self)

    @property
    def shown(self) -> str:
        """The server's address, for people: nothing in it is secret."""
        parts = urlsplit(self.url)
        return f"{parts.scheme}://{parts.netloc}{parts.path}"

    @property
    def key(self) -> str:
        """The bare key, for requests alone; empty for none."""
        return "" if self.api_key is None else self.api_key.get_secret_value().strip()


_BOUNDS: dict[str, tuple[float, float]] = {
    "grpc_port": (1, 65_535),
    "timeout": (0.1, 600),
    "retries": (0, 20),
    "batch": (1, 2_000),
    "shard_number": (1, 1_000),
    "replication_factor": (1, 100),
    "write_consistency_factor": (1, 100),
    "tenant_points": (1, 10**9),
}


def options(url: str, **values: object) -> Options:
    """Options out of plain values, as settings have them; None stands for what is usual.

    Raises:
        InvalidInputError: A value cannot be used; the text names its setting.
    """
    given = {name: _typed(name, v) for name, v in values.items() if v is not None}
    if unknown := given.keys() - {field.name for field in fields(Options)}:
        raise InvalidInputError(f"{PREFIX}{min(unknown).upper()} is no setting of a Qdrant server")
    return Options(url=url, **given)  # pyright: ignore[reportArgumentType]


_CHOICES: dict[str, type[StrEnum]] = {
    "quantisation": Quantisation,
    "graph": Graph,
    "tenants": Tenants,
    "read_consistency": Reading,
}


def _typed(name: str, value: object) -> object:
    kind = _CHOICES.get(name)
    if kind is None:
        return value
    try:
        return kind(str(value))
    except ValueError:
        choices = ", ".join(kind)
        raise InvalidInputError(f"{PREFIX}{name.upper()} is {choices}, not {value!r}") from None


def _check_url(url: str) -> None:
    try:
        parts = urlsplit(url)
        reachable = bool(parts.hostname) and (parts.port or 6333) > 0
    except ValueError:
        raise InvalidInputError(f"{PREFIX}URL is no address of a server") from None
    if parts.username is not None or parts.password is not None or parts.query:
        raise InvalidInputError(f"{PREFIX}URL holds a secret: set {PREFIX}API_KEY instead")
    if parts.scheme not in {"http", "https"} or not reachable:
        raise InvalidInputError(f"{PREFIX}URL is http(s)://HOST:PORT, not {url!r}")


def _check_key(key: SecretStr | None) -> None:
    bare = "" if key is None else key.get_secret_value().strip()
    if not (bare.isascii() and bare.isprintable()):
        raise InvalidInputError(f"{PREFIX}API_KEY holds what no key can: copy it again")


def _check_bounds(name: str, value: float, least: float, most: float) -> None:
    if not least <= value <= most:
        raise InvalidInputError(
            f"{PREFIX}{name.upper()} is from {least:g} to {most:,g}, not {value:g}"
        )


def _check_copies(chosen: Options) -> None:
    if chosen.write_consistency_factor > chosen.replication_factor:
        raise InvalidInputError(
            f"{PREFIX}WRITE_CONSISTENCY_FACTOR is {chosen.write_consistency_factor}, but there are "
            f"{chosen.replication_factor} copies ({PREFIX}REPLICATION_FACTOR)"
        )
    if chosen.tenants is Tenants.TIERED and chosen.shard_number > 1:
        raise InvalidInputError(
            f"{PREFIX}TENANTS=tiered takes {PREFIX}SHARD_NUMBER=1: the shard that small projects "
            "share cannot be divided"
        )
