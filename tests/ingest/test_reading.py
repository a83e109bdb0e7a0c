"""Reading: which encoding bytes are in, and what becomes of the bad ones."""

import gzip
import json
import time
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.reading import Decoded, decode
from lorepack.errors import InvalidInputError

STORY = "　　他走了，没有回头。雨还在下。\n"
TRADITIONAL = "　　他走進院子，雨還在下。「你怎麼才來？」她問，聲音很輕。\n"
LONGER = STORY + "　　“你怎么才来？”她问，声音很轻。\n　　没有人回答她。\n"

MESSY = Path(__file__).parents[3] / "shared" / "data" / "novels" / "messy"


def codes(decoded: Decoded) -> list[str]:
    return [warning.code for warning in decoded.warnings]


@given(text=st.text("他林ａ１e\u0301…￥\n\r\t 𠮷😀", min_size=1))
@settings(deadline=None)
def test_utf8_comes_back_in_nfc_with_plain_line_ends(text: str) -> None:
    data = ("始" + text).encode()
    plain = unicodedata.normalize("NFC", "始" + text.replace("\r\n", "\n").replace("\r", "\n"))
    assert decode(data).text == plain
    assert decode(data).encoding == "utf-8"


def test_compatibility_characters_are_the_authors() -> None:
    assert decode("１２…￥ﬁ".encode()).text == "１２…￥ﬁ"


@pytest.mark.parametrize(("codec", "encoding"), [("utf-8-sig", "utf-8-sig"), ("utf-16", "utf-16")])
def test_a_byte_order_mark_names_the_encoding_and_goes(codec: str, encoding: str) -> None:
    decoded = decode(STORY.encode(codec))
    assert (decoded.text, decoded.encoding, decoded.warnings) == (STORY, encoding, ())


def test_big_endian_utf16_is_told_by_its_mark() -> None:
    assert decode(b"\xfe\xff" + STORY.encode("utf-16-be")).text == STORY


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (STORY * 20, "gb18030"),
        ("你好。", "gb18030"),
        ("雨", "gb18030"),
        ("第一章", "gb18030"),
        ("林动", "gb18030"),
        ("联通", "gb18030"),
        ("魑魅魍魉", "gb18030"),
        ("他走进𠮷野家，坐了下来。", "gb18030"),
        ("他叫㐀𠮷，住在𠀀城。" + STORY, "gb18030"),
        (TRADITIONAL, "gb18030"),
        (TRADITIONAL, "big5"),
        ("沒有人回答她。", "big5"),
        ("他牆裏的燈一直亮著，沒有人來。", "cp950"),
        ("これはペンです。名前はまだない。", "shift_jis"),
        ("これはペンです。名前はまだない。" * 9, "euc_jp"),
        ("déjà vu", "cp1252"),
        ("“It’s a café,” he said… and left.\n", "cp1252"),
        (STORY, "utf-16-le"),
        (STORY, "utf-16-be"),
        ("他走了没有回头雨还在下", "utf-16-le"),
        ("他走了没有回头雨还在下", "utf-16-be"),
        ("Chapter One\nHe ran.\n", "utf-16-le"),
    ],
)
def test_a_clean_text_is_read_in_its_encoding_without_a_warning(text: str, encoding: str) -> None:
    decoded = decode(text.encode(encoding))
    assert (decoded.text, decoded.encoding, decoded.warnings) == (text, encoding, ())


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"rain", "ASCII"),
        ("雨".encode(), "well-formed UTF-8"),
        ("雨".encode("utf-8-sig"), "byte order mark"),
        (STORY.encode("gbk"), "no UTF-8, and makes the most sense in GB18030"),
        (STORY.encode("utf-16-le"), "NUL bytes as UTF-16 does"),
        (STORY.encode() + b"\xff", "UTF-8 but for a few bad bytes"),
        (STORY.encode() + STORY.encode("gbk"), "others read well as GB18030"),
    ],
)
def test_the_reason_says_why(data: bytes, reason: str) -> None:
    assert reason in decode(data).reason
    assert "\n" not in decode(data).reason


@given(at=st.integers(0, len(LONGER.encode("utf-8"))))
@settings(deadline=None)
def test_utf8_with_a_bad_byte_stays_utf8_and_loses_one_character_at_most(at: int) -> None:
    data = LONGER.encode()
    decoded = decode(data[:at] + b"\xff" + data[at:])
    assert decoded.encoding == "utf-8"
    assert codes(decoded) == ["bad_byte"]
    assert f"0xff at {at}" in decoded.warnings[0].message
    assert len(LONGER) - 1 <= sum(c != "\ufffd" for c in decoded.text) <= len(LONGER)


@pytest.mark.parametrize(
    ("text", "encoding"), [(LONGER, "gb18030"), (TRADITIONAL * 2, "big5"), (LONGER, "gbk")]
)
def test_a_bad_byte_anywhere_costs_a_two_byte_text_nothing_else(text: str, encoding: str) -> None:
    data = text.encode(encoding)
    for at in range(len(data) + 1):
        decoded = decode(data[:at] + b"\xff" + data[at:])
        assert decoded.encoding == ("gb18030" if encoding == "gbk" else encoding)
        assert decoded.text.replace("\ufffd", "") == text
        assert decoded.warnings[0].at == f"byte {at}"


@pytest.mark.parametrize("byte", [0xFF, 0x80])
def test_a_byte_written_over_another_costs_the_character_it_hits(byte: int) -> None:
    data = LONGER.encode("gbk")
    for at in range(len(data)):
        text = decode(data[:at] + bytes([byte]) + data[at + 1 :]).text
        assert len(text) == len(LONGER)
        assert sum(a != b for a, b in zip(text, LONGER, strict=True)) == 1


