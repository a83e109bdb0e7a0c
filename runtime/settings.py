"""What a user may set, by environment variables that begin with `LOREPACK_`."""

from pathlib import Path
from typing import Annotated

from platformdirs import user_cache_path, user_data_path
from pydantic import Field, SecretStr, field_validator
from pydantic_core import from_json
from pydantic_settings import NoDecode, SettingsConfigDict

from providers.chat.asking import Forcing
from providers.encoders import DEFAULT_EMBEDDER
from providers.prices import Price
from providers.servers.embedding import MOST_TOKENS, USUAL_BATCH, USUAL_SECONDS, USUAL_WINDOW
from providers.tokens import BUILT_IN
from runtime.qdrant_settings import QdrantSettings
from storage.postgresql import USUAL_POOL
from story.coverage import Lengths


class Settings(QdrantSettings):
    """Settings of one process."""

    model_config = SettingsConfigDict(env_prefix="LOREPACK_", frozen=True)

    data_dir: Path = Field(default_factory=lambda: user_data_path("lorepack"))
    """Where the record and the index live."""
    cache_dir: Path = Field(default_factory=lambda: user_cache_path("lorepack"))
    """Where prepared models live; everything in it can be made again."""
    database_url: str | None = None
    """Another database than the SQLite file of the data folder."""
    database_pool: int = Field(default=USUAL_POOL, ge=1, le=100)
    """Connections to PostgreSQL that this process keeps open to read, and as many to write; in a
    rush there are twice as many."""
    embedder: str = DEFAULT_EMBEDDER
    """`provider:model`."""
    embedding_url: str = ""
    """Base address of the server that `openai:MODEL` is asked of."""
    embedding_api_key: SecretStr | None = None
    embedding_dimension: int | None = Field(default=None, ge=1)
    """Numbers of a vector to ask that server for; None for as many as the model has."""
    embedding_window: int = Field(default=USUAL_WINDOW, ge=64, le=MOST_TOKENS)
    """Tokens of one text, at the most, by cl100k_base; a longer one goes in windows."""
    embedding_batch: int = Field(default=USUAL_BATCH, ge=1, le=256)
    """Texts of one request, at the most."""
    embedding_timeout: float = Field(default=USUAL_SECONDS, gt=0, le=3600)
    """Seconds that one attempt may take, from connecting to the last byte."""
    reranker: str = ""
    """`provider:model` of a cross-encoder; empty for none."""
    encoding: str = "o200k_base"
    """Tokenizer that budgets are counted by, unless a request names one."""
    tokenizers: Annotated[dict[str, Path], NoDecode] = Field(default_factory=dict[str, Path])
    """Further models' `tokenizer.json` files, by the names that requests call them by."""
    profile: Path | None = None
    """A profile, as TOML, for projects that have none of their own."""
    window_chapters: int = Field(default=10, ge=5, le=50)
    """Chapters of a window on average: it has 6 to 16 of them for the default."""
    chat_url: str = ""
    """Base address of a server that speaks the OpenAI protocol; empty for no chat model."""
    chat_model: str = ""
    chat_light_model: str = ""
    """For the many small tasks; empty for the same model."""
    chat_api_key: SecretStr | None = None
    chat_form: Forcing = Forcing.JSON_SCHEMA
    """How the server is made to answer in a form."""
    chat_timeout: float = Field(default=120, gt=0, le=3600)
    """Seconds that one attempt may take, from connecting to the last byte."""
    chat_window: int = Field(default=32_768, ge=1024)
    """Tokens of question and answer together, at the most."""
    prices: Annotated[dict[str, Price], NoDecode] = Field(default_factory=dict[str, Price])
    """Prices of the chat models, by name, for a million tokens each."""
    host: str = "127.0.0.1"
    port: int = 8765
    max_upload_mb: int = Field(default=256, ge=1)
    """Largest manuscript that can be uploaded, in megabytes of 2**20 bytes."""
    max_body_mb: int = Field(default=32, ge=1)
    """Largest body of any other request, likewise."""

    @field_validator("prices", "tokenizers", mode="before")
    @classmethod
    def _read_json(cls, value: object) -> object:
        """Tables stand in the environment as JSON."""
        return from_json(value) if isinstance(value, str) else value

    @field_validator("tokenizers")
    @classmethod
    def _check_names(cls, value: dict[str, Path]) -> dict[str, Path]:
        """No file may stand in for an encoding that is there already."""
        if taken := sorted(value.keys() & set(BUILT_IN)):
            raise ValueError(f"{taken[0]!r} is an encoding already; call the tokenizer otherwise")
        return value

    @property
    def window_lengths(self) -> Lengths:
        """How many members a window has."""
        return Lengths(usual=self.window_chapters)
