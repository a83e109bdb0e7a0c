"""Names of processes, and which of them are known to be gone."""

import os
import subprocess
import sys

from runtime.processes import is_gone, name_of_this_process, new_holder

NAMED = "from runtime.processes import new_holder; print(new_holder())"


def test_every_holder_has_a_name_of_its_own() -> None:
    assert new_holder() != new_holder()
    assert new_holder().startswith(f"{name_of_this_process()}:")


def test_a_process_is_gone_once_it_has_ended() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", NAMED], capture_output=True, encoding="utf-8", check=True
    ).stdout.strip()
    assert is_gone(ended)
    assert not is_gone(new_holder())


def test_of_others_nothing_is_known() -> None:
    for holder in (f"elsewhere:{os.getpid()}:ab", "owner", "", "a:b:c", f"elsewhere:{2**22}:ab"):
        assert not is_gone(holder)
