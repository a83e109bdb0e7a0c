"""What a vector index holds, for tests to compare."""

from lorepack.ports import VectorIndex
from lorepack.records import Scope


def held(index: VectorIndex, scope: Scope) -> set[str]:
    """Ids of the project's points."""
    return {point.id for point in index.points(scope)}
