"""All faults of an output, and the places of the source that it stands for."""

from collections.abc import Iterator
from itertools import groupby

from lorepack.records import Fact, Span
from story.guard.alignment import Ground, Stretch
from story.guard.comparison import compare, least
from story.guard.findings import Finding, FindingKind
from story.guard.names import Names, NameUse, bare, local_names
from story.guard.reading import Clause, Reading, read
from text.aliases import AliasMatcher
from text.facts import extract
from text.facts.verification import Ground as FactGround
from text.fold import fold


class Source:
    """A source, read once for all that is held against it."""

    def __init__(self, text: str, names: AliasMatcher, at: int | None) -> None:
        self.text, self._matcher, self._at = text, names, at
        self.bare = bare(text).casefold()
        self._shown = local_names(text)
        self._read: dict[frozenset[str], _Ready] = {}

    def check(self, output: str) -> "Check":
        """Hold an output against the source."""
        return Check(self, output, local_names(output) - self._shown)

    def ready(self, fresh: frozenset[str]) -> "_Ready":
        """The source as it reads where some more names are known."""
        heard = frozenset(name for name in fresh if name.casefold() in self.bare)
        if heard not in self._read:
            self._read[heard] = _Ready(self.text, self.names(heard))
        return self._read[heard]

    def names(self, fresh: frozenset[str]) -> Names:
        """Finds the names of the registry, of the source, and some more."""
        return Names(self._matcher, self._at, self._shown | fresh)


class _Ready:
    """A source read with a set of names."""

    def __init__(self, text: str, names: Names) -> None:
        self.uses = names.find(text)
        self.reading = read(text, self.uses)
        self.ground = Ground(self.reading)
        self.told = _ClauseIndex(self.reading)
        self.facts = FactGround(self.reading.facts, text)


class Check:
    """An output beside its source."""

    def __init__(self, source: Source, output: str, fresh: frozenset[str]) -> None:
        ready = source.ready(fresh)
        self._uses, self._source_uses = source.names(fresh).find(output), ready.uses
        self._output, self._source = read(output, self._uses), ready.reading
        self._ground, self._told, self._bare = ready.ground, ready.told, source.bare
        self._facts = ready.facts

    def faults(self) -> list[Finding]:
        """Every fault, in order."""
        found = [*self._against_places(), *self._invented_names()]
        covered = {finding.span for finding in found}
        found += [f for f in self._invented_values() if f.span not in covered]
        return sorted(found, key=lambda finding: (finding.span.start, finding.span.end))

    def _sentences(self) -> Iterator[list[Clause]]:
        for _, clauses in groupby(self._output.clauses, key=lambda clause: clause.sentence):
            yield list(clauses)

    def _against_places(self) -> Iterator[Finding]:
        for clauses in self._sentences():
            if not self._told.holds(self._output, clauses):
                for stretch in self._ground.stretches(clauses):
                    yield from self._against(stretch)

    def _against(self, stretch: Stretch) -> list[Finding]:
        texts = self._output.text, self._source.text
        return least(
            [compare(stretch.clauses, place, self._ground, *texts) for place in stretch.places]
        )

    def _invented_names(self) -> Iterator[Finding]:
        keys = {use.key for use in self._source_uses}
        for use in self._uses:
            if use.key not in keys and bare(use.text).casefold() not in self._bare:
                yield self._invented(use)

    def _invented(self, use: NameUse) -> Finding:
        return Finding(
            kind=FindingKind.INVENTED_NAME,
            span=Span(start=use.start, end=use.end),
            text=self._output.text[use.start : use.end],
        )

    def _invented_values(self) -> Iterator[Finding]:
        for fact in self._output.facts:
            if not self._facts.holds(fact):
                yield Finding(
                    kind=FindingKind.INVENTED_NUMBER,
                    span=Span(start=fact.start, end=fact.end),
                    text=fact.text,
                )

    def source_sentences(self) -> set[int]:
        """Numbers of the sentences of the source that the output tells."""
        return {
            clause.sentence
            for clauses in self._sentences()
            for stretch in self._ground.stretches(clauses)
            for place in stretch.places[:1]
            for clause in self._ground.told(stretch.clauses, place)
        }

    def kept_facts(self) -> tuple[Fact, ...]:
        """The facts of those sentences, conditions included."""
        spans = [self._source.sentences[number] for number in sorted(self.source_sentences())]
        return tuple(
            fact
            for fact in extract(self._source.text)
            if any(span.start <= fact.start and fact.end <= span.end for span in spans)
        )


class _ClauseIndex:
    """Which clauses follow one another in the source, word for word."""

    def __init__(self, source: Reading) -> None:
        self._clauses = [_verbatim(source, clause) for clause in source.clauses]
        self._places: dict[str, list[int]] = {}
        for place, words in enumerate(self._clauses):
            self._places.setdefault(words, []).append(place)

    def holds(self, output: Reading, clauses: list[Clause]) -> bool:
        """Whether the clauses stand in the source, in this order and nothing between them."""
        words = [_verbatim(output, clause) for clause in clauses]
        starts = self._places.get(words[0], ())
        return any(self._clauses[at : at + len(words)] == words for at in starts)


def _verbatim(reading: Reading, clause: Clause) -> str:
    return fold(reading.text[clause.start : clause.end])
