"""What a user may set, by environment variables that begin with `LOREPACK_`."""

from pathlib import Path

from platformdirs import user_cache_path, user_data_path
from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict

from providers.encoders import DEFAULT_EMBEDDER


class Settings(BaseSettings):
    """Settings of one process."""

    model_config = SettingsConfigDict(env_prefix="LOREPACK_", frozen=True)

    data_dir: Path = Field(default_factory=lambda: user_data_path("lorepack"))
    """Where the record and the index live."""
    cache_dir: Path = Field(default_factory=lambda: user_cache_path("lorepack"))
    """Where prepared models live; everything in it can be made again."""
    database_url: str | None = None
    """Another database than the SQLite file of the data folder."""
    embedder: str = DEFAULT_EMBEDDER
    """`provider:model`."""
    encoding: str = "o200k_base"
    """Tokenizer that budgets are counted by, unless a request names one."""
    host: str = "127.0.0.1"
    port: int = 8765
    max_upload_mb: int = Field(default=256, ge=1)
    """Largest manuscript that can be uploaded, in megabytes of 2**20 bytes."""
    max_body_mb: int = Field(default=32, ge=1)
    """Largest body of any other request, likewise."""
