"""Chapter cards and results in story bibles."""

from ingest.bible import read_bible
from lorepack.records import BibleEntry, BibleFormat, MemoryKind

MARKDOWN = """\
## 章节卡
### 第七章 送宫花
- 目标：送宫花
- 必须发生：冷子兴托情；周瑞家的、贾琏撞见
- 出场人物：冷子兴、周瑞家的
慢一点写。

### 没有章号
随便写。

## 任务结果
- 核对名字
  - 结论：何汀与何汀洲是两个人
  - 来源：c3；c7

## 会话小结
- 定了结尾
  - 遗留：谁点的灯
"""
YAML = """\
chapter_cards:
  7: {goal: find it, must_happen: [a, b], people: [Jane, Mr. Bennet]}
  Chapter 8 The Quay: they sail
  later: {chapter: 12, text: they land}
"""


def entries(text: str, form: BibleFormat) -> tuple[BibleEntry, ...]:
    return read_bible(text.encode(), form).entries


def test_a_card_is_for_the_chapter_that_its_heading_names() -> None:
    card, loose, *_ = entries(MARKDOWN, BibleFormat.MARKDOWN)
    assert (card.kind, card.text) == (MemoryKind.CHAPTER_CARD, "慢一点写。")
    assert card.fields == {
        "chapter_no": 7,
        "title": "送宫花",
        "goal": "送宫花",
        "must_happen": "冷子兴托情；周瑞家的、贾琏撞见",
        "people": "冷子兴、周瑞家的",
    }
    assert (loose.kind, loose.subject, loose.text) == (MemoryKind.NOTE, "没有章号", "随便写。")


def test_results_of_tasks_and_sessions_have_their_fields() -> None:
    *_, task, session = entries(MARKDOWN, BibleFormat.MARKDOWN)
    assert (task.kind, task.text) == (MemoryKind.TASK_RESULT, "核对名字")
    assert task.fields == {"conclusion": "何汀与何汀洲是两个人", "source_ids": "c3；c7"}
    assert (session.kind, session.fields) == (
        MemoryKind.SESSION_SUMMARY,
        {"concerns": "谁点的灯"},
    )


def test_cards_of_yaml_go_by_a_number_a_heading_or_a_field() -> None:
    first, second, third = entries(YAML, BibleFormat.YAML)
    assert [e.fields["chapter_no"] for e in (first, second, third)] == [7, 8, 12]
    assert first.fields["people"] == ("Jane", "Mr. Bennet")
    assert (second.fields["title"], second.text) == ("The Quay", "they sail")
    assert third.text == "they land"
