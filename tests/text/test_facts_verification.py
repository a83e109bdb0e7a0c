import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from text.facts import extract, verify
from text.facts.verification import same_fact, same_measure

SENTENCES = (
    "他付了三千二百两银子。",
    "十年前，大军十万到了。",
    "除非你来，否则不得入内！",
    "预算3万封顶，超出需审批。",
    "她等了三年。",
    "第三天，他涨了百分之五。",
    "编号F012在12:30送到。",
    "一百二十回，二〇二四年三月五日。",
    "She paid two hundred and five pounds. ",
    "They must not leave before half past six! ",
    "Mr. Hill never waited ten days. ",
)


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=8),
    st.lists(st.integers(min_value=0, max_value=7), max_size=6),
)
def test_whole_sentences_of_the_source_always_verify(
    sentences: list[str], chosen: list[int]
) -> None:
    summary = "".join(sentences[place % len(sentences)] for place in chosen)
    assert verify(summary, "".join(sentences)) == ()


@pytest.mark.parametrize(
    ("summary", "source"),
    [
        ("付了3200元。", "他付了三千二百元。"),
        ("付了３，２００元。", "他付了3200元。"),
        ("等了3年。", "她等了三年。"),
        ("三百人。", "约莫三百人来了。"),
        ("涨了50%。", "涨了百分之五十。"),
        ("三千二百。", "他付了3200元。"),
        ("三萬兩。", "三万两。"),
        ("建安25年。", "建安二十五年，他病了。"),
        ("7月初七日。", "时当七月初七日。"),
        ("2日。", "又行了两日。"),
        ("1000丈。", "高千丈。"),
        ("行了2日。", "又行了二日，才到。"),
        ("40 riders.", "She came with forty riders."),
    ],
)
def test_another_spelling_of_a_fact_is_the_same_fact(summary: str, source: str) -> None:
    assert verify(summary, source) == ()


@pytest.mark.parametrize(
    ("summary", "source", "wrong"),
    [
        ("等了三十年。", "她等了三年。", "三十年"),
        ("等了三天。", "她等了三年。", "三天"),
        ("来了两百人。", "来了一千两百人。", "两百人"),
        ("F012。", "F0123号。", "F012"),
        ("至少三百人。", "三百人。", "至少三百人"),
        ("涨了五成。", "涨了百分之五。", "五成"),
        ("三次。", "第三次来。", "三次"),
        ("三年。", "等了三年半。", "三年"),
        ("五天。", "过了三点五天。", "五天"),
        ("3次。", "第三次来。", "3次"),
        ("3002元", "付了300两。", "3002元"),
        ("7月。", "时当十七月。", "7月"),
        ("50%", "来了50人。", "50%"),
        ("5", "得了3.5分。", "5"),
        ("200元", "花了1,200元。", "200元"),
        ("€5", "It cost $5.", "€5"),
        ("长5米。", "长5厘米。", "5米"),
        ("A-17", "编号A17。", "A-17"),
        ("in ten days.", "in eighteen days.", "ten days"),
        ("He came on May 6, 1813.", "He came on May 5, 1813.", "May 6, 1813"),
    ],
)
def test_a_changed_or_invented_fact_is_reported(summary: str, source: str, wrong: str) -> None:
    assert wrong in [fact.text for fact in verify(summary, source)]


@pytest.mark.parametrize(
    ("one", "other", "same", "measure"),
    [
        ("三千人", "3000人", True, True),
        ("三千人", "三万人", False, True),
        ("三天", "三年", False, False),
        ("三百人", "约三百人", True, True),
        ("三百人", "不到三百人", False, True),
        ("二月初九", "2月初九", True, True),
        ("twelve miles", "12 miles", True, True),
        ("twelve miles", "nine miles", False, True),
    ],
)
def test_two_facts_are_compared_by_value_and_by_what_they_measure(
    one: str, other: str, same: bool, measure: bool
) -> None:
    (first,), (second,) = extract(one), extract(other)
    assert same_fact(first, second) is same
    assert same_measure(first, second) is measure


@pytest.mark.parametrize("said", ["三天后", "三天以后", "3天之后"])
def test_after_is_after_in_whatever_words(said: str) -> None:
    assert verify(said, "三天之后，船来了。") == ()
    assert verify("三天前", "三天之后，船来了。") != ()
