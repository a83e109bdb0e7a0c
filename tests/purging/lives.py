"""A book that has been through everything: what a purge has to find."""

from dataclasses import dataclass

from ingest.editing import read_heading
from ingest.exemptions import Exempter
from lorepack.records import (
    Alias,
    AliasKind,
    ChapterCard,
    FactKind,
    JobKind,
    Memory,
    MemoryKind,
    PackRequest,
    RecallRequest,
    Scope,
    SearchRequest,
)
from runtime.continuity import Continuity
from runtime.library import Library
from runtime.registry import registry_of
from runtime.worker import quiet


@dataclass(frozen=True, slots=True, kw_only=True)
class Secret:
    """What is told in one chapter and nowhere else."""

    title: str
    name: str
    words: tuple[str, ...]
    former: str
    """Stood in a text that the chapter had before."""

    @property
    def all(self) -> tuple[str, ...]:
        """Every word that is to be gone."""
        return self.title, self.name, self.former, *self.words


ZH = Secret(
    title="翡翠蜥蜴",
    name="欧阳靖霆",
    words=("龍淵閣的銅鏡碎成八千七百片", "ＺＡＮＺＩＢＡＲ密令", "琥珀罗盘指向枯井"),
    former="赤脚的石匠吞下了玛瑙",
)
EN = Secret(
    title="The Quillfeather Ledger",
    name="Barnaby Quillfeather",
    words=("zirconium marionettes danced at Umberlocke", "nine hundred and eleven tortoises"),
    former="a pelican swallowed the verdigris crown",
)


def _told(secret: Secret) -> str:
    if secret is ZH:
        said = "".join(
            f"{secret.name}说道：“{word}。”{secret.name}点了点头。" for word in secret.words
        )
        return f"{said}\n{secret.name}笑道：“走罢。”{secret.name}说道：“好。”\n"
    said = " ".join(
        f"“Listen: {word},” said {secret.name}. {secret.name} nodded." for word in secret.words
    )
    return f"{said}\n“Come,” said {secret.name}. {secret.name} smiled.\n"


def manuscript(secret: Secret) -> bytes:
    """Four chapters, of which the second holds the secret."""
    if secret is ZH:
        plain = "天亮以前，渡口的船夫阮小二数完了三千二百两银子。阮小二说道：“雨要停了。”\n"
        heads = ("第一章 雨", f"第二章 {secret.title}", "第三章 风", "第四章 雪")
    else:
        plain = "Before dawn the ferryman Ada Crane counted 3,200 coins. “Rain,” said Ada Crane.\n"
        heads = ("Chapter 1 Rain", f"Chapter 2 {secret.title}", "Chapter 3 Wind", "Chapter 4 Snow")
    bodies = [f"{plain}{n}\n" * 12 for n in ("一", "二", "三", "四")]
    bodies[1] = _told(secret) * 4 + bodies[1]
    return "\n".join(f"{head}\n{body}" for head, body in zip(heads, bodies, strict=True)).encode()


def live(library: Library, scope: Scope, secret: Secret) -> str:
    """Bring a book in and do everything with it; returns the id of the chapter with the secret."""
    library.import_bytes(scope, manuscript(secret))
    id = library.chapters(scope)[1].id
    _edit(library, scope, secret, id)
    library.index(scope)
    library.summarise(scope)
    _remember(library, scope, secret, id)
    _register(library, scope, secret)
    _ask(library, scope, secret)
    _fail(library, scope, secret)
    library.index(scope)
    return id


def _edit(library: Library, scope: Scope, secret: Secret, id: str) -> None:
    """Leave former texts of the chapter, and its words in former texts of its neighbour."""
    editor, text = library.editor(scope), library.text(scope, id)
    editor.edit(id, f"{secret.former}。\n{text}", as_is=True)
    library.index(scope)
    editor.edit(id, text, as_is=True)
    editor.merge("1", "2")
    library.index(scope)
    library.undo(scope)
    editor.split(id, text.index(secret.words[-1]), read_heading(f"番外 {secret.title}"))
    library.undo(scope)
    editor.rename("3", read_heading("第三章 大风"))


def _remember(library: Library, scope: Scope, secret: Secret, id: str) -> None:
    """What is known from the chapter, and what that says since."""
    for words in (secret.words[0], secret.words[-1]):
        note = Memory(id="note", kind=MemoryKind.NOTE, text=f"记住：{words}", known_from=id)
        library.remember(scope, [note])
    foreshadow = {"title": secret.title, "surface": secret.words[0]}
    library.remember(
        scope,
        [
            Memory(
                id="plant",
                kind=MemoryKind.FORESHADOW,
                subject="F012",
                text=secret.words[1],
                known_from=id,
                fields=foreshadow,
            )
        ],
    )


def _register(library: Library, scope: Scope, secret: Secret) -> None:
    """Names: bounded by the chapter, proposed, rejected, taken back."""
    registry = registry_of(library, scope)
    registry.propose(None, quiet)
    assert secret.name in {e.name for e in registry.entities()}, "the book makes it known"
    registry.reject([secret.name])
    library.undo(scope)
    registry.reject([secret.name])
    keeper = Alias(text="守门人", kind=AliasKind.ROLE, from_chapter="2", to_chapter="2")
    registry.add("钱四", FactKind.PERSON, [keeper])


def _ask(library: Library, scope: Scope, secret: Secret) -> None:
    """Packs, searches, a recall and a check, all with the secret in what is asked."""
    for chapter in (1, 2, 3, 5):
        card = ChapterCard(goal=secret.words[0], people=(secret.name,))
        query = f"{secret.name} {secret.words[-1]}"
        library.pack(scope, PackRequest(chapter=chapter, query=query, card=card, budget=3_000))
    assert library.search(scope, SearchRequest(query=secret.words[0])).literal_total
    library.recall(scope, RecallRequest(query=secret.words[0]))
    continuity = Continuity(library=library, scope=scope)
    continuity.check(f"{secret.name}说道：“没有。”")
    exempter = Exempter(record=library.record, scope=scope)
    exempter.exempt("0123456789abcdef", "it is meant so")


def _fail(library: Library, scope: Scope, secret: Secret) -> None:
    """A job that fails with the words in its error."""
    with library.record.writing() as unit:
        unit.jobs.queue(scope, JobKind.SUMMARISE)
        lease = unit.jobs.claim("worker", seconds=60, most_tries=5, scope=scope)
        assert lease is not None
        unit.jobs.fail(lease, f"UnusableAnswerError: {secret.words[0]}")
