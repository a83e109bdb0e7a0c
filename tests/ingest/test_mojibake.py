"""Mojibake: passages misread before they were saved, and those that only look unusual."""

import gzip
from pathlib import Path

import pytest

from ingest.reading import decode, find_mojibake

STORY = "　　他走进院子，雨还在下。“你怎么才来？”她问，声音很轻。\n"
TRADITIONAL = "　　他走進院子，雨還在下。「你怎麼才來？」她問，聲音很輕。\n"
JAPANESE = "吾が家の庭に雨が降る。名前はまだない、と彼は言った。\n"
FRENCH = "Le café était fermé… «Où est-elle ?» «PÂTÉ» — né…” dit-il. Noël, forêt, «À l’été».\n"

NOVELS = Path(__file__).parents[3] / "shared" / "data" / "novels"


def found(passage: str) -> tuple[str, str]:
    """What is reported of a passage between good lines, and the text of the range."""
    text = STORY * 3 + passage + "\n" + STORY * 2
    (warning,) = find_mojibake(text)
    assert warning.code == "mojibake"
    start, end = map(int, (warning.at or "").split("-"))
    return warning.message, text[start:end]


@pytest.mark.parametrize(
    ("original", "written", "read"),
    [
        (STORY, "utf-8", "gb18030"),
        (STORY, "utf-8", "gbk"),
        (STORY, "utf-8", "latin-1"),
        (STORY, "utf-8", "cp1252"),
        (STORY, "utf-8", "cp932"),
        (STORY, "gbk", "latin-1"),
        (STORY, "gbk", "cp1252"),
        (STORY, "gbk", "big5"),
        (TRADITIONAL, "big5", "gb18030"),
        (TRADITIONAL, "big5", "latin-1"),
        (JAPANESE, "utf-8", "cp932"),
        (FRENCH, "utf-8", "cp1252"),
        (FRENCH, "utf-8", "latin-1"),
    ],
)
def test_a_misread_paragraph_is_reported_with_its_range(
    original: str, written: str, read: str
) -> None:
    misread = original.strip().encode(written).decode(read, "replace")
    message, passage = found(misread)
    assert "looks like" in message
    assert passage in misread
    assert len(passage) >= 0.8 * len(misread.strip())


@pytest.mark.parametrize("passage", ["It doesnâ€™t matter.", "He said â€œrain.", "cafÃ© et thÃ©"])
def test_a_few_letters_are_enough_in_latin(passage: str) -> None:
    assert "CP1252" in found(passage)[0]


def test_only_the_misread_part_of_a_line_is_in_the_range() -> None:
    misread = "你好，世界。今天很好。".encode().decode("gbk", "replace")
    _, passage = found(f"他说：{misread}，然后走了。")
    assert passage
    assert passage in misread


@pytest.mark.parametrize("passage", ["他锟斤拷锟斤拷了", "ï¿½ï¿½"])
def test_what_is_lost_for_good_is_reported_too(passage: str) -> None:
    assert "looks like" in found(passage)[0]


def test_a_book_that_is_misread_throughout_is_one_passage() -> None:
    (warning,) = find_mojibake((STORY * 50).encode().decode("gb18030", "ignore"))
    assert warning.at is not None
    assert warning.at.startswith("0-")


def test_many_passages_apart_are_counted_in_the_end() -> None:
    misread = STORY.encode().decode("gb18030", "ignore").strip() + "\n"
    warnings = find_mojibake((STORY * 3 + misread) * 30)
    assert len(warnings) == 21
    assert warnings[-1].message.startswith("10 more passages")


def test_the_text_itself_is_left_alone() -> None:
    misread = STORY.encode().decode("gb18030", "ignore")
    decoded = decode((STORY + misread).encode())
    assert decoded.text == STORY + misread
    assert [warning.code for warning in decoded.warnings] == ["mojibake"]


@pytest.mark.parametrize(
    "text",
    [
        STORY,
        TRADITIONAL,
        JAPANESE,
        FRENCH,
        "魑魅魍魉，饕餮貔貅。彳亍踟蹰，氤氲旖旎；觊觎睥睨，龃龉龌龊。\n",
        "他叫\ue123\ue456，住在㐀𠮷𠀀城。\n",
        "👩‍👩‍👧😀🎉 🇨🇳 雨 ☂️\n",
        "def rain(x: int) -> str:\n    return f'{x!r}' # ok ©\n",
        "그는 돌아오지 않았다. 비가 내리고 있었다.\n",
        "Он ушёл и не вернулся домой.\n",
        "Größe über Straße; «ÇÀ ET LÀ»; ¿Qué? ¡Año! £5 – €6 … §7 °C\n",
        "——————\n……………………\n★☆◆●■\n①②③ⅣⅤ㈠\n",
        "ｶﾀｶﾅ ＡＢＣ１２３\n",
        "rain\n",
        "",
    ],
)
def test_what_is_only_unusual_is_not_reported(text: str) -> None:
    assert find_mojibake(text) == ()
    assert find_mojibake(text * 20) == ()


@pytest.mark.skipif(not NOVELS.exists(), reason="the novels are not beside the project")
def test_no_novel_holds_any() -> None:
    files = [*sorted((NOVELS / "zh").glob("*.gz")), *sorted((NOVELS / "en").glob("*.gz"))]
    assert len(files) == 21
    for path in files:
        with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
            assert find_mojibake(file.read()) == (), path.name
