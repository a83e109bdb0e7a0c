"""What goes wrong with the next requests, told to the stand-in by `PUT /faults`."""

import threading
from collections import deque
from dataclasses import dataclass, field

from pydantic import TypeAdapter


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One answer that is not the right one."""

    status: int
    """Of HTTP; gRPC gets the code that says the same."""
    text: str = "out of order"
    headers: dict[str, str] = field(default_factory=dict[str, str])
    on: str = ""
    """A part of the path or method that it waits for."""
    after: bool = False
    """Whether the request is carried out and only its answer lost."""


FAULTS = TypeAdapter(list[Fault])


class Faults:
    """Those that are still to come; each is given once."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._coming: deque[Fault] = deque()

    def plan(self, faults: list[Fault]) -> None:
        with self._guard:
            self._coming = deque(faults)

    def take(self, asked: str) -> Fault | None:
        with self._guard:
            if self._coming and self._coming[0].on.lower() in asked.lower():
                return self._coming.popleft()
            return None
