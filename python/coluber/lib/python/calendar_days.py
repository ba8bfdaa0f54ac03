"""Functions of the module `calendar` that count days; the names of its months and days are tuples."""

from __future__ import annotations

import calendar
from datetime import MAXYEAR, MINYEAR, date

from coluber.core.extending import implements
from coluber.lib.kinds import is_integral
from coluber.lib.python.calendars import days_in_month, is_leap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# Days of the week are members of an enumeration since CPython 3.12.
_WEEK = tuple(getattr(calendar, "Day", range(7)))


@implements("calendar.isleap")
def isleap(year: Any) -> FunctionType | None:
    """Return whether a year has a 29th of February."""

    def impl(year):
        return is_leap(year)

    return impl if is_integral(year) else None


@implements("calendar.leapdays")
def leapdays(y1: Any, y2: Any) -> FunctionType | None:
    """Return how many leap years there are from one year up to another."""

    def impl(y1, y2):
        a, b = y1 - 1, y2 - 1
        return b // 4 - a // 4 - (b // 100 - a // 100) + (b // 400 - a // 400)

    return impl if is_integral(y1) and is_integral(y2) else None


def _day_of_week(year: Any, month: Any, day: Any) -> Any:
    # The calendar is the same every 400 years.
    near = year if MINYEAR <= year <= MAXYEAR else 2000 + year % 400
    return _WEEK[date(near, month, day).weekday()]


@implements("calendar.weekday")
def weekday(year: Any, month: Any, day: Any) -> FunctionType | None:
    """Return the day of the week, 0 for Monday."""

    def impl(year, month, day):
        return _day_of_week(year, month, day)

    return impl if is_integral(year) and is_integral(month) and is_integral(day) else None


@implements("calendar.monthrange")
def monthrange(year: Any, month: Any) -> FunctionType | None:
    """Return the day of the week of a month's first day, and its number of days."""

    def impl(year, month):
        if not 1 <= month <= 12:
            raise calendar.IllegalMonthError(month)
        return _day_of_week(year, month, 1), days_in_month(year, month)

    return impl if is_integral(year) and is_integral(month) else None
