"""The classes that stand for `date`, `time` and `datetime` in compiled code, where these have no time zone."""

from __future__ import annotations

import datetime
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from coluber.lib.python import date_hosts as host
from coluber.lib.python.calendars import (
    DAY,
    LAST_DAY,
    SECOND,
    day_of_number,
    days_before_month,
    is_day,
    number_of_day,
    week_of,
    weekday,
)
from coluber.lib.python.spans import MARK, TimeDelta, in_day, made
from coluber.lib.python.wide import whole
from coluber.lib.texts import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_OUT_OF_RANGE = text_of(lambda: datetime.date.max + datetime.timedelta(1))
_TIME_SPECIFICATION = text_of(lambda: datetime.time(1).isoformat("no"))

_NAMES_OF_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
_NAMES_OF_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


class IsoCalendarDate(NamedTuple):
    """What ``isocalendar()`` gives."""

    year: int
    week: int
    weekday: int


class StructTime(NamedTuple):
    """What ``timetuple()`` gives: the fields of a ``time.struct_time``."""

    tm_year: int
    tm_mon: int
    tm_mday: int
    tm_hour: int
    tm_min: int
    tm_sec: int
    tm_wday: int
    tm_yday: int
    tm_isdst: int


# ---------------------------------------------------------------------------------------------------- making them


def date_of(fields: tuple[int, int, int]) -> Date:
    """Return the date of a day that exists."""
    return Date(fields[0], fields[1], fields[2])


def time_of(fields: tuple[int, int, int, int, int]) -> Time:
    """Return the time with fields in their ranges."""
    return Time(fields[0], fields[1], fields[2], fields[3], fields[4])


def moment_of(fields: tuple[int, int, int, int, int, int, int, int]) -> DateTime:
    """Return the datetime with fields in their ranges."""
    return DateTime(fields[0], fields[1], fields[2], fields[3], fields[4], fields[5], fields[6], fields[7])


def checked_date(year: int, month: int, day: int) -> Date:
    """Return a date; CPython raises the error where there is none."""
    return Date(year, month, day) if is_day(year, month, day) else date_of(host.date(year, month, day))


def is_time(hour: int, minute: int, second: int, microsecond: int, fold: int) -> bool:
    """Whether the fields of a time are in their ranges."""
    is_minute = 0 <= hour < 24 and 0 <= minute < 60
    return is_minute and 0 <= second < 60 and 0 <= microsecond < SECOND and 0 <= fold <= 1


def checked_time(hour: int, minute: int, second: int, microsecond: int, fold: int) -> Time:
    """Return a time; CPython raises the error where there is none."""
    if is_time(hour, minute, second, microsecond, fold):
        return Time(hour, minute, second, microsecond, fold)
    return time_of(host.time(hour, minute, second, microsecond, fold))


def checked_moment(
    year: int, month: int, day: int, hour: int, minute: int, second: int, microsecond: int, fold: int
) -> DateTime:
    """Return a datetime; CPython raises the error where there is none."""
    if is_day(year, month, day) and is_time(hour, minute, second, microsecond, fold):
        return DateTime(year, month, day, hour, minute, second, microsecond, fold)
    return moment_of(host.moment(year, month, day, hour, minute, second, microsecond, fold))


def _day_later(year: int, month: int, day: int, days: int) -> tuple[int, int, int]:
    """Return the day a number of days later; most are of the same month."""
    if 1 <= day + days <= 28:
        return year, month, day + days
    number = number_of_day(year, month, day) + days
    if number < 1 or number > LAST_DAY:
        raise OverflowError(_OUT_OF_RANGE)
    return day_of_number(number)


def _date_later(date: Date, days: int) -> Date:
    return date_of(_day_later(date.year, date.month, date.day, days))


