"""What a user may set of a Qdrant server, by environment variables `LOREPACK_QDRANT_…`."""

from pathlib import Path

from pydantic import SecretStr
from pydantic_settings import BaseSettings

from storage.qdrant.options import Options, options

_PREFIX = "qdrant_"


class QdrantSettings(BaseSettings):
    """None stands for what is usual: see `storage.qdrant.options`."""

    qdrant_url: str | None = None
    """Address of a server or cluster; the embedded engine is used without one."""
    qdrant_api_key: SecretStr | None = None
    qdrant_alias: str | None = None
    """What the index goes by: deployments that share a server each have their own."""
    qdrant_grpc: bool | None = None
    qdrant_grpc_port: int | None = None
    qdrant_timeout: float | None = None
    """Seconds that one attempt may take."""
    qdrant_retries: int | None = None
    qdrant_batch: int | None = None
    qdrant_ca_file: Path | None = None
    qdrant_shard_number: int | None = None
    qdrant_replication_factor: int | None = None
    qdrant_write_consistency_factor: int | None = None
    qdrant_read_consistency: str | None = None
    qdrant_quantisation: str | None = None
    qdrant_vectors_on_disk: bool | None = None
    qdrant_payload_on_disk: bool | None = None
    qdrant_graph: str | None = None
    qdrant_tenants: str | None = None
    qdrant_tenant_points: int | None = None

    @property
    def qdrant(self) -> Options | None:
        """The server, if one is set.

        Raises:
            InvalidInputError: A value cannot be used; the text names its setting.
        """
        if not self.qdrant_url:
            return None
        named = (name for name in QdrantSettings.model_fields if name != "qdrant_url")
        values = {name.removeprefix(_PREFIX): getattr(self, name) for name in named}
        return options(self.qdrant_url, **values)
