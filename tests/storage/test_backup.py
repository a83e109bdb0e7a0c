"""What a backup carries, what it is refused for, and backups of former schemas."""

import json
import struct
import tracemalloc
from collections.abc import Callable, Generator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import pytest
import sqlalchemy as sa

from lorepack.errors import InvalidInputError
from lorepack.records import JobKind, JobState, Scope
from runtime.library import Library
from runtime.worker import quiet
from storage import tables as t
from storage.backup.schemas import revisions
from storage.backup.tables import LEFT_OUT, carried, columns
from storage.engines import sqlite_url
from storage.record import SqlRecord
from tests.backups import MANIFEST, another_library, members_of, tampered
from tests.strategies import author_memories, synthetic_book

AT = datetime(2026, 1, 2, 3, 4, 6, tzinfo=UTC)


@pytest.fixture
def file(library: Library, scope: Scope, tmp_path: Path) -> Path:
    """A backup of a small book."""
    library.import_bytes(scope, synthetic_book(3, sentences=4).manuscript())
    library.remember(scope, author_memories())
    library.editor(scope).edit("1", "改写过了。", as_is=True)
    path = tmp_path / "book.zip"
    library.export(scope, path)
    return path


@pytest.fixture
def there(tmp_path: Path, cache_dir: Path) -> Generator[Library]:
    with another_library(tmp_path, cache_dir) as opened:
        yield opened


def refusal(there: Library, file: Path) -> str:
    """Why a file is not restored; nothing of it is there then."""
    with pytest.raises(InvalidInputError) as error:
        there.restore(file)
    assert there.projects() == []
    assert "\n" not in str(error.value)
    return str(error.value)


def test_every_table_is_carried_or_left_out_with_a_reason() -> None:
    """A table that is new is carried by itself; one that cannot be must be given a reason."""
    tables = {*t.metadata.tables, t.snippet_terms.name}
    assert {table.name for table in carried(t.metadata)} == tables - set(LEFT_OUT)
    assert set(LEFT_OUT) <= tables, "there is no such table any more"
    assert all(LEFT_OUT.values())


def test_every_value_of_a_row_can_stand_in_json() -> None:
    for table in carried(t.metadata):
        kinds = {c.type.python_type for c in columns(table) if not isinstance(c.type, sa.JSON)}
        assert kinds <= {str, int, float, bool}


def test_nothing_points_to_a_number_that_the_database_hands_out_but_a_projects() -> None:
    """Rows are numbered anew where they are restored."""
    keys = [key.column for table in carried(t.metadata) for key in table.foreign_keys]
    numbers = {column for column in keys if column is column.table.autoincrement_column}
    assert numbers == {t.project.c.id}


def test_jobs_that_are_over_are_carried_and_live_ones_are_not(
    library: Library, scope: Scope, file: Path, tmp_path: Path
) -> None:
    with library.record.writing() as unit:
        live = unit.jobs.queue(scope, JobKind.SUMMARISE)
        unit.jobs.cancel(scope, live.id)
        unit.jobs.queue(scope, JobKind.SUMMARISE)
    library.export(scope, tmp_path / "jobs.zip")
    lines = members_of(tmp_path / "jobs.zip")["tables/job.jsonl"].decode().splitlines()
    assert [json.loads(line)["state"] for line in lines] == [JobState.CANCELLED]


