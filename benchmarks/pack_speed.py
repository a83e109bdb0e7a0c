"""How flat a pack is: `python -m benchmarks.pack_speed`.

A book of 2,000 chapters and one of its first 120, invented, with memories, vectors and summaries,
are made once and kept. A warm pack with a query and three people is timed beside its bare parts:
one index query, one read of the outline, one exact count of the rendered text; the books take
turns, so that noise hits both alike. Their vectors are hashed, as what is timed does not depend on
what they say; the default encoder is loaded beside them, for its memory and for the last ratio.
"""

import resource
import sys
from random import Random

from benchmarks.novels import shelf
from benchmarks.pack import ENCODING, bound, read, warm
from lorepack.ports import Embedder, Pooling
from lorepack.records import ChapterCard, ContextPack, Memory, MemoryKind, PackRequest, Scope
from providers.encoders import open_embedder
from ranking.bm25 import query_vector
from runtime.library import Library
from runtime.settings import Settings
from text.fold import fold

SMALL, MIDDLE, LARGE = 120, 200, 2_000
"""Chapters."""
SENTENCES = 40
"""Of a chapter: enough for a summary of its own."""
RECENT = 20
MOST_MEGABYTES = 700
QUERY = "铜铃在望潮楼值多少银子"
PEOPLE = ("沈砚秋", "陆问渠", "苏小满", "林动", "贺长庚")
PLACES = ("青石渡", "望潮楼", "旧盐仓")
ITEMS = ("铜铃", "半张海图", "旧账本")
TOLD = (
    "{who}在{where}等了{count}天，没有等到{other}。",
    "{who}说：“{item}不在{where}，你不必再找。”",
    "“{item}，”{other}道，“值{count}两银子。”",
    "天快亮的时候，{who}把{item}放回了原处，什么也没有说。",
    "如果{count}日之内潮水不退，{where}就要封门，{other}也走不成了。",
    "雨声很大，{other}没有听见{who}敲门。",
)


def main() -> int:
    """Print times and ratios; 1 if a bound is broken."""
    with shelf("flat", embedder="hashing:384") as library:
        small, large = (_made(library, length) for length in (SMALL, LARGE))
        real = open_embedder(Settings().embedder, library.settings.cache_dir)
        real.embed_query(QUERY)
        good = [*_speed(library, small, large, real), _tokens(library, large)]
    good.append(bound("memory, MB", _megabytes(), MOST_MEGABYTES))
    return 0 if all(good) else 1


def manuscript(length: int) -> bytes:
    """The first chapters of one endless book, 25 in a volume."""
    random = Random(3)
    lines: list[str] = []
    for at in range(length):
        lines += [f"第{at // 25 + 1}卷 潮汐\n"] if at % 25 == 0 else []
        told = (_sentence(random) + random.choice(("", "", "\n")) for _ in range(SENTENCES))
        lines.append(f"第{at + 1}章 {random.choice(ITEMS)}\n{''.join(told).strip()}\n")
    return "\n".join(lines).encode()


def _sentence(random: Random) -> str:
    who, other = random.sample(PEOPLE, 2)
    return random.choice(TOLD).format(
        who=who,
        other=other,
        where=random.choice(PLACES),
        item=random.choice(ITEMS),
        count=random.randint(2, 3_000),
    )


def _made(library: Library, length: int) -> Scope:
    """The book of this length, made unless it is there."""
    scope = Scope(project=f"flat-{length}")
    if scope.project in library.projects():
        library.index(scope)  # a newer index may have begun anew
        return scope
    library.import_bytes(scope, manuscript(length))
    library.index(scope)
    library.summarise(scope)
    kinds = (MemoryKind.LOCKED_RULE, MemoryKind.BIBLE, MemoryKind.MAINLINE)
    library.remember(scope, [Memory(id=kind, kind=kind, text="潮水只退三次。") for kind in kinds])
    return scope


def _speed(library: Library, small: Scope, large: Scope, real: Embedder) -> list[bool]:
    owner = library.ownership.take()
    assert owner is not None, "nobody else holds the benchmarks' shelf"
    index, tokenizer = owner.index, library.tokenizers(ENCODING)
    vector, sparse = owner.embedder.embed_query(QUERY), query_vector(fold(QUERY))
    rendered = _pack(library, small, SMALL + 1).rendered
    took = warm(
        {
            "index": lambda: index.search(small, vector, sparse, Pooling(limit=100)),
            "read": lambda: read(library, small),
            "count": lambda: tokenizer.count(rendered),
            "embedding": lambda: real.embed_query(QUERY),
            "pack at 120": lambda: _pack(library, small, SMALL + 1),
            "pack at 2,000": lambda: _pack(library, large, LARGE + 1),
        }
    )
    print("ms:", {name: round(seconds * 1000, 1) for name, seconds in took.items()})
    bare = took["index"] + took["read"] + took["count"]
    embedding, pack = took["embedding"], took["pack at 120"]
    print(f"with the default encoder's embedding on both sides: {_ratio(pack, bare, embedding)}")
    return [
        bound("warm pack at 120 chapters, in bare parts", pack / bare, 4),
        bound("warm pack at 2,000 chapters, in those at 120", took["pack at 2,000"] / pack, 1.3),
    ]


def _ratio(pack: float, bare: float, embedding: float) -> str:
    return f"{(pack + embedding) / (bare + embedding):.2f} times"


def _pack(library: Library, scope: Scope, chapter: int) -> ContextPack:
    card = ChapterCard(people=PEOPLE[:3])
    return library.pack(scope, PackRequest(chapter=chapter, query=QUERY, card=card))


def _tokens(library: Library, scope: Scope) -> bool:
    """Compare the story so far, its last twenty chapters counted alike on both sides."""
    late, middle = (_pack(library, scope, before + 1) for before in (LARGE, MIDDLE))
    (early_late, recent), (early_middle, other) = _parts(late), _parts(middle)
    print(f"story so far: {early_middle} + {other} tokens at {MIDDLE} chapters,", end=" ")
    print(f"{early_late} + {recent} at {LARGE}, of which the latter are the last {RECENT}")
    ratio = (early_late + recent) / (early_middle + recent)
    return bound("story so far at 2,000 chapters, in that at 200", ratio, 1.5)


def _parts(pack: ContextPack) -> tuple[int, int]:
    """Tokens of the story so far up to the last twenty chapters, and of these."""
    items = next(s.items for s in pack.sections if s.name == "story_so_far")
    recent = {c.id for c in pack.coverage if c.last >= pack.chapter - RECENT}
    near = sum(item.tokens for item in items if item.id in recent)
    return sum(item.tokens for item in items) - near, near


def _megabytes() -> float:
    """The most memory the process has taken so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(main())
