"""Large projects in shards of their own, if `tenants` is tiered.

A request names its project's shard, and `default` for as long as there is none: the server leads
it to the one that is there and whole. So a project moves without anybody waiting: its shard is
made, the server copies its points over while it goes on answering from `default`, and what is left
behind there is deleted once the copy is whole. Each step is found to do by looking; one that is
cut off is done at the next look.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from qdrant_client import models

from lorepack.records import Scope
from storage.payloads import tenant_key
from storage.qdrant.collections import FALLBACK, Collections
from storage.qdrant.options import Tenants
from storage.qdrant.requests import of_project
from storage.qdrant.server import ConflictingError, Server


def shard_of(scope: Scope, server: Server) -> models.ShardKeyWithFallback | None:
    """Where the points of a project lie; None for where those of all do."""
    if server.options.tenants is Tenants.SHARED:
        return None
    return models.ShardKeyWithFallback(target=tenant_key(scope), fallback=FALLBACK)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiers:
    """Moves projects that have grown into shards of their own."""

    server: Server
    name: str
    """The collection's, or the alias."""

    def settle(self, scopes: Iterable[Scope]) -> None:
        """Take the next step with each of the projects, if there is one; waits for no copy.

        Raises:
            UnavailableError: The server does not do it now.
        """
        if self.server.options.tenants is Tenants.SHARED:
            return
        collections = Collections(server=self.server)
        name = collections.behind(self.name)
        own = collections.shard_keys(name)
        for scope in scopes:
            if tenant_key(scope) in own:
                self._complete(name, scope)
            elif self._left_behind(name, scope) >= self.server.options.tenant_points:
                self._promote(name, scope)

    def _left_behind(self, name: str, scope: Scope) -> int:
        """Points of the project in the shard that small ones share."""
        counted = self.server.ask(
            lambda: self.server.points.count(
                name, _all_of(scope), exact=True, shard_key_selector=FALLBACK
            )
        )
        return counted.count

    def _promote(self, name: str, scope: Scope) -> None:
        key, copies = tenant_key(scope), self.server.options.replication_factor
        try:
            self.server.ask(
                lambda: self.server.admin.create_shard_key(
                    name,
                    key,
                    shards_number=1,
                    replication_factor=copies,
                    initial_state=models.ReplicaState.PARTIAL,
                )
            )
        except ConflictingError:  # another process has begun, and asks for the copy
            return
        self._copy(name, scope)

    def _complete(self, name: str, scope: Scope) -> None:
        """Clear up behind a copy that is whole; ask again for one that broke off."""
        key = tenant_key(scope)
        told = self.server.ask(lambda: self.server.admin.collection_cluster_info(name))
        if told.shard_transfers:
            return
        copies = [s for s in (*told.local_shards, *told.remote_shards) if s.shard_key == key]
        if not copies or any(s.state is not models.ReplicaState.ACTIVE for s in copies):
            self._copy(name, scope)
        elif self._left_behind(name, scope):
            self.server.ask(lambda: self._clear(name, scope))

    def _copy(self, name: str, scope: Scope) -> None:
        replicate = models.ReplicatePoints(
            filter=_all_of(scope), from_shard_key=FALLBACK, to_shard_key=tenant_key(scope)
        )
        step = models.ReplicatePointsOperation(replicate_points=replicate)
        self.server.ask(lambda: self.server.admin.cluster_collection_update(name, step))

    def _clear(self, name: str, scope: Scope) -> models.UpdateResult:
        points = models.FilterSelector(filter=_all_of(scope))
        return self.server.points.delete(name, points, wait=True, shard_key_selector=FALLBACK)


def _all_of(scope: Scope) -> models.Filter:
    return models.Filter(must=[of_project(scope)])
