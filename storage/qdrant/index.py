"""The vector index on a Qdrant server or cluster."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from qdrant_client import models

from lorepack.errors import InvalidInputError, UnavailableError
from lorepack.ports import Point, Pooling, SparseVector, Vector
from lorepack.records import EVERYWHERE, Candidate, Scope
from storage.payloads import PROJECT, candidates, scope_of
from storage.qdrant.collections import Collections
from storage.qdrant.failures import UnfinishedError
from storage.qdrant.options import Reading
from storage.qdrant.requests import (
    best_scores,
    held,
    in_range,
    of_chapter_except,
    queries,
    stored,
    with_ids,
)
from storage.qdrant.server import Server
from storage.qdrant.tiers import Tiers, shard_of

_PAGE = 250
"""Points read at a time, with their vectors."""

_SOME_PROJECTS = 10_000

_ORDERING = models.WriteOrdering.MEDIUM
"""Changes of one point are carried out in the order in which they are asked for, on each copy."""


class ServerIndex:
    """A vector index that any number of processes use at once.

    It holds and finds what the embedded one does; each call is one round trip for every batch.
    """

    def __init__(self, server: Server, name: str, dim: int) -> None:
        self._server, self._name, self._dim = server, name, dim
        self._touched: set[Scope] = set()

    @classmethod
    def open(cls, server: Server, dim: int, name: str = "") -> "ServerIndex":
        """Use a collection.

        Args:
            server: The server; it is closed with the index.
            dim: Length of every dense vector.
            name: Of one collection, whatever the alias stands for; empty for the one that the
                alias stands for at each request.

        Raises:
            UnavailableError: The server does not answer, or there is no collection yet.
            InvalidInputError: The collection's vectors have another length.
        """
        collections, options = Collections(server=server), server.options
        found = collections.described(name) if name else collections.current()
        if found is None:
            raise UnavailableError(
                f"the Qdrant server {options.shown} has no collection behind the alias "
                f"{options.alias!r} yet"
            )
        if found.dim != dim:
            raise InvalidInputError(
                f"the collection {found.name} on {options.shown} holds vectors of {found.dim} "
                f"numbers (made by {found.made_by or 'it does not say what'}), the encoder "
                f"makes {dim}"
            )
        return cls(server, name or options.alias, dim)

    def upsert(self, scope: Scope, points: Sequence[Point]) -> None:
        """Add or replace points by id."""
        for point in points:
            self._check_length(point.dense)
        self._touched.add(scope)
        for start in range(0, len(points), self._server.options.batch):
            batch = [stored(scope, p) for p in points[start : start + self._server.options.batch]]
            self._change(
                lambda batch=batch: self._server.points.upsert(
                    self._name,
                    batch,
                    wait=True,
                    ordering=_ORDERING,
                    shard_key_selector=shard_of(scope, self._server),
                )
            )

    def prune(self, scope: Scope, chapter_id: str, keep: Iterable[str]) -> None:
        """Delete the chapter's points except the ids to keep."""
        self._delete(scope, of_chapter_except(scope, chapter_id, keep))

    def drop(self, scope: Scope, ids: Iterable[str] | None = None) -> None:
        """Delete points of a project by id, or all it has."""
        if ids is None:
            self._delete(scope, in_range(scope, EVERYWHERE))
        elif named := list(ids):
            self._delete(scope, with_ids(scope, named))

    def search(
        self,
        scope: Scope,
        dense: Vector,
        sparse: SparseVector,
        pooling: Pooling,
    ) -> list[Candidate]:
        """Union of the pools, dense and sparse, in one round trip."""
        self._check_length(dense)
        shard = shard_of(scope, self._server)
        asked = queries(scope, dense, sparse, pooling, self._server.options, shard)
        told = self._server.ask(
            lambda: self._server.points.query_batch_points(
                self._name, asked, consistency=self._consistency
            )
        )
        pools = [answer.points for answer in told]
        size = 1 + len(pooling.also)
        return _union(pools[:size], pools[size : 2 * size], pools[2 * size :])

    def points(self, scope: Scope) -> Iterator[Point]:
        """Every point the index holds for the project, by id, read page by page."""
        offset: models.ExtendedPointId | None = None
        while True:
            records, offset = self._server.ask(lambda offset=offset: self._page(scope, offset))
            yield from map(held, records)
            if offset is None:
                return

    def scopes(self) -> set[Scope]:
        """The projects it holds any point of."""
        limit = _SOME_PROJECTS
        while len(found := self._server.ask(lambda limit=limit: self._facet(limit))) == limit:
            limit *= 2
        return {scope_of(str(hit.value)) for hit in found if hit.count}

    def flush(self) -> None:
        """Move projects that have grown; a change is the server's to keep once it is made."""
        touched, self._touched = self._touched, set()
        try:
            Tiers(server=self._server, name=self._name).settle(touched)
        except BaseException:
            self._touched |= touched
            raise

    def close(self) -> None:
        """Close the connections."""
        self._server.close()

    @property
    def _consistency(self) -> models.ReadConsistency | None:
        wanted = self._server.options.read_consistency
        return None if wanted is Reading.ONE else models.ReadConsistencyType(wanted.value)

    def _page(
        self, scope: Scope, offset: models.ExtendedPointId | None
    ) -> tuple[list[models.Record], models.ExtendedPointId | None]:
        records, following = self._server.points.scroll(
            self._name,
            in_range(scope, EVERYWHERE),
            limit=_PAGE,
            offset=offset,
            with_payload=True,
            with_vectors=True,
            consistency=self._consistency,
            shard_key_selector=shard_of(scope, self._server),
        )
        return records, following  # pyright: ignore[reportReturnType]  (never an id of gRPC's)

    def _facet(self, limit: int) -> list[models.FacetValueHit]:
        return self._server.points.facet(
            self._name, PROJECT, limit=limit, exact=True, consistency=self._consistency
        ).hits

    def _delete(self, scope: Scope, unwanted: models.Filter) -> None:
        self._touched.add(scope)
        self._change(
            lambda: self._server.points.delete(
                self._name,
                models.FilterSelector(filter=unwanted),
                wait=True,
                ordering=_ORDERING,
                shard_key_selector=shard_of(scope, self._server),
            )
        )

    def _change(self, attempt: Callable[[], models.UpdateResult]) -> None:
        """Make a change; it has come about on the server when this returns."""

        def made() -> None:
            if attempt().status is not models.UpdateStatus.COMPLETED:
                raise UnfinishedError

        self._server.ask(made)

    def _check_length(self, dense: Vector) -> None:
        if dense.shape != (self._dim,):
            raise InvalidInputError(
                f"the collection {self._name!r} holds vectors of {self._dim} numbers, "
                f"not of shape {dense.shape}"
            )


def _union(
    dense: Iterable[list[models.ScoredPoint]],
    lexical: Iterable[list[models.ScoredPoint]],
    compared: Iterable[list[models.ScoredPoint]],
) -> list[Candidate]:
    """One candidate for each point of either pool, by id."""
    near, worded, cosines = (list(chain(*pool)) for pool in (dense, lexical, compared))
    return candidates(
        payloads={str(p.id): p.payload or {} for p in (*near, *worded)},
        cosines=best_scores(cosines) | best_scores(near),
        lexical=best_scores(worded),
    )
