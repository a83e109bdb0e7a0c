"""Classes of hard facts that a labelled set showed to be missed, in sentences of our own."""

import pytest

from lorepack.records import FactKind
from text.facts import extract


def found(text: str) -> list[tuple[str, str, str | None]]:
    """Kind, text and value of all but the conditions."""
    facts = [fact for fact in extract(text) if fact.kind is not FactKind.CONDITION]
    return [(fact.kind.value, fact.text, fact.value) for fact in facts]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("打(020) 555 0143找他。", "(020) 555 0143"),
        ("Call +44 20 7946 0018 now.", "+44 20 7946 0018"),
        ("Call 555-867-5309 x12 now.", "555-867-5309 x12"),
        ("服务器在fe80::12:34。", "fe80::12:34"),
        ("见lorebook.org/help，谢谢。", "lorebook.org/help"),
        ("Ask @old_ferryman about it.", "@old_ferryman"),
        ("The tag #snowfall is his.", "#snowfall"),
        ("Key {0a1b2c3d4e5f60718293a4b5c6d7e8f9}.", "{0a1b2c3d4e5f60718293a4b5c6d7e8f9}"),
    ],
)
def test_codes_are_found_whole(text: str, code: str) -> None:
    assert [(kind, words) for kind, words, _ in found(text)] == [("code", code)]


@pytest.mark.parametrize("text", ["他说：：好。", "At 12:30:45 sharp.", "2011 和 2012。"])
def test_colons_and_years_are_no_codes(text: str) -> None:
    assert all(kind != "code" for kind, _, _ in found(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("负40%", [("percent", "负40%", "-40")]),
        ("三百五十又三分之一", [("percent", "三百五十又三分之一", None)]),
        ("二分之壹", [("percent", "二分之壹", None)]),
        ("七成六", [("percent", "七成六", None)]),
        ("3千零20", [("number", "3千零20", "3020")]),
        ("600余万", [("number", "600余万", None)]),
        ("三千 九百 六十五", [("number", "三千 九百 六十五", "3965")]),
        ("答案是七不是八。", [("number", "七", "7"), ("number", "八", "8")]),
        ("20世纪80年代", [("date", "20世纪80年代", None)]),
        ("9个比特币", [("money", "9个比特币", "9")]),
    ],
)
def test_chinese_numbers_of_rarer_shapes_are_found(
    text: str, expected: list[tuple[str, str, str | None]]
) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("来了十来个人。", "十来个"),
        ("走了二十来里。", "二十来里"),
        ("三千来人守城。", "三千来人"),
        ("只剩三百来士兵。", "三百来"),
        ("三十来回合不分胜负。", "三十来回"),
    ],
)
def test_about_so_many_is_one_amount(text: str, words: str) -> None:
    assert found(text)[0][1:] == (words, None)


@pytest.mark.parametrize("name", ["李十七", "韩三千"])
@pytest.mark.parametrize("rest", ["来了。", "来到门前。", "来过。", "来说话。", "来", "来回走。"])
def test_coming_is_no_part_of_the_number_in_a_name(name: str, rest: str) -> None:
    assert [words for _, words, _ in found(name + rest)] == [name[1:]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("He ate five eighths of it.", ("percent", "five eighths")),
        ("Odds of one over twenty.", ("percent", "one over twenty")),
        ("Add ½ a cup.", ("percent", "½")),
        ("Two hundred point seven degrees.", ("quantity", "Two hundred point seven degrees")),
        ("It cost us $ 16.4 million.", ("money", "us $ 16.4 million")),
        ("Pay 13 lakh rupees.", ("money", "13 lakh rupees")),
        ("The two hundredth page.", ("number", "two hundredth")),
        ("He came on the 4th of march.", ("date", "the 4th of march")),
        ("Born 23/Sep/1820 in Ghent.", ("date", "23/Sep/1820")),
        ("In the third week of June.", ("date", "third week of June")),
        ("Due at the end of the month.", ("date", "the end of the month")),
        ("Sales of Q3 fell.", ("date", "Q3")),
        ("Seven thirty pm sharp.", ("time", "Seven thirty pm")),
        ("It rained all night.", ("date", "all night")),
        ("In two business days.", ("duration", "two business days")),
    ],
)
def test_english_facts_of_rarer_shapes_are_found(text: str, expected: tuple[str, str]) -> None:
    (kind, words, _), *rest = found(text)
    assert (kind, rest) == (expected[0], [])
    assert expected[1] in words


@pytest.mark.parametrize("text", ["You may first ask him.", "They march and march."])
def test_verbs_that_look_like_months_are_no_dates(text: str) -> None:
    assert all(kind != "date" for kind, _, _ in found(text))


def test_english_between_chinese_is_found() -> None:
    assert [words for _, words, _ in found("他等了 3 days，at 3pm，走了。")] == [
        "3 days",
        "at 3pm",
    ]


@pytest.mark.parametrize("text", ["Chapter 33. March came in.", "It was the 3rd. May left."])
def test_a_number_that_ends_a_sentence_is_no_day_of_the_month_after_it(text: str) -> None:
    assert not [fact for fact in extract(text) if ". " in fact.text]


def test_a_line_of_signs_is_no_part_of_the_condition_below_it() -> None:
    text = "他走了。\n——————\n　　如果潮水不退，渡口就要封门。"
    (condition,) = [f for f in extract(text) if f.kind is FactKind.CONDITION]
    assert condition.text == "如果潮水不退，渡口就要封门。"
    assert text[condition.start : condition.end] == condition.text
