"""Files that mean harm: each is refused in one line that names the file, and nothing else."""

import struct
from contextlib import suppress
from io import BytesIO
from zipfile import ZIP_BZIP2, ZipFile, ZipInfo

import pytest

from ingest.formats import archive, read_folder
from lorepack.errors import InvalidInputError
from tests.ingest.formats.building import docx, epub, page, read, zipped

LAUGHS = (
    '<!DOCTYPE html [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
    '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>'
)
OUTSIDE = '<!DOCTYPE html [<!ENTITY a SYSTEM "file:///dev/null">]>'


def refused(name: str, data: bytes) -> str:
    with pytest.raises(InvalidInputError) as error:
        read(name, data)
    assert "\n" not in str(error.value)
    return str(error.value)


def with_member(info: ZipInfo, content: bytes = b"rain") -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w") as packed:
        packed.writestr("1.txt", "雨。")
        packed.writestr(info, content)
    return buffer.getvalue()


def test_a_bomb_is_stopped_while_it_unpacks() -> None:
    bomb = zipped({"1.txt": "雨。", "2.txt": b"rain\n" * 4_000_000})
    assert "2.txt makes book.zip unpack to more" in refused("book.zip", bomb)


def test_a_bomb_inside_a_book_is_stopped_too() -> None:
    data = epub({"a.xhtml": page("<p>" + "雨" * 5_000_000 + "</p>")})
    assert "unpack to more" in refused("book.epub", data)


def test_all_members_together_have_one_limit() -> None:
    small = BytesIO(zipped({f"{n}.txt": "rain" * 200 for n in range(9)}))
    allowance = archive.Allowance(left=3_000)
    with archive.open_archive("book.zip", small, allowance) as opened:
        assert [len(opened.read(f"{n}.txt")) for n in range(3)] == [800, 800, 800]
        with pytest.raises(InvalidInputError, match="unpack to more"):
            opened.read("3.txt")


def test_a_size_that_is_declared_too_small_does_not_help() -> None:
    data = bytearray(zipped({"1.txt": b"rain\n" * 3_000_000}))
    index = data.rfind(b"PK\x01\x02")
    struct.pack_into("<L", data, index + 24, 10)
    assert "1.txt in book.zip is damaged" in refused("book.zip", bytes(data))


def test_a_file_too_many_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_MEMBERS", 3)
    assert "holds 4 files" in refused("book.zip", zipped({f"{n}.txt": "雨" for n in range(4)}))


def test_members_that_share_their_bytes_are_refused() -> None:
    data = bytearray(zipped({"1.txt": "雨下了一夜。" * 9, "2.txt": "雪停了。" * 9}))
    second = data.rfind(b"PK\x01\x02")
    struct.pack_into("<L", data, second + 42, 0)
    assert "overlap" in refused("book.zip", bytes(data))


@pytest.mark.parametrize("inner", ["more.zip", "more.rar", "more.7z", "more.tar.gz"])
def test_an_archive_in_an_archive_is_refused(inner: str) -> None:
    assert inner in refused("book.zip", zipped({"1.txt": "雨", inner: zipped({"2.txt": "雪"})}))


def test_an_archive_under_another_name_is_refused() -> None:
    data = zipped({"1.txt": "雨", "2.txt": zipped({"3.txt": "雪"})})
    assert "archive in another" in refused("book.zip", data)


@pytest.mark.parametrize("path", ["../1.txt", "/1.txt", "a/../../1.txt", "C:/1.txt", "..\\1.txt"])
def test_a_path_that_leads_outside_is_refused(path: str) -> None:
    assert "outside of itself" in refused("book.zip", zipped([("a.txt", "雨"), (path, "雪")]))


def test_a_link_is_refused() -> None:
    link = ZipInfo("link.txt")
    link.external_attr = 0o120777 << 16
    assert "link.txt in book.zip is a link" in refused("book.zip", with_member(link))


