"""All faults of an output, and the places of the source that it stands for."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import groupby

from lorepack.records import Fact, FactKind, Span
from story.guard.alignment import Ground
from story.guard.beside import Pair
from story.guard.comparison import Comparison, closest, compare
from story.guard.conditions import changed_conditions
from story.guard.fates import changed_fates
from story.guard.findings import Finding, FindingKind
from story.guard.names import Names, bare, local_names
from story.guard.reading import Clause, Reading, read
from text.aliases import AliasMatcher
from text.facts import extract
from text.facts.verification import Ground as FactGround
from text.fold import fold

_LEAST_CLAUSES = 2
"""A sentence of a single clause, such as a cry, may stand inside many others."""

_FOLLOWING = frozenset(
    "要须便又也就才会能想将被把对向与和同跟在从给为说道问答笑叫让令使去来走已曾是"
)
"""What often follows a Chinese name and may be taken for its last character: 林墨要, 林墨须."""
_SHORTEST_CUT = 2


class Source:
    """A source, read once for all that is held against it."""

    def __init__(self, text: str, names: AliasMatcher, at: int | None) -> None:
        self._matcher, self._at = names, at
        self._shown = local_names(text)
        self.uses = self._names(frozenset()).find(text)
        self.reading = read(text, self.uses)
        self.ground = Ground(self.reading)
        self.facts = FactGround(self.reading.facts, text)
        self.verbatim = _ClauseIndex(self.reading)
        self._bare = bare(text).casefold()

    def holds(self, name: str) -> bool:
        """Whether the text has the words of a name, in whatever script."""
        return bare(name).casefold() in self._bare

    def check(self, output: str) -> "Check":
        """Hold an output against the source."""
        fresh = local_names(output, least=1) - self._shown
        unheard = frozenset(name for name in fresh if not self._holds_beginning(name))
        return Check(self, output, self._names(unheard))

    def _holds_beginning(self, name: str) -> bool:
        """Whether the text has a name, taken without a word that was mistaken for its end."""
        cut = name[:-1] if len(name) > _SHORTEST_CUT and name[-1] in _FOLLOWING else name
        return self.holds(name) or self.holds(cut)

    def _names(self, others: frozenset[str]) -> Names:
        return Names(self._matcher, self._at, self._shown | others)


class Check:
    """An output beside its source."""

    def __init__(self, source: Source, output: str, names: Names) -> None:
        self._source, self._uses = source, names.find(output)
        self._output = read(output, self._uses)
        self._pair = Pair(output=output, source=source.reading.text)

    def faults(self) -> list[Finding]:
        """Every fault, in order; none is told twice for two reasons."""
        found = [finding for clauses in self._sentences() for finding in self._against(clauses)]
        fates = changed_fates(self._pair, self._output, self._source.reading)
        faulty = {self._sentence_of(finding) for finding in found}
        found += [finding for finding in fates if self._sentence_of(finding) not in faulty]
        covered = {finding.span for finding in found}
        invented = [*self._invented_names(), *self._invented_values()]
        found += [finding for finding in invented if finding.span not in covered]
        return sorted(found, key=lambda finding: (finding.span.start, -finding.span.end))

    def kept_facts(self) -> tuple[Fact, ...]:
        """The facts of the sentences of the source that the output tells, conditions included."""
        told = {clause.sentence for each in self._sentences() for clause in self._told(each)[0]}
        spans = [self._source.reading.sentences[number] for number in sorted(told)]
        facts = (fact for fact in extract(self._pair.source) if not self._is_named(fact))
        return tuple(
            fact
            for fact in facts
            if any(s.start <= fact.start and fact.end <= s.end for s in spans)
        )

    def _sentence_of(self, finding: Finding) -> int:
        ends = [span.end for span in self._output.sentences]
        return bisect_right(ends, finding.span.start)

    def _is_named(self, fact: Fact) -> bool:
        """Whether a fact is a part of a name, or holds one and is no condition."""
        touched = any(u.start < fact.end and fact.start < u.end for u in self._source.uses)
        return touched and fact.kind is not FactKind.CONDITION

    def _sentences(self) -> Iterator[list[Clause]]:
        for _, clauses in groupby(self._output.clauses, key=lambda clause: clause.sentence):
            yield from self._source.verbatim.parted(self._output, list(clauses))

    def _against(self, clauses: list[Clause]) -> list[Finding]:
        """What a sentence says otherwise than the source, word for word and as a whole."""
        places = self._source.verbatim.places(self._output, clauses)
        found = [] if places else [f for each in self._compared(clauses) for f in each.findings]
        span = self._span(clauses)
        without = [
            list(changed_conditions(self._pair, span, told, self._source.reading))
            for told in self._told(clauses)
        ]
        return [*found, *min(without, key=len)]

    def _span(self, clauses: list[Clause]) -> Span:
        """Where the clauses stand, with the marks around them that are their sentence's."""
        sentence = self._output.sentences[clauses[0].sentence]
        others = [c for c in self._output.clauses if c.sentence == clauses[0].sentence]
        start = sentence.start if clauses[0] == others[0] else clauses[0].start
        end = sentence.end if clauses[-1] == others[-1] else clauses[-1].end
        return Span(start=start, end=end)

    def _compared(self, clauses: list[Clause]) -> Iterator[Comparison]:
        for stretch in self._source.ground.stretches(clauses):
            yield closest(
                [
                    compare(stretch.clauses, place, self._source.ground, self._pair)
                    for place in stretch.places
                ]
            )

    def _told(self, clauses: list[Clause]) -> list[Sequence[Clause]]:
        """Clauses of the source that a sentence tells: each place that has it word for word."""
        places = self._source.verbatim.places(self._output, clauses)
        if places:
            return places
        told = (self._source.ground.told(clauses, each.place) for each in self._compared(clauses))
        return [[clause for found in told for clause in found]]

    def _invented_names(self) -> Iterator[Finding]:
        keys = {use.key for use in self._source.uses}
        for use in self._uses:
            if use.key not in keys and not self._source.holds(use.text):
                span = Span(start=use.start, end=use.end)
                yield self._pair.finding(FindingKind.INVENTED_NAME, span, None)

    def _invented_values(self) -> Iterator[Finding]:
        for fact in self._output.facts:
            if not self._source.facts.holds(fact):
                span = Span(start=fact.start, end=fact.end)
                yield self._pair.finding(FindingKind.INVENTED_NUMBER, span, None)


