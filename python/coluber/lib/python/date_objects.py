"""Objects of the module `datetime` in compiled code: from Python and to Python, and how they are made."""

from __future__ import annotations

import datetime
import math
from numbers import Integral
from typing import Any

from coluber import _native
from coluber.core import types
from coluber.core.errors import TypingError
from coluber.core.extending import implements
from coluber.lib.kinds import is_integral, is_none, is_real
from coluber.lib.python import date_hosts as host
from coluber.lib.python.calendars import LAST_DAY, day_of_number, is_day
from coluber.lib.python.date_classes import (
    Date,
    DateTime,
    Time,
    checked_date,
    checked_moment,
    checked_time,
    combined,
    date_of,
    is_time,
    moment_of,
    time_of,
)
from coluber.lib.python.spans import MOST_DAYS, TimeDelta, made, span_of
from coluber.lib.python.wide import whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType

# ---------------------------------------------------------------------------------------------------- Python's objects

_READ: dict[Any, Any] = {
    datetime.date: lambda value: date_of(host.numbers_of_date(value)),
    datetime.time: lambda value: time_of(host.numbers_of_time(value)),
    datetime.datetime: lambda value: moment_of(host.numbers_of_datetime(value)),
    datetime.timedelta: lambda value: span_of(host.numbers_of_span(value)),
}


def counterpart_of(value: Any) -> Any:
    """Return what an object of the module is in compiled code."""
    return _READ[type(value)](value)


def write_back(value: Any, counterpart: Any) -> None:
    """Do nothing: these objects do not change."""


def _python_date(value: Date) -> Any:
    return datetime.date(value.year, value.month, value.day)


def _python_time(value: Time) -> Any:
    return datetime.time(value.hour, value.minute, value.second, value.microsecond, fold=value.fold)


def _python_moment(value: DateTime) -> Any:
    clock = value.hour, value.minute, value.second, value.microsecond
    return datetime.datetime(value.year, value.month, value.day, *clock, fold=value.fold)


def _python_span(value: TimeDelta) -> Any:
    return datetime.timedelta(value.days, value.seconds, value.microseconds)


_WRITE: dict[Any, Callable[[Any], Any]] = {
    Date: _python_date,
    Time: _python_time,
    DateTime: _python_moment,
    TimeDelta: _python_span,
}


def original_of(counterpart: Any) -> Any:
    """Return the object that a counterpart stands for."""
    return _WRITE[type(counterpart)](counterpart)


for _original, _counterpart in zip(_READ, (Date, Time, DateTime, TimeDelta), strict=True):
    _native.register_counterpart(_original, _counterpart, __name__)


# ---------------------------------------------------------------------------------------------------- what is given


def _is_of(ty: Any, *classes: type) -> bool:
    return getattr(ty, "instance_class", None) in classes


def _refuse_zone(zone: Any) -> None:
    if not is_none(zone):
        raise TypingError(host.WITH_ZONE)


def _are_integers(*given: Any) -> bool:
    return all(is_integral(ty) or isinstance(ty, int) for ty in given)


def _is_text(ty: Any) -> bool:
    return isinstance(ty, (types.UnicodeType, types.StringLiteral))


# ---------------------------------------------------------------------------------------------------- timedelta

# Up to these numbers of a unit, all of them together have less than 2**63 microseconds.
_FEW_DAYS, _FEW_WEEKS = 1 << 40, 1 << 40
_FEW_HOURS, _FEW_MINUTES, _FEW_SECONDS = 1 << 28, 1 << 34, 1 << 40
_FEW_MILLISECONDS, _FEW_MICROSECONDS = 1 << 50, 1 << 60
_FEW = 2.0**60


@implements("numbers.datetime.timedelta")
def timedelta(
    days: Any = 0,
    seconds: Any = 0,
    microseconds: Any = 0,
    milliseconds: Any = 0,
    minutes: Any = 0,
    hours: Any = 0,
    weeks: Any = 0,
) -> FunctionType | None:
    """Make a span of numbers of several units."""
    given = days, seconds, microseconds, milliseconds, minutes, hours, weeks
    if is_integral(days) and all(isinstance(ty, int) for ty in given[1:]):
        return _of_days
    if _are_integers(*given):
        return _of_integers
    if all(is_real(ty) or isinstance(ty, int) for ty in given):
        return _of_numbers
    return None


