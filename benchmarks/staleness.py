"""Looking at 2,000 summaries after one edit: `python -m benchmarks.staleness`.

Scanning a book whose summaries were all made, with one chapter edited since, is timed beside
reading and hashing all of its texts in the same run.
"""

import hashlib
import sys
import tempfile
from pathlib import Path
from random import Random

from benchmarks.timing import cpu_seconds
from ingest.scanning import Scanner
from lorepack.records import Scope, SummaryState
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library

CHAPTERS = 2_000
CHARACTERS = 3_000
MOST = 3.0
SCOPE = Scope(project="long")

_CLAUSES = (
    "他沿着河走了很久", "门外有人敲门", "灯还亮着", "谁也没有说话", "船从桥下过去",
    "她把信折好收起来", "雨下到三更才停", "院子里落满了叶子", "十二个人站在岸边", "远处传来钟声",
)  # fmt: skip


def main() -> None:
    """Print the ratio; end with an error if it is too high."""
    with (
        tempfile.TemporaryDirectory(prefix="lorepack-bench-") as folder,
        open_library(Settings(data_dir=Path(folder), embedder="hashing:64")) as library,
    ):
        print(f"writing {CHAPTERS} chapters of {CHARACTERS} characters and summarising them …")
        library.import_bytes(SCOPE, _book().encode())
        library.summarise(SCOPE)
        _edit(library)
        scanned = cpu_seconds(lambda: _scan(library))
        hashed = cpu_seconds(lambda: _hash_all(library))
    ratio = scanned / hashed
    print(f"scan {scanned:.2f} s, reading and hashing {hashed:.2f} s: {ratio:.2f} (at most {MOST})")
    sys.exit(ratio > MOST)


def _book() -> str:
    random = Random(4)
    return "\n".join(f"第{at}章 夜\n{_chapter(random)}" for at in range(1, CHAPTERS + 1))


def _chapter(random: Random) -> str:
    told: list[str] = []
    while sum(map(len, told)) < CHARACTERS:
        told.append("，".join(random.choices(_CLAUSES, k=3)) + "。\n")
    return "".join(told)


def _edit(library: Library) -> None:
    text = library.text(SCOPE, "1000")
    library.editor(SCOPE).edit("1000", "十二个人都走了三十里。\n" + text, as_is=True)


def _scan(library: Library) -> None:
    found = Scanner(record=library.record, scope=SCOPE).run()
    stale = [f.chapter for f in found if f.state is SummaryState.STALE]
    assert (len(found), stale) == (CHAPTERS, [1000]), "the one edit is found, and nothing else"


def _hash_all(library: Library) -> None:
    with library.record.reading() as unit:
        ids = [id for _, id in unit.chapters.reading_order(SCOPE)]
        texts = unit.chapters.texts(SCOPE, ids)
    assert len({hashlib.sha256(text.encode()).hexdigest() for text in texts.values()}) > 1


if __name__ == "__main__":
    main()
