"""What a point carries in either engine, and what is made of it again.

No text and no position: an insert at the front of a book rewrites nothing.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any

import mmh3

from lorepack.ports import Point, SparseVector, Vector
from lorepack.records import Candidate, Scope

VERSION = 4
"""Counts changes to what points carry; the name of an index depends on it."""

DENSE, SPARSE = "dense", "sparse"
"""The names of a point's two vectors."""

PROJECT = "project"
"""Key of the field that tells projects apart."""

CARRIED = ["order_key", "nth", "importance", "people", "speaker", "at"]
"""What of a point's payload a candidate is made of."""


class Indexed(Enum):
    """How a field is looked up."""

    TENANT = "tenant"
    WORD = "word"
    NUMBER = "number"


INDEXED = {
    PROJECT: Indexed.TENANT,
    "chapter": Indexed.WORD,
    "order_key": Indexed.NUMBER,
    "people": Indexed.WORD,
    "speaker": Indexed.WORD,
    "at": Indexed.NUMBER,
}
"""Fields that are filtered by; their indexes are made before the first point is."""


def tenant_key(scope: Scope) -> str:
    """What stands for a project in the index."""
    return f"{scope.tenant}/{scope.project}"


def scope_of(key: str) -> Scope:
    """The project that a key stands for; a tenant's name holds no slash."""
    tenant, _, project = key.partition("/")
    return Scope(tenant=tenant, project=project)


def in_project(key: str, sparse: SparseVector) -> SparseVector:
    """The same weights under the project's own numbers of terms; done once more, it is undone.

    One sparse index serves all projects. Were the numbers the same in each, a query would go
    through every text of all of them that holds one of its terms. Where terms of two projects meet
    by chance in 32 bits, the filter by project parts them.

    Args:
        key: What stands for the project in the index.
        sparse: Weights by the numbers that terms have in every project, or in this one.
    """
    own = mmh3.hash(key, signed=False)
    return SparseVector(indices=[index ^ own for index in sparse.indices], values=sparse.values)


def payload_of(scope: Scope, point: Point) -> dict[str, Any]:
    """The fields of a point, without its vectors."""
    payload: dict[str, Any] = {
        PROJECT: tenant_key(scope),
        "chapter": point.chapter_id,
        "order_key": point.order_key,
        "nth": point.nth,
        "importance": point.importance,
        "people": list(point.people),
        "speaker": list(point.speakers),
    }
    return payload if point.at is None else payload | {"at": point.at}


def point_of(id: str, payload: Mapping[str, Any], dense: Vector, sparse: SparseVector) -> Point:
    """A point out of its fields and its vectors as they stand in the index."""
    return Point(
        id=id,
        chapter_id=payload["chapter"],
        order_key=payload["order_key"],
        nth=payload["nth"],
        importance=payload["importance"],
        people=tuple(payload["people"]),
        speakers=tuple(payload["speaker"]),
        at=payload.get("at"),
        dense=dense,
        sparse=in_project(payload[PROJECT], sparse),
    )


def candidates(
    payloads: Mapping[str, Mapping[str, Any]],
    cosines: Mapping[str, float],
    lexical: Mapping[str, float],
) -> list[Candidate]:
    """One candidate for each point that came up, by id.

    Args:
        payloads: Their fields, by id.
        cosines: Those that are known.
        lexical: Scores of those that share a word with the query.
    """
    # The engine adds single-precision products in an order of its own, which other points in the
    # same file can change: what lies beyond the third decimal is chance.
    return [
        Candidate(
            id=id,
            order_key=payload["order_key"],
            nth=payload["nth"],
            importance=payload["importance"],
            dense=cosines.get(id),
            lexical=round(lexical[id], 3) if id in lexical else None,
            people=tuple(payload["people"]),
            speakers=tuple(payload["speaker"]),
            at=payload.get("at"),
        )
        for id, payload in sorted(payloads.items())
    ]
