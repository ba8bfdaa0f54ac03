"""Business days: ``is_busday``, ``busday_offset``, ``busday_count`` and ``busdaycalendar``.

A calendar is a mask of the days of a week, from Monday on, and the dates that are holidays. How many business days
there are up to a day follows from whole weeks and the days of the last one, less the holidays, which are sorted and no days of
rest.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_list, is_none, is_number
from coluber.lib.numpy.arguments import is_array_like, to_array
from coluber.lib.numpy.calendar import NAT, exact_day, months_of_days, parts_of_unit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@dataclass(frozen=True, eq=False)
class BusinessCalendar:
    """The mask of a week, and sorted dates that are holidays; objects of NumPy's class have the same fields."""

    weekmask: Any = field()
    holidays: Any = field()


_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
# Days from the first Monday to 1970.
_MONDAY = 4


# ------------------------------------------------------------------------------------------------------------ arguments


def _is_text(ty: Any) -> bool:
    return isinstance(ty, types.Type) and isinstance(types.unliteral(ty), types.UnicodeType)


def _days_of_text(x):
    return np.full((), exact_day(x))


def _days_of_texts(x):
    result = np.empty(len(x), np.int64)
    for k in range(len(x)):
        result[k] = exact_day(x[k])
    return result


def _items(ty: Any) -> Any:
    """Return the type of a list's or tuple's items, None for other types."""
    if is_list(ty):
        return ty.dtype
    return (
        ty.types[0]
        if isinstance(ty, types.BaseTuple) and len(ty) > 0 and len(set(map(types.unliteral, ty.types))) == 1
        else None
    )


def _refuse_cast(ty: Any, message: str) -> None:
    if parts_of_unit(ty.unit)[0] not in ("", "Y", "M", "W", "D"):
        raise errors.TypingError(message or f"Iterator operand 0 dtype could not be cast from dtype('<M8[{ty.unit}]') to "
                                 "dtype('<M8[D]') according to the rule 'safe'")  # fmt: skip


def _days(ty: Any, message: str = "") -> tuple[FunctionType, int] | None:
    """Return ``(x)``, the days from 1970 of dates in an array, and its number of axes; None for what is no dates."""
    if _is_text(ty):
        return _days_of_text, 0
    items = _items(ty)
    if items is not None and _is_text(items):
        return _days_of_texts, 1
    element = ty.dtype if is_array(ty) else items if items is not None else ty
    if not isinstance(element, types.NPDatetime):
        return None
    _refuse_cast(element, message)
    if is_array(ty):
        return _days_of_array, ty.ndim
    return (_days_of_array_like, 1) if items is not None else (_days_of_date, 0)


def _days_of_array(x):
    return x.astype("M8[D]").view(np.int64)


def _days_of_array_like(x):
    return np.array(x).astype("M8[D]").view(np.int64)


def _days_of_date(x):
    return np.full((), np.int64(np.datetime64(x, "D")))


def _mask_of_text(text):
    mask = np.zeros(7, np.bool_)
    if len(text) == 7 and text.replace("0", "").replace("1", "") == "":
        for k in range(7):
            mask[k] = text[k] == "1"
        return mask
    place = 0
    while place < len(text):
        if text[place].isspace():
            place += 1
            continue
        found = -1
        for k in range(7):
            if text[place : place + 3] == _NAMES[k]:
                found = k
        if found < 0:
            raise ValueError(f'Invalid business day weekmask string "{text}"')
        mask[found] = True
        place += 3
    return mask


def _mask(ty: Any) -> FunctionType | None:
    """Return ``(weekmask)``: the seven bools."""
    if _is_text(ty):
        return _mask_of_text
    if not is_array_like(ty) or is_number(ty):
        return None
    of_array = to_array(ty)

    def mask(weekmask):
        given = of_array(weekmask)
        if given.size != 7:
            raise ValueError("A business day weekmask array must have length 7")
        return given.ravel() != 0

    return mask


def _holidays(ty: Any) -> FunctionType | None:
    """Return ``(holidays)``: the days from 1970 of dates, in any order."""
    is_empty = is_list(ty) and isinstance(ty, types.List) and _items(ty) is None
    if is_none(ty) or is_empty or (isinstance(ty, types.BaseTuple) and len(ty) == 0):
        return lambda holidays: np.empty(0, np.int64)
    found = _days(ty, "Cannot safely convert provided holidays input into an array of dates")
    if found is None:
        return None
    days = found[0]
    return lambda holidays: days(holidays).ravel()


def _kept(mask, days):
    """Return the holidays that are no days of rest, sorted."""
    return np.unique(days[(days != NAT) & mask[(days - _MONDAY) % 7]])


