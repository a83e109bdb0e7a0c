"""A worker beside whatever else its process does."""

import threading

from runtime.worker import Worker

_END_SECONDS = 3.0
"""How long a step under way may go on once the worker is told to end."""


class BackgroundWork:
    """A worker in a thread of its own, which ends within seconds when it is told to."""

    def __init__(self, worker: Worker, *, once: bool = False) -> None:
        """Begin nothing yet.

        Args:
            worker: The worker.
            once: Whether it leaves when nothing is due any more.
        """
        self._worker = worker
        self._work = worker.run_once if once else worker.run
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="worker", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def _run(self) -> None:
        try:
            self._work()
        except Exception as error:  # told to whoever closes this
            self._error = error

    def over(self, seconds: float) -> bool:
        """Whether it leaves by itself within some seconds."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def close(self) -> None:
        """Stop at the next step of the job at hand, or leave it in the middle of a long one.

        The job goes back to the queue either way; a step that ends later can store nothing. What
        made the worker leave before, if anything, is raised.
        """
        self._worker.stopped.set()
        self._thread.join(_END_SECONDS)
        lease = self._worker.at_hand
        if lease is not None:
            self._worker.release(lease)
        if self._error is not None:
            raise self._error