def test_a_backup_is_read_without_lorepack(library: Library, scope: Scope, file: Path) -> None:
    members = members_of(file)
    manifest = json.loads(members[MANIFEST])
    assert (manifest["format"], manifest["version"]) == ("lorepack-backup", 1)
    assert (manifest["project"], manifest["tenant"], manifest["schema"]) == (
        *("book", "local", revisions()[-1]),
    )
    assert set(manifest["members"]) == set(members) - {MANIFEST}
    for table, count in manifest["tables"].items():
        lines = members[f"tables/{table}.jsonl"].decode().splitlines()
        assert [type(json.loads(line)) for line in lines] == [dict] * count
    rows = [json.loads(line) for line in members["tables/chapter_revision.jsonl"].splitlines()]
    assert all("text" not in row for row in rows), "no text is there twice"
    texts = {row["file"] for row in rows}
    assert texts == {path for path in members if path.endswith(".txt")}
    read = [members[path].decode() for path in sorted(texts) if path.startswith("texts/")]
    assert read == [library.text(scope, c.id) for c in library.chapters(scope)]
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_damaged_byte_anywhere_is_refused(there: Library, file: Path, tmp_path: Path) -> None:
    data = file.read_bytes()
    with ZipFile(file) as zip:
        infos = zip.infolist()
    damaged = tmp_path / "damaged.zip"
    for info in infos:
        name_length, extra_length = struct.unpack_from("<HH", data, info.header_offset + 26)
        start = info.header_offset + 30 + name_length + extra_length
        changed = bytearray(data)
        changed[start + info.compress_size // 2] ^= 0x10
        damaged.write_bytes(changed)
        if info.compress_size > 2:  # an empty file has no byte of its own
            assert info.filename in refusal(there, damaged)


def test_a_file_that_is_not_what_the_manifest_says_is_named(
    there: Library, file: Path, tmp_path: Path
) -> None:
    """Whoever packs the files again makes their CRC right: the checksum tells."""
    for path in members_of(file):
        if path == MANIFEST:
            continue
        other = tampered(
            file, tmp_path / "other.zip", {}, lambda told, path=path: _alter(told, path)
        )
        assert f"{path} in {other} is damaged: its checksum" in refusal(there, other)


def _alter(manifest: dict[str, Any], path: str) -> None:
    manifest["members"][path]["sha256"] = "0" * 64


def test_files_that_lack_or_are_too_many_are_named(
    there: Library, file: Path, tmp_path: Path
) -> None:
    other = tampered(
        file, tmp_path / "a.zip", {}, lambda told: told["members"].pop("tables/fact.jsonl")
    )
    assert "does not name, tables/fact.jsonl" in refusal(there, other)
    sums = {"bytes": 1, "sha256": ""}
    other = tampered(
        file, tmp_path / "b.zip", {}, lambda told: told["members"].update({"x.txt": sums})
    )
    assert "lacks x.txt" in refusal(there, other)


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"version": 2}, "laid out in version 2, by a newer lorepack"),
        ({"schema": "9999"}, "schema 9999, by a newer lorepack"),
        ({"format": "other"}, "is no backup that `lorepack export` wrote"),
        ({"tables": []}, "tables in its manifest.json"),
        ({"tables": {"nix": 0}}, "no table 'nix'"),
        ({"tables": {}}, "no row of a project"),
    ],
)
def test_what_is_newer_or_none_of_ours_is_refused(
    there: Library, file: Path, tmp_path: Path, told: dict[str, object], why: str
) -> None:
    other = tampered(file, tmp_path / "other.zip", {}, lambda manifest: manifest.update(told))
    assert why in refusal(there, other)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "no zip archive"),
        (b"\x7fELF", "no zip archive"),
        (b"PK\x03\x04 and no more", "damaged or cut off"),
    ],
)
def test_what_is_no_archive_is_refused(
    there: Library, tmp_path: Path, data: bytes, why: str
) -> None:
    other = tmp_path / "other.zip"
    other.write_bytes(data)
    assert why in refusal(there, other)
    assert "cannot be read: No such file" in refusal(there, tmp_path / "nix.zip")


def test_another_archive_is_refused(there: Library, tmp_path: Path) -> None:
    other = tmp_path / "other.zip"
    with ZipFile(other, "w") as zip:
        zip.writestr("book.txt", "雨。")
    assert "it holds no manifest.json" in refusal(there, other)
    with ZipFile(other, "w") as zip:
        zip.writestr(MANIFEST, "[" * 100_000)
    assert "is no JSON" in refusal(there, other)


def _line(**changed: object) -> Callable[[bytes], bytes]:
    """The first row of a table changed."""

    def change(data: bytes) -> bytes:
        first, _, rest = data.partition(b"\n")
        return json.dumps(json.loads(first) | changed).encode() + b"\n" + rest

    return change


BAD_ROWS: list[tuple[str, Callable[[bytes], bytes], str]] = [
    ("fact", _line(chapter="nix"), "rows of fact do not go together"),
    ("chapter", _line(order_key="first"), "order_key of a row of chapter cannot be 'first'"),
    ("chapter", _line(label=None), "label of a row of chapter cannot be None"),
    ("chapter", _line(front_matter=1), "front_matter of a row of chapter cannot be 1"),
    ("chapter", _line(order_key=1 << 70), "rows of chapter do not go together"),
    ("chapter", _line(title="\ud800"), "rows of chapter do not go together"),
    ("chapter", _line(project=7), "too many or too few values: project"),
    ("chapter_revision", _line(file="../x.txt"), "is in no file of it"),
    ("fact", lambda data: data + b"{", "is no JSON"),
    ("fact", lambda data: data + b"[]\n", "is no row"),
    ("fact", lambda data: data.partition(b"\n")[2], "rows instead of"),
    ("fact", lambda _: b'"' + b"x" * 100_000, "longer than"),
]


