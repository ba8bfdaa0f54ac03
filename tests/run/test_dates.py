"""Objects of `datetime` as arguments, as results and made in compiled code, compared with Python."""

import datetime as module
import math
import operator
import pickle
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta, timezone

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coluber import njit
from coluber.core.errors import NumbaError, TypingError
from tests.run.binary_operators import add, both, divide, floor_divide, multiply, remainder, subtract

DATES = [
    date(1, 1, 1),
    date(9999, 12, 31),
    date(2024, 2, 28),
    date(2024, 2, 29),
    date(2023, 3, 1),
    date(1900, 12, 31),
    date(2000, 1, 1),
]
MOMENTS = [
    datetime(1, 1, 1),
    datetime(9999, 12, 31, 23, 59, 59, 999999),
    datetime(2024, 2, 29, 12, 30),
    datetime(2024, 2, 28, 23, 59, 59, 1),
    datetime(1999, 12, 31, 0, 0, 7),
    datetime(2024, 10, 27, 2, 30, fold=1),
]
TIMES = [time(), time(23, 59, 59, 999999), time(7), time(7, 8), time(7, 8, 9), time(7, 8, 9, 10), time(7, fold=1)]
SPANS = [
    timedelta(0),
    timedelta(days=1),
    timedelta(days=-1),
    timedelta(microseconds=1),
    timedelta(microseconds=-1),
    timedelta(days=-1, seconds=3, microseconds=5),
    timedelta(hours=30, minutes=5),
    timedelta(days=60_000_000, microseconds=7),
    timedelta.max,
    timedelta.min,
]

SETTINGS = settings(max_examples=300, deadline=None, derandomize=True, database=None)
COMPILED = {}


def njit_of(function):
    if function not in COMPILED:
        COMPILED[function] = njit(function)
    return COMPILED[function]


def outcome(function, *args):
    try:
        result = function(*args)
    except Exception as error:
        return type(error), str(error)
    return type(result), repr(result)


def compare(function, *args, typed=True):
    """Compare with Python; unless all is `typed`, what Python raises TypeError for may be an error of types."""
    mine, python = outcome(njit_of(function), *args), outcome(function, *args)
    if not typed and python[0] is TypeError and issubclass(mine[0], NumbaError):
        return
    if mine[0] is OverflowError and python[0] in (int, tuple):
        assert function in (floor_divide, both)
        assert abs(floor_divide(*args)) >= 2**63
        return
    assert mine == python, args


# ------------------------------------------------------------------------------------------------------------ operators


def less(a, b):
    return a < b, a <= b


def greater(a, b):
    return a > b, a >= b


def equal(a, b):
    return a == b, a != b


OPERATORS = [add, subtract, multiply, divide, floor_divide, remainder, both, less, greater, equal]
FACTORS = [0, 1, -3, 7, 2**25, -(2**40), 2**62, 0.0, 1.5, -2.5, 1e-3, 0.1, 1e-9, 1e12, 1e300, math.inf, math.nan, True]


@pytest.mark.parametrize("function", OPERATORS)
def test_operators(function):
    for a in SPANS:
        for b in SPANS + FACTORS:
            compare(function, a, b, typed=False)
            compare(function, b, a, typed=False)
    for values in (DATES, MOMENTS, TIMES):
        for a in values:
            for b in values + SPANS:
                compare(function, a, b, typed=False)
                compare(function, b, a, typed=False)


def test_operators_of_other_kinds():
    for function in (less, equal, subtract, add):
        for a in (DATES[0], MOMENTS[0], TIMES[0], SPANS[0]):
            for b in (DATES[2], MOMENTS[2], TIMES[2], SPANS[1], 3, "text", None):
                compare(function, a, b, typed=False)
                compare(function, b, a, typed=False)


def test_order_of_date_and_datetime():
    if outcome(less, DATES[0], MOMENTS[0])[0] is TypeError:
        compare(less, DATES[0], MOMENTS[0])
        compare(less, MOMENTS[0], DATES[0])


