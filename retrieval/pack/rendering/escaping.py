"""Escaping: what a stored text may not pose as, and how it comes back to the letter.

A backslash goes before whatever, at the start of a line, could pass for a heading, an item, a
fence or a speaker's turn, and behind whatever sign could begin the project's mark or a chat
template's token. Lines end where any reader may end them. A run of backslashes there gets one
more, so that nothing stored looks escaped already.
"""

import re

_ENDS = "\n\r\v\f\x1c\x1d\x1e\x85\u2028\u2029"
"""What ends a line for some reader: all that `str.splitlines` and Unicode's UAX 14 name."""

_INVISIBLE = (
    "\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff"
)
"""What takes no room on the line: joiners, marks of direction, variation selectors, tags."""

_INDENT = (
    r"\x00-\x08\t\x0e-\x1b\x1f \x7f-\x84\x86-\xa0\u1680\u2000-\u200a\u202f\u205f\u3000" + _INVISIBLE
)
"""What may stand before the first sign of a line."""

_TO_FULL_WIDTH = ord("ａ") - ord("a")


def _any_width(word: str) -> str:
    """A pattern for a word in letters of either width, whatever is hidden between them."""
    letters = (f"[{letter}{chr(ord(letter) + _TO_FULL_WIDTH)}]" for letter in word)
    return f"[{_INVISIBLE}]*".join(letters)


_SPEAKERS = "|".join(
    [
        *map(_any_width, ("system", "assistant", "user", "tool", "developer", "human")),
        *("系统", "用户", "助手", "开发者"),
    ]
)
_LINE = rf"[{_INDENT}]*(?:[•#＃﹟§\\]|```|~~~|(?:{_SPEAKERS})[{_INDENT}]*[:：﹕])"  # a posing line
_BRACKETED = (
    "INST",
    "SYSTEM_PROMPT",
    "AVAILABLE_TOOLS",
    "TOOL_CALLS",
    "TOOL_RESULTS",
    "gMASK",
    "SEP",
)
_AFTER = {
    "§": rf"[{_INVISIBLE}]*[0-9a-f０-９ａ-ｆ]",
    "<＜﹤": rf"[{_INVISIBLE}]*[|｜/!?a-zａ-ｚ]",
    r"\[［": rf"[{_INVISIBLE}]*/?(?:{'|'.join(_BRACKETED)})[\]］]",
}
"""What makes a sign the beginning of a mark or of a chat template's token, by the sign."""

_FIRST = re.compile(_LINE, re.IGNORECASE)
_POSING = re.compile(
    rf"[{_ENDS}](?={_LINE})"
    + "".join(rf"|[{sign}](?=\\*{after})" for sign, after in _AFTER.items()),
    re.IGNORECASE,
)
_ESCAPED = re.compile(
    rf"(?<![^{_ENDS}])\\(?={_LINE})"
    + "".join(rf"|(?<=[{sign}])\\(?=\\*{after})" for sign, after in _AFTER.items()),
    re.IGNORECASE,
)


def escape(text: str) -> str:
    """Make a stored text unable to pose as part of the frame."""
    inside = _POSING.sub(r"\g<0>\\", text)
    return f"\\{inside}" if _FIRST.match(text) else inside


def unescape(text: str) -> str:
    """Give an escaped text back to the letter."""
    return _ESCAPED.sub("", text)
