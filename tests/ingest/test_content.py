"""What is read out of a chapter."""

from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from ingest.content import digest, read_chapter
from lorepack.ports import ChapterContent
from lorepack.records import FactKind, Mention
from retrieval.literal import PROBE
from tests.strategies import hostile_texts
from text.fold import fold
from text.transcripts import Said, messages, render

CHAPTER = str(UUID(int=7))
TEXTS = st.lists(
    st.sampled_from(
        ["雨停了。", "“走。”", "He left.", "３，２００两", "—" * 70, "\n", "　　", "𠮷"]
    ),
    min_size=1,
    max_size=60,
).map("".join)


def read(text: str, *mentions: Mention) -> ChapterContent:
    return read_chapter(CHAPTER, text, mentions, lambda words: 8 * len(words))


@given(text=TEXTS)
def test_snippets_tile_the_text_and_know_its_folded_words(text: str) -> None:
    snippets = read(text).snippets
    assert "".join(text[s.start : s.end] for s in snippets) == text
    assert [s.nth for s in snippets] == list(range(len(snippets)))
    for s in snippets:
        assert s.folded[: s.own] == fold(text[s.start : s.end])
        assert s.sha256 == digest(text[s.start : s.end])
        assert 0 <= s.importance <= 1


@given(text=TEXTS)
def test_the_lead_holds_the_longest_probe(text: str) -> None:
    """Otherwise a quotation across the border is lost, however much punctuation stands in it."""
    for s in read(text).snippets:
        lead = len(s.folded) - s.own
        rest = len(fold(text[s.end :]))
        assert lead >= min(PROBE, rest) - 1  # a space between two words may fall away


@given(text=TEXTS)
def test_ids_are_the_same_for_the_same_words_and_unique(text: str) -> None:
    first, second = read(text).snippets, read(text).snippets
    assert [s.id for s in first] == [s.id for s in second]
    assert len({s.id for s in first}) == len(first)


def test_an_edit_keeps_the_ids_of_the_snippets_it_does_not_touch() -> None:
    text = "".join(f"第{n}句话说完了，天也亮了。\n" * 2 for n in range(10, 40))
    before = {s.id for s in read(text).snippets}
    after = {s.id for s in read(text + "又添了一句。").snippets}
    assert len(before - after) <= 1
    assert len(after & before) >= len(before) - 1


@given(text=TEXTS | hostile_texts())
def test_a_fact_is_the_slice_it_names(text: str) -> None:
    for fact in read(text).facts:
        assert text[fact.start : fact.end] == fact.text


def test_figures_inside_a_name_are_no_facts_but_conditions_stay() -> None:
    text = "若韩三千不来，阮小二就走三十里。"
    three = text.index("韩三千")
    content = read(text, Mention(entity="e", start=three, end=three + 3))
    values = [f.value for f in content.facts if f.kind is not FactKind.CONDITION]
    assert values == ["30"]
    assert any(f.kind is FactKind.CONDITION for f in content.facts)


def test_people_are_those_mentioned_in_the_snippet_itself() -> None:
    text = "阮小二来了。" * 10 + "雨停了。" * 10
    content = read(text, Mention(entity="e", start=0, end=3))
    people = [s.people for s in content.snippets]
    assert len(people) > 1
    assert people == [("e",), *((),) * (len(people) - 1)]


def test_an_empty_chapter_has_nothing_to_find() -> None:
    content = read("")
    assert (content.snippets, content.facts) == ((), ())


SPOKEN = st.builds(
    Said,
    text=TEXTS.map(lambda words: words.strip("\n")),
    stamp=st.sampled_from([None, "2023-06-13", "2023-06-13 17:23"]),
    speaker=st.sampled_from([None, "小林", "Ada"]),
)


@given(conversation=st.lists(SPOKEN, min_size=1, max_size=6))
def test_no_snippet_reaches_over_two_messages(conversation: list[Said]) -> None:
    text = render(conversation)
    snippets = read(text).snippets
    assert "".join(text[s.start : s.end] for s in snippets) == text
    for message in messages(text):
        held = [s for s in snippets if message.start <= s.start < message.end]
        assert (held[0].start, held[-1].end) == (message.start, message.end)
        assert {s.at for s in held} == {message.at}
        speaker = fold(message.speaker or "")
        assert {s.speakers for s in held} == {(speaker,) if speaker else ()}


def test_short_messages_are_snippets_of_their_own() -> None:
    chat = [
        Said(text="好。", speaker=name, stamp="2023-06-13") for name in ("ＡＤＡ", "小林", "🐟")
    ]
    snippets = read(render(chat)).snippets
    assert [s.speakers for s in snippets] == [("ada",), ("小林",), ()]


def test_a_message_said_later_leaves_the_others_as_they_were() -> None:
    chat = [Said(text=f"第{n}件事办完了。", stamp="2023-06-13", speaker="小林") for n in range(9)]
    before, after = (read(render(chat[:count])).snippets for count in (8, 9))
    assert [s.id for s in after[:7]] == [s.id for s in before[:7]]


def test_prose_has_no_speaker() -> None:
    assert {(s.speakers, s.at) for s in read("他说：[2023-06-13] 那天。").snippets} == {((), None)}