FEW_SPANS = st.one_of(
    st.timedeltas(),
    st.builds(timedelta, st.integers(-3, 3), st.integers(-86400, 86400), st.integers(-5, 5)),
    st.builds(timedelta, st.integers(-40000, 40000)),
)
FLOATS = st.one_of(st.floats(), st.floats(-100, 100), st.sampled_from([0.5, 0.25, 1.5, 0.1, 1e-6]))


@SETTINGS
@given(FEW_SPANS, FEW_SPANS)
def test_random_spans(a, b):
    for function in (add, subtract, divide, floor_divide, remainder, both, less, greater, equal):
        compare(function, a, b)


@SETTINGS
@given(FEW_SPANS, st.one_of(st.integers(-(2**63), 2**63 - 1), st.integers(-1000, 1000)), FLOATS)
def test_random_spans_with_numbers(a, k, x):
    for function in (multiply, divide, floor_divide):
        compare(function, a, k)
    for function in (multiply, divide):
        compare(function, a, x)
    compare(multiply, k, a)
    compare(multiply, x, a)


@SETTINGS
@given(st.dates(), st.dates(), FEW_SPANS)
def test_random_dates(a, b, span):
    for function in (subtract, less, greater, equal):
        compare(function, a, b)
    compare(add, a, span)
    compare(subtract, a, span)


@SETTINGS
@given(st.datetimes(), st.datetimes(), FEW_SPANS)
def test_random_moments(a, b, span):
    for function in (subtract, less, greater, equal):
        compare(function, a, b)
    compare(add, a, span)
    compare(add, span, a)
    compare(subtract, a, span)


# ------------------------------------------------------------------------------------------------------------ one of them


def negative(a):
    return -a


def size(a):
    return abs(a)


def about_span(a):
    return a.days, a.seconds, a.microseconds, a.total_seconds(), +a, bool(a), hash(a), str(a), repr(a), f"{a}"


def about_date(a):
    numbers = a.year, a.month, a.day, a.toordinal(), a.weekday(), a.isoweekday(), hash(a)
    return numbers, str(a), repr(a), f"<{a}>", a.isoformat(), a.ctime(), tuple(a.isocalendar()), tuple(a.timetuple())


def about_moment(a):
    parts = a.hour, a.minute, a.second, a.microsecond, a.fold, a.tzinfo, a.utcoffset(), a.dst(), a.tzname()
    texts = (
        a.isoformat(" "),
        a.isoformat(timespec="minutes"),
        a.isoformat("x", "milliseconds"),
        a.isoformat(sep="_", timespec="hours"),
    )
    return about_date(a), parts, texts, a.date(), a.time(), a.timetz()


def about_time(a):
    parts = a.hour, a.minute, a.second, a.microsecond, a.fold, a.tzinfo, a.utcoffset(), bool(a)
    return parts, hash(a), str(a), repr(a), a.isoformat(), a.isoformat("seconds"), a.isoformat(timespec="microseconds")


def by_format(a):
    return a.strftime("%Y/%m/%d %H:%M:%S.%f %j %A"), f"{a:%d. %B}", format(a, "%y")


def with_separator(a, sep):
    return a.isoformat(sep)


def with_precision(a, timespec):
    return a.isoformat(timespec=timespec)


def test_isoformat():
    for sep in [" ", "é", "", "ab"]:
        compare(with_separator, MOMENTS[3], sep)
    for a in MOMENTS + TIMES:
        for timespec in ["auto", "hours", "minutes", "seconds", "milliseconds", "microseconds", "days"]:
            compare(with_precision, a, timespec)


def named_parts(a):
    week, parts = a.isocalendar(), a.timetuple()
    return week.year, week.week, week.weekday, parts.tm_year, parts.tm_yday, parts.tm_isdst, parts[:3]


def test_about_one():
    for function in (negative, size, about_span):
        for a in SPANS:
            compare(function, a)
    for function in (njit_of(about_date),):
        for a in DATES:
            assert repr(function(a)) == repr(about_date(a))
    for function in (about_moment, by_format, named_parts):
        for a in MOMENTS:
            compare(function, a)
    for a in DATES:
        compare(by_format, a)
        compare(named_parts, a)
    for a in TIMES:
        compare(about_time, a)
        compare(by_format, a)


