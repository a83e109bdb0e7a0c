"""What of a model's account is believed: only what the chapter itself says."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from ingest.compressing.claims import Claim, claims_of
from ingest.compressing.emitted import Emitted
from ingest.compressing.quotes import Quoted
from ingest.compressing.records import Sent
from ingest.compressing.rows import Rows
from lorepack.errors import UnusableAnswerError
from lorepack.records import FieldValue, MemoryKind, Mention
from story.clauses import begin
from story.guard import Verdict, guard
from story.lines import one_line
from story.summaries import LATIN_SCALE
from text.facts import extract, verify
from text.fold import fold
from text.scripts import mostly_han

MOST_SUMMARY = 300
"""Characters of a chapter's summary, if Chinese."""
_LEAST_SUMMARY = 12

_NO_SUMMARY = re.compile(
    r"(?i)\A\W*(?:抱歉|对不起|很抱歉|我无法|我不能|无法(?:提供|生成|总结)|"
    r"作为(?:一个|一名)?(?:AI|人工智能|语言模型)|(?:暂无|无|待补充|待定|略|空)\W*\Z|"
    r"(?:i['’]?m sorry|i am sorry|sorry|i can(?:not|['’]t)|as an ai|i['’]?m unable|i am unable)\b|"
    r"(?:todo|tbd|n/?a|none|null|summary|placeholder|lorem ipsum|string)\W*\Z|"
    r"[\[<{(（【].{0,40}[\]>})）】]\W*\Z)"
)
"""How refusals begin, and words that only hold a place."""


@dataclass(slots=True)
class Account:
    """Holds a model's statements against the chapter, and counts what it had to do."""

    sent: Sent
    repaired: int = 0
    rejected: int = 0
    _quoted: Quoted = field(init=False)
    _present: frozenset[str] = field(init=False)
    """Ids of the entities that the chapter mentions."""

    def __post_init__(self) -> None:
        self._quoted = Quoted.of(self.sent.text)
        self._present = frozenset(m.entity for m in self._mentions(self.sent.text))

    def accept(self, emitted: Emitted) -> Emitted:
        """An account with what the chapter bears out of it, its claims aside.

        Raises:
            UnusableAnswerError: Its summary is none, or says what the chapter does not.
        """
        people = tuple(person for person in emitted.people if self._names([person.name]))
        return replace(
            emitted,
            summary=self.summary(emitted.summary),
            story_start=self._moment(emitted.story_start),
            story_end=self._moment(emitted.story_end),
            places=self._names(emitted.places),
            people=tuple(replace(p, aliases=self._names(p.aliases)) for p in people),
        )

    def summary(self, said: str, most: int = MOST_SUMMARY) -> str:
        """A summary that the text bears out, within `most` characters if Chinese.

        Raises:
            UnusableAnswerError: It is none, or too little of it is true.
        """
        line = one_line(said)
        if _NO_SUMMARY.match(line) or len(fold(line)) < _LEAST_SUMMARY:
            raise UnusableAnswerError(f"{said[:60]!r} is no summary")
        scale = 1 if mostly_han(line) else LATIN_SCALE
        kept = self._statement(begin(line, most * scale))
        if not kept:
            raise UnusableAnswerError(f"the summary says what the text does not: {said[:200]!r}")
        return kept

    def tell(self, emitted: Emitted, rows: Rows) -> None:
        """Make memories of the claims that the chapter bears out."""
        for claim in claims_of(emitted, [m.subject for m in self.sent.foreshadows]):
            self._tell(claim, rows)

    def _tell(self, claim: Claim, rows: Rows) -> None:
        span = self._quoted.find(claim.evidence)
        subject = claim.subject or "/".join(map(self._canonical, claim.about))
        known = len(self._names(claim.about)) == len(set(claim.about))
        text = self._statement(claim.text) if span and known else ""
        if span is None or not text or not (subject or claim.kind is MemoryKind.NEXT_DUTY):
            self.rejected += 1
            return
        told = self.sent.text[span.start : span.end]
        facts = tuple(dict.fromkeys(fact.text for fact in extract(told)))
        rows.add(claim.kind, text, [span], subject=subject, fields=self._fields(claim), facts=facts)

    def _fields(self, claim: Claim) -> dict[str, FieldValue]:
        named = {key: self._canonical(name) for key, name in claim.named.items() if name}
        borne = {key: name for key, name in named.items() if self._names([name])}
        ends = {"ends": tuple(map(self._canonical, claim.about))} if len(claim.about) > 1 else {}
        return {**claim.fields, **borne, **ends}

    def _statement(self, said: str) -> str:
        """A statement as the chapter bears it out; empty if it does not."""
        guarded = guard(said, self.sent.text, self.sent.matcher, at=self.sent.place)
        self.repaired += guarded.verdict is Verdict.REPAIRED
        self.rejected += guarded.verdict is Verdict.REJECTED
        return guarded.text

    def _moment(self, said: str) -> str:
        """A moment that the chapter names; empty for another one."""
        if verify(said, self.sent.text):
            self.rejected += 1
            return ""
        return said

    def _names(self, said: Iterable[str]) -> tuple[str, ...]:
        """Those names that the chapter knows somebody or something by."""
        stripped = [name.strip() for name in said]
        told = tuple(dict.fromkeys(name for name in stripped if name))
        kept = tuple(name for name in told if self._is_named(name))
        self.rejected += len(told) - len(kept)
        return kept

    def _is_named(self, name: str) -> bool:
        folded = fold(name)
        if folded and folded in self._quoted.folded:
            return True
        return any(m.entity in self._present for m in self._mentions(name))

    def _canonical(self, name: str) -> str:
        """What the registry calls somebody or something."""
        names = {e.id: e.name for e in self.sent.entities}
        found = [m for m in self._mentions(name) if m.end - m.start == len(name)]
        return names.get(found[0].entity, name) if found else name

    def _mentions(self, text: str) -> list[Mention]:
        return self.sent.matcher.find(text, at=self.sent.place)
