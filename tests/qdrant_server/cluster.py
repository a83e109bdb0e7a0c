"""What the stand-in tells of a collection and of where its points lie."""

from typing import Any

from qdrant_client import models

from tests.qdrant_server.shards import Collection

_PEER = 1


def information(collection: Collection) -> dict[str, Any]:
    made = collection.config
    params = models.CollectionParams(
        vectors=made.vectors,
        sparse_vectors=made.sparse_vectors,
        shard_number=made.shard_number or 1,
        sharding_method=made.sharding_method,
        replication_factor=made.replication_factor or 1,
        write_consistency_factor=made.write_consistency_factor or 1,
        on_disk_payload=made.on_disk_payload,
    )
    graph = made.hnsw_config or models.HnswConfigDiff()
    hnsw = models.HnswConfig(
        m=graph.m or 0,
        ef_construct=100,
        full_scan_threshold=10_000,
        payload_m=graph.payload_m,
    )
    config = {
        "params": params.model_dump(exclude_none=True),
        "hnsw_config": hnsw.model_dump(exclude_none=True),
        "optimizer_config": {
            "deleted_threshold": 0.2,
            "vacuum_min_vector_number": 1000,
            "default_segment_number": 0,
            "flush_interval_sec": 5,
        },
        "quantization_config": _json(made.quantization_config),
        "metadata": made.metadata,
    }
    return {
        "status": "green",
        "optimizer_status": "ok",
        "segments_count": len(collection.states),
        "config": config,
        "payload_schema": {field: _field(schema) for field, schema in collection.indexes.items()},
    }


def _json(part: Any) -> Any:
    return None if part is None else part.model_dump(exclude_none=True)


def _field(schema: Any) -> dict[str, Any]:
    return {"data_type": schema.type, "params": _json(schema), "points": 0}


def cluster_info(collection: Collection) -> dict[str, Any]:
    """Where the points lie as of the last look; whoever looks lets the copies come to their end."""
    told = {
        "peer_id": _PEER,
        "shard_count": len(collection.states),
        "local_shards": [
            {"shard_id": at, "shard_key": key or None, "points_count": 0, "state": state.value}
            for at, (key, state) in enumerate(collection.states.items())
        ],
        "remote_shards": [],
        "shard_transfers": [
            {"shard_id": at, "from": _PEER, "to": _PEER, "sync": True}
            for at, _ in enumerate(collection.copying)
        ],
    }
    collection.finish_copies()
    return told
