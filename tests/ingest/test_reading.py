import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.reading import decode
from lorepack.errors import InvalidInputError

STORY = "　　他走了，没有回头。雨还在下。\n"


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


@pytest.mark.parametrize("story", [STORY * 20, "你好。", "他走进𠮷野家，坐了下来。"])
def test_gb18030_is_read_and_said(story: str) -> None:
    decoded = decode(story.encode("gb18030"))
    assert (decoded.text, decoded.encoding) == (story, "gb18030")
    assert [warning.code for warning in decoded.warnings] == ["encoding"]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"", "is empty"),
        (b" \r\n\t", "nothing but white space"),
        ("\u3000\n".encode(), "nothing but white space"),
        (b"\xef\xbb\xbf", "is empty"),
        (b"PK\x03\x04\x00\x00", "NUL byte at offset 4"),
        ("ab\0c".encode("utf-16"), "NUL character"),
        (STORY.encode() * 9 + b"\xff", f"byte 0xff at offset {len(STORY.encode()) * 9}"),
        (STORY.encode()[:-2], "UTF-8"),
        (STORY.encode("utf-16-le"), "UTF-8"),
        ("裡面是繁體中文，他沒有回頭。".encode("big5") * 9, "UTF-8"),
        ("これはペンです。".encode("shift-jis") * 9, "UTF-8"),
        ("déjà vu".encode("latin-1"), "byte 0xe9 at offset 1"),
        (b"\xff\xfea", "UTF-16"),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(data: bytes, what: str) -> None:
    with pytest.raises(InvalidInputError, match=what) as refused:
        decode(data)
    assert "\n" not in str(refused.value)
    assert "import" in str(refused.value)