@pytest.mark.parametrize(("table", "change", "why"), BAD_ROWS)
def test_rows_that_cannot_be_are_refused_whole(
    there: Library,
    file: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    table: str,
    change: Callable[[bytes], bytes],
    why: str,
) -> None:
    monkeypatch.setattr("storage.backup.reading.MOST_ROW", 50_000)
    other = tampered(file, tmp_path / "other.zip", {f"tables/{table}.jsonl": change})
    assert why in refusal(there, other)
    assert there.restore(file).project == "book"


def test_a_text_that_is_no_text_is_refused(there: Library, file: Path, tmp_path: Path) -> None:
    path = next(path for path in members_of(file) if path.startswith("texts/"))
    other = tampered(file, tmp_path / "other.zip", {path: lambda data: data[:-1]})
    assert f"{path} is no UTF-8 text" in refusal(there, other)


def test_a_bomb_is_stopped_while_it_unpacks(there: Library, file: Path, tmp_path: Path) -> None:
    other = tampered(file, tmp_path / "b.zip", {"tables/fact.jsonl": lambda _: b" " * (20 << 20)})
    assert "tables/fact.jsonl makes" in refusal(there, other)


@pytest.mark.parametrize("path", ["../../x.txt", "/x.txt", "texts\\..\\..\\x.txt"])
def test_a_path_that_leads_out_is_refused(
    there: Library, file: Path, tmp_path: Path, path: str
) -> None:
    other = tampered(file, tmp_path / "other.zip", {path: lambda _: b"x"})
    assert "outside of itself" in refusal(there, other)


def test_links_and_overlapping_files_are_refused(
    there: Library, file: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.zip"
    link = ZipInfo("texts/link.txt")
    link.external_attr = 0o120777 << 16
    with ZipFile(other, "w", ZIP_DEFLATED) as zip:
        zip.writestr(MANIFEST, members_of(file)[MANIFEST])
        zip.writestr(link, "/etc/passwd")
    assert "is a link" in refusal(there, other)
    data = bytearray(file.read_bytes())
    struct.pack_into("<L", data, data.rfind(b"PK\x01\x02") + 42, 0)
    other.write_bytes(data)
    assert "overlap" in refusal(there, other)


def test_memory_does_not_grow_with_the_book(tmp_path: Path, scope: Scope) -> None:
    """Four times the texts and packs are written in as much memory, but for files' names."""
    peaks = [_peak(tmp_path, scope, chapters) for chapters in (60, 240)]
    assert peaks[1] < peaks[0] + 180 * 2_000, "an entry in the list of files and its checksum"


def _peak(folder: Path, scope: Scope, chapters: int) -> int:
    record = SqlRecord.open(sqlite_url(folder / f"{chapters}.db"))
    text = "雨下了一夜。" * 5_000
    with record._writing.begin() as connection:  # pyright: ignore[reportPrivateUsage]
        for statement in (
            "INSERT INTO project VALUES (1, 'local', 'book', 's', 1, 1, 0, 0)",
            *(
                "INSERT INTO chapter (project, id, order_key, label, title, status, "
                f"current_revision) VALUES (1, 'c{n}', {n}, '', '', 'canon', 1)"
                for n in range(chapters)
            ),
        ):
            connection.exec_driver_sql(statement)
        for n in range(chapters):
            revision = {"chapter": f"c{n}", "revision": 1, "heading": "", "text": f"{n}{text}"}
            stored = revision | {"project": 1, "chars": 1, "sha256": "", "opening": ""}
            connection.execute(t.chapter_revision.insert(), stored)
            run = {"project": 1, "id": f"r{n}", "chapter": n, "request": "", "pack": text}
            connection.execute(t.run.insert(), run | {"rendered": text})
    tracemalloc.start()
    with record.reading() as unit, (folder / f"{chapters}.zip").open("w+b") as file:
        unit.backups.write(scope, file, at=AT, compression=ZIP_DEFLATED, progress=quiet)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    record.close()
    return peak
