"""Profiles that projects have of their own, on each database."""

import pytest

from lorepack.errors import NotFoundError
from lorepack.records import Scope
from storage.record import SqlRecord

OTHER = Scope(project="other")


@pytest.fixture
def kept(record: SqlRecord, scope: Scope) -> SqlRecord:
    """Two projects, of which one has a profile."""
    with record.writing() as unit:
        unit.projects.ensure(scope)
        unit.projects.ensure(OTHER)
        unit.profiles.put(scope, 'name = "甲"\n')
    return record


def test_a_profile_is_there_for_its_project_alone(kept: SqlRecord, scope: Scope) -> None:
    with kept.reading() as unit:
        assert unit.profiles.get(scope) == 'name = "甲"\n'
        assert unit.profiles.get(OTHER) is None


def test_a_new_one_takes_the_place_of_the_former(kept: SqlRecord, scope: Scope) -> None:
    with kept.writing() as unit:
        unit.profiles.put(scope, "recall_k = 9\n")
    with kept.reading() as unit:
        assert unit.profiles.get(scope) == "recall_k = 9\n"


def test_what_is_deleted_is_gone_and_may_be_deleted_again(kept: SqlRecord, scope: Scope) -> None:
    with kept.writing() as unit:
        unit.profiles.delete(scope)
        unit.profiles.delete(scope)
        unit.profiles.put(OTHER, "")
    with kept.reading() as unit:
        assert unit.profiles.get(scope) is None
        assert unit.profiles.get(OTHER) == ""


def test_a_project_that_is_not_there_is_named(kept: SqlRecord) -> None:
    nowhere = Scope(project="nowhere")
    with kept.reading() as unit, pytest.raises(NotFoundError, match="no project 'nowhere'"):
        unit.profiles.get(nowhere)
    with kept.writing() as unit, pytest.raises(NotFoundError, match="no project 'nowhere'"):
        unit.profiles.delete(nowhere)