@SETTINGS
@given(st.datetimes(), FEW_SPANS)
def test_about_random_ones(moment, span):
    compare(about_moment, moment)
    compare(about_date, moment.date())
    compare(about_time, moment.time())
    for function in (about_span, negative, size):
        compare(function, span)


def all_days(first, last):
    wrong = 0
    for number in range(first, last):
        day = date.fromordinal(number)
        if day.toordinal() != number or day.weekday() != (number + 6) % 7:
            wrong += 1
    return wrong


def days_in_steps(step):
    return [(day.year, day.month, day.day) for day in [date.fromordinal(k) for k in range(1, date.max.toordinal(), step)]]


def test_calendar():
    assert njit_of(all_days)(1, date.max.toordinal() + 1) == 0
    assert njit_of(days_in_steps)(37) == days_in_steps(37)


def with_other_time(a):
    return a.replace(hour=5), a.replace(minute=1, second=2), a.replace(microsecond=3), a.replace(fold=1), a.replace(tzinfo=None)


def with_other_date(a):
    return a.replace(year=2001), a.replace(month=1, day=2), a.replace(2020, 2, 29), a.replace()


def with_wrong_day(a):
    return a.replace(month=2, day=30)


def with_wrong_hour(a):
    return a.replace(hour=24)


def test_replace():
    for a in MOMENTS + TIMES:
        compare(with_other_time, a)
        compare(with_wrong_hour, a)
    for a in MOMENTS[2:] + DATES[2:]:
        compare(with_other_date, a)
        compare(with_wrong_day, a)


# ------------------------------------------------------------------------------------------------------------ making them


def make_date(year, month, day):
    return date(year, month, day), date(day=day, month=month, year=year)


def make_moment(year, month, day, hour, minute, second, microsecond, fold):
    return datetime(year, month, day, hour, minute, second, microsecond, fold=fold)


def make_time(hour, minute, second, microsecond, fold):
    return time(hour, minute, second, microsecond, fold=fold)


def make_some():
    some = (
        datetime(2024, 1, 2, 3),
        datetime(2024, 1, 2, second=5),
        datetime(year=1, month=2, day=3, tzinfo=None),
        time(),
        time(minute=5),
    )
    return *some, timedelta(), module.date(2024, 1, 2), module.datetime(2024, 1, 2), module.time(3), module.timedelta(4)


WRONG_DATES = [
    (0, 1, 1),
    (10000, 1, 1),
    (2024, 0, 1),
    (2024, 13, 1),
    (2024, 1, 0),
    (2024, 1, 32),
    (2023, 2, 29),
    (2024, 4, 31),
    (2**40, 1, 1),
]
WRONG_TIMES = [
    (24, 0, 0, 0, 0),
    (-1, 0, 0, 0, 0),
    (0, 60, 0, 0, 0),
    (0, 0, 60, 0, 0),
    (0, 0, 0, 10**6, 0),
    (0, 0, 0, -1, 0),
    (0, 0, 0, 0, 2),
]


def test_made():
    for fields in [(1, 1, 1), (2024, 2, 29), (9999, 12, 31), *WRONG_DATES]:
        compare(make_date, *fields)
        compare(make_moment, *fields, 1, 2, 3, 4, 0)
    for fields in [(0, 0, 0, 0, 0), (23, 59, 59, 999999, 1), *WRONG_TIMES]:
        compare(make_time, *fields)
        compare(make_moment, 2024, 1, 2, *fields)
    compare(make_some)


def made_of_items(a):
    clock = time(a[0], a[1], a[2])
    spans = timedelta(days=int(a[0])) * a[1], timedelta(a[1]) // a[2], timedelta(seconds=a[0], hours=1.5)
    return (
        [date(a[0], a[1], a[2]), date(1, 1, 1)],
        [clock, time(3)],
        *spans,
        date.fromordinal(a[0]),
        [date(1, 1, 1).replace(day=a[2])],
    )


@pytest.mark.parametrize("dtype", ["int8", "int32", "uint8", "uint64"])
def test_integers_of_other_sizes(dtype):
    assert repr(njit_of(made_of_items)(np.array([12, 11, 10], dtype))) == repr(made_of_items([12, 11, 10]))


