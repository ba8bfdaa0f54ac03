"""Times as text, and read from text: ``datetime_as_string``, and ``datetime64`` of texts that are variables."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.kinds import is_array, is_none, is_time, literal_str
from coluber.lib.numpy.calendar import NAT, UNITS, parts_of_unit, reader, written

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

# Room for text, up to the unit: 21 characters for a year, and what follows.
_ROOM = dict(zip(UNITS, (22, 25, 28, 28, 32, 35, 38, 42, 45, 48, 51, 54, 57), strict=True))


def is_string(ty: Any) -> bool:
    """Whether the type is one of strings."""
    return isinstance(ty, types.Type) and isinstance(types.unliteral(ty), types.UnicodeType)


@implements("numpy.datetime_as_string")
def datetime_as_string(arr: Any, unit: Any = None, timezone: Any = "naive", casting: Any = "same_kind") -> FunctionType | None:
    """Return dates as text, in their own or another unit."""
    element = arr.dtype if is_array(arr) else arr
    if not isinstance(element, types.NPDatetime):
        return None
    name = _unit_of_text(element, unit, literal_str(casting, "casting"))
    suffix = _suffix(literal_str(timezone, "timezone"), name)
    write, dtype, target = written(name), f"M8[{name}]", types.UnicodeCharSeq(_ROOM[name])

    def text(count):
        return "NaT" if count == NAT else write(count) + suffix

    def number(arr, unit=None, timezone="naive", casting="same_kind"):
        return text(np.int64(np.datetime64(arr, name)))

    def array(arr, unit=None, timezone="naive", casting="same_kind"):
        result, counts = np.empty(arr.shape, target), arr.astype(dtype).view(np.int64)
        for index in np.ndindex(arr.shape):
            result[index] = text(counts[index])
        return result

    return array if is_array(arr) else number


# What a span is told to be a number of.
_WORDS = ("years", "months", "weeks", "days", "hours", "minutes", "seconds")
_PREFIXES = ("milli", "micro", "nano", "pico", "femto", "atto")
_NAMES = dict(zip(UNITS, (*_WORDS, *(f"{prefix}seconds" for prefix in _PREFIXES)), strict=True))


@implements("builtins.str")
def str_of_time(object: Any) -> FunctionType | None:  # noqa: A002
    """Return a date as text, or a span with the name of its unit."""
    if isinstance(object, types.NPDatetime):
        return _date_text if object.unit else _no_time
    if not isinstance(object, types.NPTimedelta):
        return None
    base, size = parts_of_unit(object.unit)
    name = _NAMES.get(base, "generic time units")

    def impl(object):  # noqa: A002
        count = np.int64(object)
        return "NaT" if count == NAT else f"{count * size} {name}"

    return impl


@implements("builtins.repr")
def repr_of_time(obj: Any) -> FunctionType | None:
    """Return a time as the call that makes it."""
    if not isinstance(obj, (types.NPDatetime, types.NPTimedelta)):
        return None
    unit, is_date = obj.unit, isinstance(obj, types.NPDatetime)
    if not unit:
        unit = "generic" if is_date else ""
    suffix = f",'{unit}'" if unit else ""
    # Of the other units the text says what they are.
    of_date = suffix if unit == "h" or unit[:1].isdigit() else ""

    def date(obj):
        text = str(obj)
        return f"np.datetime64('{text}'{suffix})" if text == "NaT" else f"np.datetime64('{text}'{of_date})"

    def span(obj):
        count = np.int64(obj)
        return f"np.timedelta64('NaT'{suffix})" if count == NAT else f"np.timedelta64({count}{suffix})"

    return date if is_date else span


def _date_text(object):  # noqa: A002
    return np.datetime_as_string(object)


def _no_time(object):  # noqa: A002
    return "NaT"


def _unit_of_text(element: Any, unit: Any, rule: str) -> str:
    own = element.unit or "D"
    name = parts_of_unit(own)[0] if is_none(unit) else literal_str(unit, "unit")
    if name == "auto":
        raise errors.UnsupportedError("the unit 'auto' depends on the values: name one, such as unit='s'")
    if name not in UNITS:
        raise errors.TypingError(f'Invalid datetime unit "{name}" in metadata')
    if not is_none(unit) and not np.can_cast(f"M8[{own}]", f"M8[{name}]", rule):  # type: ignore[arg-type]
        raise errors.TypingError(
            f"Cannot create a datetime string as units '{name}' from a NumPy datetime with units '{own}' "
            f"according to the rule '{rule}'"
        )
    return name


def _suffix(timezone: str, unit: str) -> str:
    if timezone not in ("naive", "UTC"):
        raise errors.UnsupportedError("the time zones 'naive' and 'UTC' are supported in compiled code")
    return "Z" if timezone == "UTC" and UNITS.index(unit) > UNITS.index("D") else ""


@implements("numpy.datetime64")
def datetime64(value: Any, unit: Any = None) -> FunctionType | None:
    """Return the date that a text says, in a unit."""
    if not is_string(value):
        return None
    if is_none(unit):
        raise errors.TypingError("np.datetime64() of a text that is no constant needs a unit")
    name = literal_str(unit, "unit")
    base = parts_of_unit(name)[0]
    if base not in UNITS:
        return None
    read = reader(base)
    return lambda value, unit=None: np.datetime64(np.datetime64(read(value), base), name)


@implements("numpy.timedelta64")
def timedelta64(value: Any, unit: Any = None) -> FunctionType | None:
    """Return the span that a text says: a number of units."""
    if not is_string(value) or is_none(unit):
        return None
    name = literal_str(unit, "unit")
    if parts_of_unit(name)[0] not in UNITS:
        return None

    def impl(value, unit=None):
        text = value.strip()
        return np.timedelta64(NAT if text.lower() == "nat" or text == "" else int(text), name)

    return impl


def reader_of_times(ty: Any) -> FunctionType | None:
    """Return ``(text)``: the integer of the date that a text says; None for types of other values."""
    if not isinstance(ty, types.NPDatetime) or not ty.unit:
        return None
    base, size = parts_of_unit(ty.unit)
    read = reader(base)

    def read_multiple(text):
        count = read(text)
        return count if count == NAT else count // size

    return read if size == 1 else read_multiple


def times_of_texts(a: Any, target: Any) -> FunctionType | None:
    """Return ``(a, dtype, ...)``, the conversion of an array of text to times; None for other elements."""
    read = reader_of_times(target)
    if read is None:
        return None
    name, decoded = target.name, isinstance(a.dtype, types.CharSeq)

    def impl(a, dtype, order="K", casting="unsafe", subok=True, copy=True):
        result = np.empty(a.shape, np.int64)
        for index in np.ndindex(a.shape):
            text = a[index]
            result[index] = read(text.decode() if decoded else str(text))
        return result.view(name)

    return impl


def texts_of_times(a: Any, target: Any) -> FunctionType | None:
    """Return ``(a, dtype, ...)``, the conversion of times to text; None for those without a unit."""
    if not a.dtype.unit:
        return None
    if isinstance(a.dtype, types.NPTimedelta):
        return _texts_of_spans(target)
    base = parts_of_unit(a.dtype.unit)[0]
    write, encoded, room, whole = written(base), isinstance(target, types.CharSeq), target.count, f"M8[{base}]"

    def impl(a, dtype, order="K", casting="unsafe", subok=True, copy=True):
        result, counts = np.empty(a.shape, target), a.astype(whole).view(np.int64)
        for index in np.ndindex(a.shape):
            text = write(counts[index])
            result[index] = text[:room].encode() if encoded else text
        return result

    return impl


def _texts_of_spans(target: Any) -> FunctionType:
    encoded, room = isinstance(target, types.CharSeq), target.count

    def impl(a, dtype, order="K", casting="unsafe", subok=True, copy=True):
        result = np.empty(a.shape, target)
        for index in np.ndindex(a.shape):
            text = str(a[index])
            result[index] = text[:room].encode() if encoded else text
        return result

    return impl


@implements("numpy.datetime_data")
def datetime_data(dtype: Any) -> FunctionType | None:
    """Return the unit of a dtype of times, and how many of them are counted."""
    from coluber.lib.kinds import dtype_type

    found = dtype_type(dtype)
    if not is_time(found):
        raise errors.TypingError("cannot get datetime metadata from non-datetime type")
    base, size = parts_of_unit(found.unit)
    answer = (base or "generic", size)
    return lambda dtype: answer
