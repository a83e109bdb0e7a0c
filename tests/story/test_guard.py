"""The guard: what departs from the source is repaired or goes, what is faithful stays."""

import pytest

from lorepack.records import Alias, Entity, EntityOrigin, FactKind, Span
from story.guard import FindingKind, Guarded, Verdict, guard, kept_facts
from text.aliases import AliasMatcher

CHINESE = """
　　暮色压下来的时候，沈砚赶着两匹骡子进了青石渡。渡口的更夫告诉他，过河要交三百二十文。
　　韩铁在桥头打败了陆晚晴，夺走了铜铃。沈砚没有手令，不肯回头。
　　三天后，陆晚晴在望潮楼病死了。苏小满带三千人马赶到，被韩铁杀死。周伯伤得很重，却没有死。
　　预算3万封顶，超出需审批。韩铁写信给沈砚，约他二月初九在渡口相见。
　　除非有陆县丞的手令，否则一文也不能少。
"""
ENGLISH = """
Edmund Harrow drove two mules to the ferry at Greystone, and the keeper wanted twelve shillings
for the crossing. Margaret Lowe struck Edmund Harrow with the oar. Harrow did not answer her.

On the third day Margaret Lowe died in the lodge. The keeper was wounded, but he was not dead.
Thomas Vale followed Harrow to Cloudhampton with forty riders. The bridge was never repaired.
Nobody may cross unless he carries a letter from the magistrate.
"""


def _entity(name: str, *aliases: str) -> Entity:
    return Entity(
        id=name,
        kind=FactKind.PERSON,
        name=name,
        origin=EntityOrigin.AUTHOR,
        aliases=tuple(Alias(text=text) for text in (name, *aliases)),
    )


NAMES = AliasMatcher(
    [
        _entity("沈砚", "沈先生"),
        _entity("陆晚晴", "晚晴"),
        _entity("韩铁", "韩教头"),
        _entity("苏小满"),
        _entity("周伯"),
        _entity("方远山"),
        _entity("Edmund Harrow", "Harrow", "Edmund"),
        _entity("Margaret Lowe", "Margaret"),
        _entity("Thomas Vale", "Vale"),
        _entity("Walter Finch"),
    ]
)


def guarded(output: str) -> Guarded:
    return guard(output, CHINESE if "\u4e00" <= output[0] <= "\u9fff" else ENGLISH, NAMES)


@pytest.mark.parametrize(
    "output",
    [
        "沈砚赶着两匹骡子进了青石渡。",
        "沈先生赶着2匹骡子进了青石渡。",
        "过河要交320文。",
        "更夫告诉沈砚，过河要交三百二十文，沈砚没有手令。",
        "韩教头打败晚晴，夺走铜铃。",
        "陆晚晴被韩铁打败了。",
        "韩铁杀死了苏小满。",
        "夺走了铜铃的韩铁，在桥头打败了陆晚晴。",
        "苏小满带3000人马赶到。",
        "周伯没死。",
        "二月初九在渡口相见。",
        "预算3万封顶。",
        "他没有手令。",
        "Harrow drove two mules to the ferry at Greystone.",
        "The keeper wanted 12 shillings for the crossing.",
        "Margaret struck Harrow with the oar, and he did not answer her.",
        "Edmund Harrow was struck by Margaret Lowe with the oar.",
        "Margaret Lowe died on the third day.",
        "Vale followed Edmund Harrow with 40 riders.",
        "The bridge was not repaired.",
    ],
)
def test_a_faithful_rewording_is_kept_to_the_letter(output: str) -> None:
    assert guarded(output) == Guarded(text=output, verdict=Verdict.KEPT)


