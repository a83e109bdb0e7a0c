"""What a model was trained to see before a query and before a document."""

from dataclasses import dataclass
from pathlib import PurePath


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefixes:
    """Put before every text; part of an encoder's fingerprint."""

    query: str = ""
    document: str = ""


_E5 = Prefixes(query="query: ", document="passage: ")
_NOMIC = Prefixes(query="search_query: ", document="search_document: ")
_SEARCH = Prefixes(query="Represent this sentence for searching relevant passages: ")

PREFIXES = {
    "multilingual-e5-": _E5,
    "e5-": _E5,
    "nomic-embed-text-": _NOMIC,
    "snowflake-arctic-embed-": _SEARCH,
    "mxbai-embed-": _SEARCH,
}
"""By how a model's name begins, as the models' authors ask for; every other gets none."""


def prefixes_of(model: str) -> Prefixes:
    """The prefixes of a model by its name or folder."""
    name = PurePath(model).name.lower()
    return next((p for start, p in PREFIXES.items() if name.startswith(start)), Prefixes())