def test_integers_of_64_bits_without_sign():
    for function in (make_days, make_seconds):
        with pytest.raises(OverflowError, match="too large"):
            njit_of(function)(np.uint64(2**64 - 1))


def make_span(days, seconds, microseconds, milliseconds, minutes, hours, weeks):
    return timedelta(days, seconds, microseconds, milliseconds, minutes, hours, weeks)


def make_days(days):
    return timedelta(days=days)


def make_seconds(seconds):
    return timedelta(seconds=seconds)


def make_mixed(weeks, hours, microseconds):
    return timedelta(weeks=weeks, hours=hours, microseconds=microseconds)


NUMBERS = [
    0,
    1,
    -1,
    0.5,
    -0.5,
    1.5,
    2.5,
    0.1,
    1e-7,
    999999999,
    1e9,
    1000000000,
    -(10**12),
    2**62,
    1e15,
    1e25,
    math.inf,
    math.nan,
]


def test_made_spans():
    for x in NUMBERS:
        compare(make_days, x)
        compare(make_seconds, x)
        for y in [0, 3, 0.3, -1e-6]:
            compare(make_mixed, x, y, 0.5)
            compare(make_mixed, y, 7, x)


SMALL = st.one_of(st.integers(-(10**6), 10**6), st.integers(-(2**63), 2**63 - 1))


@SETTINGS
@given(st.tuples(*[SMALL] * 7))
def test_random_integers_of_spans(numbers):
    compare(make_span, *numbers)


HALVES = st.builds(lambda k: k / 2, st.integers(-(10**7), 10**7))


@SETTINGS
@given(st.tuples(*[st.one_of(HALVES, st.floats(-1e6, 1e6), st.floats())] * 7), st.integers(-1000, 1000))
def test_random_floats_of_spans(numbers, days):
    compare(make_span, *numbers)
    compare(make_span, days, *numbers[1:])
    compare(make_mixed, days, numbers[0], numbers[1])


def from_ordinal(n):
    return date.fromordinal(n), datetime.fromordinal(n)


def from_week(year, week, day):
    return date.fromisocalendar(year, week, day), datetime.fromisocalendar(year, week, day)


def date_from_text(text):
    return date.fromisoformat(text)


def time_from_text(text):
    return time.fromisoformat(text)


def moment_from_text(text):
    return datetime.fromisoformat(text)


def from_format(text, form):
    return datetime.strptime(text, form)


def combined(a, b):
    return datetime.combine(a, b), datetime.combine(date=a, time=b)


TEXTS = [
    "2024-02-29", "2023-02-29", "2024-2-29", "2024/02/29", "20240229", "2024-W09-4", "2024-02-29 03:04:05",
    "2024-02-29T03:04:05", "2024-02-29T03:04", "2024-02-29T25:04:05", "2024-02-29T03:04:05.123", "2024-02-29T03.04.05",
    "", "text", "0000-00-00", "03:04:05.5", "12", "2024-02-29é03:04:05", "２０２４-02-29",
]  # fmt: skip


def test_from_texts_and_numbers():
    for n in [0, -1, 1, 738000, 3652059, 3652060, 2**40]:
        compare(from_ordinal, n)
    for week in [(2024, 1, 1), (2020, 53, 7), (2021, 53, 1), (2024, 0, 1), (2024, 1, 8), (0, 1, 1)]:
        compare(from_week, *week)
    for text in TEXTS:
        for function in (date_from_text, time_from_text, moment_from_text):
            compare(function, text)
    for text, form in [("2024/03/04", "%Y/%m/%d"), ("3 Mar 24 05:06", "%d %b %y %H:%M"), ("x", "%Y")]:
        compare(from_format, text, form)
    for a in DATES + MOMENTS:
        for b in TIMES:
            compare(combined, a, b)


def local(seconds):
    return datetime.fromtimestamp(seconds), date.fromtimestamp(seconds), datetime.fromtimestamp(seconds).timestamp()


def of_clock():
    before, day = datetime.now(), date.today()
    return before, datetime.today(), day, datetime.utcnow()


def test_local_time():
    for seconds in [0, 1.5e9, 86400, 1e20, math.nan]:
        compare(local, seconds)
    before = datetime.now()
    first, second, day, _ = njit_of(of_clock)()
    assert before <= first <= second <= datetime.now()
    assert before.date() <= day <= date.today()


