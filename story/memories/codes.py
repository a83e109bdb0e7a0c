"""Codes of foreshadows: F001, F002 and so on."""

import re
from collections.abc import Iterable

_CODE = re.compile(r"F(\d{1,9})")


def next_code(taken: Iterable[str]) -> str:
    """The code that follows the highest one ever given."""
    numbers = [int(m[1]) for code in taken if (m := _CODE.fullmatch(code))]
    return f"F{max(numbers, default=0) + 1:03}"
