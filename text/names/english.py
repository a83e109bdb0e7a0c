"""Evidence for names of persons in English prose."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache

from text.names import english_words as words

_GAP = r"(?:[ \t]+|[ \t]*\n[ \t]*)"
_WORD = r"[A-Z][a-zà-ÿ]+(?:[-'’][A-Z][a-zà-ÿ]+)*"
_PARTICLE = rf"(?:(?:de|von|van|du|la|of){_GAP}(?:la{_GAP})?)"
_TITLE = rf"(?:{'|'.join(words.TITLES)})"
# The Miss Lucases are several people.
_RUN = (
    rf"\b(?:(?<![Tt]he )(?<![Tt]wo )(?P<title>{_TITLE})\b\.?{_GAP})?"
    rf"(?P<name>{_WORD}(?:{_GAP}{_PARTICLE}?(?!{_TITLE}\b){_WORD}){{0,2}})"
)
_OPENS_SENTENCE = r"(?:^|[.!?:;“”\"‘_—–*-]|\n\s*\n)[\"“‘'(_\s]*$"
_LOOK_BACK = 6
"""Characters before a name that tell whether a sentence begins with it."""


class Evidence:
    """How often each name is met in a chapter, and how."""

    def __init__(self) -> None:
        self.inside: Counter[str] = Counter()
        """Inside a sentence, where only a name has a capital."""
        self.acting: Counter[str] = Counter()
        """Beside a verb that tells what a person says or does."""


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str], re.Pattern[str], re.Pattern[str]]:
    return (
        re.compile(_RUN),
        re.compile(_OPENS_SENTENCE),
        re.compile(rf",?{_GAP}(?:\w+ly{_GAP})?(?:{words.ACTIONS})\b"),
        re.compile(rf"\b(?:{words.SPEECH_VERBS}){_GAP}$"),
    )


def evidence(text: str) -> Evidence:
    """Collect the names of a chapter."""
    found = Evidence()
    run, opens_sentence, acts, is_said_by = _patterns()
    for match in run.finditer(text):
        opens = opens_sentence.search(text, max(0, match.start() - _LOOK_BACK), match.start())
        for name in _names(match, opens=opens is not None):
            found.inside[name] += opens is None or match["title"] is not None
            said = is_said_by.search(text, max(0, match.start() - 12), match.start())
            found.acting[name] += bool(said or acts.match(text, match.end()))
    return found


def _names(match: re.Match[str], *, opens: bool) -> Iterator[str]:
    parts = match["name"].split()
    if opens and match["title"] is None and parts[0] in words.NEVER_NAMES:
        parts = parts[1:]
    if not parts or any(part in words.NEVER_NAMES for part in parts):
        return
    title = match["title"]
    if title is not None:
        dotted = f"{title}." if match.group()[len(title)] == "." else title
        yield f"{dotted} {' '.join(parts)}"
    elif not any(part in words.TITLES for part in parts):
        yield " ".join(parts)


def title_of(name: str) -> str:
    """The form of address that a name begins with, empty if none."""
    first = name.split()[0].rstrip(".")
    return first if first in words.TITLES else ""
