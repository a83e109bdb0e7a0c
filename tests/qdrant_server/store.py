"""All collections of the stand-in, kept in a folder so that they outlive it."""

import json
import os
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypedDict, TypeVar

import qdrant_edge as edge
from qdrant_client import models

from tests.qdrant_server import translate
from tests.qdrant_server.refused import RefusedError
from tests.qdrant_server.shards import Collection, Kept

Answer = TypeVar("Answer")


class State(TypedDict):
    """What the file of the server holds."""

    aliases: dict[str, str]
    collections: dict[str, Kept]


class Store:
    """Collections by name, names by alias."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "state.json"
        self._guard = threading.RLock()
        state: State = {"aliases": {}, "collections": {}}
        if self._file.is_file():
            state = json.loads(self._file.read_text())
        self.aliases = state["aliases"]
        self.collections = {
            name: Collection(folder / name, kept, self._keep)
            for name, kept in state["collections"].items()
        }

    def _keep(self) -> None:
        state: State = {
            "aliases": self.aliases,
            "collections": {name: c.kept() for name, c in self.collections.items()},
        }
        beside = self._file.with_suffix(".new")
        with beside.open("w") as file:
            json.dump(state, file)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(self._file)

    def named(self, name: str) -> Collection:
        found = self.collections.get(self.aliases.get(name, name))
        if found is None:
            raise RefusedError(404, f"Not found: Collection `{name}` doesn't exist!")
        return found

    def create(self, name: str, config: models.CreateCollection) -> None:
        with self._guard:
            if name in self.collections or name in self.aliases:
                raise RefusedError(409, f"Wrong input: Collection `{name}` already exists!")
            self.collections[name] = Collection.make(self._folder / name, config, self._keep)
            self._keep()

    def remove(self, name: str) -> bool:
        with self._guard:
            found = self.collections.pop(name, None)
            self.aliases = {a: c for a, c in self.aliases.items() if c != name}
            self._keep()
        if found is not None:
            found.remove()
        return found is not None

    def change_aliases(self, changes: models.ChangeAliasesOperation) -> None:
        """All or none of the changes."""
        with self._guard:
            aliases = dict(self.aliases)
            for change in changes.actions:
                if isinstance(change, models.DeleteAliasOperation):
                    aliases.pop(change.delete_alias.alias_name)
                elif isinstance(change, models.CreateAliasOperation):
                    made = change.create_alias
                    self.named(made.collection_name)
                    if made.alias_name in self.collections:
                        raise RefusedError(409, f"Collection `{made.alias_name}` already exists!")
                    aliases[made.alias_name] = made.collection_name
                else:
                    raise RefusedError(400, "renaming an alias is not known here")
            self.aliases = aliases
            self._keep()

    def upsert(self, name: str, points: Sequence[models.PointStruct], selector: object) -> None:
        made = [translate.point_of(point) for point in points]
        shard = self.named(name).changed(selector)
        _engine(lambda: shard.update(edge.UpdateOperation.upsert_points(made)))

    def delete(self, name: str, wanted: models.Filter, selector: object) -> None:
        unwanted = translate.filter_of(wanted)
        assert unwanted is not None
        shard = self.named(name).changed(selector)
        _engine(lambda: shard.update(edge.UpdateOperation.delete_points_by_filter(unwanted)))

    def query(
        self, name: str, wanted: Sequence[models.QueryRequest]
    ) -> list[list[models.ScoredPoint]]:
        """Each query's best; queries for the same shards are one batch there."""
        first = wanted[0].shard_key
        if any(query.shard_key != first for query in wanted):
            raise RefusedError(400, "a batch over several shard keys is not known here")
        made = [translate.query_of(query) for query in wanted]
        answers: list[list[models.ScoredPoint]] = [[] for _ in wanted]
        for shard in self.named(name).meant(first):
            found = _engine(partial(shard.query_batch, edge.QueryBatchRequest(made)))
            for answer, points in zip(answers, found, strict=True):
                answer += translate.scored(points)
        return [
            sorted(answer, key=lambda p: -p.score)[: query.limit]
            for answer, query in zip(answers, wanted, strict=True)
        ]

    def scroll(
        self, name: str, wanted: models.ScrollRequest
    ) -> tuple[list[models.Record], str | None]:
        limit = wanted.limit or 10
        request = edge.ScrollRequest(
            limit=limit,
            offset=None if wanted.offset is None else translate.point_id(wanted.offset),
            filter=translate.filter_of(wanted.filter),
            with_payload=True,
            with_vector=bool(wanted.with_vector),
        )
        found = [r for s in self.named(name).meant(wanted.shard_key) for r in s.scroll(request)[0]]
        more = [s.scroll(request)[1] for s in self.named(name).meant(wanted.shard_key)]
        records = sorted(map(translate.record_of, found), key=lambda r: str(r.id))
        following = [str(id) for id in more if id] + [str(r.id) for r in records[limit:]]
        return records[:limit], min(following, default=None)

    def facet(self, name: str, wanted: models.FacetRequest) -> list[models.FacetValueHit]:
        counts = Counter[str]()
        for shard in self.named(name).meant(wanted.shard_key):
            limit = wanted.limit or 10
            request = edge.FacetRequest(wanted.key, limit=limit, exact=wanted.exact or False)
            counts.update({str(hit.value): hit.count for hit in shard.facet(request).hits})
        ordered = counts.most_common(wanted.limit)
        return [models.FacetValueHit(value=value, count=count) for value, count in ordered]

    def count(self, name: str, wanted: models.Filter | None, selector: object) -> int:
        request = edge.CountRequest(exact=True, filter=translate.filter_of(wanted))
        return sum(shard.count(request) for shard in self.named(name).meant(selector))

    def close(self) -> None:
        for collection in self.collections.values():
            collection.close()


def _engine(work: Callable[[], Answer]) -> Answer:
    try:
        return work()
    except Exception as error:  # the engine raises nothing narrower
        raise RefusedError(400, f"Wrong input: {error}") from error