@pytest.mark.parametrize(
    ("kind", "output", "repaired"),
    [
        (FindingKind.CHANGED_VALUE, "沈砚赶着三匹骡子进了青石渡。", "沈砚赶着两匹骡子进了青石渡。"),
        (FindingKind.CHANGED_VALUE, "过河要交五百文。", "过河要交三百二十文。"),
        (FindingKind.CHANGED_VALUE, "苏小满带三万人马赶到。", "苏小满带三千人马赶到。"),
        (FindingKind.LOST_VALUE, "预算有限，超出需审批。", "预算3万封顶，超出需审批。"),
        (
            FindingKind.CHANGED_CONDITION,
            "一文也不能少。",
            "除非有陆县丞的手令，否则一文也不能少。",
        ),
        (
            FindingKind.CHANGED_CONDITION,
            "Nobody may cross.",
            "Nobody may cross unless he carries a letter from the magistrate.",
        ),
        (
            FindingKind.CHANGED_NAME,
            "王大锤赶着两匹骡子进了青石渡。",
            "沈砚赶着两匹骡子进了青石渡。",
        ),
        (FindingKind.CHANGED_NAME, "苏小满在桥头打败了陆晚晴。", "韩铁在桥头打败了陆晚晴。"),
        (FindingKind.SWAPPED_ROLES, "陆晚晴打败了韩铁，夺走铜铃。", "韩铁打败了陆晚晴，夺走铜铃。"),
        (FindingKind.SWAPPED_ROLES, "韩铁被陆晚晴打败了。", "陆晚晴被韩铁打败了。"),
        (FindingKind.DROPPED_NEGATION, "沈砚有手令，不肯回头。", "沈砚没有手令，不肯回头。"),
        (FindingKind.DROPPED_NEGATION, "沈砚没有手令，肯回头。", "沈砚没有手令，不肯回头。"),
        (FindingKind.ADDED_NEGATION, "韩铁未写信给沈砚。", "韩铁写信给沈砚。"),
        (FindingKind.DEATH_CHANGED, "陆晚晴在望潮楼活着。", "陆晚晴在望潮楼死。"),
        (FindingKind.DEATH_CHANGED, "陆晚晴在望潮楼没有病死。", "陆晚晴在望潮楼病死。"),
        (FindingKind.DEATH_CHANGED, "周伯伤得很重，死了。", "周伯伤得很重，没死了。"),
        (
            FindingKind.CHANGED_VALUE,
            "The keeper wanted twenty shillings for the crossing.",
            "The keeper wanted twelve shillings for the crossing.",
        ),
        (
            FindingKind.CHANGED_NAME,
            "Thomas Vale drove two mules to the ferry at Greystone.",
            "Edmund Harrow drove two mules to the ferry at Greystone.",
        ),
        (
            FindingKind.SWAPPED_ROLES,
            "Edmund Harrow struck Margaret Lowe with the oar.",
            "Margaret Lowe struck Edmund Harrow with the oar.",
        ),
        (FindingKind.DROPPED_NEGATION, "Harrow did answer her.", "Harrow did not answer her."),
        (
            FindingKind.DROPPED_NEGATION,
            "The bridge was repaired.",
            "The bridge was never repaired.",
        ),
        (
            FindingKind.ADDED_NEGATION,
            "Vale followed Harrow not to Cloudhampton.",
            "Vale followed Harrow to Cloudhampton.",
        ),
        (
            FindingKind.DEATH_CHANGED,
            "The keeper was wounded, but he was dead.",
            "The keeper was wounded, but he was not dead.",
        ),
    ],
)
def test_what_the_source_says_is_put_in_its_place(
    kind: FindingKind, output: str, repaired: str
) -> None:
    found = guarded(output)
    assert found.text == repaired
    assert found.verdict is Verdict.REPAIRED
    assert set(found.counts) == {kind}
    assert guarded(repaired).verdict is Verdict.KEPT


@pytest.mark.parametrize(
    ("kind", "output", "left"),
    [
        (FindingKind.INVENTED_NAME, "沈砚没有手令。方远山笑了。", "沈砚没有手令。"),
        (FindingKind.INVENTED_NAME, "沈砚没有手令。赵子龙笑了。", "沈砚没有手令。"),
        (FindingKind.INVENTED_NAME, "沈砚没有手令。他要去洛阳。", "沈砚没有手令。"),
        (FindingKind.INVENTED_NUMBER, "沈砚没有手令。城里有九万户人家。", "沈砚没有手令。"),
        (FindingKind.DEATH_CHANGED, "沈砚没有手令。陆晚晴还活着。", "沈砚没有手令。"),
        (FindingKind.DEATH_CHANGED, "沈砚没有手令。沈砚死了。", "沈砚没有手令。"),
        (
            FindingKind.INVENTED_NAME,
            "Harrow did not answer her. Walter Finch laughed.",
            "Harrow did not answer her.",
        ),
        (
            FindingKind.INVENTED_NAME,
            "Harrow did not answer her. He went to see Lord Ashby at home.",
            "Harrow did not answer her.",
        ),
        (
            FindingKind.INVENTED_NUMBER,
            "Harrow did not answer her. He was sixty years old.",
            "Harrow did not answer her.",
        ),
        (
            FindingKind.DEATH_CHANGED,
            "Harrow did not answer her. Margaret Lowe is still alive.",
            "Harrow did not answer her.",
        ),
        (
            FindingKind.DEATH_CHANGED,
            "Harrow did not answer her. Thomas Vale was killed.",
            "Harrow did not answer her.",
        ),
    ],
)
def test_a_sentence_that_nothing_in_the_source_repairs_is_left_out(
    kind: FindingKind, output: str, left: str
) -> None:
    found = guarded(output)
    assert (found.text, found.verdict, found.removed) == (left, Verdict.REPAIRED, 1)
    assert found.counts[kind] >= 1


