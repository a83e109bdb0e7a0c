"""Shorter forms of memories: no fact altered, nothing added, each really shorter."""

import re
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorepack.records import AUTHOR, FieldValue, Form, Memory, MemoryKind, Told
from retrieval.pack.gather import gather
from retrieval.pack.memories.shrinking import forms_of
from tests.retrieval.test_telling import Characters, memory, state
from tests.strategies import FIGURES, ITEMS, PEOPLE, PLACES, sentence
from text.facts import extract

STATE = MemoryKind.CHARACTER_STATE
LONG = (
    "守塔人的女儿，人称小林，在城里长大，爱吃甜的。六月初三过江，欠船家三千二百两。"
    "从此不再提起海图。她没有等到三天之后的船。"
)


def with_facts(one: Memory) -> Memory:
    found = dict.fromkeys(fact.text for fact in extract(one.text))
    return replace(one, facts=(*one.facts, *found))


def forms(one: Memory) -> dict[Form, str]:
    return dict(forms_of(with_facts(one), state()))


def test_sentences_stand_whole_and_facts_in_their_clauses() -> None:
    one = memory(STATE, LONG, "林墨", fields={"location": "渡口", "knows": ("海图是假的",)})
    assert forms(one) == {
        Form.FULL: f"林墨：{LONG}（所在：渡口；知道：海图是假的）",
        Form.COMPRESSED: (
            "林墨：守塔人的女儿，人称小林，在城里长大，爱吃甜的。六月初三过江，欠船家三千二百两。"
            "…她没有等到三天之后的船。（所在：渡口）"
        ),
        Form.FACTS: (
            "林墨：六月初三过江；欠船家三千二百两；她没有等到三天之后的船。（所在：渡口）"
        ),
    }


def test_a_fact_with_a_negation_stands_in_its_sentence() -> None:
    text = "He counted the coins, twice, by the old mill. He never paid the 3,200 coins, nor rent."
    shown = forms(memory(STATE, text, "Vale"))
    assert shown[Form.FACTS] == "Vale: twice; He never paid the 3,200 coins, nor rent."


def test_a_quotation_and_a_title_are_not_cut_through() -> None:
    quoted = "他在渡口等了很久，天快亮才回去睡下。他说：“给我三千两，再给我一匹马，我就走。”"
    shown = forms(memory(STATE, quoted, "林墨"))
    assert shown[Form.FACTS] == "林墨：他说：“给我三千两，再给我一匹马，我就走。”"
    titled = "Kept by the fire, out of the rain. On 30 September Dr. Pell hung it up, at last."
    shown = forms(memory(MemoryKind.ITEM, titled, "lens", fields={"holder": "Ruth"}))
    assert shown[Form.FACTS] == "lens: On 30 September Dr. Pell hung it up (held by: Ruth)"


def test_what_is_left_out_between_two_sentences_is_marked() -> None:
    text = "守塔人的女儿。爱吃甜的东西，也爱唱歌。欠船家三千二百两。家在城里的一条小巷子里。"
    assert forms(memory(STATE, text, "林墨"))[Form.COMPRESSED] == (
        "林墨：守塔人的女儿。…欠船家三千二百两。…"
    )


def test_a_foreshadow_keeps_its_code_its_title_its_window_and_how_far_it_is() -> None:
    fields: dict[str, FieldValue] = {
        "due_from": 50,
        "due_to": 60,
        "status": "advanced",
        "hidden_truth": "铃舌在林墨手里，她把它缝在袖子里",
    }
    one = memory(MemoryKind.FORESHADOW, "铃舌在谁手里？众人都在找它。", "F012", fields=fields)
    shown = dict(forms_of(one, state(), label="F012 铃舌"))
    assert shown[Form.FACTS] == "F012 铃舌：（已推进；应在第50-60章揭晓）"


def test_a_hidden_truth_with_a_figure_keeps_its_mark() -> None:
    fields: dict[str, FieldValue] = {"hidden_truth": "她欠三千二百两"}
    text = "她为什么躲着船家？" + "船家在码头上问遍了每一个人，谁也没有看见她。" * 2
    one = memory(MemoryKind.FORESHADOW, text, "F1", fields=fields, visibility="reader:60")
    for text in forms(one).values():
        assert "真相（读者未知）：她欠三千二百两" in text
        assert text.startswith("F1：【读者未知】")