def _moment_later(moment: DateTime, days: int, microseconds: int) -> DateTime:
    """Return the datetime some days and microseconds later, both of any sign."""
    clock = _clock(moment) + microseconds
    days = days + clock // DAY
    clock = clock % DAY
    year, month, day = _day_later(moment.year, moment.month, moment.day, days)
    seconds, microsecond = clock // SECOND, clock % SECOND
    return DateTime(year, month, day, seconds // 3600, seconds // 60 % 60, seconds % 60, microsecond, 0)


# ---------------------------------------------------------------------------------------------------- numbers of them


def _number(date: Any) -> int:
    return number_of_day(date.year, date.month, date.day)


def _clock(time: Any) -> int:
    """Return the microseconds since midnight."""
    return ((time.hour * 60 + time.minute) * 60 + time.second) * SECOND + time.microsecond


def _days_between(a: Any, b: Any) -> int:
    if a.year == b.year and a.month == b.month:
        return a.day - b.day
    return _number(a) - _number(b)


def _order_of_date(date: Any) -> int:
    """Return an integer that has the order of the dates."""
    return (date.year << 9) | (date.month << 5) | date.day


def _order_of_time(time: Any) -> int:
    return (time.hour << 32) | (time.minute << 26) | (time.second << 20) | time.microsecond


def _order_of_moment(moment: Any) -> int:
    return (_order_of_date(moment) << 37) | _order_of_time(moment)


# ---------------------------------------------------------------------------------------------------- texts


def _date_text(date: Any) -> str:
    return f"{date.year:04d}-{date.month:02d}-{date.day:02d}"


def _time_text(time: Any, timespec: str) -> str:
    if timespec == "hours":
        return f"{time.hour:02d}"
    minutes = f"{time.hour:02d}:{time.minute:02d}"
    if timespec == "minutes":
        return minutes
    seconds = f"{minutes}:{time.second:02d}"
    if timespec == "seconds" or (timespec == "auto" and time.microsecond == 0):
        return seconds
    if timespec == "milliseconds":
        return f"{seconds}.{time.microsecond // 1000:03d}"
    if timespec == "microseconds" or timespec == "auto":
        return f"{seconds}.{time.microsecond:06d}"
    raise ValueError(_TIME_SPECIFICATION)


def _short_time(time: Any) -> str:
    """Return what `repr` shows of a time."""
    text = f"{time.hour}, {time.minute}"
    if time.microsecond != 0:
        text = f"{text}, {time.second}, {time.microsecond}"
    elif time.second != 0:
        text = f"{text}, {time.second}"
    return text if time.fold == 0 else f"{text}, fold={time.fold}"


def _on_clock(time: Any) -> str:
    return f"{time.hour:02d}:{time.minute:02d}:{time.second:02d}"


def _calendar_text(date: Any, clock: str) -> str:
    day = _NAMES_OF_DAYS[weekday(_number(date))]
    return f"{day} {_NAMES_OF_MONTHS[date.month - 1]} {date.day:2d} {clock} {date.year:04d}"


def _parts(date: Any, hour: int, minute: int, second: int) -> StructTime:
    number = _number(date)
    in_year = days_before_month(date.year, date.month) + date.day
    return StructTime(date.year, date.month, date.day, hour, minute, second, weekday(number), in_year, -1)


def _week(date: Any) -> IsoCalendarDate:
    found = week_of(date.year, _number(date))
    return IsoCalendarDate(found[0], found[1], found[2])


# ---------------------------------------------------------------------------------------------------- the classes


def _comparison(kind: str, order: Callable[[Any], int], of_numbers: Callable[[Any, Any], bool]) -> Any:
    """Return the special method of an ordering of objects that have a method which no other ones have."""
    other_kind = "_is_moment" if kind == "_is_date" else "_is_date"
    dates = datetime.date(1, 1, 1), datetime.datetime(1, 1, 1)
    first, second = dates if kind == "_is_date" else dates[::-1]
    mixed = text_of(lambda: of_numbers(first, second))

    def compare(self: Any, other: Any) -> Any:
        if hasattr(other, kind):
            return of_numbers(order(self), order(other))
        if kind != "_is_time" and hasattr(other, other_kind):
            raise TypeError(mixed)
        return NotImplemented

    return compare


@dataclass(eq=False, frozen=True, repr=False)
class Date:
    """A ``datetime.date``.

    Parameters
    ----------
    year, month, day : int
        The day.
    """

    year: int
    month: int
    day: int

    _is_equal_by_fields = True
    _is_date = MARK
    resolution = TimeDelta(1, 0, 0)

    __lt__ = _comparison("_is_date", _order_of_date, lambda a, b: a < b)
    __le__ = _comparison("_is_date", _order_of_date, lambda a, b: a <= b)
    __gt__ = _comparison("_is_date", _order_of_date, lambda a, b: a > b)
    __ge__ = _comparison("_is_date", _order_of_date, lambda a, b: a >= b)

    def __eq__(self, other):
        if not hasattr(other, "_is_date"):
            return NotImplemented
        return self.year == other.year and self.month == other.month and self.day == other.day

    def __hash__(self):
        return hash(bytes([self.year >> 8, self.year & 255, self.month, self.day]))

    def __add__(self, other):
        return _date_later(self, other.days) if hasattr(other, "_is_span") else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if hasattr(other, "_is_span"):
            return _date_later(self, -other.days)
        return TimeDelta(_days_between(self, other), 0, 0) if hasattr(other, "_is_date") else NotImplemented

    def __str__(self):
        return _date_text(self)

    def __repr__(self):
        return f"datetime.date({self.year}, {self.month}, {self.day})"

    def __format__(self, spec):
        return _date_text(self) if len(spec) == 0 else host.by_format(self, spec)

    def isoformat(self):
        """Return the date as text."""
        return _date_text(self)

    def strftime(self, format):  # noqa: A002
        """Return the date as text by a format."""
        return host.by_format(self, format)

    def ctime(self):
        """Return the date as text with names."""
        return _calendar_text(self, "00:00:00")

    def toordinal(self):
        """Return the number of the day, 1 being the first day of the year 1."""
        return _number(self)

    def weekday(self):
        """Return the day of the week, Monday being 0."""
        return weekday(_number(self))

    def isoweekday(self):
        """Return the day of the week, Monday being 1."""
        return weekday(_number(self)) + 1

    def isocalendar(self):
        """Return year, week and day of the week after ISO 8601."""
        return _week(self)

    def timetuple(self):
        """Return the fields of a ``time.struct_time``."""
        return _parts(self, 0, 0, 0)

    def replace(self, year=None, month=None, day=None):
        """Return the date with other fields."""
        year = self.year if year is None else year
        month = self.month if month is None else month
        return checked_date(whole(year), whole(month), whole(self.day if day is None else day))


class _WithoutZone:
    """What times and moments say of their time zone."""

    tzinfo = None

    def utcoffset(self):
        """Return None, as there is no time zone."""
        return None

    def dst(self):
        """Return None, as there is no time zone."""
        return None

    def tzname(self):
        """Return None, as there is no time zone."""
        return None


@dataclass(eq=False, frozen=True, repr=False)
class Time(_WithoutZone):
    """A ``datetime.time`` without time zone.

    Parameters
    ----------
    hour, minute, second, microsecond : int
        The time.
    fold : int
        Which of two equal times it is, when clocks are put back.
    """

    hour: int
    minute: int
    second: int
    microsecond: int
    fold: int = field(compare=False)

    _is_equal_by_fields = True
    _is_time = MARK
    resolution = TimeDelta(0, 0, 1)

    __lt__ = _comparison("_is_time", _order_of_time, lambda a, b: a < b)
    __le__ = _comparison("_is_time", _order_of_time, lambda a, b: a <= b)
    __gt__ = _comparison("_is_time", _order_of_time, lambda a, b: a > b)
    __ge__ = _comparison("_is_time", _order_of_time, lambda a, b: a >= b)

    def __eq__(self, other):
        return _order_of_time(self) == _order_of_time(other) if hasattr(other, "_is_time") else NotImplemented

    def __hash__(self):
        low = self.microsecond
        return hash(bytes([self.hour, self.minute, self.second, low >> 16, low >> 8 & 255, low & 255]))

    def __str__(self):
        return _time_text(self, "auto")

    def __repr__(self):
        return f"datetime.time({_short_time(self)})"

    def __format__(self, spec):
        return _time_text(self, "auto") if len(spec) == 0 else host.by_format(self, spec)

    def isoformat(self, timespec="auto"):
        """Return the time as text."""
        return _time_text(self, timespec)

    def strftime(self, format):  # noqa: A002
        """Return the time as text by a format."""
        return host.by_format(self, format)

    def replace(self, hour=None, minute=None, second=None, microsecond=None, tzinfo=None, *, fold=None):
        """Return the time with other fields."""
        hour = self.hour if hour is None else hour
        minute = self.minute if minute is None else minute
        second = self.second if second is None else second
        microsecond = self.microsecond if microsecond is None else microsecond
        if tzinfo is not None:
            raise TypeError(host.WITH_ZONE)
        fold = self.fold if fold is None else fold
        return checked_time(whole(hour), whole(minute), whole(second), whole(microsecond), whole(fold))


@dataclass(eq=False, frozen=True, repr=False)
class DateTime(_WithoutZone):
    """A ``datetime.datetime`` without time zone.

    Parameters
    ----------
    year, month, day, hour, minute, second, microsecond : int
        Day and time.
    fold : int
        Which of two equal times it is, when clocks are put back.
    """

    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int
    microsecond: int
    fold: int = field(compare=False)

    _is_equal_by_fields = True
    _is_moment = MARK
    resolution = TimeDelta(0, 0, 1)

    __lt__ = _comparison("_is_moment", _order_of_moment, lambda a, b: a < b)
    __le__ = _comparison("_is_moment", _order_of_moment, lambda a, b: a <= b)
    __gt__ = _comparison("_is_moment", _order_of_moment, lambda a, b: a > b)
    __ge__ = _comparison("_is_moment", _order_of_moment, lambda a, b: a >= b)

    def __eq__(self, other):
        return _order_of_moment(self) == _order_of_moment(other) if hasattr(other, "_is_moment") else NotImplemented

    def __hash__(self):
        date = [self.year >> 8, self.year & 255, self.month, self.day]
        low = self.microsecond
        return hash(bytes([*date, self.hour, self.minute, self.second, low >> 16, low >> 8 & 255, low & 255]))

    def __add__(self, other):
        return _moment_later(self, other.days, in_day(other)) if hasattr(other, "_is_span") else NotImplemented

    __radd__ = __add__

    def __sub__(self, other):
        if hasattr(other, "_is_span"):
            return _moment_later(self, -other.days, -in_day(other))
        if not hasattr(other, "_is_moment"):
            return NotImplemented
        return made(_days_between(self, other), _clock(self) - _clock(other))

    def __str__(self):
        return self.isoformat(" ")

    def __repr__(self):
        return f"datetime.datetime({self.year}, {self.month}, {self.day}, {_short_time(self)})"

    def __format__(self, spec):
        return self.isoformat(" ") if len(spec) == 0 else host.by_format(self, spec)

    def isoformat(self, sep="T", timespec="auto"):
        """Return day and time as text."""
        if len(sep) != 1:
            return host.with_separator(self, sep)
        return f"{_date_text(self)}{sep}{_time_text(self, timespec)}"

    def strftime(self, format):  # noqa: A002
        """Return day and time as text by a format."""
        return host.by_format(self, format)

    def ctime(self):
        """Return day and time as text with names."""
        return _calendar_text(self, _on_clock(self))

    def date(self):
        """Return the day."""
        return Date(self.year, self.month, self.day)

    def time(self):
        """Return the time."""
        return Time(self.hour, self.minute, self.second, self.microsecond, self.fold)

    def timetz(self):
        """Return the time."""
        return Time(self.hour, self.minute, self.second, self.microsecond, self.fold)

    def combine(self, date, time):
        """Return the datetime of a day and a time."""
        return combined(date, time)

    def timestamp(self):
        """Return the seconds since 1970, in the local time zone."""
        return host.timestamp(self)

    def toordinal(self):
        """Return the number of the day, 1 being the first day of the year 1."""
        return _number(self)

    def weekday(self):
        """Return the day of the week, Monday being 0."""
        return weekday(_number(self))

    def isoweekday(self):
        """Return the day of the week, Monday being 1."""
        return weekday(_number(self)) + 1

    def isocalendar(self):
        """Return year, week and day of the week after ISO 8601."""
        return _week(self)

    def timetuple(self):
        """Return the fields of a ``time.struct_time``."""
        return _parts(self, self.hour, self.minute, self.second)

    def replace(
        self,
        year=None,
        month=None,
        day=None,
        hour=None,
        minute=None,
        second=None,
        microsecond=None,
        tzinfo=None,
        *,
        fold=None,
    ):
        """Return the datetime with other fields."""
        date = self.date().replace(year, month, day)
        time = self.time().replace(hour, minute, second, microsecond, tzinfo, fold=fold)
        return combined(date, time)


def combined(date: Any, time: Any) -> DateTime:
    """Return the datetime of a day and a time."""
    clock = time.hour, time.minute, time.second, time.microsecond, time.fold
    return DateTime(date.year, date.month, date.day, clock[0], clock[1], clock[2], clock[3], clock[4])


Date.min, Date.max = Date(1, 1, 1), Date(9999, 12, 31)
Time.min, Time.max = Time(0, 0, 0, 0, 0), Time(23, 59, 59, 999999, 0)
DateTime.min, DateTime.max = combined(Date.min, Time.min), combined(Date.max, Time.max)
