"""Which profile ranks a project, and that packs and results say which one it was."""

from pathlib import Path

import pytest

from lorepack.errors import InvalidInputError
from lorepack.records import PackRequest, ProfileSource, Scope, SearchRequest
from ranking.profile import Profile
from ranking.profile_file import dumps, fingerprint, loads
from runtime.library import Library
from runtime.profiles import ProjectProfile, open_profile
from runtime.settings import Settings
from runtime.wiring import open_library
from tests.strategies import synthetic_book

pytestmark = pytest.mark.both_databases

LENIENT = "threshold = 0\nfloor = 0"
STRICT = "threshold = 1"
QUERY = SearchRequest(query="灯塔下的海图")


@pytest.fixture
def own(library: Library, scope: Scope) -> ProjectProfile:
    """The profile of a project with a small book."""
    library.import_bytes(scope, synthetic_book(6).manuscript())
    library.index(scope)
    return ProjectProfile(library=library, scope=scope)


def test_without_a_word_the_usual_profile_ranks(own: ProjectProfile) -> None:
    shown = own.show()
    assert (shown.source, shown.name) == (ProfileSource.DEFAULT, "default")
    assert shown.toml == dumps(Profile())
    assert own.used() == Profile()


def test_a_projects_own_profile_ranks_it_until_it_is_reset(own: ProjectProfile) -> None:
    lenient = own.set(LENIENT)
    assert (lenient.source, loads(lenient.toml).threshold) == (ProfileSource.PROJECT, 0)
    assert len(own.library.search(own.scope, QUERY).hits) == 5
    own.set(STRICT)
    assert own.library.search(own.scope, QUERY).hits == ()
    assert own.reset().source == ProfileSource.DEFAULT


def test_a_profile_is_stored_whole(own: ProjectProfile) -> None:
    assert own.set(LENIENT).toml == dumps(Profile(threshold=0, floor=0))


def test_another_project_is_not_touched(own: ProjectProfile) -> None:
    other = Scope(project="other")
    own.library.import_bytes(other, synthetic_book(2).manuscript())
    own.set(STRICT)
    assert ProjectProfile(library=own.library, scope=other).show().source == ProfileSource.DEFAULT


def test_setting_and_resetting_count_as_writes(own: ProjectProfile) -> None:
    def revision() -> int:
        with own.library.record.reading() as unit:
            return unit.projects.get(own.scope).revision

    before = revision()
    own.set(LENIENT)
    own.reset()
    assert revision() == before + 2


def test_packs_and_results_name_the_profile_that_ranked_them(own: ProjectProfile) -> None:
    library, scope = own.library, own.scope
    usual = library.pack(scope, PackRequest(chapter=7, query=QUERY.query))
    assert usual.profile == fingerprint(Profile()) == own.show().fingerprint
    own.set(STRICT)
    strict = library.pack(scope, PackRequest(chapter=7, query=QUERY.query))
    found = library.search(scope, QUERY)
    assert strict.profile == found.profile == fingerprint(Profile(threshold=1))
    assert library.stored_pack(scope, strict.id).profile == strict.profile


def test_what_is_no_profile_is_refused_and_the_former_one_stays(own: ProjectProfile) -> None:
    own.set(LENIENT)
    with pytest.raises(InvalidInputError, match="profile, line 1: threshold: 2 is out of range"):
        own.set("threshold = 2")
    assert own.used().threshold == 0


def test_a_stored_profile_that_no_longer_reads_says_how_to_get_rid_of_it(
    own: ProjectProfile,
) -> None:
    with own.library.record.writing() as unit:
        unit.profiles.put(own.scope, "[calibration.weights]\nformer = 1\n")
    with pytest.raises(InvalidInputError, match=r"line 2.*`lorepack profile book reset`"):
        own.library.search(own.scope, QUERY)
    own.reset()
    assert own.used() == Profile()


def test_the_file_that_the_settings_name_ranks_what_has_no_own(
    tmp_path: Path, cache_dir: Path, scope: Scope
) -> None:
    file = tmp_path / "strict.toml"
    file.write_text('name = "严"\nthreshold = 1\n', encoding="utf-8")
    settings = Settings(
        data_dir=tmp_path / "data", cache_dir=cache_dir, embedder="hashing:64", profile=file
    )
    with open_library(settings) as library:
        library.import_bytes(scope, synthetic_book(2).manuscript())
        own = ProjectProfile(library=library, scope=scope)
        assert (own.show().source, own.show().name) == (ProfileSource.FILE, "严")
        assert library.search(scope, QUERY).profile == own.show().fingerprint
        assert own.set(LENIENT).source == ProfileSource.PROJECT
        assert own.used().threshold == 0


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (None, "No such file"),
        (b"threshold = 'low'", "profile, line 1: threshold: 'low' is of another type"),
        (b"\xff\xfe", "codec can't decode"),
    ],
)
def test_a_file_that_is_no_profile_is_named_with_its_setting(
    tmp_path: Path, content: bytes | None, why: str
) -> None:
    file = tmp_path / "profile.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InvalidInputError, match=f"LOREPACK_PROFILE={file}: .*{why}"):
        open_profile(file)
