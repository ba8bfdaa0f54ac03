"""Business days, dates as text and read from text, bytes of elements, questions about dtypes: rows compared with NumPy."""

from __future__ import annotations

import numpy as np
import pytest

from coluber import njit
from tests.numpy.rows import check_error, check_rows, grouped, same

DAYS = np.arange("2019-12-20", "2020-01-15", dtype="M8[D]").reshape(2, 13)
WITH_NAT = np.array(["2020-02-03", "NaT", "1969-07-20"], "M8[D]")
FREE = np.array(["2020-01-01", "2019-12-25", "2020-01-04", "NaT", "2020-01-06", "2020-01-06", "2020-01-07"], "M8[D]")
FAR = np.array(["1600-02-29", "2400-12-31"], "M8[D]")
STEPS = np.array([[0], [-40]]) + np.arange(13) * 3
MONDAY, LATER = np.datetime64("2020-01-06"), np.datetime64("2021-03-31")

ROWS = [
    ("np.is_busday(a)", DAYS),
    ("np.is_busday(a)", MONDAY),
    ("np.is_busday(a)", WITH_NAT),
    ("np.is_busday(a, 'Mon Sat')", DAYS),
    ("np.is_busday(a, weekmask='0010011', holidays=b)", DAYS, FREE),
    ("np.is_busday(a, [1, 0, 0, 2, 0, 0, 1])", DAYS),
    ("np.is_busday(a, b)", DAYS, np.array([0, 0, 1, 0, 1.5, 0, 0])),
    ("np.is_busday(a, b)", DAYS, "Tue\tFriSun"),
    ("np.is_busday('2020-01-05'), np.is_busday('2020-01'), np.is_busday('NaT')",),
    ("np.is_busday(['2020-01-05', '2020-01-06'], holidays=['2020-01-06', 'NaT'])",),
    ("np.is_busday(a, holidays=b[:0])", DAYS, FREE),
    ("np.is_busday(a, holidays=[b[0], b[4]])", DAYS, FREE),
    ("np.is_busday(a)", np.array(["2020-01", "2020-02", "NaT"], "M8[M]")),
    ("np.is_busday(a.T, out=b)", DAYS, np.zeros((13, 2), bool)),
    ("np.is_busday(a, busdaycal=np.busdaycalendar('1111000', b))", DAYS, FREE),
    ("np.busdaycalendar(holidays=a).holidays, np.busdaycalendar('Tue Sun').weekmask", FREE),
    ("np.busdaycalendar(weekmask=[1, 1, 1, 1, 1, 1, 1], holidays=a).holidays", FREE),
    ("np.busday_count(a, b)", MONDAY, LATER),
    ("np.busday_count(b, a)", MONDAY, LATER),
    ("np.busday_count(a, b, holidays=c)", DAYS, MONDAY, FREE),
    ("np.busday_count(a, b, weekmask='0000011', holidays=c)", DAYS, MONDAY, FREE),
    ("np.busday_count(a[:, :1], a[0])", DAYS),
    ("np.busday_count('2011-01', '2011-02'), np.busday_count('2020-01-06', '2020-01-06')",),
    ("np.busday_count(a, b)", FAR, FAR[::-1].copy()),
    ("np.busday_count(a, b, busdaycal=np.busdaycalendar(holidays=c))", DAYS, LATER, FREE),
    ("np.busday_count(a, b, out=np.zeros((2, 13), np.int64))", DAYS, LATER),
    ("np.busday_offset(a, 1)", MONDAY),
    ("np.busday_offset(a, 0, 'forward')", DAYS),
    ("np.busday_offset(a, b, 'forward', holidays=c)", DAYS, STEPS, FREE),
    ("np.busday_offset(a, b, 'following', holidays=c, weekmask='1010110')", DAYS, STEPS, FREE),
    ("np.busday_offset(a, b, roll='backward', holidays=c)", DAYS, STEPS, FREE),
    ("np.busday_offset(a, b, roll='preceding', weekmask='0000001')", DAYS, STEPS),
    ("np.busday_offset(a, b, roll='modifiedfollowing', holidays=c)", DAYS, STEPS, FREE),
    ("np.busday_offset(a, b, roll='modifiedpreceding', holidays=c)", DAYS, STEPS, FREE),
    ("np.busday_offset(a, -1, roll='modifiedpreceding', weekmask='0000010')", DAYS),
    ("np.busday_offset(a, 2, roll='modifiedfollowing', weekmask='Wed')", DAYS),
    ("np.busday_offset(a, b, roll='nat')", DAYS, STEPS),
    ("np.busday_offset(a, 3, roll=b)", WITH_NAT, "forward"),
    ("np.busday_offset(a, 100000, roll='forward')", FAR),
    ("np.busday_offset('2020-01', 0, 'forward'), np.busday_offset('2020-01-06', 2.9)",),
    ("np.busday_offset(a, [1, 2])", MONDAY),
    ("np.busday_offset(a, 1, 'forward', busdaycal=np.busdaycalendar('Mon', b))", DAYS, FREE),
    ("np.busday_offset(a, 1, 'forward', out=a.copy())", DAYS),
    ("np.datetime64(a, 'D'), np.datetime64(a, 'M'), np.datetime64(a, 'Y'), np.datetime64(a, 'W')", "2021-07-04T23:59:01.25"),
    ("np.datetime64(a, 's'), np.datetime64(a, 'ms'), np.datetime64(a, 'h'), np.datetime64(a, 'm')", "1921-07-04T23:59:01.25"),
    ("np.datetime64(a, 'us'), np.datetime64(a, 'ns'), np.datetime64(a, 'ps')", "1969-12-31 23:59:59.123456"),
    ("np.datetime64(a, 'D'), np.datetime64(a, 's')", "NaT"),
    ("np.datetime64(a, 'M'), np.datetime64(a, 'D')", "-0044-03-15"),
    ("np.datetime64(a, 'Y')", "+12345"),
    ("np.timedelta64(a, 'D'), np.timedelta64(a, 'ms')", "-15"),
    ("np.array(a, dtype='M8[D]')", ["2020-02-29", "NaT", "1999-12-31"]),
    ("np.array(['2020-02', '1999'], 'datetime64[M]')",),
    ("a.astype('M8[D]')", np.array([["2020-02-29", "NaT"]])),
    ("a.astype('U10'), a.astype('S10'), a.astype('U')", WITH_NAT),
    ("np.datetime_as_string(a)", WITH_NAT),
    ("np.datetime_as_string(a)", MONDAY),
    ("np.datetime_as_string(a, 'M')", WITH_NAT),
    ("np.datetime_as_string(a, unit='h')", DAYS),
    ("np.datetime_as_string(a.astype('M8[s]') , timezone='UTC')", DAYS),
    ("np.datetime_as_string(a, unit='D', casting='unsafe')", np.array(["2020-02-03T10:11:12"], "M8[s]")),
    ("np.datetime_data('M8[s]'), np.datetime_data(a.dtype)", DAYS),
    ("np.zeros(2, np.min_scalar_type(200)), np.zeros(2, np.min_scalar_type(-1)), np.zeros(2, np.min_scalar_type(a))", STEPS),
    ("np.real_if_close(a)", STEPS),
    ("np.random.seed(3)\nreturn np.random.bytes(7), np.random.bytes(0), np.random.bytes(8)",),
    ("np.random.default_rng(3).bytes(7), np.random.default_rng(3).bytes(64)",),
    ("a.getfield('i4', 4), a.getfield(np.int8), a.T.getfield(np.uint16, 2)", STEPS),
    ("a.setfield(1.5, 'f4', 4)\na.setfield(b[:, :1], np.int32)\nreturn a", np.zeros((2, 3)), STEPS),
] + [("np.datetime_as_string(a)", np.array([-1, 0, 2**40 + 1, -(2**63)]).astype(f"M8[{unit}]"))
     for unit in "Y M W D h m s ms us ns ps fs as".split() if unit not in "Y M W D h"] + [
    ("np.datetime_as_string(a)", np.array([-100, 0, 3000, -(2**63)]).astype(f"M8[{unit}]")) for unit in "YMWDh"
]  # fmt: skip

