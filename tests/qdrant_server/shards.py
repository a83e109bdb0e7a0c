"""One collection on the disk: the shards that its points lie in, and which of them a request means.

A copy from shard to shard is made when somebody next looks at the cluster, so that what happens in
between can be tested.
"""

import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypedDict

import qdrant_edge as edge
from pydantic import TypeAdapter
from qdrant_client import models

from tests.qdrant_server import translate
from tests.qdrant_server.refused import RefusedError

ONLY = ""
"""Key of the one shard of a collection that is not divided by names."""

_SCHEMA = TypeAdapter[models.PayloadFieldSchema](models.PayloadFieldSchema)

State = models.ReplicaState


class Kept(TypedDict):
    """A collection as it stands in the file of the server."""

    config: str
    indexes: dict[str, str]
    shards: dict[str, str]
    """Key of each shard and its state."""


class Collection:
    """A collection; `keep` writes it down after each change of its form."""

    def __init__(self, folder: Path, kept: Kept, keep: Callable[[], None]) -> None:
        self.config = models.CreateCollection.model_validate_json(kept["config"])
        self.indexes = {f: _SCHEMA.validate_json(s) for f, s in kept["indexes"].items()}
        self.states = {key: State(state) for key, state in kept["shards"].items()}
        self.copying: dict[str, models.ReplicatePoints] = {}
        self._folder, self._keep = folder, keep
        self._open = {key: self._load(key) for key in self.states}

    @classmethod
    def make(
        cls, folder: Path, config: models.CreateCollection, keep: Callable[[], None]
    ) -> "Collection":
        written = config.model_dump_json(exclude_none=True)
        made = cls(folder, Kept(config=written, indexes={}, shards={}), keep)
        if config.sharding_method is not models.ShardingMethod.CUSTOM:
            made._add(ONLY, State.ACTIVE)
        return made

    def kept(self) -> Kept:
        return Kept(
            config=self.config.model_dump_json(exclude_none=True),
            indexes={f: _SCHEMA.dump_json(s).decode() for f, s in self.indexes.items()},
            shards={key: state.value for key, state in self.states.items()},
        )

    def _path(self, key: str) -> Path:
        return self._folder / (key.encode().hex() or "only")

    def _load(self, key: str) -> edge.EdgeShard:
        path = self._path(key)
        if path.is_dir() and any(path.iterdir()):
            return edge.EdgeShard.load(str(path))
        path.mkdir(parents=True, exist_ok=True)
        shard = edge.EdgeShard.create(str(path), translate.config_of(self.config))
        for field, schema in self.indexes.items():
            shard.update(edge.UpdateOperation.create_field_index(field, translate.index_of(schema)))
        return shard

    def _add(self, key: str, state: State) -> None:
        self._open[key] = self._load(key)
        self.states[key] = state
        self._keep()

    def add_key(self, key: str, state: State) -> None:
        if self.config.sharding_method is not models.ShardingMethod.CUSTOM:
            raise RefusedError(400, "Bad request: Shard Key cannot be created with Auto sharding")
        if key in self.states:
            raise RefusedError(400, f"Bad request: Sharding key {key} already exists")
        self._add(key, state)

    def add_index(self, field: str, schema: models.PayloadFieldSchema) -> None:
        made = translate.index_of(schema)
        for shard in self._open.values():
            shard.update(edge.UpdateOperation.create_field_index(field, made))
        self.indexes[field] = schema
        self._keep()

    def meant(self, selector: object) -> list[edge.EdgeShard]:
        """The shards that a request goes to."""
        if selector is None:
            return [self._open[k] for k, s in self.states.items() if s is State.ACTIVE]
        if isinstance(selector, models.ShardKeyWithFallback):
            target = str(selector.target)
            whole = self.states.get(target) is State.ACTIVE
            return self.meant(target if whole else selector.fallback)
        if str(selector) not in self._open or ONLY in self._open:
            raise RefusedError(400, f"Bad request: Shard key {selector} not found")
        return [self._open[str(selector)]]

    def changed(self, selector: object) -> edge.EdgeShard:
        """The shard that a change goes to."""
        if selector is None and ONLY not in self._open:
            raise RefusedError(400, "Wrong input: Shard key not specified")
        return self.meant(selector)[0]

    def begin_copy(self, copy: models.ReplicatePoints) -> None:
        self.copying[str(copy.to_shard_key)] = copy

    def finish_copies(self) -> None:
        for key, copy in self.copying.items():
            source, target = self._open[str(copy.from_shard_key)], self._open[key]
            for record in everything(source, translate.filter_of(copy.filter)):
                target.update(edge.UpdateOperation.upsert_points([translate.again(record)]))
            self.states[key] = State.ACTIVE
        self.copying.clear()
        self._keep()

    def close(self) -> None:
        for shard in self._open.values():
            shard.close()

    def remove(self) -> None:
        self.close()
        shutil.rmtree(self._folder)


def everything(shard: edge.EdgeShard, wanted: edge.Filter | None) -> Iterable[edge.Record]:
    offset = None
    while True:
        request = edge.ScrollRequest(limit=500, offset=offset, filter=wanted, with_vector=True)
        records, offset = shard.scroll(request)
        yield from records
        if offset is None:
            return