def limits(a, b, c, d):
    of_classes = (
        date.min,
        date.max,
        date.resolution,
        time.max,
        datetime.min,
        datetime.max,
        timedelta.min,
        timedelta.max,
        timedelta.resolution,
    )
    return (
        of_classes,
        a.min,
        a.max,
        a.resolution,
        b.min,
        b.max,
        c.max,
        c.resolution,
        d.min,
        d.max,
        module.MINYEAR,
        module.MAXYEAR,
    )


def test_limits():
    compare(limits, DATES[2], TIMES[2], MOMENTS[2], timedelta(1))


# ------------------------------------------------------------------------------------------------------------ programs


def workdays(first, last):
    day, count = first, 0
    while day <= last:
        if day.weekday() < 5:
            count += 1
        day += timedelta(days=1)
    return count, day


def by_month(days):
    groups = {}
    for day in days:
        groups.setdefault((day.year, day.month), []).append(day)
    return groups, {day: k for k, day in enumerate(days)}, set(days), sorted(days), max(days), min(days), days.index(days[1])


def nearest(days, wanted):
    best = None
    for day in days:
        if best is None or abs(day - wanted) < abs(best - wanted):
            best = day
    return best, min(days, key=lambda day: abs(day - wanted)), best == wanted, best in days, wanted in days


def gaps(days):
    between = [b - a for a, b in zip(days, days[1:])]
    return between, sum(between, timedelta()) / len(between), max(between).days


def meetings(n):
    start, step = datetime(2024, 2, 28, 22, 15), timedelta(minutes=50)
    found = []
    for k in range(n):
        begin = start + k * step
        if 9 <= begin.hour < 17 or begin.day == 29:
            found.append((begin, begin + step, (begin + step).date() == begin.date()))
    return found


def ages(born, on):
    return on.year - born.year - ((on.month, on.day) < (born.month, born.day))


def last_of_month(day):
    following = (day.replace(day=28) + timedelta(days=4)).replace(day=1)
    return following - timedelta(days=1)


def sorted_by(days):
    return (
        sorted(days, key=date.toordinal, reverse=True),
        list(map(date.isoformat, days)),
        sorted(days, key=operator.attrgetter("day")),
    )


def caught(n):
    try:
        return str(date(2024, 2, n))
    except ValueError as error:
        return str(error)


def with_defaults(n, step=timedelta(hours=6)):
    return [datetime(2024, 1, 1) + k * step for k in range(n)]


def test_programs():
    days = [date(2024, 5, 3), date(2023, 2, 1), date(2024, 5, 1), date(2022, 12, 31), date(2024, 5, 3)]
    for args in [(date(2024, 2, 1), date(2025, 3, 4)), (date(1999, 12, 31), date(2000, 1, 1))]:
        compare(workdays, *args)
        compare(ages, *args)
    for function in (by_month, gaps, sorted_by):
        compare(function, days)
    for wanted in [date(2024, 1, 1), date(2022, 12, 31)]:
        compare(nearest, days, wanted)
    for n in (1, 29, 31):
        compare(meetings, n)
        compare(caught, n)
        compare(with_defaults, n)
    for day in days:
        compare(last_of_month, day)


def kinds(day, moment, span):
    of_day = isinstance(day, date), isinstance(day, datetime), isinstance(day, (int, str)), isinstance(day, timedelta)
    of_moment = isinstance(moment, date), isinstance(moment, datetime), isinstance(moment, time)
    return (
        of_day,
        of_moment,
        isinstance(span, timedelta),
        isinstance(3, date),
        isinstance("x", (datetime, str)),
        isinstance(None, date),
    )


def start_of(value):
    if isinstance(value, datetime):
        return value.replace(hour=0, minute=0, second=0, microsecond=0)
    if isinstance(value, date):
        return datetime.combine(value, time())
    return datetime(value, 1, 1)


def matched(value):
    match value:
        case datetime(hour=0):
            return "midnight"
        case datetime():
            return "moment"
        case date(month=2, day=day):
            return f"day {day} of February"
        case date():
            return "day"
        case _:
            return "other"


