"""What is read out of a text, and how it is said."""

from dataclasses import asdict
from json import dumps, loads

import pytest
from hypothesis import given
from hypothesis import strategies as st

from story.claims import Claim, ClaimKind, Mode, read_claims
from tests.story.told import NAMES, claims, said
from tests.strategies import body, hostile_texts


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("沈砚秋中箭身亡。", ("沈砚秋", "dies", "", "asserted")),
        ("沈砚秋被周老三一刀杀死。", ("沈砚秋", "killed", "", "asserted")),
        ("沈砚秋死后，铺子关了。", ("沈砚秋", "dead", "", "mention")),
        ("“沈砚秋已经死了。”他说。", ("沈砚秋", "dead", "", "speech")),
        ("若沈砚秋中箭身亡，谁来守城？", ("沈砚秋", "dies", "", "hypothetical")),
        ("Martin Vale died at dawn.", ("Martin Vale", "dies", "", "asserted")),
        ("Somebody killed Martin Vale in his sleep.", ("Martin Vale", "killed", "", "asserted")),
    ],
)
def test_deaths(text: str, expected: tuple[str, str, str, str]) -> None:
    assert expected in said(text, ClaimKind.DEATH)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("沈砚秋今年二十七岁。", ("沈砚秋", "age", "27", "asserted")),
        ("沈砚秋身长七尺。", ("沈砚秋", "number/length/尺", "7", "asserted")),
        ("沈砚秋欠周老三三百两银子。", ("沈砚秋", "sum/owes/两", "300", "asserted")),
        ("沈砚秋的修为已达金丹中期。", ("沈砚秋", "rank/cultivation", "金丹/中期", "asserted")),
        ("Tom Reed was a captain.", ("Tom Reed", "rank/soldiers", "captain", "asserted")),
        ("Ada Crane, aged 17, laughed.", ("Ada Crane", "age", "17", "asserted")),
    ],
)
def test_attributes(text: str, expected: tuple[str, str, str, str]) -> None:
    assert expected in said(text, ClaimKind.ATTRIBUTE)


@pytest.mark.parametrize(
    "text", ["沈砚秋二十多岁。", "沈砚秋十七岁那年离家。", "Ada was two years old when he left."]
)
def test_a_guess_and_a_former_age_are_no_age(text: str) -> None:
    assert said(text, ClaimKind.ATTRIBUTE) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("沈砚秋把铜铃交给了陆青禾。", ("铜铃", "gives", "沈砚秋", "asserted")),
        ("苏小满接过铜铃。", ("铜铃", "gets", "苏小满", "asserted")),
        ("周老三弄丢了铜铃。", ("铜铃", "loses", "周老三", "asserted")),
        ("海图一直由沈砚秋保管。", ("海图", "has", "沈砚秋", "asserted")),
        ("Martin handed Ada the brass key.", ("brass key", "gives", "Martin Vale", "asserted")),
    ],
)
def test_custody(text: str, expected: tuple[str, str, str, str]) -> None:
    assert expected in said(text, ClaimKind.CUSTODY)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("沈砚秋是苏小满的父亲。", ("苏小满", "father", "沈砚秋")),
        ("苏小满的师父是周老三。", ("苏小满", "master", "周老三")),
        ("苏小满拜周老三为师。", ("苏小满", "master", "周老三")),
        ("周老三后来收了苏小满为徒。", ("苏小满", "master", "周老三")),
        ("沈砚秋与陆青禾成亲。", ("陆青禾", "spouse", "沈砚秋")),
        ("Martin Vale is Ada Crane's father.", ("Ada Crane", "father", "Martin Vale")),
        ("Tom Reed married Ada Crane.", ("Ada Crane", "spouse", "Tom Reed")),
    ],
)
def test_relations(text: str, expected: tuple[str, str, str]) -> None:
    assert expected in [found[:3] for found in said(text, ClaimKind.RELATION)]


def test_a_master_whom_nobody_names_is_no_claim() -> None:
    assert said("后来又收苏小满为徒。", ClaimKind.RELATION) == []


@pytest.mark.parametrize(
    ("text", "predicate", "days"),
    [
        ("一行人走了八天。", "travel", "8"),
        ("三日后，雨停了。", "elapsed", "3"),
        ("这是上路的第二天。", "day", "2"),
        ("They walked for three weeks.", "travel", "21"),
        ("Two years later the mill burned.", "elapsed", "730"),
        ("Day 2. Nobody slept.", "story_day", "2"),
    ],
)
def test_the_clock(text: str, predicate: str, days: str) -> None:
    assert (predicate, days) in [(c.predicate, c.value) for c in claims(text, ClaimKind.CLOCK)]


def test_acts_are_those_of_now_and_the_narrator() -> None:
    text = "沈砚秋推门进来。“陆青禾站在那里。”他说。青禾梦见苏小满站起身来。"
    people = {NAMES.name(c.subject) for c in claims(text, ClaimKind.ACT)}
    assert people == {"沈砚秋", "陆青禾"}


def test_few_acts_of_one_person_are_kept_and_the_last_is_among_them() -> None:
    text = "沈砚秋站起身来。" * 40
    kept = [c for c in claims(text, ClaimKind.ACT) if c.predicate == "acts"]
    assert len(kept) == 3
    assert kept[-1].start > len(text) - 20


def test_names_in_any_script_and_width_are_one_person() -> None:
    assert said("沈硯秋中箭身亡。", ClaimKind.DEATH) == [("沈砚秋", "dies", "", "asserted")]


@given(st.one_of(hostile_texts(), st.text(max_size=120), st.randoms().map(lambda r: body(r, 6))))
def test_a_claim_quotes_its_text_and_stands_in_order(text: str) -> None:
    found = read_claims(text, NAMES)
    assert all(claim.text == text[claim.start : claim.end] != "" for claim in found)
    assert [claim.start for claim in found] == sorted(claim.start for claim in found)
    assert len(set(found)) == len(found)


@given(st.randoms().map(lambda r: body(r, 6)))
def test_a_claim_goes_through_json_and_back(text: str) -> None:
    for claim in read_claims(text, NAMES):
        row = loads(dumps(asdict(claim)))
        kind, mode = ClaimKind(row.pop("kind")), Mode(row.pop("mode"))
        assert Claim(kind=kind, mode=mode, **row) == claim
