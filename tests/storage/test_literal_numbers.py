"""The numbers that the literal index knows terms by."""

from hypothesis import given
from hypothesis import strategies as st

from storage.literal_numbers import literal_numbers
from text.terms import term_number

PROJECTS = st.integers(min_value=0, max_value=2**31 - 1)


@given(PROJECTS, PROJECTS, st.text(), st.text())
def test_two_projects_share_no_number(one: int, other: int, term: str, word: str) -> None:
    shared = literal_numbers(one, [term]) == literal_numbers(other, [word])
    assert shared == (one == other and term_number(term) == term_number(word))


@given(PROJECTS, st.lists(st.text(max_size=3)))
def test_every_database_holds_them_and_each_stands_once(project: int, terms: list[str]) -> None:
    numbers = literal_numbers(project, terms)
    assert all(0 <= number < 2**63 for number in numbers)
    assert [n % 2**32 for n in numbers] == list(dict.fromkeys(map(term_number, terms)))