def test_kinds():
    compare(kinds, DATES[2], MOMENTS[2], SPANS[1])
    for value in [*DATES, *MOMENTS, 2024]:
        compare(start_of, value)
        compare(matched, value)


@dataclass
class Job:
    start: datetime
    length: timedelta = timedelta(hours=1)
    days: list[date] = field(default_factory=list)

    def end(self):
        return self.start + self.length


class Account:
    def __init__(self, opened):
        self.opened = opened
        self.waited = timedelta(0)

    def wait(self, days):
        self.opened += timedelta(days=days)
        self.waited += timedelta(days=days)
        return self.opened


def later(job):
    job.days.append(job.start.date())
    job.length *= 2
    return job.end(), Job(job.end()), Job(job.start, length=timedelta(1)).end()


def waits(account):
    return account.wait(3), account.waited, Account(date(2024, 1, 1)).wait(60)


def test_fields():
    mine, python = Job(datetime(2024, 1, 1)), Job(datetime(2024, 1, 1))
    assert njit_of(later)(mine) == later(python)
    assert mine == python
    account, other = Account(date(2024, 1, 1)), Account(date(2024, 1, 1))
    assert njit_of(waits)(account) == waits(other)
    assert vars(account) == vars(other)


BASE = date(2024, 2, 28)
HOLIDAYS = {date(2024, 1, 1): "New Year", date(2024, 12, 25): "Christmas"}
SLOTS = [time(9), time(14, 30)]
FREE = {date(2024, 1, 1)}


def from_globals(n):
    day = BASE + timedelta(n)
    return (
        day,
        day in HOLIDAYS,
        HOLIDAYS.get(date(2024, 1, 1)),
        [datetime.combine(day, slot) for slot in SLOTS],
        date(2024, 1, 1) in FREE,
    )


def in_containers(days, table, pair):
    days.append(pair[0] + pair[1])
    table[days[-1]] = 7
    return days[-1] in table, pair


def test_globals_and_containers():
    compare(from_globals, 3)
    days, table = [date(2024, 1, 1)], {date(2024, 1, 2): 3}
    pair = date(2024, 2, 28), timedelta(2)
    assert njit_of(in_containers)(days, table, pair) == (True, pair)
    assert days == [date(2024, 1, 1), date(2024, 3, 1)]
    assert table == {date(2024, 1, 2): 3, date(2024, 3, 1): 7}


def unchanged(x):
    return x


def test_the_same_object():
    for x in (DATES[2], MOMENTS[5], TIMES[6], SPANS[5]):
        assert njit_of(unchanged)(x) is x
        assert pickle.loads(pickle.dumps(njit_of(unchanged)([x]))) == [x]


def made_twice(n):
    a = datetime(2024, 1, 1, fold=1)
    return (
        a == datetime(2024, 1, 1),
        {a: n, datetime(2024, 1, 1): 2},
        hash(a) == hash(datetime(2024, 1, 1)),
        len({a, a.replace(fold=0)}),
    )


def test_fold():
    compare(made_twice, 1)


# ------------------------------------------------------------------------------------------------------------ what is refused


def with_zone():
    return datetime.now(timezone.utc)


def made_with_zone():
    return datetime(2024, 1, 1, tzinfo=timezone.utc)


def changed(day):
    day.year = 3


def test_refused():
    for function in (with_zone, made_with_zone):
        with pytest.raises(TypingError, match="time zone"):
            njit(function)()
    for value in (datetime(2024, 1, 1, tzinfo=timezone.utc), time(3, tzinfo=timezone.utc)):
        with pytest.raises(TypeError, match="time zone"):
            njit(unchanged)(value)
    with pytest.raises(TypeError, match="time zone"):
        njit(from_format)("2024 +0100", "%Y %z")
    with pytest.raises(AttributeError, match="year"):
        njit(changed)(DATES[2])


def test_type_gives_pythons_class():
    def function(day, span):
        made = type(span)(2)
        names = type(day).__name__, type(made).__name__
        return names, type(day) is date, type(made) is timedelta, type(day) is type(span), isinstance(made, timedelta)

    arguments = date(2024, 2, 29), timedelta(1)
    assert njit(function)(*arguments) == function(*arguments)
