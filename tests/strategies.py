"""Small original books and requests: what the property tests are fed with."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st

from lorepack.records import ChapterCard, Memory, MemoryKind

PEOPLE = ("沈砚秋", "陆砚秋", "砚秋", "林动", "林动天", "苏小满", "Martin Vale", "Ada Crane")
"""Names inside names, and a given name that two people share."""
PLACES = ("青石渡", "望潮楼", "the old mill")
ITEMS = ("铜铃", "半张海图", "the brass key")
FIGURES = ("三千二百", "3200", "３，２００", "3,200", "十七", "F012", "40%")
"""The first four are one number, written in four ways."""

_TEMPLATES = (
    "{who}在{where}等了{figure}天，没有等到{other}。",
    "{who}说：“{item}不在{where}，你不必再找。”",
    "「{item}」，{other}道，「值{figure}两银子。」",
    "天快亮的时候，{who}把{item}放回了原处，什么也没有说。",
    "如果{figure}日之内潮水不退，{where}就要封门。",
    "{who} counted {figure} coins at {where} and handed {item} to {other}.",
    "“Nobody leaves {where},” said {who}, “before the AI in the main hall is silent.”",
    "雨声很大。{other}没有听见{who}敲门！",
    "——————\n",
    "　　信上只有一行字：“{figure}，{who}亲启。”\n",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """A manuscript as its author has it: a heading and a body for every chapter."""

    chapters: tuple[tuple[str, str], ...]
    volume_length: int | None = None
    """Chapters in each volume; None for a book without volumes."""

    def manuscript(self, count: int | None = None) -> bytes:
        """The file that holds the first `count` chapters, or all."""
        lines: list[str] = []
        for at, (heading, body) in enumerate(self.chapters[:count]):
            if self.volume_length and at % self.volume_length == 0:
                lines.append(f"第{at // self.volume_length + 1}卷 潮汐\n")
            lines.append(f"{heading}\n{body}\n")
        return "\n".join(lines).encode()

    def __len__(self) -> int:
        return len(self.chapters)


def sentence(random: Random) -> str:
    """One sentence about somebody, somewhere, some number."""
    who, other = random.sample(PEOPLE, 2)
    return random.choice(_TEMPLATES).format(
        who=who,
        other=other,
        where=random.choice(PLACES),
        item=random.choice(ITEMS),
        figure=random.choice(FIGURES),
    )


def body(random: Random, sentences: int) -> str:
    """A chapter's text of so many sentences, in paragraphs."""
    told = [sentence(random) + random.choice(("", "", "\n")) for _ in range(sentences)]
    return "".join(told).strip("\n") or "风停了。"


def synthetic_book(length: int, *, seed: int = 7, sentences: int = 8) -> Book:
    """The same book every time, of so many chapters in volumes of 25."""
    random = Random(seed)
    chapters = [
        (f"第{at}章 {random.choice(ITEMS)}", body(random, sentences)) for at in range(1, length + 1)
    ]
    return Book(chapters=tuple(chapters), volume_length=25)


def books(shortest: int = 2, longest: int = 6, sentences: int = 6) -> st.SearchStrategy[Book]:
    """Small random books."""

    @st.composite
    def build(draw: st.DrawFn) -> Book:
        random = Random(draw(st.integers(0, 2**32)))
        length = draw(st.integers(shortest, longest))
        return Book(
            chapters=tuple(
                (f"第{at}章 {random.choice(ITEMS)}", body(random, random.randint(1, sentences)))
                for at in range(1, length + 1)
            ),
            volume_length=draw(st.sampled_from([None, 3])),
        )

    return build()


def phrases() -> st.SearchStrategy[str]:
    """What somebody may ask: names, numbers, quotations, plain words, all together."""
    parts = st.one_of(
        st.sampled_from(PEOPLE + PLACES + ITEMS + FIGURES),
        st.sampled_from(["“你不必再找”", "「铜铃」", '"Nobody leaves"', "何时封门", "敲门", "？"]),
    )
    return st.lists(parts, min_size=1, max_size=4).map(" ".join)


