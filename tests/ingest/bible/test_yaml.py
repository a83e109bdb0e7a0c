"""Story bibles in YAML: scalars to the letter, and nothing that could be made to harm."""

from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ingest.bible import form_of, read_bible, write_bible
from ingest.content import settled
from lorepack.errors import InvalidInputError
from lorepack.records import BibleEntry, BibleFormat, MemoryKind, MemoryView

BIBLE = """\
bible: |
  A ferry, a chart, six people.

  The tide falls three times.
世界观:
  核心: 潮水只退三次。
rules:
  - Never explain the light.
  - text: The grant never changes.
    kind_of: money
characters:
  Ada Crane: keeps the brass key
  Martin Vale:
    location: the old mill
    knows: [the key fits, "at 12:30"]
    from: 第3章
    importance: 0.9
  林墨:
    - {text: 在渡口, from: 1}
    - {text: 上山了, from: 5}
foreshadows:
  F003 The key:
    text: it fits no door
    due: 12-15
    状态: 已埋
  - no
"""


def read(text: str) -> tuple[BibleEntry, ...]:
    return read_bible(text.encode(), BibleFormat.YAML).entries


def one(entries: tuple[BibleEntry, ...], subject: str) -> BibleEntry:
    return next(e for e in entries if e.subject == subject)


def test_sections_are_read_in_either_language() -> None:
    entries = read(BIBLE.rsplit("  - no", 1)[0])
    assert [(e.kind.value, e.subject) for e in entries] == [
        ("bible", "bible"),
        ("bible", "世界观"),
        ("ban_rule", ""),
        ("locked_rule", ""),
        ("character_state", "Ada Crane"),
        ("character_state", "Martin Vale"),
        ("character_state", "林墨"),
        ("character_state", "林墨"),
        ("foreshadow", "F003"),
    ]
    martin = one(entries, "Martin Vale")
    assert martin.fields == {"location": "the old mill", "knows": ("the key fits", "at 12:30")}
    assert (martin.known_from, martin.importance) == ("3", 0.9)
    assert [e.known_from for e in entries if e.subject == "林墨"] == ["1", "5"]
    key = one(entries, "F003")
    assert key.fields == {"title": "The key", "due_from": 12, "due_to": 15, "status": "planted"}
    assert one(entries, "世界观").fields == {"core": "潮水只退三次。"}


def test_what_is_no_field_stays_in_the_text_and_is_reported() -> None:
    bible = read_bible(b"items:\n  bell:\n    holder: Ada\n    weight: 012\n", BibleFormat.YAML)
    assert bible.entries[0].text == "weight: 012", "to the letter"
    assert [(u.line, u.words, u.why) for u in bible.unplaced] == [
        (4, "weight: 012", "it is no field of item: kept in the text")
    ]


def test_json_is_read_as_well() -> None:
    (entry,) = read('{"items": {"铜铃": {"holder": "林墨", "text": "缺了铃舌"}}}')
    assert (entry.subject, entry.text, entry.fields) == ("铜铃", "缺了铃舌", {"holder": "林墨"})


def test_an_unknown_section_is_kept_as_a_note() -> None:
    bible = read_bible("附录:\n  甲: 乙\n".encode(), BibleFormat.YAML)
    assert [(e.kind, e.subject, e.text) for e in bible.entries] == [(MemoryKind.NOTE, "甲", "乙")]
    assert [u.line for u in bible.unplaced] == [2]


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n"])
def test_an_empty_file_says_nothing(text: str) -> None:
    assert read(text) == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("- a\n- b\n", "line 1: a story bible begins with a section's name"),
        ("just words", "line 1: a story bible begins"),
        ("rules: &a [x]\nstyle: *a\n", "line 2: aliases"),
        ("rules: [a]\nrules: [b]\n", "line 2: 'rules' stands in line 1 already"),
        ("items:\n  bell: a\n  bell: b\n", "line 3: 'bell' stands in line 2 already"),
        ("items:\n  [a]: b\n", "line 2: a list or a mapping is no name"),
        ("items: {a", "this is no YAML: "),
        ("items:\n\ta: b\n", "this is no YAML: "),
        ("a: " + "[" * 2_000 + "]" * 2_000, "deeper than 12 levels"),
        ("a: " + "{a: " * 2_000 + "}" * 2_000, "deeper than 12 levels"),
        ("rules:\n" + "- x\n" * 5_001, "5,001 entries are too many"),
        ("rules: [" + "x" * (2 << 20) + "]", "bytes are too many"),
        ("rules: [\ud800]", "no UTF-8: see byte 8"),
        ("rules: [a\0b]", "character 9 is"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, why: str) -> None:
    with pytest.raises(InvalidInputError) as error:
        read_bible(text.encode("utf-8", "surrogatepass"), BibleFormat.YAML)
    assert why in str(error.value)


def test_a_tag_makes_no_object() -> None:
    (entry,) = read('rules: !!python/object/apply:os.system ["touch x"]\n')
    assert entry.text == "touch x"


def test_the_form_is_told_by_the_ending() -> None:
    assert form_of("a.b.YAML") is form_of("x.yml") is form_of("x.json") is BibleFormat.YAML
    assert form_of("x.md") is form_of("x.txt") is BibleFormat.MARKDOWN
    with pytest.raises(InvalidInputError, match=r"ends with .yaml, .yml"):
        form_of("bible.pdf")


def view(text: str, subject: str, **fields: Any) -> MemoryView:
    return MemoryView(
        id="bible-1",
        version=3,
        kind=MemoryKind.CHARACTER_STATE,
        subject=subject,
        text=text,
        importance=0.7,
        known_from=2,
        valid_to=None,
        fields=fields,
        facts=(),
        sources=(),
        visibility="reader:5",
        origin="author",
        supersedes=None,
        holds=True,
    )


words = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=20).map(settled)


@given(words, words, words)
def test_what_is_written_out_reads_the_same(text: str, subject: str, condition: str) -> None:
    told = view(f"{text}\n{text}", subject, condition=condition, knows=(text, subject))
    (entry,) = read(write_bible([told]))
    assert (entry.id, entry.subject, entry.text) == ("bible-1", subject, told.text)
    assert entry.fields == {"condition": condition, "knows": (text, subject)}
    assert (entry.known_from, entry.importance, entry.visibility) == ("2", 0.7, "reader:5")


def test_no_alias_is_ever_written() -> None:
    same = view("x", "y", knows=("a", "b"))
    assert not any(
        isinstance(event, yaml.AliasEvent) for event in yaml.parse(write_bible([same, same]))
    )