def _calendar(name: str, weekmask: Any, holidays: Any, busdaycal: Any) -> FunctionType | None:
    """Return ``(weekmask, holidays, busdaycal)``: the mask and the holidays."""
    if not is_none(busdaycal):
        if weekmask != "1111100" or not is_none(holidays):
            raise errors.NumbaValueError(f"Cannot supply both the weekmask/holidays and the busdaycal parameters to {name}()")
        if getattr(busdaycal, "instance_class", None) is not BusinessCalendar:
            return None
        return lambda weekmask, holidays, busdaycal: (busdaycal.weekmask, busdaycal.holidays.view(np.int64))
    mask_of = _mask_of_text if weekmask == "1111100" else _mask(weekmask)
    holidays_of = _holidays(holidays)
    if mask_of is None or holidays_of is None:
        return None

    def calendar(weekmask, holidays, busdaycal):
        mask = mask_of(weekmask)
        if not mask.any():
            raise ValueError("the business day weekmask must have at least one valid business day")
        return mask, _kept(mask, holidays_of(holidays))

    return calendar


@implements("numpy.busdaycalendar")
def busdaycalendar(weekmask: Any = "1111100", holidays: Any = None) -> FunctionType | None:
    """Return a calendar."""
    mask_of, holidays_of = _mask_of_text if isinstance(weekmask, str) else _mask(weekmask), _holidays(holidays)
    if mask_of is None or holidays_of is None:
        return None

    def impl(weekmask="1111100", holidays=None):
        mask = mask_of(weekmask)
        if not mask.any():
            raise ValueError("Cannot construct a numpy.busdaycal with a weekmask of all zeros")
        return BusinessCalendar(mask, _kept(mask, holidays_of(holidays)).view("M8[D]"))

    return impl


# ------------------------------------------------------------------------------------------------------------- numbers


def _is_business(day, mask, holidays):
    if day == NAT or not mask[(day - _MONDAY) % 7]:
        return False
    at = np.searchsorted(holidays, day)
    return at >= holidays.size or holidays[at] != day


def _before(day, mask, holidays):
    """Return the number of the first business day from a day on."""
    week = (day - _MONDAY) // 7
    weekday = day - _MONDAY - 7 * week
    return week * mask.sum() + mask[:weekday].sum() - np.searchsorted(holidays, day)


def _day_of(number, mask, holidays):
    """Return the business day with a number: the holidays up to it count, which is looked for until it is the same."""
    weekdays, passed = np.flatnonzero(mask), 0
    while True:
        at = number + passed
        week = at // weekdays.size
        day = _MONDAY + 7 * week + weekdays[at - week * weekdays.size]
        found = np.searchsorted(holidays, day, "right")
        if found == passed:
            return day
        passed = found


# ----------------------------------------------------------------------------------------------------------- functions


def _stored(out: Any) -> FunctionType:
    def store(result, out):
        out[...] = result
        return out

    return (lambda result, out: result) if is_none(out) else store


@implements("numpy.is_busday")
def is_busday(
    dates: Any, weekmask: Any = "1111100", holidays: Any = None, busdaycal: Any = None, out: Any = None
) -> FunctionType | None:
    """Which dates are business days."""
    found, calendar = _days(dates), _calendar("is_busday", weekmask, holidays, busdaycal)
    if found is None or calendar is None or not (is_none(out) or is_array(out)):
        return None
    (days_of, ndim), store = found, _stored(out)

    def answers(dates, weekmask, holidays, busdaycal):
        mask, free = calendar(weekmask, holidays, busdaycal)
        days = days_of(dates)
        result = np.empty(days.size, np.bool_)
        for k, day in enumerate(days.ravel()):
            result[k] = _is_business(day, mask, free)
        return result.reshape(days.shape)

    def number(dates, weekmask="1111100", holidays=None, busdaycal=None, out=None):
        return store(answers(dates, weekmask, holidays, busdaycal)[()], out)

    def array(dates, weekmask="1111100", holidays=None, busdaycal=None, out=None):
        return store(answers(dates, weekmask, holidays, busdaycal), out)

    return array if ndim else number


