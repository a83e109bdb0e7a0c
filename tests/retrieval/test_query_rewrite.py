"""The light rewrite: a query without the words that only ask."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lorepack.records import Alias, Entity, FactKind
from retrieval.query import understand
from text.facts import extract
from text.fold import fold

SHEN = Entity(
    id="e",
    kind=FactKind.PERSON,
    name="沈砚秋",
    aliases=(Alias(text="沈砚秋"), Alias(text="Mel"), Alias(text="请问寺")),
)
ASKING = (
    *("请问", "你好，请问", "帮我找一下", "能帮我查查", "我想知道", "还记得", "can you remind me "),
    *("Hi! Could you tell me about ", "Who says: ", "what was it that ", "Do you remember "),
)
ASKED = (
    "",
    "来着？",
    "，谢谢",
    "出自哪一段？",
    "是谁说的？",
    "在第几回？",
    ", please",
    ", thanks!",
)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("请问宝玉第一次见黛玉是什么时候？", "宝玉第一次见黛玉是什么时候？"),
        ("你好，请问我手上拿的这部手机是什么型号来着？", "我手上拿的这部手机是什么型号"),
        ("帮我找一下黛玉葬花那一段", "黛玉葬花那一段"),
        ("“满纸荒唐言”出自哪一段？", "“满纸荒唐言”"),
        ("花谢花飞花满天是谁说的", "花谢花飞花满天"),
        ("can you remind me what my dog is called?", "what my dog is called?"),
        ("Who says: I am not going.", "I am not going."),
        ("what was it that Caroline bought?", "Caroline bought?"),
        ("**Where** did `Mel` go?", "Where did Mel go?"),
        ("# 雪夜\n> 他来了", "雪夜\n他来了"),
    ],
)
def test_what_only_asks_is_left_out(query: str, expected: str) -> None:
    assert understand(query, [SHEN]).searched == expected


@pytest.mark.parametrize(
    "query",
    [
        "请问",
        "谢谢",
        "Who says:",
        "？！",
        "请问寺在哪",
        "“请问”",
        "3,200",
        "雪夜里谁来过",
        "what I said",
    ],
)
def test_what_says_something_stays(query: str) -> None:
    assert fold(understand(query, [SHEN]).searched) == fold(query)


@given(
    head=st.sampled_from(("", *ASKING)),
    core=st.text(
        alphabet="沈砚秋在青石渡等船了吗请问谢 Mel asks3200，。？“”*#来着", min_size=1, max_size=24
    ),
    name=st.sampled_from(("", "沈砚秋", "“请问来着”", "3,200", "K-17")),
    tail=st.sampled_from(ASKED),
)
@example(head="请问", core="#0", name="", tail="")  # a number before it is cut, a code behind
@example(head="你好，请问", core="#3", name="“请问来着”", tail="，谢谢")
@settings(max_examples=300)
def test_no_quote_name_or_number_is_touched_and_something_is_left(
    head: str, core: str, name: str, tail: str
) -> None:
    query = head + core + name + tail
    asked = understand(query, [SHEN])
    searched = fold(asked.searched)
    assert bool(searched) == bool(asked.folded)
    for kept in (*asked.quotes, *asked.names):
        assert kept in searched
    for fact in extract(query):
        assert fact.kind is FactKind.CONDITION or fold(fact.text) in searched


@given(st.text(max_size=60))
def test_what_is_left_stood_in_the_query(query: str) -> None:
    searched = understand(query, []).searched
    letters = iter(query)
    assert all(letter in letters for letter in searched), "a subsequence"


@given(st.sampled_from(ASKING), st.sampled_from(ASKED))
def test_asking_twice_says_no_more(head: str, tail: str) -> None:
    core = "沈砚秋为什么离开青石渡"
    once = understand(head + core + tail, [SHEN]).searched
    assert once == core
    assert understand(once, [SHEN]).searched == once
