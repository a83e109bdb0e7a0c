"""The dead who act, and all that only looks like it."""

import pytest

from lorepack.records import Alias, Entity, FactKind, FindingCode, MemoryKind
from story.claims import Names, read_claims
from story.continuity import ChapterClaims, check
from tests.story.told import codes, findings, memory

ZH = "夜里风大。沈砚秋咳了两声，气绝身亡，灯也灭了。"
EN = "The rain did not stop. At dawn Martin Vale died in the small room above the shop."


@pytest.mark.parametrize(
    "draft",
    [
        "沈砚秋推门进来，抖了抖伞上的雨水。",
        "“明日再说。”沈砚秋摆摆手，回屋去了。",
        "这天傍晚，砚秋坐在廊下喝茶。",
        "青禾回头一看，却是沈先生站在灯影里。",
        "陆青禾与沈砚秋并肩走在堤上。",
    ],
)
def test_a_dead_person_who_acts_is_found(draft: str) -> None:
    assert codes(ZH, draft) == [FindingCode.DEAD_ACTS]


@pytest.mark.parametrize(
    "draft",
    [
        "Martin Vale opened the door and shook the rain from his hat.",
        '"Not today," said Martin.',
        "Mr. Vale slowly folded the letter and put it away.",
        "At noon Martin walked down to the harbour with Ada.",
    ],
)
def test_a_dead_person_who_acts_is_found_in_english(draft: str) -> None:
    assert codes(EN, draft) == [FindingCode.DEAD_ACTS]


@pytest.mark.parametrize(
    "draft",
    [
        "沈砚秋笑道：“你们还在等船？”",
        "沈砚秋问道：“走得动吗”",
        "“只怕要下雨，”沈砚秋说道。",
        "“若是下雨，就不走了，”沈砚秋点了点头。",
        "沈砚秋低声说道：“你听说过鬼吗？当年我差点死在这里。”",
        "沈砚秋摆摆手：“命中注定的事，何必问我。”",
    ],
)
def test_what_the_dead_say_or_ask_does_not_make_their_act_a_mere_thought(draft: str) -> None:
    assert codes(ZH, draft) == [FindingCode.DEAD_ACTS]


@pytest.mark.parametrize(
    "draft",
    [
        'Martin asked, "Would you like some tea?"',
        '"I could not sleep," said Martin.',
        '"Perhaps it was a ghost," said Martin, and laughed.',
        "Martin nodded. “If it rains we shall stay,” he said.",
    ],
)
def test_what_the_dead_say_or_ask_does_not_make_their_act_a_mere_thought_in_english(
    draft: str,
) -> None:
    assert codes(EN, draft) == [FindingCode.DEAD_ACTS]


@pytest.mark.parametrize(
    "draft",
    [
        "三年前的一个雨夜，沈砚秋推门进来，抖了抖伞上的雨水。\n　　他说：“我来迟了。”\n　　沈"
        "砚秋坐下喝茶。",
        "当年沈砚秋站在这里，对她说过同样的话。",
        "青禾想起沈砚秋站在廊下的样子。",
        "青禾梦见沈砚秋推门进来，笑着坐下。",
        "沈砚秋的鬼魂站在廊下，一动不动。",
        "青禾在沈砚秋的灵前跪下，烧了一叠纸。",
        "墙上挂着沈砚秋的画像，沈砚秋微微笑着。",
        "沈砚秋留下的信还压在砚台底下。",
        "沈砚秋的葬礼办得很冷清。",
        "“沈砚秋站在那里！”孩子嚷道。",
        "若是沈砚秋站在这里，一定会拦住她。",
        "沈砚秋死后，铺子就关了。",
        "沈砚秋是她的恩人。",
        "她忘不了沈砚秋。",
    ],
)
def test_memories_dreams_ghosts_and_mentions_are_no_acts(draft: str) -> None:
    assert codes(ZH, draft) == []


@pytest.mark.parametrize(
    "draft",
    [
        "Ada dreamed that Martin Vale opened the door.",
        "Three years ago Martin Vale opened this very door.",
        "Ada remembered how Martin laughed.",
        "The ghost of Martin Vale stood by the window.",
        "If Martin came in now, she would tell him everything.",
        "Ada laid flowers on Martin Vale's grave.",
        "She still had the coat that belonged to Martin.",
    ],
)
def test_memories_dreams_ghosts_and_mentions_are_no_acts_in_english(draft: str) -> None:
    assert codes(EN, draft) == []


@pytest.mark.parametrize(
    "before",
    [
        "沈砚秋差点死了，躺了半个月才好。",
        "沈砚秋笑死我了，一路都在学鸡叫。",
        "沈砚秋是周老三的死党。",
        "沈砚秋没有死。",
        "青禾怕沈砚秋死了，一夜没睡。",
        "“沈砚秋死了！”有人喊道。",
        "沈砚秋累死了，倒头就睡。",
        "要是沈砚秋死了，铺子怎么办？",
        "沈砚秋的父亲病死了。",
        "沈砚秋发誓死也不说。",
        "青禾梦见沈砚秋气绝身亡，吓出一身冷汗。",
    ],
)
def test_what_is_no_death_makes_nobody_dead(before: str) -> None:
    assert codes(before, "沈砚秋推门进来，坐下喝茶。") == []


