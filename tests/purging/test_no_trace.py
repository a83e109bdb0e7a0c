"""What is purged stands in no file: not in the database, its log, the index, or the cache."""

from collections.abc import Callable

import pytest

from lorepack.errors import NotFoundError
from lorepack.records import PackRequest, Purged, Scope
from runtime.care import Care
from runtime.library import Library
from runtime.wiring import open_library
from runtime.worker import quiet
from tests.purging.lives import EN, ZH, Secret, live
from tests.purging.traces import traces
from tests.strategies import synthetic_book

OTHER = Scope(project="other")
SECRETS = pytest.mark.parametrize("secret", [ZH, EN], ids=["zh", "en"])


@pytest.fixture
def other(library: Library) -> Callable[[], list[str]]:
    """A project beside the one that is purged; gives its packs."""
    library.import_bytes(OTHER, synthetic_book(5).manuscript())
    library.index(OTHER)
    library.summarise(OTHER)

    def packs() -> list[str]:
        asked = [PackRequest(chapter=n, budget=1_500, query="铜铃") for n in range(1, 7)]
        return [library.pack(OTHER, request).rendered for request in asked]

    return packs


def sound(library: Library, scope: Scope) -> bool:
    """Whether the index holds what the record says, and nothing else."""
    report = Care(library=library).doctor(scope)
    return report.ok and not report.problems and not library.ownership.strays(quiet)


def check_gone(library: Library, secret: Secret) -> None:
    """Close the library; no file may hold a word of the secret."""
    settings = library.settings
    library.close()
    assert traces([settings.data_dir, settings.cache_dir], secret.all) == []


@pytest.mark.parametrize(("secret", "trashed"), [(ZH, False), (EN, True)], ids=["book", "trash"])
def test_a_chapter_leaves_no_trace(
    library: Library,
    scope: Scope,
    other: Callable[[], list[str]],
    secret: Secret,
    trashed: bool,
) -> None:
    id = live(library, scope, secret)
    packs, first = other(), library.pack(scope, PackRequest(chapter=1)).rendered
    before = {word for _, word in traces([library.settings.data_dir], secret.all)}
    assert before == set(secret.all), "else nothing is shown"
    if trashed:
        library.editor(scope).delete([id])
    gone = library.purging().chapter(scope, id)
    assert {c.title for c in gone.chapters} == {secret.title}, "what was cut off it goes too"
    assert (gone.still, gone.notes, gone.names) == ((), (), ())
    assert sound(library, scope)
    assert other() == packs
    assert library.pack(scope, PackRequest(chapter=1)).rendered == first
    check_gone(library, secret)


@SECRETS
def test_a_project_leaves_no_trace(
    library: Library, scope: Scope, other: Callable[[], list[str]], secret: Secret
) -> None:
    live(library, scope, secret)
    packs = other()
    gone = library.purging().project(scope)
    assert gone == Purged(projects=(scope.project,))
    assert library.projects() == ["other"]
    with pytest.raises(NotFoundError, match="there is no project"):
        library.pack(scope, PackRequest())
    assert sound(library, OTHER)
    assert other() == packs
    check_gone(library, secret)


def test_a_tenant_leaves_no_trace_and_no_bill(
    library: Library, other: Callable[[], list[str]]
) -> None:
    scopes = [Scope(tenant="guild", project=name) for name in ("one", "two")]
    for scope, secret in zip(scopes, (ZH, EN), strict=True):
        live(library, scope, secret)
    packs = other()
    gone = library.purging().tenant("guild")
    assert gone.projects == ("one", "two")
    assert library.projects("guild") == []
    assert other() == packs
    with pytest.raises(NotFoundError, match="tenant 'guild' has no projects"):
        library.purging().tenant("guild")
    check_gone(library, ZH)
    assert traces([library.settings.data_dir], (*EN.all, "guild")) == []


def test_the_trash_is_emptied_of_chapters_and_of_their_volumes(
    library: Library, scope: Scope
) -> None:
    book = "第一卷 山\n第一章 雨\n门开了。\n第二卷 翡翠蜥蜴\n第二章 雪\n灯灭了。\n"
    library.import_bytes(scope, book.encode())
    library.index(scope)
    library.editor(scope).delete_volume("第二卷 翡翠蜥蜴")
    gone = library.purge(scope)
    assert ([c.title for c in gone.chapters], gone.volumes) == (["雪"], 1)
    assert library.purge(scope) == Purged(), "there is nothing left to be done"
    settings = library.settings
    library.close()
    assert traces([settings.data_dir], ["翡翠蜥蜴", "灯灭了"]) == []


def test_a_copy_of_the_database_goes_too(library: Library, scope: Scope) -> None:
    live(library, scope, ZH)
    copy = library.settings.data_dir / "lorepack.db.before-0009"
    copy.write_bytes(ZH.words[0].encode())
    library.purging().project(scope)
    check_gone(library, ZH)


def test_without_an_encoder_the_index_goes_and_comes_back_with_it(
    library: Library, scope: Scope, other: Callable[[], list[str]]
) -> None:
    live(library, scope, EN)
    packs, settings = other(), library.settings
    library.close()
    with open_library(
        settings.model_copy(update={"embedder": "sentence-transformers:/nowhere"})
    ) as without:
        gone = without.purging().project(scope)
        assert gone.still == ()
        assert "the index was deleted" in gone.notes[0]
        assert not (settings.data_dir / "index").exists()
    assert traces([settings.data_dir, settings.cache_dir], EN.all) == []
    assert traces([settings.data_dir], [scope.project]) == [], "a word that models know too"
    with open_library(settings) as again:
        again.index(OTHER)
        assert sound(again, OTHER)
        asked = [PackRequest(chapter=n, budget=1_500, query="铜铃") for n in range(1, 7)]
        assert [again.pack(OTHER, request).rendered for request in asked] == packs
