"""The stretches of time that words name."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from text.windows import Window, windows
from text.windows.days import back_to, days, moved

ASKED = datetime(2024, 4, 9, 16, 23)
"""A Tuesday."""


def told(window: Window) -> str:
    ends = (window.since, window.until)
    return " ".join(datetime.fromtimestamp(e, UTC).date().isoformat() if e else "-" for e in ends)


def named(text: str, asked_at: datetime | None = ASKED) -> list[str]:
    return [told(window) for window in windows(text, asked_at)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2023年4月的旅行", "2023-04-01 2023-05-01"),
        ("二〇二三年四月五日", "2023-04-05 2023-04-06"),
        ("2023-05-08 发生了什么", "2023-05-08 2023-05-09"),
        ("what was said on 13 June 2023", "2023-06-13 2023-06-14"),
        ("in 2023", "2023-01-01 2024-01-01"),
        ("the summer of 2022", "2022-06-01 2022-09-01"),
        ("before 3 June 2023", "- 2023-06-03"),
        ("2023年3月5日之后", "2023-03-06 -"),
        ("from 3 March 2023 to 5 May 2023", "2023-03-03 2023-05-06"),
    ],
)
def test_a_date_with_a_year_has_its_place_whoever_asks_when(text: str, expected: str) -> None:
    assert named(text) == named(text, None) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3月5日他去了哪", "2024-03-05 2024-03-06"),
        ("6月20日", "2023-06-20 2023-06-21"),
        ("5月上旬说过什么", "2023-05-01 2023-05-11"),
        ("三月中旬", "2024-03-11 2024-03-21"),
        ("2月底", "2024-02-21 2024-03-01"),
        ("上周五我们聊了什么", "2024-04-05 2024-04-06"),
        ("上週五", "2024-04-05 2024-04-06"),
        ("上上个星期", "2024-03-25 2024-04-01"),
        ("这个周末", "2024-04-13 2024-04-15"),
        ("昨天说的话", "2024-04-08 2024-04-09"),
        ("大前天晚上", "2024-04-06 2024-04-07"),
        ("上个月", "2024-03-01 2024-04-01"),
        ("去年五月", "2023-05-01 2023-06-01"),
        ("去年春天", "2023-03-01 2023-06-01"),
        ("四周前提到的书", "2024-03-09 2024-03-16"),
        ("两天前", "2024-04-07 2024-04-08"),
        ("半年前", "2023-07-11 2024-01-10"),
        ("过去两周", "2024-03-26 2024-04-10"),
        ("从1月到3月", "2024-01-01 2024-04-01"),
        ("从3月到5月", "2024-03-01 2024-06-01"),
        ("3月5日至8日", "2024-03-05 2024-03-09"),
        ("3月5日之后", "2024-03-06 -"),
        ("What did I do last month?", "2024-03-01 2024-04-01"),
        ("the book I mentioned four weeks ago", "2024-03-09 2024-03-16"),
        ("a week ago", "2024-03-30 2024-04-06"),
        ("an hour ago", "2024-04-09 2024-04-10"),
        ("a few days ago", "2024-04-02 2024-04-08"),
        ("in the last 10 days", "2024-03-30 2024-04-10"),
        ("in May", "2023-05-01 2023-06-01"),
        ("late March", "2024-03-21 2024-04-01"),
        ("the first week of June", "2023-06-01 2023-06-08"),
        ("since June", "2023-06-01 -"),
        ("last Friday", "2024-04-05 2024-04-06"),
        ("last Tuesday", "2024-04-02 2024-04-03"),
        ("next Monday", "2024-04-15 2024-04-16"),
        ("yesterday", "2024-04-08 2024-04-09"),
        ("the day before yesterday", "2024-04-07 2024-04-08"),
        ("last weekend", "2024-04-06 2024-04-08"),
        ("between May 3 and May 5", "2023-05-03 2023-05-06"),
        ("from May 3 to 5", "2023-05-03 2023-05-06"),
    ],
)
def test_other_dates_are_counted_from_when_they_are_said(text: str, expected: str) -> None:
    assert named(text) == [expected]
    assert named(text, None) == []


@pytest.mark.parametrize(
    "text",
    [
        "三年",
        "two hours",
        "光绪三年",
        "公元前221年",
        "五月初五",
        "腊月",
        "2024年2月30日",
        "2024-02-30",
        "次日",
        "谁",
        "",
    ],
)
def test_what_has_no_certain_place_gets_none(text: str) -> None:
    assert named(text) == []


def test_each_stretch_comes_once_and_in_order() -> None:
    assert named("昨天还是上周五？昨天吧") == ["2024-04-08 2024-04-09", "2024-04-05 2024-04-06"]


def test_a_day_begins_where_its_asker_is() -> None:
    east = ASKED.replace(tzinfo=timezone(timedelta(hours=8)))
    (there,), (here,) = windows("昨天", east), windows("昨天", ASKED)
    assert here.since is not None
    assert there.since == here.since - 8 * 3600


@given(
    back=st.integers(1, 400),
    at=st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2060, 1, 1)),
    wording=st.sampled_from(["{}天前", "{} days ago", "我{}天前说的", "what I said {} days ago"]),
)
def test_so_many_days_ago_holds_that_day(back: int, at: datetime, wording: str) -> None:
    (window,) = windows(wording.format(back).replace("1 days", "1 days"), at)
    noon = datetime.combine(at.date(), datetime.min.time(), UTC) + timedelta(hours=12, days=-back)
    assert window.since is not None
    assert window.until is not None
    assert window.since <= noon.timestamp() < window.until


@given(
    text=st.text(alphabet="0123456789年月日号上下周前后天个半 -/.到至agodeys", max_size=24),
    at=st.datetimes(),
)
def test_no_window_is_empty_and_no_words_break_it(text: str, at: datetime) -> None:
    for window in windows(text, at):
        ends = (window.since, window.until)
        assert None in ends or ends[0] < ends[1]  # pyright: ignore[reportOperatorIssue]


def test_the_calendar_has_ends() -> None:
    first, last = datetime.min.date(), datetime.max.date()
    assert moved(first, -1) == first
    assert days(last, 9).end == last
    assert back_to(last, 1).end == last