@implements("numpy.busday_count")
def busday_count(
    begindates: Any,
    enddates: Any,
    weekmask: Any = "1111100",
    holidays: Any = None,
    busdaycal: Any = None,
    out: Any = None,
) -> FunctionType | None:
    """How many business days lie between dates, the first of which counts and the last not."""
    first, last, calendar = _days(begindates), _days(enddates), _calendar("busday_count", weekmask, holidays, busdaycal)
    if first is None or last is None or calendar is None or not (is_none(out) or is_array(out)):
        return None
    first_of, last_of, ndim, store = first[0], last[0], max(first[1], last[1]), _stored(out)

    def counts(begindates, enddates, weekmask, holidays, busdaycal):
        mask, free = calendar(weekmask, holidays, busdaycal)
        begin, end = first_of(begindates), last_of(enddates)
        shape = np.broadcast_shapes(begin.shape, end.shape)
        begins, ends = np.broadcast_to(begin, shape).ravel(), np.broadcast_to(end, shape).ravel()
        result = np.empty(begins.size, np.int64)
        for k in range(result.size):
            result[k] = _count(begins[k], ends[k], mask, free)
        return result.reshape(shape)

    def number(begindates, enddates, weekmask="1111100", holidays=None, busdaycal=None, out=None):
        return store(counts(begindates, enddates, weekmask, holidays, busdaycal)[()], out)

    def array(begindates, enddates, weekmask="1111100", holidays=None, busdaycal=None, out=None):
        return store(counts(begindates, enddates, weekmask, holidays, busdaycal), out)

    return array if ndim else number


def _count(begin, end, mask, holidays):
    if begin == NAT or end == NAT:
        raise ValueError("Cannot compute a business day count with a NaT (not-a-time) date")
    # Backwards the last day counts, and the first does not.
    later = 1 if begin > end else 0
    return _before(end + later, mask, holidays) - _before(begin + later, mask, holidays)


@implements("numpy.busday_offset")
def busday_offset(
    dates: Any,
    offsets: Any,
    roll: Any = "raise",
    weekmask: Any = "1111100",
    holidays: Any = None,
    busdaycal: Any = None,
    out: Any = None,
) -> FunctionType | None:
    """Return the dates so many business days later; a rule says where to begin on other days."""
    found, calendar = _days(dates), _calendar("busday_offset", weekmask, holidays, busdaycal)
    if found is None or calendar is None or not is_array_like(offsets) or not (is_none(out) or is_array(out)):
        return None
    if roll != "raise" and not _is_text(roll):
        return None
    offsets_of = to_array(offsets)
    ndim, days_of, store = max(found[1], _rank(offsets)), found[0], _stored(out)

    def moved(dates, offsets, roll, weekmask, holidays, busdaycal):
        mask, free = calendar(weekmask, holidays, busdaycal)
        _check_rule(roll)
        days, by = days_of(dates), offsets_of(offsets).astype(np.int64)
        shape = np.broadcast_shapes(days.shape, by.shape)
        firsts, steps = np.broadcast_to(days, shape).ravel(), np.broadcast_to(by, shape).ravel()
        result = np.empty(firsts.size, np.int64)
        for k in range(result.size):
            day = _rolled(firsts[k], roll, mask, free)
            result[k] = NAT if day == NAT else _day_of(_before(day, mask, free) + steps[k], mask, free)
        return result.view("M8[D]").reshape(shape)

    def number(dates, offsets, roll="raise", weekmask="1111100", holidays=None, busdaycal=None, out=None):
        return store(moved(dates, offsets, roll, weekmask, holidays, busdaycal)[()], out)

    def array(dates, offsets, roll="raise", weekmask="1111100", holidays=None, busdaycal=None, out=None):
        return store(moved(dates, offsets, roll, weekmask, holidays, busdaycal), out)

    return array if ndim else number


def _rank(ty: Any) -> int:
    from coluber.lib.numpy.arguments import ndim_of

    return ndim_of(ty)


_RULES = ("raise", "nat", "forward", "following", "backward", "preceding", "modifiedfollowing", "modifiedpreceding")


def _check_rule(roll):
    if roll not in _RULES:
        raise ValueError(f'Invalid business day roll parameter "{roll}"')


def _rolled(day, roll, mask, holidays):
    """Return the business day at which to begin; `NAT` where there is none."""
    if day == NAT:
        if roll == "raise":
            raise ValueError("NaT input in busday_offset")
        return day
    if _is_business(day, mask, holidays):
        return day
    if roll == "raise":
        raise ValueError("Non-business day date in busday_offset")
    if roll == "nat":
        return np.int64(NAT)
    number = _before(day, mask, holidays)
    after, before = _day_of(number, mask, holidays), _day_of(number - 1, mask, holidays)
    if roll == "forward" or roll == "following":
        return after
    if roll == "backward" or roll == "preceding":
        return before
    month = months_of_days(day)
    if roll == "modifiedfollowing":
        return after if months_of_days(after) == month else before
    return before if months_of_days(before) == month else after