class _ClauseIndex:
    """Which clauses follow one another in the source, word for word."""

    def __init__(self, source: Reading) -> None:
        self._source = source
        self._words = [_verbatim(source, clause) for clause in source.clauses]
        self._starts: dict[str, list[int]] = {}
        for place, words in enumerate(self._words):
            self._starts.setdefault(words, []).append(place)

    def places(self, output: Reading, clauses: list[Clause]) -> list[Sequence[Clause]]:
        """Where the clauses stand in the source, in this order and nothing between them."""
        words = [_verbatim(output, clause) for clause in clauses]
        return [
            self._source.clauses[at : at + len(words)]
            for at in self._starts.get(words[0], ())
            if self._words[at : at + len(words)] == words
        ]

    def parted(self, output: Reading, clauses: list[Clause]) -> Iterator[list[Clause]]:
        """A sentence of the output, but whole sentences of the source inside it by themselves.

        Where a sentence ends may depend on the one that follows: a summary of whole sentences
        need not be read as those.
        """
        words = [_verbatim(output, clause) for clause in clauses]
        start = at = 0
        while at < len(words):
            length = self._whole(words, at)
            if length:
                yield from [clauses[start:at]] if start < at else []
                yield clauses[at : at + length]
                start = at + length
            at += length or 1
        if start < len(words):
            yield clauses[start:]

    def _whole(self, words: list[str], at: int) -> int:
        """Clauses of the longest sentence of the source that the words go on with; 0 if none."""
        lengths = (self._sentence_from(place) for place in self._starts.get(words[at], ()))
        fitting = (
            len(sentence)
            for sentence in lengths
            if len(sentence) >= _LEAST_CLAUSES and words[at : at + len(sentence)] == sentence
        )
        return max(fitting, default=0)

    def _sentence_from(self, place: int) -> list[str]:
        """The clauses of the sentence that begins at a place; empty if none does."""
        clauses = self._source.clauses
        number = clauses[place].sentence
        if place and clauses[place - 1].sentence == number:
            return []
        end = bisect_right(clauses, number, key=lambda clause: clause.sentence)
        return self._words[place:end]


def _verbatim(reading: Reading, clause: Clause) -> str:
    return fold(reading.text[clause.start : clause.end])
