"""Invented novels: words of a vocabulary spread as a language's are (Zipf), people, sums, speech.

A book is a function of its number, so that a folder that is kept can be grown on, and the same book
can stand in two of them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from random import Random

WORDS = 30_000
"""Words of the vocabulary that all books share."""
CAST = 12
"""People of one book."""
VOLUME = 50
"""Chapters of a volume."""
CHAPTER_CHARS = 2_250
"""Characters of a chapter, headings aside, at the least."""

_SEED = 11
_LENGTHS, _SHARES = (1, 2, 3), (20, 65, 15)
"""Characters of a word, and how many of a hundred words have so many."""
_COMMON = (
    "的一是不了在人有我他这个们来上大为和地到以说时要就出会可也你对生能而子那得于着下自之年过后作里"
)
"""The characters that any prose is full of."""
_SURNAMES = "赵钱孙李周吴郑王冯陈沈韩杨朱秦许何吕张孔曹严华金魏陶姜谢邹苏潘葛范彭鲁韦马方任袁柳"
_GIVEN = "墨秋岚舟衡雁松云青砚渠满堂山雪远清和安宁川枫棠澜"
_MARKS = ("，", "，", "，", "。", "。", "！", "？", "；")
_SPEECH, _SUM, _DAYS = 0.2, 0.06, 0.04
"""Shares of the sentences that are spoken, name a sum, name a number of days."""
_DIGITS = "一二三四五六七八九"


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """Words, the most frequent first, with what their frequencies add up to."""

    words: Sequence[str]
    weights: Sequence[float]

    def draw(self, random: Random, count: int) -> list[str]:
        """So many words, each as often as its rank says."""
        return random.choices(self.words, cum_weights=self.weights, k=count)


@cache
def vocabulary() -> Vocabulary:
    """The words that all books share, of GB 2312's most used characters; rank r weighs 1/r."""
    random = Random(_SEED)
    others = [bytes((high, low)).decode("gb2312") for high, low in _first_level()]
    random.shuffle(others)
    characters = [*_COMMON, *(each for each in others if each not in _COMMON)]
    weights = list(accumulate(1 / rank for rank in range(1, len(characters) + 1)))
    words: dict[str, None] = {}
    while len(words) < WORDS:
        length = random.choices(_LENGTHS, _SHARES)[0]
        words["".join(random.choices(characters, cum_weights=weights, k=length))] = None
    return Vocabulary(
        words=tuple(words),
        weights=list(accumulate(1 / rank for rank in range(1, WORDS + 1))),
    )


def _first_level() -> Iterator[tuple[int, int]]:
    """Bytes of GB 2312's 3,755 most used characters."""
    for high in range(0xB0, 0xD8):
        last = 0xF9 if high == 0xD7 else 0xFE
        yield from ((high, low) for low in range(0xA1, last + 1))


def cast(book: int) -> tuple[str, ...]:
    """The people of a book, the most often named first; other books have some of them too."""
    random = Random(_SEED * 1_000_003 + book)
    names: dict[str, None] = {}
    while len(names) < CAST:
        names[random.choice(_SURNAMES) + "".join(random.sample(_GIVEN, 2))] = None
    return tuple(names)


def manuscript(book: int, chapters: int) -> bytes:
    """A book of so many chapters, as a text file."""
    return "\n".join(_lines(book, chapters)).encode()


def _lines(book: int, chapters: int) -> Iterator[str]:
    random, people = Random(book), cast(book)
    for at in range(chapters):
        if at % VOLUME == 0:
            yield f"第{at // VOLUME + 1}卷 {_words(random, 2)}\n"
        yield f"第{at + 1}章 {_words(random, 3)}\n"
        yield from _body(random, people)


def _body(random: Random, people: Sequence[str]) -> Iterator[str]:
    length = 0
    while length < CHAPTER_CHARS:
        paragraph = "".join(sentence(random, people) for _ in range(random.randint(1, 6)))
        length += len(paragraph)
        yield f"　　{paragraph}"
    yield ""


def sentence(random: Random, people: Sequence[str]) -> str:
    """One sentence, of clauses; some are speech, some name somebody, a sum or a time."""
    clauses = [_words(random, random.randint(2, 6)) for _ in range(random.randint(1, 4))]
    sort = random.random()
    who = random.choices(people, weights=range(len(people), 0, -1))[0]
    if sort < _SPEECH:
        return f"{who}道：“{'，'.join(clauses)}。”"
    if sort < _SPEECH + _SUM:
        clauses.append(f"{who}取出{random.choice(_DIGITS)}百{random.choice(_DIGITS)}十两银子")
    elif sort < _SPEECH + _SUM + _DAYS:
        clauses.insert(0, f"过了{random.choice(_DIGITS)}十{random.choice(_DIGITS)}日")
    elif sort < 0.5:
        clauses[0] = who + clauses[0]
    return "，".join(clauses) + random.choice(_MARKS[3:6])


def _words(random: Random, count: int) -> str:
    return "".join(vocabulary().draw(random, count))
