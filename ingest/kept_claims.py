"""What chapters claim, as it is kept: read once, and again only if that would give other claims."""

import json
from collections.abc import Sequence
from hashlib import sha256

from story.claims import Claim, ClaimKind, Mode
from story.claims.names import Marked

GRAMMAR = 2
"""Version of the grammar of claims and of their form here: count it up when either changes, and
every chapter is read again."""


def signature(text_sha256: str, marked: Marked) -> str:
    """Hash of all that the claims of a text depend on: its words, its known names, the grammar.

    Args:
        text_sha256: Hash of the text.
        marked: The text with its names marked; a name that it does not hold changes nothing.
    """
    names = ",".join(f"{start}:{entity}" for start, entity in marked.at.items())
    made_from = "\x1f".join((str(GRAMMAR), text_sha256, names, marked.marked))
    return sha256(made_from.encode("utf-8", "surrogatepass")).hexdigest()


def dump_claims(claims: Sequence[Claim]) -> str:
    """Claims as JSON, without their words: those stand in the text."""
    rows = [(c.kind, c.subject, c.predicate, c.value, c.other, c.mode, c.start, c.end)
            for c in claims]  # fmt: skip
    return json.dumps(rows, separators=(",", ":"))


def load_claims(dumped: str, text: str) -> tuple[Claim, ...]:
    """Claims out of JSON.

    Args:
        dumped: What `dump_claims` gave.
        text: The text that they were read out of.
    """
    return tuple(
        Claim(
            kind=ClaimKind(kind),
            subject=subject,
            predicate=predicate,
            value=value,
            other=other,
            mode=Mode(mode),
            start=start,
            end=end,
            text=text[start:end],
        )
        for kind, subject, predicate, value, other, mode, start, end in json.loads(dumped)
    )