def test_a_byte_that_is_missing_costs_little_more_than_the_character_it_was_in() -> None:
    data = LONGER.encode("gbk")
    for at in range(len(data)):
        text = decode(data[:at] + data[at + 1 :]).text
        assert len(set(LONGER) - set(text)) <= 2
        assert LONGER[-5:-1] in text or LONGER[:4] in text


def test_ten_bad_bytes_are_named_and_the_others_counted() -> None:
    (warning,) = decode((STORY.encode("gbk") + b"\xff\n") * 12).warnings
    assert warning.message.startswith("12 places are no valid GB18030")
    assert warning.message.count("0xff at ") == 10
    assert warning.message.endswith("and 2 more")


def test_a_text_that_is_cut_off_inside_a_character_is_read_up_to_there() -> None:
    for encoding, cut in (("utf-8", 2), ("gbk", 2), ("utf-16", 3)):
        decoded = decode(STORY.encode(encoding)[:-cut])
        assert decoded.text.rstrip("\ufffd\n") == STORY[: len(decoded.text.rstrip("\ufffd\n"))]
        assert codes(decoded) == ["bad_byte"]


def test_half_a_character_in_utf16_is_one_bad_unit() -> None:
    data = ("雨" + "\ud800" + STORY).encode("utf-16", "surrogatepass")
    decoded = decode(data)
    assert decoded.text == "雨\ufffd" + STORY
    assert decoded.warnings[0].at == "byte 4"


@pytest.mark.parametrize("older", ["gb18030", "big5"])
@pytest.mark.parametrize("turn", [False, True])
def test_a_file_of_two_encodings_is_read_by_line(older: str, turn: bool) -> None:
    text = TRADITIONAL if older == "big5" else LONGER
    halves = [text * 3, text * 2]
    encodings = [older, "utf-8"] if turn else ["utf-8", older]
    data = b"".join(h.encode(e) for h, e in zip(halves, encodings, strict=True))
    decoded = decode(data)
    assert (decoded.text, decoded.encoding) == (text * 5, f"utf-8, {older}")
    assert codes(decoded) == ["encoding"]
    assert decoded.warnings[0].at == f"line {1 if turn else 1 + 3 * text.count(chr(10))}"


def test_a_damaged_line_of_utf8_in_a_mixed_file_stays_utf8() -> None:
    damaged = STORY.encode()[:-5] + b"\xff\n"
    decoded = decode((LONGER * 2).encode("gbk") + LONGER.encode() + damaged)
    assert decoded.text.splitlines()[-1].rstrip("\ufffd") == STORY[: len(STORY) - 3]
    assert codes(decoded) == ["encoding", "bad_byte"]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "is empty"),
        (b" \r\n\t", "nothing but white space"),
        ("\u3000\n".encode(), "nothing but white space"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"PK\x03\x04\x00\x00", "NUL byte at offset 4"),
        (b"\0" * 100, "NUL byte at offset 0"),
        ("ab\0c".encode("utf-16"), "NUL character"),
        (b"rain\0" * 9, "NUL byte at offset 4"),
        (bytes(range(1, 256)) * 4, "byte 0x80 at offset 127"),
        (b"\1\2\3\4 rain", "4 control characters"),
        (b"\xff\xfea", "UTF-16"),
        ("\ufffd\n".encode(), "nothing of it could be read"),
        (b"%PDF-1.7", "a PDF"),
        ("Он ушёл и не вернулся домой, дождь шёл.".encode("cp1251") * 9, "0xce at offset 0"),
        ("그는 돌아오지 않았다. 비가 내리고 있었다.".encode("euc-kr") * 9, "no valid UTF-8"),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(data: bytes, what: str) -> None:
    with pytest.raises(InvalidInputError, match=what) as refused:
        decode(data)
    assert "\n" not in str(refused.value)
    assert "import" in str(refused.value)


@pytest.mark.parametrize(
    "data",
    [
        b"\n" * 200_000 + STORY.encode("gbk"),
        b"\xff\xd6" * 500_000,
        (STORY.encode("gbk").replace(b"\n", b"") * 20 + b"\xff") * 200,
        ("é" * 500_000).encode("cp1252"),
        (STORY.strip() * 9 + "\n").encode() * 500 + STORY.encode("gbk") * 2_000,
        ("浣犲ソ锛屼笘鐣屻" * 50_000).encode(),
        ("Ã©" * 300_000).encode(),
        ("魑魅" * 200_000).encode("gb18030"),
    ],
)
def test_hostile_bytes_cost_time_by_their_length_alone(data: bytes) -> None:
    began = time.process_time()
    try:
        decode(data)
    except InvalidInputError as refused:
        assert len(str(refused)) < 200  # noqa: PT017 - a refusal is as good as a text here
    assert time.process_time() - began < 6


@pytest.mark.skipif(not MESSY.exists(), reason="the messy files are not beside the project")
def test_files_as_readers_have_them_are_read_in_the_encoding_they_are_in() -> None:
    with gzip.open(MESSY / "expected.jsonl.gz", "rt", encoding="utf-8") as rows:
        expected = [json.loads(row) for row in rows if row.strip()]
    for row in expected:
        with gzip.open(MESSY.parent / row["file"]) as file:
            decoded = decode(file.read())
        assert decoded.encoding == row["encoding"].replace("utf-8-sig", "utf-8")
        assert decoded.warnings == ()
