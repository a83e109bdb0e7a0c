"""Dates of chat programs, in both languages, as a header has them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.formats.transcript_moments import stamp_of
from text.transcripts import moment


@pytest.mark.parametrize(
    ("written", "stamp"),
    [
        ("2024年04月01日 周一 16:36", "2024-04-01 16:36"),
        ("2023/05/25 (Thu) 22:32", "2023-05-25 22:32"),
        ("2023-06-13", "2023-06-13"),
        ("2023.6.3 7:05", "2023-06-03 07:05"),
        ("2023-06-13T17:23:05.123Z", "2023-06-13 17:23:05"),
        ("2023-06-13T17:23:05.123456+08:00", "2023-06-13 17:23:05+08:00"),
        ("2023-06-13 17:23 +0530", "2023-06-13 17:23+05:30"),
        ("2023-06-13 17:23 UTC+8", "2023-06-13 17:23+08:00"),
        ("2023-06-13 17:23 UTC", "2023-06-13 17:23"),
        ("2023年6月3日星期六下午3点05分", "2023-06-03 15:05"),
        ("2023年6月3日 凌晨12:10", "2023-06-03 00:10"),
        ("2023-06-13 17:23:00-03:30", "2023-06-13 17:23-03:30"),
        ("2023-06-13 17:23+00:00", "2023-06-13 17:23"),
        ("1:56 pm on 8 May, 2023", "2023-05-08 13:56"),
        ("May 8th, 2023 12:00 AM", "2023-05-08 00:00"),
        ("Thursday, 25 May 2023 at 10:32 p.m.", "2023-05-25 22:32"),
        ("Mon, 01 Apr 2024 16:36:00 GMT", "2024-04-01 16:36"),
        (1686676980, "2023-06-13 17:23"),
        (1686676981.75, "2023-06-13 17:23:01"),
        (1686676980123, "2023-06-13 17:23"),
        ("1686676980", "2023-06-13 17:23"),
    ],
)
def test_a_date_is_read_as_it_is_meant(written: object, stamp: str) -> None:
    assert stamp_of(written) == stamp
    assert moment(stamp) is not None


@pytest.mark.parametrize(
    "written",
    [
        *("yesterday", "13/06/2023", "06/13/2023", "2023-06", "17:23", "2023-02-30", "20230613"),
        *("2023-06-13 25:10", "2023-06-13 and more", "2023-06-13 16:00 or 2023-06-14 17:00"),
        *("", True, None, [], {"year": 2023}, -5, float("nan"), float("inf"), 10**30),
    ],
)
def test_what_is_not_understood_whole_is_not_guessed_at(written: object) -> None:
    assert stamp_of(written) is None


@given(written=st.text("0123456789-/年月日: 周一AMpmTZ+.（）", max_size=30))
def test_whatever_is_read_is_a_moment(written: str) -> None:
    stamp = stamp_of(written)
    assert stamp is None or moment(stamp) is not None


@given(seconds=st.integers(0, 253_402_300_799))
def test_seconds_since_1970_stay_what_they_are(seconds: int) -> None:
    stamp = stamp_of(seconds)
    assert stamp is not None
    assert moment(stamp) == (seconds if seconds < 10**11 else seconds // 1_000)
