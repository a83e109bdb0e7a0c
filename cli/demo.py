"""The demonstration: two sample books, from import to pack."""

import tempfile
from pathlib import Path

from cli import output, pack_reports
from cli.cards import read_card, read_memories
from lorepack.ports import Progress
from lorepack.records import ContextPack, PackRequest, Scope, SearchRequest
from runtime.library import Library
from runtime.settings import Settings
from runtime.wiring import open_library

SAMPLES = Path(__file__).parent / "samples"

BOOKS = {
    "zh": ("《斜渡》", "谁把当票交给了裴广义"),
    "en": ("The Lantern Vetch", "the light seen at eleven-twenty"),
}
"""For each sample book its title and a question about it."""


def run_demo() -> None:
    """Import both books into a data folder of their own, and show what comes out."""
    with (
        tempfile.TemporaryDirectory(prefix="lorepack-demo-") as folder,
        open_library(Settings(data_dir=Path(folder))) as library,
    ):
        for name, (title, question) in BOOKS.items():
            scope = Scope(project=name)
            with output.progress_bars() as progress:
                bring_in(library, scope, progress)
            _show(library, scope, title, question)


def bring_in(library: Library, scope: Scope, progress: Progress) -> None:
    """Import a sample book with its memories, and finish vectors and summaries."""
    folder = SAMPLES / scope.project
    report = library.import_bytes(scope, (folder / "book.txt").read_bytes(), progress=progress)
    library.remember(scope, read_memories(folder / "memories.json", report.chapters))
    library.index(scope, progress=progress)
    library.summarise(scope, progress=progress)


def next_pack(library: Library, scope: Scope, query: str = "") -> ContextPack:
    """The pack for the chapter after a sample book's last one."""
    request = PackRequest(
        chapter=len(library.chapters(scope)) + 1,
        budget=4_000,
        card=read_card(SAMPLES / scope.project / "card.json"),
        query=query,
    )
    return library.pack(scope, request)


def _show(library: Library, scope: Scope, title: str, question: str) -> None:
    console = output.out()
    chapters = library.chapters(scope)
    console.rule(
        f"{title}: {len(chapters)} chapters, {sum(c.chars for c in chapters):,} characters"
    )
    output.print_chapters(chapters)
    console.rule("context pack for the next chapter")
    pack_reports.print_pack(next_pack(library, scope))
    console.rule(f"search: {question}")
    output.print_search(library.search(scope, SearchRequest(query=question, k=2)))
