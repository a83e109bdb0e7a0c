"""The collections of an index on a server, and the one name that they go by.

The index is one collection for each way of making vectors, named
`{alias}-{16 hex digits of its fingerprint}-{generation}`. Whoever reads or writes uses the alias,
which is moved to another collection in one step once that holds all that the former did.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass

from qdrant_client import models

from storage.payloads import DENSE, INDEXED, PROJECT, SPARSE, Indexed
from storage.qdrant.options import Graph, Options, Quantisation, Tenants
from storage.qdrant.server import ConflictingError, Server

FALLBACK = "default"
"""The shard of all projects that have none of their own."""

MADE_BY = "made_by"
"""Key in a collection's metadata: what its vectors were made by, for people to read."""

_LINKS = 16
"""Edges of a node in the graph of a large project."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """The collection that stands behind an alias."""

    name: str
    dim: int
    """Length of its dense vectors."""
    metadata: Mapping[str, str]

    @property
    def made_by(self) -> str:
        """What its vectors were made by; empty if it does not say."""
        return self.metadata.get(MADE_BY, "")


def collection_name(alias: str, fingerprint: str, generation: int) -> str:
    """What a collection is called.

    Args:
        alias: The name that it is to go by.
        fingerprint: Hex digits that stand for what makes the vectors; the first 16 count.
        generation: Tells apart collections of the same vectors, from 1.
    """
    return f"{alias}-{fingerprint[:16]}-{generation}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Collections:
    """Makes collections, and moves the alias between them.

    Every method raises UnavailableError if the server does not do it now, InvalidInputError if it
    never will.
    """

    server: Server

    @property
    def _alias(self) -> str:
        return self.server.options.alias

    def create(self, name: str, dim: int, meta: Mapping[str, str]) -> None:
        """Make a collection with its indexes, or complete one that was begun.

        Args:
            name: See `collection_name`.
            dim: Length of every dense vector.
            meta: What it says of itself; `MADE_BY` at the least.
        """
        if not self.exists(name):
            # Another process may be faster, or an answer to our first attempt may have been lost.
            with suppress(ConflictingError):
                self.server.ask(lambda: self._create(name, dim, meta))
        if self.server.options.tenants is Tenants.TIERED:
            self._add_fallback(name)
        # Before the first point comes: indexes of tenants and graphs are made while points come.
        present = self.server.ask(lambda: self.server.admin.get_collection(name)).payload_schema
        for field in INDEXED.keys() - present.keys():
            self.server.ask(lambda field=field: self._add_index(name, field))

    def exists(self, name: str) -> bool:
        """Whether there is a collection of that name."""
        return self.server.ask(lambda: self.server.admin.collection_exists(name))

    def names(self) -> list[str]:
        """All collections that are named after the alias, in use or not, in order."""
        found = self.server.ask(self.server.admin.get_collections).collections
        return sorted(c.name for c in found if c.name.startswith(f"{self._alias}-"))

    def current(self) -> Collection | None:
        """The collection behind the alias; None where there is none yet."""
        name = self.behind(self._alias)
        return None if name == self._alias else self.described(name)

    def behind(self, name: str) -> str:
        """The collection that a name stands for; the name itself if it is no alias."""
        aliases = self.server.ask(self.server.admin.get_aliases).aliases
        return {a.alias_name: a.collection_name for a in aliases}.get(name, name)

    def described(self, name: str) -> Collection:
        """What a collection says of itself."""
        config = self.server.ask(lambda: self.server.admin.get_collection(name)).config
        vectors = config.params.vectors
        dense = vectors.get(DENSE) if isinstance(vectors, dict) else None
        metadata = {key: str(value) for key, value in (config.metadata or {}).items()}
        return Collection(name=name, dim=dense.size if dense else 0, metadata=metadata)

    def switch(self, to: str) -> None:
        """Let the alias stand for a collection, in one step: no request falls between two."""
        steps: list[models.AliasOperations] = []
        if self.current() is not None:
            former = models.DeleteAlias(alias_name=self._alias)
            steps.append(models.DeleteAliasOperation(delete_alias=former))
        now = models.CreateAlias(collection_name=to, alias_name=self._alias)
        steps.append(models.CreateAliasOperation(create_alias=now))
        self.server.ask(lambda: self.server.admin.update_collection_aliases(steps))

    def remove(self, name: str) -> None:
        """Delete a collection with all it holds; nothing if it is not there."""
        if self.exists(name):
            self.server.ask(lambda: self.server.admin.delete_collection(name))

    def _create(self, name: str, dim: int, meta: Mapping[str, str]) -> bool:
        options = self.server.options
        tiered = options.tenants is Tenants.TIERED
        return self.server.admin.create_collection(
            name,
            vectors_config={DENSE: _dense(dim, options)},
            sparse_vectors_config={SPARSE: models.SparseVectorParams(modifier=models.Modifier.IDF)},
            shard_number=options.shard_number,
            sharding_method=models.ShardingMethod.CUSTOM if tiered else None,
            replication_factor=options.replication_factor,
            write_consistency_factor=options.write_consistency_factor,
            on_disk_payload=options.payload_on_disk,
            hnsw_config=_graph(options),
            quantization_config=_quantised(options),
            metadata=dict(meta),
        )

    def _add_index(self, name: str, field: str) -> models.UpdateResult:
        lookup = _lookup(field, INDEXED[field])
        return self.server.admin.create_payload_index(name, field, lookup, wait=True)

    def _add_fallback(self, name: str) -> None:
        if FALLBACK not in self.shard_keys(name):
            with_copies = self.server.options.replication_factor
            self.server.ask(
                lambda: self.server.admin.create_shard_key(
                    name, FALLBACK, shards_number=1, replication_factor=with_copies
                )
            )

    def shard_keys(self, name: str) -> set[str]:
        """Names of the shards of a collection that is divided by names."""
        told = self.server.ask(lambda: self.server.admin.list_shard_keys(name))
        return {str(described.key) for described in told.shard_keys or []}


def _dense(dim: int, options: Options) -> models.VectorParams:
    return models.VectorParams(
        size=dim, distance=models.Distance.COSINE, on_disk=options.vectors_on_disk
    )


def _graph(options: Options) -> models.HnswConfigDiff:
    """No graph over all projects: every search keeps to one of them."""
    links = _LINKS if options.graph is Graph.TENANT else 0
    return models.HnswConfigDiff(m=0, payload_m=links)


def _quantised(options: Options) -> models.QuantizationConfig | None:
    match options.quantisation:
        case Quantisation.NONE:
            return None
        case Quantisation.SCALAR:
            byte = models.ScalarQuantizationConfig(type=models.ScalarType.INT8, always_ram=True)
            return models.ScalarQuantization(scalar=byte)
        case Quantisation.BINARY:
            bit = models.BinaryQuantizationConfig(always_ram=True)
            return models.BinaryQuantization(binary=bit)


def _lookup(field: str, kind: Indexed) -> models.PayloadSchemaParams:
    """A field's index; a graph, if there are any, is of a project as a whole."""
    graph = field == PROJECT
    if kind is Indexed.NUMBER:
        return models.IntegerIndexParams(
            type=models.IntegerIndexType.INTEGER, lookup=False, range=True, enable_hnsw=graph
        )
    return models.KeywordIndexParams(
        type=models.KeywordIndexType.KEYWORD,
        is_tenant=kind is Indexed.TENANT,
        enable_hnsw=graph,
    )