ERRORS = [
    ("np.busday_count(a, b)", MONDAY, np.datetime64("NaT", "D")),
    ("np.busday_offset(a, 1)", np.datetime64("2020-01-05")),
    ("np.busday_offset(a, 1)", np.datetime64("NaT", "D")),
    ("np.busday_offset(a, 1, b)", MONDAY, "sideways"),
    ("np.is_busday(a, '0000000')", MONDAY),
    ("np.is_busday(a, '')", MONDAY),
    ("np.is_busday(a, b)", MONDAY, "Mon Xyz"),
    ("np.is_busday(a, '1112111')", MONDAY),
    ("np.is_busday(a, [1, 1])", MONDAY),
    ("np.busdaycalendar('0000000')",),
    ("np.datetime64(a, 'D')", "2020-13-01"),
    ("np.datetime64(a, 'D')", "2021-02-29"),
    ("np.datetime64(a, 's')", "2021-02-28T24:00"),
    ("np.datetime64(a, 's')", "2021-02-28T23:60"),
    ("np.datetime64(a, 's')", "2021-02-28T23:59:60"),
    ("np.datetime64(a, 'D')", "20x1"),
    ("np.datetime64(a, 'D')", "2021-1"),
    ("np.datetime64(a, 'D')", "2021-01-0"),
    ("np.datetime64(a, 'D')", "2021-01-01x"),
    ("np.datetime64(a, 's')", "2021-01-01T10:00:00.5x"),
    ("a.getfield('i4', b)", STEPS, 5),
    ("a.getfield('i4', b)", STEPS, -1),
]


@pytest.mark.parametrize("row", grouped(ROWS))
def test_rows(row):
    check_rows(*row)


@pytest.mark.parametrize("row", ERRORS, ids=lambda row: row[0])
def test_errors(row):
    check_error(*row)


CALENDAR = np.busdaycalendar("1111000", ["2020-01-01", "2019-12-25"])


def test_calendars_of_numpy():
    def f(days, calendar):
        count = np.busday_count(days[0], days[1], busdaycal=CALENDAR)
        moved = np.busday_offset(days, 2, roll="forward", busdaycal=calendar)
        return count, moved, np.is_busday(days, busdaycal=calendar), calendar.weekmask, calendar.holidays

    same(njit(f)(DAYS, CALENDAR), f(DAYS, CALENDAR))
    assert njit(lambda calendar: calendar)(CALENDAR) is CALENDAR
