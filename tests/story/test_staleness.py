"""When a summary no longer tells what its chapter says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.facts import facts_of
from lorepack.records import Alias, Difference, Entity, EntityOrigin, Fact, FactKind
from story.staleness import SAME, THRESHOLD, compare

CHAPTER = """天亮时雨停了，渡口的木桩还在滴水。
“三天之内，”老周说，“船必须走。”
林墨把灯放在桌上，看着窗外的河。河水比昨夜低了，露出一截旧桥墩。
他想起那封信，信里说的话他已经能背下来。
傍晚，老周的船靠了岸，他没有下船。
"""
ENGLISH = """The rain stopped at dawn, and the posts of the ferry were still dripping.
Mira set the lamp on the table and looked out at the river.
"You have three days," said Orlin. "The boat must leave."
She knew the letter by heart.
"""


def bare_facts(text: str) -> tuple[Fact, ...]:
    return facts_of(text)


def differences(former: str, current: str) -> set[Difference]:
    return set(compare(former, current, bare_facts).differences)


def is_stale(former: str, current: str) -> bool:
    return compare(former, current, bare_facts).stale


@pytest.mark.parametrize(
    ("text", "old", "new", "difference"),
    [
        (CHAPTER, "三天", "三十天", Difference.FACT),
        (CHAPTER, "没有下船", "下船", Difference.NEGATION),
        (CHAPTER, "信里说的话", "信里说死的话", Difference.DEATH),
        (CHAPTER, "必须走", "可以走", Difference.FACT),
        (CHAPTER + "他是外门弟子。", "外门弟子", "内门弟子", Difference.RANK),
        (CHAPTER + "那年他升了知府。", "知府", "知县", Difference.RANK),
        (ENGLISH + "He was a captain then.", "captain", "colonel", Difference.RANK),
        (ENGLISH, "three days", "thirty days", Difference.FACT),
        (ENGLISH, "She knew", "She never knew", Difference.NEGATION),
        (ENGLISH, "still dripping", "dead and dripping", Difference.DEATH),
    ],
)
def test_one_word_that_matters_is_enough(
    text: str, old: str, new: str, difference: Difference
) -> None:
    assert text.count(old) == 1
    compared = compare(text, text.replace(old, new), bare_facts)
    assert compared.distance < 20
    assert difference in compared.differences
    assert compared.stale


def test_death_turned_into_life_is_stale() -> None:
    assert is_stale("那一夜他死了。", "那一夜他活了。")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("，", ","),
        ("。", "！"),
        ("\n", "\n\n"),
        ("“", "「"),
        ("他", " 他"),
        ("3", "３"),
        ("看", "看"),
    ],
)
def test_punctuation_white_space_and_width_leave_it_fresh(old: str, new: str) -> None:
    text = CHAPTER + "桌上有3盏灯。\n"
    assert compare(text, text.replace(old, new), bare_facts).differences == ()


def test_traditional_script_is_the_same_text() -> None:
    assert not is_stale("他们在渡口等船。", "他們在渡口等船。")


@pytest.mark.parametrize(("more", "stale"), [(-1, False), (0, False), (1, True)])
def test_the_threshold_itself_is_fresh(more: int, stale: bool) -> None:
    grown = CHAPTER + "啊" * (THRESHOLD + more)
    compared = compare(CHAPTER, grown, bare_facts)
    assert compared.distance == THRESHOLD + more
    assert compared.stale is stale


@pytest.mark.parametrize("times", [3, 20, 40])
def test_a_name_replaced_throughout_is_stale_however_few_characters_change(times: int) -> None:
    text = "".join(f"第{'甲乙丙丁'[n % 4]}排：林墨看着河。\n" for n in range(times))
    assert Difference.REPLACED in differences(text, text.replace("林墨", "林默"))
    assert is_stale(text, text.replace("林墨", "陆沉舟"))


def test_a_name_that_grew_is_stale() -> None:
    text = "林墨看着河，河水很静。\n" * 12
    assert Difference.REPLACED in differences(text, text.replace("林墨", "林墨寒"))


def test_a_word_put_right_once_is_no_name() -> None:
    assert differences(CHAPTER, CHAPTER.replace("旧桥墩", "老桥墩")) == set()


def test_a_registered_name_that_was_exchanged_once_is_stale() -> None:
    people = [
        Entity(
            id=name,
            kind=FactKind.PERSON,
            name=name,
            aliases=(Alias(text=name),),
            origin=EntityOrigin.AUTHOR,
        )
        for name in ("林墨", "陆沉舟")
    ]
    swapped = CHAPTER.replace("林墨", "陆沉舟")
    assert not is_stale(CHAPTER, swapped), "nobody has said that these are names"
    compared = compare(CHAPTER, swapped, lambda text: facts_of(text, people))
    assert compared.differences == (Difference.FACT,)


def test_a_moved_paragraph_is_told_of() -> None:
    first, second, *rest = CHAPTER.splitlines(keepends=True)
    moved = "".join([second, first, *rest])
    compared = compare(CHAPTER, moved, bare_facts)
    assert Difference.MOVED in compared.differences
    assert not compared.stale, "two short lines changed places, and nothing else"
    long = ["灯" * 60 + "\n", "河" * 60 + "\n"]
    assert set(compare("".join(long), "".join(long[::-1]), bare_facts).differences) == {
        Difference.MOVED,
        Difference.DISTANCE,
    }


def test_a_sum_with_another_sign_is_another_sum() -> None:
    assert Difference.FACT in differences("It cost $30.", "It cost €30.")


def test_the_same_number_spelled_otherwise_is_the_same() -> None:
    assert Difference.FACT not in differences("粮草三千二百石。", "粮草3200石。")


@given(st.text("林墨来了不死三十天，。\n", max_size=60))
def test_a_text_is_never_stale_against_itself(text: str) -> None:
    assert compare(text, text, bare_facts) == SAME
    assert not is_stale(text, text.replace("，", "。") + "\n")


TEXTS = st.text("林墨来了不死三十天，。\n", max_size=40)


@given(TEXTS, TEXTS)
def test_whether_facts_changed_does_not_depend_on_the_direction(one: str, other: str) -> None:
    there, back = differences(one, other), differences(other, one)
    # Which characters replace which depends on the alignment, which has a direction.
    assert there ^ back <= {Difference.REPLACED}