def test_facts_beside_the_text_are_told_in_every_form() -> None:
    one = memory(STATE, "守塔人的女儿。爱吃甜的东西，也爱唱歌。", "林墨", facts=("三千二百两",))
    shown = forms(one)
    assert shown[Form.FULL].endswith("（细节：三千二百两）")
    assert len(shown) > 1
    assert all("三千二百两" in text for text in shown.values())


@pytest.mark.parametrize("kind", [MemoryKind.BAN_RULE, MemoryKind.NEXT_DUTY, MemoryKind.BIBLE])
def test_rules_duties_of_the_author_s_and_the_bible_do_not_shrink(kind: MemoryKind) -> None:
    parts = [Told(memory=with_facts(memory(kind, f"{LONG}{n}"))) for n in (1, 2)]
    found = gather(state(*parts), Characters())
    shown = [p for pieces in found.values() for p in pieces if p.id == parts[0].memory.id]
    assert [[form for form, _ in piece.forms] for piece in shown] == [[Form.FULL]]


def test_what_was_extracted_since_shrinks_too() -> None:
    own = memory(MemoryKind.MAINLINE, "海图在渡口。", "主线")
    since = memory(MemoryKind.MAINLINE, LONG, "主线", origin="m", known_from="c3")
    found = gather(state(Told(memory=own, since=with_facts(since))), Characters())
    _, behind = found["mainline"]
    assert [form for form, _ in behind.forms] == list(Form)
    assert all("摘自第3章" in text for _, text in behind.forms)


FIELDS = {
    STATE: ("condition", "location", "current_state", "age"),
    MemoryKind.ITEM: ("holder", "place"),
    MemoryKind.FORESHADOW: ("surface", "hidden_truth"),
    MemoryKind.EVENT: ("story_time",),
    MemoryKind.NOTE: ("topic",),
    MemoryKind.TASK_RESULT: ("goal", "conclusion"),
}
VALUES = [*PEOPLE, *PLACES, *ITEMS, *FIGURES, "活着", "not before 6:40", "如果三天之内不来就走"]
MORE = (
    *("雨停了。", "他没有死。", "She did not go. ", "It was 6:40, or so. "),
    "三天以后，他走了，什么也没有带。",
)


@st.composite
def memories(draw: st.DrawFn) -> Memory:
    random = Random(draw(st.integers(0, 2**32)))
    said = [random.choice([sentence(random), *MORE]) for _ in range(random.randint(1, 6))]
    kind = draw(st.sampled_from(sorted(FIELDS)))
    fields: dict[str, FieldValue] = {
        name: random.choice(VALUES) for name in FIELDS[kind] if random.random() < 0.5
    }
    return with_facts(
        memory(
            kind,
            "".join(said).strip(),
            random.choice(["", *PEOPLE]),
            fields=fields,
            facts=tuple(random.sample(FIGURES, random.randint(0, 1))),
            visibility=random.choice([AUTHOR, "reader:60", "person:Ada:60"]),
        )
    )


@given(memories())
def test_every_form_holds_every_fact_and_is_shorter(one: Memory) -> None:
    shown = forms_of(one, state())
    facts = {*one.facts, *(f.text for value in one.fields.values() for f in extract(str(value)))}
    for _, text in shown:
        assert [fact for fact in facts if fact not in text] == []
    lengths = [len(text) for _, text in shown]
    assert lengths == sorted(set(lengths), reverse=True)
    assert [form for form, _ in shown] == sorted((form for form, _ in shown), key=list(Form).index)


@given(memories())
def test_no_form_says_what_the_full_one_does_not(one: Memory) -> None:
    (_, full), *shorter = forms_of(one, state())
    values = "\n".join(str(value) for value in one.fields.values())
    for _, text in shorter:
        said = re.sub(
            r"【.*?】|\[.*?\] |truth \(.*?\): ", "", text.removeprefix(one.subject).lstrip("：: ")
        )
        for part in re.split(r"…|；|; |（|）| \(|\)|(?<=[。.!！?？])\s*", said):
            bare = re.sub(r"^[^：:\n]{1,10}(?:：|: )", "", part).strip(" ；;")
            assert part.strip(" ；;(") in full or bare.strip("(") in f"{full}\n{values}"


@given(memories())
def test_a_negation_is_not_parted_from_its_fact(one: Memory) -> None:
    for _, text in forms_of(one, state()):
        assert text.count("三天以后") == text.count("三天以后，他走了，什么也没有带。")
