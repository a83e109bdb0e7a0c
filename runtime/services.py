"""What a service does besides answering: the index is kept up, and jobs are worked."""

from collections.abc import Generator
from contextlib import contextmanager

from runtime.background import BackgroundWork
from runtime.finishing import Finishing
from runtime.index.background import BackgroundIndexing
from runtime.jobs import worker_of
from runtime.library import Library


@contextmanager
def in_background(library: Library) -> Generator[None]:
    """Keep a library's index up, and work its jobs, until this is left."""
    finishing = Finishing(library=library)
    indexing = BackgroundIndexing(
        library.ownership, finishing.refresh_names, finishing.propose_names
    )
    working = BackgroundWork(worker_of(library))
    indexing.start()
    working.start()
    try:
        yield
    finally:
        working.close()
        indexing.close()
