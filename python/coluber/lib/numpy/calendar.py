"""Dates as years, months and days, as text, and read from text, as ISO 8601 writes them.

A point in time is taken apart into days from 1970, seconds of the day, and attoseconds of the second. The precision of a text
is a number: 0 for years, then months, days, hours, minutes, seconds, and 6 for fractions of three digits, 7 for six, and so on.
"""

from __future__ import annotations

from functools import cache

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType

UNITS = ("Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as")
NAT = -(2**63)
_SECONDS = {"D": 86400, "h": 3600, "m": 60, "s": 1}
# Days from the first of March of year 0 to 1970.
_EPOCH = 719468
_ATTO = 10**18


def parts_of_unit(unit: str) -> tuple[str, int]:
    """Return the named unit of a unit such as ``25s``, and how many of it are one."""
    base = unit.lstrip("0123456789")
    return base, int(unit[: len(unit) - len(base)] or 1)


def date_of_days(days):
    """Return the year, the month and the day of a number of days from 1970; years begin in March to find them."""
    since = days + _EPOCH
    era = since // 146097
    day = since - era * 146097
    year = (day - day // 1460 + day // 36524 - day // 146096) // 365
    of_year = day - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    first = (153 * month + 2) // 5
    is_next = month >= 10
    return year + era * 400 + (1 if is_next else 0), month - 9 if is_next else month + 3, of_year - first + 1


def days_of_date(year, month, day):
    """Return the days from 1970 to a day."""
    from_march = year - (1 if month <= 2 else 0)
    place = month + 9 if month <= 2 else month - 3
    leaps = from_march // 4 - from_march // 100 + from_march // 400
    return 365 * from_march + leaps + (153 * place + 2) // 5 + day - 1 - _EPOCH


def days_in_month(year, month):
    """Return how many days a month has."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month == 4 or month == 6 or month == 9 or month == 11 else 31


def months_of_days(days):
    """Return the months from 1970 to the one that a day is in."""
    year, month, _ = date_of_days(days)
    return (year - 1970) * 12 + month - 1


# --------------------------------------------------------------------------------------------------------------- writing


@cache
def written(unit: str) -> FunctionType:
    """Return ``(count)``: the text of a number of units from 1970."""
    at = UNITS.index(unit)
    text = (_years, _months, _weeks, _days)[at] if at < 4 else _clock(unit)

    def write(count):
        return "NaT" if count == NAT else text(count)

    return write


def _years(count):
    return str(count + 1970).zfill(4)


def _months(count):
    year = count // 12
    return _years(year) + "-" + str(count - 12 * year + 1).zfill(2)


def _weeks(count):
    return _days(7 * count)


def _days(count):
    year, month, day = date_of_days(count)
    return str(year).zfill(4) + "-" + str(month).zfill(2) + "-" + str(day).zfill(2)


def _clock(unit: str) -> FunctionType:
    places = max(3 * (UNITS.index(unit) - 6), 0)
    length, ticks = _SECONDS.get(unit, 1), 10**places
    has_minutes, has_seconds = unit != "h", unit not in ("h", "m")

    def text(count):
        whole = count // ticks
        days = whole // (86400 // length)
        seconds = (whole - days * (86400 // length)) * length
        result = _days(days) + "T" + str(seconds // 3600).zfill(2)
        if has_minutes:
            result += ":" + str(seconds // 60 % 60).zfill(2)
        if has_seconds:
            result += ":" + str(seconds % 60).zfill(2)
        if places > 0:
            result += "." + str(count - whole * ticks).zfill(places)
        return result

    return text


# --------------------------------------------------------------------------------------------------------------- reading


def _fail(text, place):
    raise ValueError(f'Error parsing datetime string "{text}" at position {place}')


def _outside(part, text):
    raise ValueError(f'{part} out of range in datetime string "{text}"')


def _digit(text, place):
    """Return the digit at a place of a text, -1 where there is none."""
    if place >= len(text):
        return -1
    found = ord(text[place]) - 48
    return found if 0 <= found <= 9 else -1


def _two(text, place):
    """Return the number of two digits at a place."""
    high, low = _digit(text, place), _digit(text, place + 1)
    if high < 0 or low < 0:
        _fail(text, place)
    return 10 * high + low


def _year(text, place):
    """Return a year, all digits there are, and the place behind it."""
    at = place + 1 if text[place] == "-" or text[place] == "+" else place
    value, first = 0, at
    while _digit(text, at) >= 0:
        value = 10 * value + _digit(text, at)
        at += 1
    if at == first:
        _fail(text, at)
    return (-value if text[place] == "-" else value), at


def read(text):
    """Return the days, seconds and attoseconds of a text, and its precision; days are `NAT` where it says so."""
    place, end = 0, len(text)
    while place < end and text[place] == " ":
        place += 1
    while end > place and text[end - 1] == " ":
        end -= 1
    if end == place or text[place:end].lower() == "nat":
        return NAT, 0, 0, 2
    year, place = _year(text, place)
    if place >= end:
        return days_of_date(year, 1, 1), 0, 0, 0
    if text[place] != "-":
        _fail(text, place)
    month = _two(text, place + 1)
    if month < 1 or month > 12:
        _outside("Month", text)
    place += 3
    if place >= end:
        return days_of_date(year, month, 1), 0, 0, 1
    if text[place] != "-":
        _fail(text, place)
    day = _two(text, place + 1)
    if day < 1 or day > days_in_month(year, month):
        _outside("Day", text)
    place += 3
    days = days_of_date(year, month, day)
    if place >= end:
        return days, 0, 0, 2
    if text[place] != "T" and text[place] != " ":
        _fail(text, place)
    seconds, attos, precision = _read_clock(text, place + 1, end)
    return days, seconds, attos, precision


def _read_clock(text, place, end):
    """Return seconds, attoseconds and the precision of the clock at a place of a text."""
    hours = _two(text, place)
    if hours > 23:
        _outside("Hours", text)
    place += 2
    if place >= end:
        return hours * 3600, 0, 3
    if text[place] != ":":
        _fail(text, place)
    minutes = _two(text, place + 1)
    if minutes > 59:
        _outside("Minutes", text)
    place += 3
    if place >= end:
        return hours * 3600 + minutes * 60, 0, 4
    if text[place] != ":":
        _fail(text, place)
    seconds = hours * 3600 + minutes * 60 + _two(text, place + 1)
    if _two(text, place + 1) > 59:
        _outside("Seconds", text)
    place += 3
    if place >= end:
        return seconds, 0, 5
    if text[place] != ".":
        _fail(text, place)
    place += 1
    first, attos, unit = place, 0, _ATTO
    while place < end and _digit(text, place) >= 0 and unit > 1:
        unit //= 10
        attos += _digit(text, place) * unit
        place += 1
    if place < end:
        _fail(text, place)
    return seconds, attos, 5 + max((place - first + 2) // 3, 1)


@cache
def reader(unit: str) -> FunctionType:
    """Return ``(text)``: the number of units from 1970 to what a text says, rounded down."""
    if unit == "Y":
        return _read_year
    if unit == "M":
        return _read_month
    if unit in ("W", "D"):
        return _read_week if unit == "W" else read_day
    places = max(3 * (UNITS.index(unit) - 6), 0)
    length, ticks, rest = _SECONDS.get(unit, 1), 10**places, 10 ** (18 - places)

    def count(text):
        days, seconds, attos, _ = read(text)
        if days == NAT:
            return np.int64(NAT)
        return np.int64((days * (86400 // length) + seconds // length) * ticks + (attos // rest if ticks > 1 else 0))

    return count


def read_day(text):
    """Return the days from 1970 to what a text says."""
    return np.int64(read(text)[0])


def _read_week(text):
    days = read_day(text)
    return np.int64(NAT) if days == NAT else np.int64(days // 7)


def _read_month(text):
    days = read_day(text)
    return np.int64(NAT) if days == NAT else np.int64(months_of_days(days))


def _read_year(text):
    days = read_day(text)
    return np.int64(NAT) if days == NAT else np.int64(date_of_days(days)[0] - 1970)


def exact_day(text):
    """Return the days from 1970 to what a text says that has no time of the day."""
    days, _, _, precision = read(text)
    if precision > 2:
        raise TypeError(f"Cannot parse \"{text}\" as unit 'D' using casting rule 'safe'")
    return np.int64(days)
