"""Values, items, knowledge, days and the card: what is found, and what explains it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import ChapterCard, FindingCode, MemoryKind
from tests.story.told import codes, findings, memory
from tests.strategies import hostile_texts

CHANGED = {
    FindingCode.AGE_CHANGED: [
        ("沈砚秋今年二十七岁，还没有成家。", "沈砚秋今年才十九岁。"),
        ("Ada Crane was nineteen years old.", "Ada Crane is thirty-four years old."),
    ],
    FindingCode.NUMBER_CHANGED: [
        ("镇河铁牛重九百斤，四蹄埋在土里。", "潮水退了，镇河铁牛重五百斤，露出半个身子。"),
        ("The old bell weighs two hundred pounds.", "The old bell weighs ninety pounds."),
    ],
    FindingCode.SUM_CHANGED: [
        ("沈砚秋欠周老三三百两银子。", "沈砚秋还欠着周老三五百两银子。"),
        ("Martin owed Tom forty dollars.", "Martin owes Tom ninety dollars."),
    ],
    FindingCode.RANK_CHANGED: [
        ("沈砚秋是筑基初期的修士，沈砚秋是筑基。", "沈砚秋不过是炼气七层。"),
        ("Tom Reed was a sergeant in the town guard.", "Tom Reed was a captain, and looked it."),
    ],
    FindingCode.DATE_CHANGED: [
        ("沈砚秋的生日是三月初八。", "沈砚秋的生日是九月十二。"),
        ("Ada's wedding was set fo"
            "r the third of June.", "Ada's wedding was set for the ninth of May."),
    ],
    FindingCode.RELATION_CHANGED: [
        ("沈砚秋是苏小满的父亲。", "周老三是苏小满的父亲。"),
        ("Martin Vale was Ada Crane's father.", "Tom Reed was Ada Crane's father."),
    ],
    FindingCode.WRONG_HANDS: [
        ("沈砚秋把铜铃交给了陆青禾。", "沈砚秋从怀里掏出铜铃，摇了摇。"),
        ("Martin gave the brass key to Ada.", "Martin pulled out the brass key."),
        ("沈砚秋烧了账册。", "沈砚秋翻开账册，一页一页地看。"),
        ("沈砚秋把铜铃交给了陆青禾。", "沈砚秋把铜铃交给了周老三。"),
    ],
    FindingCode.CLOCK_TURNED_BACK: [
        ("一行人走了八天，才到青石渡。", "这是他们上路的第二天，天还没有亮。"),
        ("They rode for eight days b"
            "efore they saw the sea.", "It was the second day of their journey."),
    ],
    FindingCode.CANNOT_KNOW: [
        ("陆青禾不知道周老三换走了海图。", "陆青禾早就知道周老三换走了海图。"),
        ("Ada did not know that Tom had burned the will.", "Ada had always known that T"
            "om had burned the will."),
    ],
}  # fmt: skip
PAIRS = [(code, *pair) for code, pairs in CHANGED.items() for pair in pairs]

EXPLAINED = [
    ("沈砚秋今年二十七岁。", "三年后，沈砚秋今年三十岁了。"),
    ("沈砚秋今年二十七岁。", "转眼过了两年。沈砚秋今年二十九岁。"),
    ("沈砚秋今年二十七岁。", "沈砚秋二十岁那年离开了家。"),
    ("沈砚秋是炼气七层。", "沈砚秋突破到筑基，沈砚秋是筑基初期了。"),
    ("沈砚秋欠周老三三百两银子。", "沈砚秋还了周老三一百两银子。沈砚秋还欠周老三二百两银子。"),
    ("沈砚秋的婚期定在五月十六。", "沈砚秋的婚期改了。沈砚秋的婚期定在六月初二。"),
    ("沈砚秋烧了账册。", "陆青禾早就知道沈砚秋烧了账册。沈砚秋烧了账册，谁都知道。"),
    ("沈砚秋把铜铃交给了陆青禾。", "沈砚秋把铜铃交给陆青禾的事，谁也不知道。"),
    ("Tom burned the ledger.", "Everyone knew that Tom burned the ledger."),
    ("沈砚秋把铜铃交给了陆青禾。", "陆青禾把铜铃还给了沈砚秋。沈砚秋掏出铜铃。"),
    ("沈砚秋把铜铃交给了陆青禾。", "陆青禾掏出铜铃，摇了摇。"),
    ("一行人走了八天，才到青石渡。", "次日一早启程。这是上路的第二天。"),
    ("一行人走了八天，才到青石渡。", "第二天，天晴了。"),
    ("陆青禾不知道周老三换走了海图。", "周老三告诉陆青禾，周老三换走了海图。"
        "陆青禾早就知道周老三换走了海图。"),
    ("陆青禾不知道周老三换走了海图。", "陆青禾知道今晚有雨。"),
    ("Tom Reed was a sergeant.", "Tom Reed was promoted. Tom Reed was a captain now."),
    ("Martin owed Tom forty dollars.", "Martin repaid him in May. Martin owes Tom ten dollars."),
    ("Martin gave the brass key to Ada.", "Martin took the brass key from Ada. "
        "Martin pulled out the brass key."),
]  # fmt: skip


@pytest.mark.parametrize(("code", "before", "draft"), PAIRS)
def test_a_change_without_an_event_is_found(code: FindingCode, before: str, draft: str) -> None:
    assert codes(before, draft) == [code]


@pytest.mark.parametrize(("code", "before", "draft"), PAIRS)
def test_what_is_said_again_is_no_change(code: FindingCode, before: str, draft: str) -> None:
    if code not in {FindingCode.WRONG_HANDS, FindingCode.CLOCK_TURNED_BACK}:
        assert codes(before, before) == []
    assert codes([], draft) == []


@pytest.mark.parametrize(("before", "draft"), EXPLAINED)
def test_an_event_explains_a_change(before: str, draft: str) -> None:
    assert codes(before, draft) == []


@pytest.mark.parametrize(("code", "before", "draft"), PAIRS)
def test_a_finding_quotes_both_places(code: FindingCode, before: str, draft: str) -> None:
    (finding,) = findings(["天晴。", before], draft)
    assert finding.code is code
    assert finding.draft.quote == draft[finding.draft.start : finding.draft.end] != ""
    assert finding.before is not None
    assert finding.before.chapter == 2
    assert finding.before.quote == before[finding.before.start : finding.before.end] != ""


@pytest.mark.parametrize(("code", "before", "draft"), PAIRS)
def test_an_exemption_sticks_when_the_draft_is_edited(
    code: FindingCode, before: str, draft: str
) -> None:
    (finding,) = findings(before, draft)
    edited = f"雨下了一夜。\n{draft}\n第二天没有人说话。"
    (again,) = findings(before, edited, exempt=[finding.id])
    assert (again.id, again.exempt, finding.exempt) == (finding.id, True, False)


def test_an_author_outranks_a_chapter() -> None:
    state = memory(MemoryKind.CHARACTER_STATE, "沈砚秋", "左手有伤。", age="40")
    draft = "沈砚秋今年二十七岁。"
    (found,) = findings(draft, draft, memories=[state])
    assert found.code is FindingCode.AGE_CHANGED
    assert found.before is not None
    assert found.before.memory == state.id


def test_an_author_says_who_holds_an_item() -> None:
    item = memory(MemoryKind.ITEM, "铜铃", "缺了铃舌。", holder="苏小满")
    (found,) = findings("天晴。", "周老三掏出铜铃，摇了摇。", memories=[item])
    assert found.code is FindingCode.WRONG_HANDS
    assert findings("天晴。", "苏小满掏出铜铃，摇了摇。", memories=[item]) == []


def test_what_somebody_conceals_is_known_to_nobody_else() -> None:
    state = memory(MemoryKind.CHARACTER_STATE, "周老三", "渡口的船夫。", conceals="他换走了海图")
    (found,) = findings("天晴。", "陆青禾早就知道他换走了海图。", memories=[state])
    assert found.code is FindingCode.CANNOT_KNOW


CARD = ChapterCard(must_happen=("沈砚秋在望潮楼烧掉账册",), must_not=("不得打开铁匣",))


def test_a_card_is_held_against_the_draft() -> None:
    calm = "沈砚秋登上望潮楼，把账册一页一页烧掉了。铁匣还锁着。"
    assert findings("天晴。", calm, card=CARD) == []
    wild = "苏小满走到井边，打开铁匣，里面是空的。"
    found = {f.code for f in findings("天晴。", wild, card=CARD)}
    assert found == {FindingCode.MUST_HAPPEN_UNMET, FindingCode.MUST_NOT_BROKEN}


def test_a_prohibited_deed_that_does_not_happen_is_no_breach() -> None:
    card = ChapterCard(must_not=("不得打开铁匣",))
    assert findings("天晴。", "苏小满没有打开铁匣。", card=card) == []


def test_a_death_that_must_happen_or_must_not() -> None:
    wanted = ChapterCard(must_happen=("周老三死",))
    assert findings("天晴。", "周老三中箭身亡。", card=wanted) == []
    (unmet,) = findings("天晴。", "周老三喝了一碗酒。", card=wanted)
    assert unmet.code is FindingCode.MUST_HAPPEN_UNMET
    banned = ChapterCard(must_not=("周老三不能死",))
    (broken,) = findings("天晴。", "周老三中箭身亡。", card=banned)
    assert broken.code is FindingCode.MUST_NOT_BROKEN
    assert findings("天晴。", "周老三差点死了。", card=banned) == []


def test_a_card_in_english() -> None:
    card = ChapterCard(must_happen=("Ada burns the ledger",), must_not=("open the iron chest",))
    assert findings("Rain.", "Ada burned the ledger page by page.", card=card) == []
    found = findings("Rain.", "Tom opened the iron chest. Ada laughed.", card=card)
    assert {f.code for f in found} == {
        FindingCode.MUST_HAPPEN_UNMET, FindingCode.MUST_NOT_BROKEN
    }  # fmt: skip


def test_duties_are_open_until_the_draft_meets_them() -> None:
    duty = memory(MemoryKind.NEXT_DUTY, "", "交代铜铃为何不响。")
    (found,) = findings("天晴。", "苏小满喝了一碗酒。", memories=[duty])
    assert found.code is FindingCode.DUTY_UNMET
    assert findings("天晴。", "铜铃不响，是因为铃舌早断了。", memories=[duty]) == []


def test_a_foreshadow_is_overdue_after_its_last_chapter() -> None:
    due = memory(MemoryKind.FORESHADOW, "F012", "铃舌在谁手里？", due_from="1", due_to="2")
    draft = "苏小满喝了一碗酒。"
    assert findings(["天晴。"], draft, memories=[due]) == []
    (found,) = findings(["天晴。", "下雨。"], draft, memories=[due])
    assert (found.code, found.subject) == (FindingCode.FORESHADOW_OVERDUE, "F012")
    paid = memory(MemoryKind.FORESHADOW, "F012", "铃舌在谁手里？", due_to="2", status="paid")
    assert findings(["天晴。", "下雨。"], draft, memories=[paid]) == []


def test_a_hidden_truth_is_not_told_before_its_time() -> None:
    secret = memory(
        MemoryKind.FORESHADOW,
        "F013",
        "海图缺角。",
        hidden_truth="周老三撕走了海图的角",
        due_from="9",
    )
    (found,) = findings("天晴。", "原来周老三撕走了海图的那一角。", memories=[secret])
    assert found.code is FindingCode.CANNOT_KNOW
    assert findings("天晴。", "周老三看了看海图。", memories=[secret]) == []


def test_words_that_a_rule_bans_are_found_to_the_letter() -> None:
    rule = memory(MemoryKind.BAN_RULE, "", "禁用词：手机、电脑")
    (found,) = findings("天晴。", "苏小满掏出手机。", memories=[rule])
    assert (found.code, found.draft.quote) == (FindingCode.RULE_BROKEN, "手机")
    vague = memory(MemoryKind.BAN_RULE, "", "不得出现现代词语。")
    assert findings("天晴。", "苏小满掏出手机。", memories=[vague]) == []


@given(st.one_of(hostile_texts(), st.text(max_size=80)))
def test_any_text_can_be_checked_and_one_without_names_is_never_in_the_wrong(text: str) -> None:
    if not NAMED.intersection(text):
        assert findings("沈砚秋气绝身亡。沈砚秋把铜铃交给了陆青禾。", text) == []


NAMED = frozenset("沈砚秋陆青禾苏小满周老三铜铃海图望潮楼第") | frozenset("MATb")
