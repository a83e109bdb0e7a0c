"""What a model was trained to see before a query and before a document."""

from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import PurePath


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefixes:
    """Put before every text; part of an encoder's fingerprint."""

    query: str = ""
    document: str = ""


_E5 = Prefixes(query="query: ", document="passage: ")
_SEARCH = Prefixes(query="Represent this sentence for searching relevant passages: ")
_INSTRUCTED = Prefixes(
    query="Instruct: Given a web search query, retrieve relevant passages that answer the query\n"
    "Query: "
)

PREFIXES = {
    "*e5-*instruct*": _INSTRUCTED,
    "multilingual-e5-*": _E5,
    "e5-*": _E5,
    "nomic-embed-text*": Prefixes(query="search_query: ", document="search_document: "),
    "snowflake-arctic-embed-*-v2*": Prefixes(query="query: "),
    "snowflake-arctic-embed*": _SEARCH,
    "mxbai-embed-*": _SEARCH,
    "uae-large-*": _SEARCH,
    "bge-*-en*": _SEARCH,
    "bge-*-zh*": Prefixes(query="为这个句子生成表示以用于检索相关文章："),
    "embeddinggemma*": Prefixes(
        query="task: search result | query: ", document="title: none | text: "
    ),
    "qwen3-embedding*": Prefixes(query=_INSTRUCTED.query.removesuffix(" ")),
    "stella*": Prefixes(query=_INSTRUCTED.query.replace("the query\n", "the query.\n")),
}
"""By what a model's name looks like, as the models' authors ask for; the first that fits."""


def prefixes_of(model: str) -> Prefixes:
    """The prefixes of a model by its name or folder; most models have none."""
    name = PurePath(model).name.lower()
    fitting = (each for pattern, each in PREFIXES.items() if fnmatchcase(name, pattern))
    return next(fitting, Prefixes())
