"""When a foreshadow is due, as authors write it: 第50-60章揭晓, 第六十章前, due in chapter 50."""

import re

from text.numerals import CHINESE_NUMERALS, parse

_NUMBER = rf"(?:\d{{1,5}}|[{CHINESE_NUMERALS}]{{1,7}})"
_RANGE = re.compile(
    rf"(?:约|大约|应在|应于|在|于|预计|计划)?\s*(?:第|chapters?|ch\.?)?\s*(?P<first>{_NUMBER})\s*"
    rf"(?:章|回|节)?\s*(?:(?:[-—–~～至到]+|to)\s*(?:第|chapter)?\s*(?P<last>{_NUMBER}))?\s*(?:章|回|节)?"
    r"\s*(?P<side>之前|以前|前|之后|以后|后|起)?\s*(?:揭晓|揭示|回收|兑现|揭开)?",
    re.IGNORECASE,
)
_IN_WORDS = re.compile(
    r"\s*[（(]\s*(?:(?:to be )?(?:reveal(?:ed)?|due|paid)\s*(?:in|at|by)?\s*)?"
    r"(?P<window>(?:约|大约|应在|应于|在|于|预计|计划)?\s*(?:第|chapters?\s|ch\.?\s?)[^（）()]{1,30}?)\s*[）)]\s*$",
    re.IGNORECASE,
)


def due_window(words: str) -> dict[str, int] | None:
    """The first and the last position of a window, those that are said; None if it is none."""
    found = _RANGE.fullmatch(words.strip())
    if found is None:
        return None
    first, last = parse(found["first"]), parse(found["last"]) if found["last"] else None
    side = found["side"] or ""
    if first is None or (found["last"] and last is None):
        return None
    if last is None and side.endswith("前"):
        return {"due_to": first}
    if last is None and side:
        return {"due_from": first}
    return {"due_from": first, "due_to": first if last is None else last}


def split_due(text: str) -> tuple[str, dict[str, int]]:
    """A text without the window in brackets at its end, and that window."""
    found = _IN_WORDS.search(text)
    window = due_window(found["window"]) if found else None
    if found is None or window is None:
        return text, {}
    return text[: found.start()].rstrip(), window
