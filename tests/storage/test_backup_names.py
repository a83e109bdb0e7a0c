"""File names in a backup: taken by every file system, and sorted as the book is read."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from storage.backup.names import stem


@pytest.mark.parametrize(
    ("heading", "name"),
    [
        ("第一章 雨", "0007 第一章 雨"),
        (" ", "0007"),
        ('a/b\\c:d*"e"<f>|g?', "0007 a b c d e f g"),
        ("../../etc", "0007 .. .. etc"),
        ("End of line.\n\u2028two\u202e\u200b...", "0007 End of line. two"),
        ("é", "0007 é"),
    ],
)
def test_a_heading_becomes_a_name(heading: str, name: str) -> None:
    assert stem(7, 12, heading) == name


@given(st.lists(st.text(), min_size=2, max_size=4))
def test_any_headings_become_names_in_order(headings: list[str]) -> None:
    names = [stem(nth, 12_345, heading) for nth, heading in enumerate(headings, start=9_998)]
    assert sorted(names) == names
    assert len(set(names)) == len(names)
    for name in names:
        assert len(name.encode()) <= 160
        assert not set(name) & set('<>:"/\\|?*')
        assert not any(unicodedata.category(c).startswith(("C", "Zl", "Zp")) for c in name)
        assert name == name.strip(" .")