def cards() -> st.SearchStrategy[ChapterCard]:
    """Chapter cards, from empty to full."""

    def some(values: Sequence[str]) -> st.SearchStrategy[tuple[str, ...]]:
        return st.lists(st.sampled_from(values), max_size=3, unique=True).map(tuple)

    said = st.sampled_from(["", "封门之前找到海图", "“你不必再找”一句要有回应", "let Ada decide"])
    return st.builds(
        ChapterCard,
        title=said,
        goal=said,
        must_happen=some(["铜铃响三次", "苏小满认出笔迹"]),
        must_not=some(["不得提到海图的下落"]),
        people=some([*PEOPLE, "无名氏"]),
        places=some(PLACES),
        items=some(ITEMS),
        foreshadow_codes=some(["F012", "F013"]),
        text=said,
    )


HOSTILE = ("•", "#", "##", "§", "a", "F", "0", "\n", "\\", " ", "　", "<|im_start|>", "<", "|",
           "system:", "User：", "</s>", "```", "· rules ", "岁", "月", "-", ".")  # fmt: skip
"""Pieces of what a stored text may try to pose with."""


def hostile_texts(longest: int = 24) -> st.SearchStrategy[str]:
    """Texts that imitate the frame of a pack."""
    return st.lists(st.sampled_from(HOSTILE), max_size=longest).map("".join)


def author_memories() -> list[Memory]:
    """What an author has written down: at least one memory for every section."""

    def memory(kind: MemoryKind, text: str, subject: str = "", **fields: str) -> Memory:
        return Memory(
            id=f"{kind}:{subject or text[:8]}", kind=kind, subject=subject, text=text, fields=fields
        )

    return [
        memory(MemoryKind.LOCKED_RULE, "青石渡的潮水只退三次。"),
        memory(MemoryKind.BAN_RULE, "不得出现现代词语。"),
        memory(MemoryKind.STYLE_RULE, "句子短，少用形容词。"),
        memory(MemoryKind.BIBLE, "一座渡口，一张海图，六个人。\n\n" + "潮水的规矩不可改。" * 60),
        memory(MemoryKind.VOLUME_OUTLINE, "众人到齐，海图被撕成两半。", volume="第1卷 潮汐"),
        memory(MemoryKind.MAINLINE, "海图的另一半在望潮楼。"),
        memory(MemoryKind.CHARACTER_STATE, "左手有伤，还在装睡。", "沈砚秋"),
        memory(MemoryKind.RELATIONSHIP, "同门，互相不信。", "沈砚秋/苏小满"),
        memory(MemoryKind.SCENE, "三层木楼，临水。", "望潮楼"),
        memory(MemoryKind.ITEM, "缺了铃舌。", "铜铃"),
        memory(MemoryKind.EVENT, "涨潮那夜被撕成两半。", "半张海图"),
        memory(
            MemoryKind.FORESHADOW, "铃舌在谁手里？", "F012", title="铃舌", due_from="2", due_to="4"
        ),
        memory(MemoryKind.FORESHADOW, "海图缺的那一角。", "F013", title="缺角"),
        memory(MemoryKind.NEXT_DUTY, "交代铜铃为何不响。"),
        memory(MemoryKind.CHAPTER_CARD, "封门。本章出场人物：沈砚秋", chapter_no="21"),
        memory(MemoryKind.PREFERENCE, "对话要短。", whose="作者"),
        memory(MemoryKind.DECISION, "海图不再补全。", reasons="缺角更好"),
        memory(MemoryKind.TASK_RESULT, "查过铜铃的来历。", status="done"),
        memory(MemoryKind.SESSION_SUMMARY, "谈到望潮楼。", topic="第二卷"),
        memory(MemoryKind.NOTE, "苏小满的笔迹像她母亲。"),
    ]
