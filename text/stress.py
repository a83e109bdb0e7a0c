"""Stress: words by which a speaker asks that something be kept in mind."""

import re

_STRESS = re.compile(
    r"记住|记牢|牢记|记着|切记|谨记|千万|务必|一定要|别忘|不要忘|莫忘|重要|要紧|"
    r"\b(?:remember(?! when\b)|(?:do not|don['’]t|never) forget|important(?:ly)?|make sure|"
    r"keep in mind|bear in mind|whatever you do|note that|above all)\b",
    re.IGNORECASE,
)


def stressed(text: str) -> bool:
    """Whether a text asks that something in it be remembered."""
    return _STRESS.search(text) is not None