@pytest.mark.parametrize(
    "before",
    [
        "Martin was dead tired and fell asleep at once.",
        "Martin nearly died of laughter.",
        "Martin almost died that winter.",
        "Ada feared that Martin was dead.",
        "Martin did not die.",
        "Martin was dead certain about it.",
    ],
)
def test_what_is_no_death_makes_nobody_dead_in_english(before: str) -> None:
    assert codes(before, "Martin opened the door and sat down.") == []


def test_a_dream_that_nobody_wakes_from_ends_with_its_paragraph() -> None:
    draft = "青禾梦见一条大河。\n沈砚秋推门进来，坐下喝茶。"
    assert codes(ZH, draft) == [FindingCode.DEAD_ACTS]


def test_a_death_is_read_behind_another_clause_of_its_sentence() -> None:
    before = "下了一夜的雨，沈砚秋咳了两声，气绝身亡。"
    assert codes(before, "沈砚秋推门进来。") == [FindingCode.DEAD_ACTS]


def test_whoever_comes_back_to_life_may_act() -> None:
    assert codes([ZH, "谁也没料到，沈砚秋又活了过来。"], "沈砚秋推门进来。") == []
    assert codes(ZH, "棺盖响了。沈砚秋竟活了过来。沈砚秋坐起身，看着众人。") == []
    back = "Against all reason Martin Vale came back to life."
    assert codes([EN, back], "Martin opened the door.") == []


def test_whoever_goes_on_acting_was_not_dead() -> None:
    lively = "沈砚秋走进院子。他坐下了。沈砚秋笑道：“好。”沈砚秋站起身来。"
    assert codes([ZH, lively], "沈砚秋推门进来。") == []


def test_whoever_dies_in_the_draft_itself_may_act_before_and_be_mourned_after() -> None:
    draft = "沈砚秋推门进来，笑了笑。入夜，沈砚秋气绝身亡。众人在沈砚秋灵前哭了一夜。"
    assert codes("天晴。", draft) == []


def test_nobody_dies_twice() -> None:
    again = "乱军之中，沈砚秋中箭身亡。"
    assert codes([ZH, "天晴。"], again) == [FindingCode.DIES_AGAIN]
    assert codes([ZH, "天晴。", "沈砚秋死而复生。"], again) == []
    assert codes([ZH, "天晴。"], "沈砚秋死后，铺子就关了。") == []


def test_an_author_says_who_is_dead_and_who_is_not() -> None:
    dead = memory(MemoryKind.CHARACTER_STATE, "沈砚秋", "葬在堤上。", condition="已死")
    found = findings("天晴。", "沈砚秋推门进来。", memories=[dead])
    assert [(f.code, f.before and f.before.memory) for f in found] == [
        (FindingCode.DEAD_ACTS, dead.id)
    ]
    alive = memory(MemoryKind.CHARACTER_STATE, "沈砚秋", "假死脱身。", condition="活着")
    assert findings(ZH, "沈砚秋推门进来。", memories=[alive]) == []


def test_only_chapters_before_the_draft_speak() -> None:
    assert codes([], "沈砚秋推门进来。" + ZH) == []


def acting_among(people: dict[str, tuple[str, ...]], draft: str) -> list[str]:
    """Names of the dead who act in a draft, in a book where 沈砚秋 has died."""
    names = Names(
        Entity(
            id=f"id of {name}",
            kind=FactKind.PERSON,
            name=name,
            aliases=tuple(Alias(text=text) for text in spellings),
        )
        for name, spellings in people.items()
    )
    told = ChapterClaims(position=1, claims=read_claims(ZH, names))
    return [finding.subject for finding in check(draft, 2, names, [told])]


def test_a_name_inside_a_longer_one_is_not_the_shorter_one() -> None:
    people = {"沈砚秋": ("沈砚秋",), "沈砚秋水": ("沈砚秋水",)}
    assert acting_among(people, "沈砚秋水推门进来，坐下喝茶。") == []
    assert acting_among(people, "沈砚秋推门进来，坐下喝茶。") == ["沈砚秋"]


def test_a_name_that_two_people_bear_is_nobody_in_particular() -> None:
    people = {"沈砚秋": ("沈砚秋", "老沈"), "沈砚冬": ("沈砚冬", "老沈")}
    assert acting_among(people, "老沈推门进来，坐下喝茶。") == []
    namesakes = {"沈砚秋": ("沈砚秋",), "沈砚秋（小）": ("沈砚秋",)}
    assert acting_among(namesakes, "沈砚秋推门进来，坐下喝茶。") == []
