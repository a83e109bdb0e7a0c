"""Names of processes, by which those that share a store tell each other apart."""

import os
import secrets
import socket
from contextlib import suppress

_PARTS = 3


def name_of_this_process() -> str:
    """What people know this process by."""
    return f"{socket.gethostname()}:{os.getpid()}"


def new_holder() -> str:
    """A name for what this process holds, used for nothing else."""
    return f"{name_of_this_process()}:{secrets.token_hex(4)}"


def is_gone(holder: str) -> bool:
    """Whether the process that made a holder's name is known to be no more.

    Of other machines nothing is known; a number that another process has by now tells nothing
    either. What they hold runs out by itself.
    """
    parts = holder.rsplit(":", _PARTS - 1)
    if len(parts) != _PARTS or parts[0] != socket.gethostname() or not parts[1].isdigit():
        return False
    with suppress(PermissionError):  # it lives, and is another user's
        try:
            os.kill(int(parts[1]), 0)
        except ProcessLookupError:
            return True
    return False