def test_an_encrypted_member_is_refused() -> None:
    data = bytearray(zipped({"1.txt": "雨"}))
    data[data.rfind(b"PK\x01\x02") + 8] |= 1
    assert "is encrypted" in refused("book.zip", bytes(data))


def test_an_unusual_method_is_refused() -> None:
    assert "packed by method 12" in refused("book.zip", zipped({"1.txt": "雨"}, ZIP_BZIP2))


def test_a_name_that_stands_twice_is_refused() -> None:
    with pytest.warns(UserWarning, match="Duplicate"):
        data = zipped([("1.txt", "雨"), ("1.txt", "雪")])
    assert "holds 1.txt twice" in refused("book.zip", data)


@pytest.mark.parametrize("length", [4, 30, -30, -1])
@pytest.mark.parametrize("data", [zipped({"1.txt": "雨" * 99}), epub({"a.xhtml": page("雨")})])
def test_a_zip_that_is_cut_off_is_refused(data: bytes, length: int) -> None:
    assert "damaged or cut off" in refused("book.zip", data[:length])


def test_every_flipped_byte_of_a_zip_is_survived() -> None:
    data = zipped({"1.txt": "雨下了一夜。", "2.txt": "雪停了。"})
    for at in range(len(data)):
        broken = bytearray(data)
        broken[at] ^= 0xFF
        with suppress(InvalidInputError):
            assert "雨" in read("book.zip", bytes(broken)).text


@pytest.mark.parametrize("prolog", [LAUGHS, OUTSIDE])
def test_entities_are_refused_in_every_kind_of_xml(prolog: str) -> None:
    laughing = f"{prolog}<html><body><p>&a;</p></body></html>"
    assert "XML entities" in refused("a.html", laughing.encode())
    assert "XML entities" in refused("book.epub", epub({"a.xhtml": laughing}))
    assert "XML entities" in refused("a.docx", docx("", more={"word/styles.xml": laughing}))
    container = {"META-INF/container.xml": f"{prolog}<a/>"}
    assert "XML entities" in refused("book.epub", zipped(container))
    utf16 = laughing.encode("utf-16")
    assert "XML entities" in refused("book.epub", epub({"a.xhtml": utf16}))


@pytest.mark.parametrize("depth", [300, 100_000])
def test_deep_nesting_is_refused(depth: int) -> None:
    deep = "<div>" * depth + "雨" + "</div>" * depth
    assert "nested deeper" in refused("a.html", page(deep).encode())
    assert "nested deeper" in refused("a.html", b"<html><p>" + deep.encode())
    assert "nested deeper" in refused("book.epub", epub({"a.xhtml": page(deep)}))
    assert "nested deeper" in refused("a.docx", docx(deep))
    assert "nested deeper" in refused("b.epub", epub({"a.xhtml": page("雨")}, old_toc=deep))


@pytest.mark.parametrize("name", ["a.txt", "a.md", "a.html", "a.epub", "a.docx", "a.zip", "a"])
def test_an_empty_file_is_refused_whatever_it_is_called(name: str) -> None:
    assert "empty" in refused(name, b"")


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"%PDF-1.7\n", "a PDF"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "old Word document"),
        (b"{\\rtf1 rain}", "RTF"),
        (b"\x7fELF\x02\x01\x01\0\0", "NUL byte at offset 7"),
        (bytes(range(1, 256)) * 9, "no valid UTF-8"),
        (b"\0" * 5000, "NUL byte at offset 0"),
    ],
)
def test_a_binary_file_is_refused_by_name(data: bytes, what: str) -> None:
    message = refused("a.txt", data)
    assert message.startswith("a.txt: ")
    assert what in message


def test_a_folder_too_big_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ingest.formats.reader.MOST_BYTES", 10)
    with pytest.raises(InvalidInputError, match="in parts"):
        read_folder("book", [("1.txt", b"rain and snow")])
    assert "in parts" in refused("a.txt", b"rain and snow")


def test_ordinary_repetition_is_no_bomb() -> None:
    assert len(read("b.zip", zipped({"1.txt": "雨下了一夜。\n" * 100_000})).text) == 700_000
