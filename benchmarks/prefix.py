"""What a prompt cache would serve while a novel is written: `python -m benchmarks.prefix [BOOK]`.

Chapter by chapter, 红楼梦 by default: the chapter is put behind the last one, summarised, and the
pack of the next one built, with the default settings and with what `benchmarks.author` has written
down. Two packs share what they begin with alike, counted in whole lines. The packs ask no
question, so no vectors are needed.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory

from benchmarks.author import memories
from benchmarks.novels import novel, require
from ingest.chapters import split
from ingest.reading import decode
from lorepack.records import ContextPack, PackRequest, Scope
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library

BUDGET = 12_000
LEAST = 0.90
"""Of the tokens of the stable sections, served on average."""
RECENT = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A pack beside the one for the chapter before it."""

    pack: ContextPack
    what: str
    """What happened to the story so far."""

    @property
    def stable(self) -> float:
        """Share of the stable sections' tokens that both begin with."""
        return min(self.pack.prefix.shared_tokens / self.pack.prefix.tokens, 1)

    @property
    def whole(self) -> float:
        """The same of the whole pack."""
        return self.pack.prefix.shared_tokens / self.pack.tokens

    @property
    def story(self) -> int:
        """Tokens of the story so far."""
        return next(s.tokens for s in self.pack.sections if s.name == "story_so_far")

    @property
    def recent(self) -> bool:
        """Whether the last five chapters are told in full."""
        return all(c.form == "full" and not c.level for c in self.pack.coverage[-RECENT:])


def main() -> int:
    """Print the run and its shares; 1 if fewer tokens would be served than promised."""
    require()
    book = sys.argv[1] if len(sys.argv) > 1 else "hlm"
    with TemporaryDirectory() as folder:
        settings = Settings(data_dir=Path(folder), embedder="hashing:64")
        with open_library(settings) as library:
            packs = list(written(library, Scope(project=book), book))
    return 0 if report([_step(*pair) for pair in pairwise(packs)]) else 1


def written(library: Library, scope: Scope, book: str) -> Iterator[ContextPack]:
    """The pack of every chapter but the first, each built once the one before it is there."""
    library.remember(scope, memories())
    chapters = split(decode(novel(book)).text).chapters
    for nth, chapter in enumerate(chapters, 1):
        text = f"{chapter.heading.strip()}\n{chapter.body}"
        library.editor(scope).insert(text, at=nth)
        library.summarise(scope)
        yield library.pack(scope, PackRequest(budget=BUDGET))
        print(f"\r{nth}/{len(chapters)} ", end="", file=sys.stderr, flush=True)


def _step(before: ContextPack, after: ContextPack) -> Step:
    assert after.prefix.previous == before.id, "each is compared with the one before it"
    had, has = _entries(before), _entries(after)
    if has[: len(had)] == had:
        return Step(pack=after, what="a chapter more")
    closed = {c.id for c in after.coverage if c.level} != {c.id for c in before.coverage if c.level}
    return Step(pack=after, what="a window closed" if closed else "the run gave up words")


def _entries(pack: ContextPack) -> list[str]:
    return [item.text for s in pack.sections if s.name == "story_so_far" for item in s.items]


def report(steps: Sequence[Step]) -> bool:
    """Print every break that is no mere chapter more, then the shares."""
    for step in steps:
        if step.what != "a chapter more":
            place = step.pack.prefix.broken_by
            print(f"chapter {step.pack.chapter:3}: {step.stable:4.0%}  {step.what}, at {place}")
    happened = Counter(step.what for step in steps)
    for what, times in happened.most_common():
        shares = [step.stable for step in steps if step.what == what]
        print(
            f"{what}: {times} times, {mean(shares):.1%} served on average, {min(shares):.1%} once"
        )
    sections = Counter(step.pack.prefix.broken_by.split("/")[0] for step in steps)
    print("broken in:", dict(sections))
    tokens = [step.pack.prefix.tokens for step in steps]
    story = [step.story for step in steps]
    print(f"stable part: {min(tokens)} to {max(tokens)} tokens, {mean(tokens):.0f} on average")
    print(f"story so far: {min(story)} to {max(story)} tokens, {mean(story):.0f} on average")
    print(f"last five in full: {mean(step.recent for step in steps):.1%} of the packs")
    print(f"of the whole pack: {mean(step.whole for step in steps):.1%} served on average")
    served = mean(step.stable for step in steps)
    verdict = "ok" if served >= LEAST else "BROKEN"
    print(
        f"of the stable sections: {served:.1%} served on average (at least {LEAST:.0%}) {verdict}"
    )
    return served >= LEAST


if __name__ == "__main__":
    sys.exit(main())