def _of_days(days, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
    days = whole(days)
    return TimeDelta(days, 0, 0) if _is_few(days, 1 + MOST_DAYS) else span_of(host.span(days))


def _is_few(x: int, limit: int) -> bool:
    return -limit < x < limit


def _of_integers(days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
    days, seconds, microseconds, milliseconds = whole(days), whole(seconds), whole(microseconds), whole(milliseconds)
    minutes, hours, weeks = whole(minutes), whole(hours), whole(weeks)
    are_few = _is_few(days, _FEW_DAYS) and _is_few(weeks, _FEW_WEEKS) and _is_few(hours, _FEW_HOURS)
    are_few = are_few and _is_few(minutes, _FEW_MINUTES) and _is_few(seconds, _FEW_SECONDS)
    if are_few and _is_few(milliseconds, _FEW_MILLISECONDS) and _is_few(microseconds, _FEW_MICROSECONDS):
        clock = ((hours * 60 + minutes) * 60 + seconds) * 1_000_000 + milliseconds * 1000 + microseconds
        return made(days + weeks * 7, clock)
    return span_of(host.span(days, seconds, microseconds, milliseconds, minutes, hours, weeks))


def _of_numbers(days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0):
    large = abs(float(microseconds)) + abs(float(milliseconds)) * 1e3 + abs(float(seconds)) * 1e6 + abs(float(minutes)) * 6e7
    large += abs(float(hours)) * 3.6e9 + abs(float(days)) * 8.64e10 + abs(float(weeks)) * 6.048e11
    # NaN is no few either.
    if not large < _FEW:
        return span_of(host.span(days, seconds, microseconds, milliseconds, minutes, hours, weeks))
    clock, rest = _with(0, 0.0, microseconds, 1)
    clock, rest = _with(clock, rest, milliseconds, 1000)
    clock, rest = _with(clock, rest, seconds, 1_000_000)
    clock, rest = _with(clock, rest, minutes, 60_000_000)
    clock, rest = _with(clock, rest, hours, 3_600_000_000)
    clock, rest = _with(clock, rest, days, 86_400_000_000)
    clock, rest = _with(clock, rest, weeks, 604_800_000_000)
    return made(0, clock + _nearest(clock, rest))


def _with(clock: int, rest: float, x: Any, factor: int) -> tuple[int, float]:
    """Return microseconds, whole ones and parts, with those of a number of units: parts of the whole units go by themselves."""
    if isinstance(x, Integral):
        return clock + whole(x) * factor, rest
    units = math.trunc(float(x))
    parts = (float(x) - units) * float(factor)
    whole_parts = math.trunc(parts)
    return clock + units * factor + whole_parts, rest + (parts - whole_parts)


def _nearest(clock: int, rest: float) -> int:
    """Return the integer nearest to a small number; of two that which makes the sum with the microseconds even."""
    low = math.floor(rest)
    behind = rest - low
    return low + 1 if behind > 0.5 or (behind == 0.5 and (clock + low) % 2 != 0) else low


# ---------------------------------------------------------------------------------------------------- date


@implements("numbers.datetime.date")
def date(year: Any, month: Any, day: Any) -> FunctionType | None:
    """Make a date."""

    def impl(year, month, day):
        return checked_date(whole(year), whole(month), whole(day))

    return impl if _are_integers(year, month, day) else None


@implements("numbers.datetime.date.today")
def today() -> FunctionType:
    """Return the date of today."""
    return lambda: date_of(host.today())


@implements("numbers.datetime.date.fromordinal")
def date_from_ordinal(n: Any) -> FunctionType | None:
    """Return the date with a number."""

    def impl(n):
        number = whole(n)
        return date_of(day_of_number(number)) if 1 <= number <= LAST_DAY else date_of(host.date_of_number(number))

    return impl if is_integral(n) else None


@implements("numbers.datetime.date.fromisoformat")
def date_from_text(date_string: Any) -> FunctionType | None:
    """Return the date that a text says."""

    def impl(date_string):
        if len(date_string) == 10 and _is_date_text(date_string):
            year, month, day = _digits(date_string, 0, 4), _digits(date_string, 5, 2), _digits(date_string, 8, 2)
            if is_day(year, month, day):
                return Date(year, month, day)
        return date_of(host.date_of_text(date_string))

    return impl if _is_text(date_string) else None


def _digits(text: str, start: int, count: int) -> int:
    """Return the number that some digits say, or -1 where others are among them."""
    number = 0
    for k in range(start, start + count):
        digit = ord(text[k]) - 48
        if digit < 0 or digit > 9:
            return -1
        number = number * 10 + digit
    return number


def _is_date_text(text: str) -> bool:
    are_digits = _digits(text, 0, 4) >= 0 and _digits(text, 5, 2) >= 0 and _digits(text, 8, 2) >= 0
    return are_digits and text[4] == "-" and text[7] == "-"


def _is_time_text(text: str) -> bool:
    are_digits = _digits(text, 11, 2) >= 0 and _digits(text, 14, 2) >= 0 and _digits(text, 17, 2) >= 0
    return are_digits and text[13] == ":" and text[16] == ":"


@implements("numbers.datetime.date.fromisocalendar")
def date_from_week(year: Any, week: Any, day: Any) -> FunctionType | None:
    """Return the date of a year, a week and a day of it after ISO 8601."""

    def impl(year, week, day):
        return date_of(host.date_of_week(year, week, day))

    return impl if _are_integers(year, week, day) else None


@implements("numbers.datetime.date.fromtimestamp")
def date_from_timestamp(timestamp: Any) -> FunctionType | None:
    """Return the local date of seconds since 1970."""

    def impl(timestamp):
        return date_of(host.date_of_timestamp(timestamp))

    return impl if is_real(timestamp) else None


# ---------------------------------------------------------------------------------------------------- time


@implements("numbers.datetime.time")
def time(
    hour: Any = 0, minute: Any = 0, second: Any = 0, microsecond: Any = 0, tzinfo: Any = None, *, fold: Any = 0
) -> FunctionType | None:
    """Make a time."""
    _refuse_zone(tzinfo)

    def impl(hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        return checked_time(whole(hour), whole(minute), whole(second), whole(microsecond), whole(fold))

    return impl if _are_integers(hour, minute, second, microsecond, fold) else None


@implements("numbers.datetime.time.fromisoformat")
def time_from_text(time_string: Any) -> FunctionType | None:
    """Return the time that a text says."""

    def impl(time_string):
        return time_of(host.time_of_text(time_string))

    return impl if _is_text(time_string) else None


# ---------------------------------------------------------------------------------------------------- datetime


@implements("numbers.datetime.datetime")
def moment(
    year: Any,
    month: Any,
    day: Any,
    hour: Any = 0,
    minute: Any = 0,
    second: Any = 0,
    microsecond: Any = 0,
    tzinfo: Any = None,
    *,
    fold: Any = 0,
) -> FunctionType | None:
    """Make a datetime."""
    _refuse_zone(tzinfo)

    def impl(year, month, day, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0):
        clock = whole(hour), whole(minute), whole(second), whole(microsecond), whole(fold)
        return checked_moment(whole(year), whole(month), whole(day), clock[0], clock[1], clock[2], clock[3], clock[4])

    return impl if _are_integers(year, month, day, hour, minute, second, microsecond, fold) else None


@implements("numbers.datetime.datetime.now")
def now(tz: Any = None) -> FunctionType:
    """Return the local time."""
    _refuse_zone(tz)
    return lambda tz=None: moment_of(host.now())


@implements("numbers.datetime.datetime.today")
def now_without_zone() -> FunctionType:
    """Return the local time."""
    return lambda: moment_of(host.now())


@implements("numbers.datetime.datetime.utcnow")
def utc_now() -> FunctionType:
    """Return the time of UTC."""
    return lambda: moment_of(host.utc_now())


@implements("numbers.datetime.datetime.combine")
def combine(date: Any, time: Any, tzinfo: Any = None) -> FunctionType | None:
    """Return the datetime of a day and a time."""
    _refuse_zone(tzinfo)

    def impl(date, time, tzinfo=None):
        return combined(date, time)

    return impl if _is_of(date, Date, DateTime) and _is_of(time, Time) else None


@implements("numbers.datetime.datetime.fromordinal")
def moment_from_ordinal(n: Any) -> FunctionType | None:
    """Return the beginning of the day with a number."""

    def impl(n):
        number = whole(n)
        year, month, day = day_of_number(number) if 1 <= number <= LAST_DAY else host.date_of_number(number)
        return DateTime(year, month, day, 0, 0, 0, 0, 0)

    return impl if is_integral(n) else None


@implements("numbers.datetime.datetime.fromisoformat")
def moment_from_text(date_string: Any) -> FunctionType | None:
    """Return the datetime that a text says."""

    def impl(date_string):
        if len(date_string) == 19 and _is_date_text(date_string) and _is_time_text(date_string):
            hour, minute, second = _digits(date_string, 11, 2), _digits(date_string, 14, 2), _digits(date_string, 17, 2)
            year, month, day = _digits(date_string, 0, 4), _digits(date_string, 5, 2), _digits(date_string, 8, 2)
            if is_day(year, month, day) and is_time(hour, minute, second, 0, 0):
                return DateTime(year, month, day, hour, minute, second, 0, 0)
        return moment_of(host.moment_of_text(date_string))

    return impl if _is_text(date_string) else None


@implements("numbers.datetime.datetime.fromisocalendar")
def moment_from_week(year: Any, week: Any, day: Any) -> FunctionType | None:
    """Return the beginning of the day of a year, a week and a day of it after ISO 8601."""

    def impl(year, week, day):
        found = host.date_of_week(year, week, day)
        return DateTime(found[0], found[1], found[2], 0, 0, 0, 0, 0)

    return impl if _are_integers(year, week, day) else None


@implements("numbers.datetime.datetime.strptime")
def moment_from_format(date_string: Any, format: Any) -> FunctionType | None:  # noqa: A002
    """Return the datetime that a text says in a format."""

    def impl(date_string, format):  # noqa: A002
        return moment_of(host.moment_of_format(date_string, format))

    return impl if _is_text(date_string) and _is_text(format) else None


@implements("numbers.datetime.datetime.fromtimestamp")
def moment_from_timestamp(timestamp: Any, tz: Any = None) -> FunctionType | None:
    """Return the local time of seconds since 1970."""
    _refuse_zone(tz)

    def impl(timestamp, tz=None):
        return moment_of(host.moment_of_timestamp(timestamp))

    return impl if is_real(timestamp) else None


@implements("numbers.datetime.datetime.utcfromtimestamp")
def moment_from_utc_timestamp(t: Any) -> FunctionType | None:
    """Return the time of UTC of seconds since 1970."""

    def impl(t):
        return moment_of(host.moment_of_utc_timestamp(t))

    return impl if is_real(t) else None


# ---------------------------------------------------------------------------------------------------- methods as functions

_METHODS = {
    "date": "ctime isocalendar isoformat isoweekday timetuple toordinal weekday",
    "datetime": "ctime date isoformat time timestamp timetuple",
    "time": "isoformat",
    "timedelta": "total_seconds",
}


def _method(name: str) -> Any:
    """Return the overload function of a method that is called by its class: ``date.toordinal(x)``."""

    def overload(self: Any) -> FunctionType | None:
        return (lambda self: getattr(self, name)()) if _is_of(self, Date, Time, DateTime, TimeDelta) else None

    return overload


for _class, _names in _METHODS.items():
    for _name in _names.split():
        implements(f"numbers.datetime.{_class}.{_name}")(_method(_name))
