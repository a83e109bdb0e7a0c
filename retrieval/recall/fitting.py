"""Fitting a recall into its budget: the most relevant first, none at the cost of all others."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lorepack.errors import BudgetError
from lorepack.ports import TokenCounter
from lorepack.records import Dropped, Form, RecallItem
from retrieval.recall.entry import Entry
from retrieval.recall.excerpts import excerpt, least
from retrieval.recall.render import Frame, fact, line

_SHARES = 5
"""No entry has more than this part of the room before each of the others had its chance, unless
it is needed and nothing shorter shows why."""

_WHOLE = 120
"""Tokens that an entry may have all the same, up to half of the room: a message cut in two is
seldom evidence any more, and a small room is better spent on two of them than on five crumbs."""

_LEAST = 40
"""Tokens below which nothing is cut to fit that is not needed: a crumb tells nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """A recall within its budget."""

    text: str
    tokens: int
    items: tuple[RecallItem, ...]
    dropped: tuple[Dropped, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    """An entry, whole or in part."""

    words: str
    form: Form
    tokens: int


def fit(
    entries: Sequence[Entry], query: str, frame: Frame, budget: int, count: TokenCounter
) -> Fitted:
    """Bring entries into a budget.

    An entry that does not fit whole is cut to the sentences that match best, or else left out and
    reported; the next one has its chance all the same. Those that are needed come before all
    others, with as little as shows what they are needed for.

    Args:
        entries: Best first; they are shown by relevance, among equals the needed ones first.
        query: Folded.
        frame: What stands around them.
        budget: Tokens of the whole text.
        count: Counts them.

    Raises:
        BudgetError: The budget does not hold the frame.
    """
    bare = count(frame.around(()))
    if bare > budget:
        raise BudgetError(budget, {"frame": bare}, bare)
    ranked = sorted(entries, key=lambda entry: (-entry.score.relevance, not entry.needed))
    fitting = _Fitting(ranked, query, count)
    room = budget - bare
    while True:
        placed = fitting.place(room)
        lines = [line(ranked[at], one.words) for at, one in placed.items()]
        text = frame.around(lines) if lines else ""
        tokens = count(text)
        if tokens <= budget:
            break
        room -= tokens - budget  # the joints took more than the lines foretold
    return Fitted(
        text=text,
        tokens=tokens,
        items=tuple(_item(ranked[at], one) for at, one in placed.items()),
        dropped=tuple(fitting.left_out(placed, room)),
    )


class _Fitting:
    """Entries on their way into some room."""

    def __init__(self, entries: Sequence[Entry], query: str, count: TokenCounter) -> None:
        self._entries = entries
        self._query = query
        self._count = count
        self._whole = [self._placed(e, e.words, Form.FULL) for e in entries]

    def place(self, room: int) -> dict[int, _Placed]:
        """What fits, by the entry's place.

        First the needed ones, then all within their shares, then in what is left.
        """
        placed: dict[int, _Placed] = {}
        equal = room // max(min(len(self._entries), _SHARES), 1)
        share = max(equal, min(_WHOLE, room // 2))
        turns = [(at, most) for most in (share, room) for at in range(len(self._entries))]
        left = room
        for at, most in [*self._needed(), *turns]:
            had = placed[at].tokens if at in placed else 0
            better = self._best(at, min(left + had, most))
            if better is not None and better.tokens > had:
                placed[at] = better
                left -= better.tokens - had
        return dict(sorted(placed.items()))

    def _needed(self) -> Iterator[tuple[int, int]]:
        """Places of the needed entries, each with the tokens that show what it is needed for."""
        for at, entry in enumerate(self._entries):
            if entry.needed:
                words = least(entry.words, self._query, entry.parts)
                yield at, self._placed(entry, words, Form.COMPRESSED).tokens

    def left_out(self, placed: dict[int, _Placed], room: int) -> Iterator[Dropped]:
        """The entries that did not fit."""
        left = room - sum(one.tokens for one in placed.values())
        for at, entry in enumerate(self._entries):
            if at not in placed:
                tokens = self._whole[at].tokens
                yield Dropped(
                    id=entry.id,
                    section="recall",
                    tokens=tokens,
                    reason="neither it nor its best sentence fits beside what goes before it",
                    needs=max(tokens - left, 1),
                )

    def _best(self, at: int, room: int) -> _Placed | None:
        """The most of an entry that fits."""
        if self._whole[at].tokens <= room:
            return self._whole[at]
        entry = self._entries[at]
        if room < _LEAST and not entry.needed:
            return None

        def fits(words: str) -> bool:
            return self._placed(entry, words, Form.COMPRESSED).tokens <= room

        words = excerpt(entry.words, self._query, fits, entry.parts)
        return None if words is None else self._placed(entry, words, Form.COMPRESSED)

    def _placed(self, entry: Entry, words: str, form: Form) -> _Placed:
        return _Placed(words=words, form=form, tokens=self._count(line(entry, words) + "\n"))


def _item(entry: Entry, placed: _Placed) -> RecallItem:
    return RecallItem(
        id=entry.id,
        date=entry.date,
        label=entry.label,
        speaker=entry.speaker,
        text=fact(entry, placed.words),
        form=placed.form,
        tokens=placed.tokens,
        source=entry.source,
        score=entry.score,
    )