def test_a_text_of_which_most_is_invented_is_rejected() -> None:
    found = guarded("沈砚没有手令。方远山笑了。城里有九万户人家。")
    assert (found.text, found.verdict, found.removed) == ("", Verdict.REJECTED, 2)
    assert found.counts == {FindingKind.INVENTED_NAME: 1, FindingKind.INVENTED_NUMBER: 1}


def test_a_bare_numeral_is_held_against_the_one_in_its_place() -> None:
    source = "两马相交，战不三合，韩铁败走。二将追到桥头，不敢过河。"
    found = guard("战不八合，韩铁败走。四将追到桥头，不敢过河。", source, NAMES)
    assert found.text == "战不三合，韩铁败走。二将追到桥头，不敢过河。"
    assert found.counts == {FindingKind.CHANGED_VALUE: 2}


def test_a_negation_may_be_missing_where_the_text_ends() -> None:
    source = "The keeper would go only when he saw it, and Harrow could not."
    found = guard("The keeper would go only when he saw it, and Harrow could", source, NAMES)
    assert found.counts == {FindingKind.DROPPED_NEGATION: 1}
    assert found.verdict is not Verdict.KEPT


def test_a_finding_quotes_both_texts() -> None:
    output = "沈砚赶着三匹骡子进了青石渡。"
    (finding,) = guarded(output).findings
    assert output[finding.span.start : finding.span.end] == finding.text == "三匹"
    assert finding.source is not None
    assert CHINESE[finding.source.start : finding.source.end] == finding.expected == "两匹"


def test_a_swap_is_no_fault_where_the_names_are_only_listed() -> None:
    source = "沈砚与韩铁并马出城，一路无话。"
    assert guard("韩铁与沈砚并马出城。", source, NAMES).verdict is Verdict.KEPT


def test_an_alias_counts_only_where_it_is_valid() -> None:
    heir = Alias(text="少东家", from_chapter="c9")
    entity = Entity(id="e", kind=FactKind.PERSON, name="顾青", aliases=(Alias(text="顾青"), heir))
    names = AliasMatcher([entity], {"c1": 0, "c9": 8})
    source = "顾青推开门，看见满院的雪。"
    output = "少东家推开门，看见满院的雪。"
    assert guard(output, source, names, at=8).verdict is Verdict.KEPT
    assert guard("顾青推开门。", source, names, at=0).verdict is Verdict.KEPT


def test_the_facts_of_the_told_sentences_are_kept_verbatim() -> None:
    facts = kept_facts("更夫告诉他，过河要交320文。苏小满带人马赶到。", CHINESE, NAMES)
    assert [fact.text for fact in facts] == ["三百二十文", "三千人"]
    assert all(CHINESE[fact.start : fact.end] == fact.text for fact in facts)


def test_a_condition_is_kept_as_its_whole_sentence() -> None:
    facts = kept_facts("没有县丞的手令，一文也不能少。", CHINESE, NAMES)
    assert "除非有陆县丞的手令，否则一文也不能少。" in [fact.text for fact in facts]


@pytest.mark.parametrize("output", ["", " ", "……"])
def test_a_text_without_words_has_no_fault(output: str) -> None:
    assert guard(output, CHINESE, NAMES) == Guarded(text=output, verdict=Verdict.KEPT)
    assert kept_facts(output, CHINESE, NAMES) == ()


def test_a_source_without_words_proves_nothing() -> None:
    found = guard("沈砚交了三百文。", "", NAMES)
    assert found.verdict is Verdict.REJECTED
    assert {finding.span for finding in found.findings} == {
        Span(start=0, end=2),
        Span(start=4, end=7),
    }


def test_what_stands_before_a_condition_and_does_not_hang_on_it_may_be_told_alone() -> None:
    source = "苏晚晴把钥匙交给林墨，叮嘱他除非掌柜先开口，否则不得提起她的名字。"
    assert guard("苏晚晴把钥匙交给林墨。", source, AliasMatcher(())).verdict is Verdict.KEPT


@pytest.mark.parametrize("said", ["林墨要来青石镇。", "三天后船来。", "三天以后船来。"])
def test_what_follows_a_name_or_a_number_is_no_part_of_it(said: str) -> None:
    source = "林墨说，他会来青石镇的。三天之后，船来了。"
    assert guard(said, source, AliasMatcher(())).verdict is Verdict.KEPT
