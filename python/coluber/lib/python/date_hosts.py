"""What CPython does of dates for compiled code: texts by formats, local time, numbers out of range, errors.

Values come as Python's objects, and go as tuples of integers.
"""

from __future__ import annotations

import datetime

from coluber.core import types
from coluber.lib.intrinsics import call_object
from coluber.objectmode.sites import register

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

NUMBER: Any = types.int64
FLOAT: Any = types.float64
TEXT: Any = types.unicode_type
# Days, seconds and microseconds of a timedelta; year, month and day.
THREE: Any = types.UniTuple(types.int64, 3)
# A quotient and a timedelta.
FOUR: Any = types.UniTuple(types.int64, 4)
# Hour, minute, second, microsecond and fold.
FIVE: Any = types.UniTuple(types.int64, 5)
# All of a datetime, with fold.
EIGHT: Any = types.UniTuple(types.int64, 8)

WITH_ZONE = "dates and times with a time zone have no type in compiled code: use ones without, such as those of UTC"


def numbers_of_span(value: datetime.timedelta) -> tuple[int, int, int]:
    """Return the fields of a timedelta."""
    return value.days, value.seconds, value.microseconds


def numbers_of_date(value: datetime.date) -> tuple[int, int, int]:
    """Return the fields of a date."""
    return value.year, value.month, value.day


def numbers_of_time(value: datetime.time) -> tuple[int, int, int, int, int]:
    """Return the fields of a time without a time zone."""
    _refuse_zone(value)
    return value.hour, value.minute, value.second, value.microsecond, value.fold


def numbers_of_datetime(value: datetime.datetime) -> tuple[int, int, int, int, int, int, int, int]:
    """Return the fields of a datetime without a time zone."""
    _refuse_zone(value)
    second, microsecond, fold = value.second, value.microsecond, value.fold
    return value.year, value.month, value.day, value.hour, value.minute, second, microsecond, fold


def _refuse_zone(value: Any) -> None:
    if value.tzinfo is not None:
        raise TypeError(WITH_ZONE)


_kept: list[Any] = []


def _on_host(gives: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of compiled code that calls a function of Python's with a name."""
    _kept.append(function)
    site = register(f"{__name__}!{function.__name__}", function, gives)

    def call(*arguments: Any) -> Any:
        return call_object(site, gives, *arguments)

    return call


def _named(name: str, function: Any) -> Any:
    function.__name__ = name
    return function


def _spans(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    return _on_host(THREE, _named(name, lambda *arguments: numbers_of_span(function(*arguments))))


def _dates(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    return _on_host(THREE, _named(name, lambda *arguments: numbers_of_date(function(*arguments))))


def _times(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    return _on_host(FIVE, _named(name, lambda *arguments: numbers_of_time(function(*arguments))))


def _datetimes(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    return _on_host(EIGHT, _named(name, lambda *arguments: numbers_of_datetime(function(*arguments))))


def _quotient_and_rest(a: Any, b: Any) -> tuple[int, int, int, int]:
    quotient, rest = divmod(a, b)
    return quotient, *numbers_of_span(rest)


span = _spans("span", datetime.timedelta)
times_number = _spans("times_number", lambda value, factor: value * factor)
divided_by_number = _spans("divided_by_number", lambda value, divisor: value / divisor)
whole_part = _spans("whole_part", lambda value, divisor: value // divisor)
rest_of_spans = _spans("rest_of_spans", lambda a, b: a % b)
quotient_of_spans = _on_host(FLOAT, _named("quotient_of_spans", lambda a, b: a / b))
whole_quotient_of_spans = _on_host(NUMBER, _named("whole_quotient_of_spans", lambda a, b: a // b))
quotient_and_rest = _on_host(FOUR, _named("quotient_and_rest", _quotient_and_rest))
total_seconds = _on_host(FLOAT, _named("total_seconds", lambda value: value.total_seconds()))

date = _dates("date", datetime.date)
date_of_number = _dates("date_of_number", datetime.date.fromordinal)
date_of_text = _dates("date_of_text", datetime.date.fromisoformat)
date_of_week = _dates("date_of_week", datetime.date.fromisocalendar)
date_of_timestamp = _dates("date_of_timestamp", datetime.date.fromtimestamp)
today = _dates("today", datetime.date.today)

time = _times("time", lambda *fields: datetime.time(*fields[:4], fold=fields[4]))
time_of_text = _times("time_of_text", datetime.time.fromisoformat)

moment = _datetimes("moment", lambda *fields: datetime.datetime(*fields[:7], fold=fields[7]))
moment_of_text = _datetimes("moment_of_text", datetime.datetime.fromisoformat)
moment_of_format = _datetimes("moment_of_format", datetime.datetime.strptime)
moment_of_timestamp = _datetimes("moment_of_timestamp", datetime.datetime.fromtimestamp)
moment_of_utc_timestamp = _datetimes(
    "moment_of_utc_timestamp",
    lambda seconds: datetime.datetime.fromtimestamp(seconds, datetime.UTC).replace(tzinfo=None),
)
now = _datetimes("now", datetime.datetime.now)
utc_now = _datetimes("utc_now", lambda: datetime.datetime.now(datetime.UTC).replace(tzinfo=None))
timestamp = _on_host(FLOAT, _named("timestamp", lambda value: value.timestamp()))

formatted = _on_host(TEXT, _named("formatted", lambda value, spec: format(value, spec)))
with_separator = _on_host(TEXT, _named("with_separator", lambda value, sep: value.isoformat(sep)))
by_format = _on_host(TEXT, _named("by_format", lambda value, text: value.strftime(text)))
