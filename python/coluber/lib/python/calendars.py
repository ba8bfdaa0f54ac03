"""The proleptic Gregorian calendar in integers. Days are numbered from 1, the first day of the year 1.

Years begin in March here, so that leap days are last: Neri and Schneider, Euclidean affine functions and their application to
calendar algorithms (2023). Quotients of numbers without sign are products for the processor.
"""

from __future__ import annotations

from coluber.core.types import int64, uint64

LAST_DAY = 3652059
"""The number of the last day of the year 9999."""

DAY = 86_400_000_000
"""Microseconds of a day."""

SECOND = 1_000_000
"""Microseconds of a second."""

# From the first of March before the year 1 to the first day of that year.
_MARCH = 305


def is_leap(year: int) -> bool:
    """Whether a year has 366 days."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def days_in_month(year: int, month: int) -> int:
    """Return how many days a month has; the long ones alternate up to July and from August on."""
    if month == 2:
        return 29 if is_leap(year) else 28
    return 30 + ((month + (month >> 3)) & 1)


def days_before_month(year: int, month: int) -> int:
    """Return how many days of a year are before a month."""
    days = (367 * month - 362) // 12
    return days if month <= 2 else days - (1 if is_leap(year) else 2)


def number_of_day(year: int, month: int, day: int) -> int:
    """Return the number of a day."""
    is_early = month <= 2
    years = uint64(year - 1 if is_early else year)
    months = uint64(month + 12 if is_early else month)
    centuries = years // uint64(100)
    days = uint64(1461) * years // uint64(4) - centuries + centuries // uint64(4)
    return int64(days + (uint64(979) * months - uint64(2919)) // uint64(32)) + day - (_MARCH + 1)


def day_of_number(number: int) -> tuple[int, int, int]:
    """Return year, month and day of the day with a number."""
    quarters = uint64(number + _MARCH) * uint64(4) + uint64(3)
    centuries, in_century = quarters // uint64(146097), quarters % uint64(146097) // uint64(4)
    # Both quotient and remainder of a division by 1461 are in one product.
    product = uint64(2939745) * (in_century * uint64(4) + uint64(3))
    in_year = (product & uint64(0xFFFFFFFF)) // uint64(2939745 * 4)
    year = int64(centuries * uint64(100) + (product >> uint64(32)))
    product = uint64(2141) * in_year + uint64(197913)
    month, day = int64(product >> uint64(16)), int64((product & uint64(0xFFFF)) // uint64(2141)) + 1
    return (year + 1, month - 12, day) if in_year >= uint64(306) else (year, month, day)


def is_day(year: int, month: int, day: int) -> bool:
    """Whether there is such a day in the years 1 to 9999."""
    if year < 1 or year > 9999 or month < 1 or month > 12 or day < 1:
        return False
    return day <= 28 or day <= days_in_month(year, month)


def weekday(number: int) -> int:
    """Return the day of the week of a day by its number, Monday being 0."""
    return (number + 6) % 7


def first_monday(year: int) -> int:
    """Return the number of the Monday of the first week of a year, that with its first Thursday."""
    first = number_of_day(year, 1, 1)
    monday = first - weekday(first)
    return monday + 7 if weekday(first) > 3 else monday


def week_of(year: int, number: int) -> tuple[int, int, int]:
    """Return the year that has the week of a day, the number of the week, and the day in it from 1 to 7."""
    start = first_monday(year)
    if number < start:
        year, start = year - 1, first_monday(year - 1)
    elif number >= start + 52 * 7 and number >= first_monday(year + 1):
        year, start = year + 1, first_monday(year + 1)
    return year, (number - start) // 7 + 1, (number - start) % 7 + 1
