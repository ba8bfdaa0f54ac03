"""``sum``, ``any``, ``all``, ``min`` and ``max`` of what is iterated over; of tuples they are operations of the compiler."""

from __future__ import annotations

import sys

from coluber.core import types
from coluber.core.extending import implements
from coluber.core.types.base import is_extension
from coluber.lib.kinds import is_array, is_deque, is_integral, is_iterator, is_list, is_none, is_time, is_unsigned
from coluber.lib.python.orders import items_never_ordered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_EMPTY_MIN = "min() iterable argument is empty" if sys.version_info >= (3, 12) else "min() arg is an empty sequence"
_EMPTY_MAX = "max() iterable argument is empty" if sys.version_info >= (3, 12) else "max() arg is an empty sequence"


def _is_iterable(ty: Any) -> bool:
    """Whether the type is one of vectors, ranges, containers, or an iterator of the compiler's own."""
    return (
        is_array(ty, 1)
        or isinstance(ty, (types.RangeType, types.UnicodeType, types.StringLiteral, types.Bytes))
        or is_list(ty)
        or is_deque(ty)
        or isinstance(ty, (types.DictType, types.Set))
        or is_iterator(ty)
        or isinstance(ty, types.InstanceType)
        or _is_of_extension(ty)
    )


def _is_uniform(ty: Any) -> bool:
    """Whether the type is one of tuples whose items have one type, but for what is known of constants."""
    return isinstance(ty, types.BaseTuple) and len(set(map(types.unliteral, ty.types))) == 1


def _is_of_extension(ty: Any) -> bool:
    """Whether the type is one of a program, whose values can be gone over."""
    return isinstance(ty, types.IterableType) and is_extension(ty)


def _sum_class(ty: Any) -> Any:
    """Return the type in which the elements of an array are added to the integer 0."""
    if is_integral(ty.dtype):
        return types.uint64 if is_unsigned(ty.dtype) else types.int64
    return ty.dtype


@implements("builtins.sum")
def sum_(iterable: Any, start: Any = None) -> FunctionType | None:
    """Sum in the order of the items."""
    if is_array(iterable) and iterable.ndim > 1:
        return _sum_of_rows
    refused = _NOT_SUMMED.get(type(types.unliteral(start)))
    if refused is not None:
        return _raising(refused)
    if not _is_iterable(iterable):
        return None
    if getattr(iterable, "yield_type", None) == types.none and (start is None or isinstance(start, types.Number)):
        return _sum_of_nones
    if _changes_zero(getattr(iterable, "dtype", None) or getattr(iterable, "yield_type", None), start):
        return _sum_of_some

    def impl(iterable, start=0):
        total = start
        for x in iterable:
            total = total + x
        return total

    if _is_compensated(iterable) and (is_none(start) or isinstance(start, types.Integer)):
        return _compensated
    if start is not None or not is_array(iterable):
        return impl
    number = _sum_class(iterable)

    def impl_array(iterable):
        total = number(0)
        for x in iterable:
            total = total + number(x)
        return total

    return impl_array


# What CPython says of sums that begin with a string, whatever the items are.
_NOT_SUMMED = {
    types.UnicodeType: "sum() can't sum strings [use ''.join(seq) instead]",
    types.Bytes: "sum() can't sum bytes [use b''.join(seq) instead]",
}


def _raising(text: str) -> FunctionType:
    def impl(iterable, start=0):
        raise TypeError(text)

    return impl


def _sum_of_nones(iterable, start=0):  # type: ignore[no-untyped-def]
    for _ in iterable:
        raise TypeError(f"unsupported operand type(s) for +: '{type(start).__name__}' and 'NoneType'")
    return start


def _changes_zero(item: Any, start: Any) -> bool:
    """Whether a sum that begins with a number is something else once an item has been added."""
    return (start is None or isinstance(start, types.Number)) and (is_array(item) or is_time(item))


def _sum_of_some(iterable, start=0):  # type: ignore[no-untyped-def]
    items = iter(iterable)
    for x in items:
        total = start + x
        for y in items:
            total = total + y
        return total
    raise ValueError("the sum of no arrays is a number, which compiled code can't give where others are arrays")


def _sum_of_rows(iterable, start=0):  # type: ignore[no-untyped-def]
    if len(iterable) == 0:
        raise ValueError("the sum of no arrays is a number, which compiled code can't give where others are arrays")
    total = start + iterable[0]
    for k in range(1, len(iterable)):
        total = total + iterable[k]
    return total


def _is_compensated(ty: Any) -> bool:
    """Whether CPython carries the rounding errors of this sum along: of Python's floats, since 3.12."""
    return is_list(ty) and ty.dtype == types.float64 and sys.version_info >= (3, 12)


def _compensated(iterable, start=0):  # type: ignore[no-untyped-def]
    """Sum floats as CPython does: Neumaier, "Rundungsfehleranalyse einiger Verfahren zur Summation endlicher Summen" (1974)."""
    total = float(start)
    lost = 0.0
    for x in iterable:
        new = total + x
        if abs(total) >= abs(x):
            lost += (total - new) + x
        else:
            lost += (x - new) + total
        total = new
    # Where the sum is infinite or no number, so is what was lost.
    return total + lost if lost - lost == 0.0 else total


def _of_items(function: Any, name: str) -> Any:
    """Return the overload function of `min` or `max` that is given the items of a sequence one by one."""

    def overload(items: Any, key: Any = None) -> FunctionType:
        def impl(items):
            values = list(items)
            if len(values) == 0:
                raise TypeError(f"{name} expected at least 1 argument, got 0")
            return function(values)

        def impl_key(items, key):
            values = list(items)
            if len(values) == 0:
                raise TypeError(f"{name} expected at least 1 argument, got 0")
            return function(values, key=key)

        return impl if key is None else impl_key

    return overload


min_of_items = implements("spread:builtins.min")(_of_items(min, "min"))
max_of_items = implements("spread:builtins.max")(_of_items(max, "max"))


@implements("spread:builtins.print")
def print_items(items: Any, sep: Any = None, end: Any = None, file: Any = None, flush: Any = False) -> FunctionType:
    """Print the items of a sequence, as many as there are."""

    def impl(items, sep=" ", end="\n", file=None, flush=False):
        between = " " if sep is None else sep
        behind = "\n" if end is None else end
        print(between.join([str(item) for item in items]), end=behind, flush=flush)

    def impl_file(items, sep=" ", end="\n", file=None, flush=False):
        between = " " if sep is None else sep
        behind = "\n" if end is None else end
        print(between.join([str(item) for item in items]), end=behind, file=file, flush=flush)

    return impl if is_none(file) else impl_file


@implements("coluber.texts_of")
def texts_of(items: Any) -> FunctionType:
    """Return what is printed of the items of an iterable, which may have several types where it is a tuple."""

    def impl(items):
        texts: list[str] = []
        for item in items:
            texts.append(str(item))
        return texts

    return impl


@implements("builtins.any")
def any_(iterable: Any) -> FunctionType | None:
    """Whether an item is true."""

    def impl(iterable):
        for x in iterable:  # noqa: SIM110
            if x:
                return True
        return False

    return impl if _is_iterable(iterable) else None


@implements("builtins.all")
def all_(iterable: Any) -> FunctionType | None:
    """Whether all items are true."""

    def impl(iterable):
        for x in iterable:  # noqa: SIM110
            if not x:
                return False
        return True

    return impl if _is_iterable(iterable) else None


def _only_one(of_none: str, of_several: str) -> FunctionType:
    """Return `min` or `max` of items that have no order: there may be one."""

    def impl(iterable):
        items = list(iterable)
        if len(items) == 0:
            raise ValueError(of_none)
        if len(items) > 1:
            raise TypeError(of_several)
        return items[0]

    return impl


@implements("coluber.min")
def min_(iterable: Any) -> FunctionType | None:
    """Return the smallest item, the first of equal ones."""
    if isinstance(iterable, types.RangeType):
        return _end_of_range(0, _EMPTY_MIN)

    def impl(iterable):
        found = False
        for x in iterable:
            if not found or x < best:  # noqa: F821
                best = x
                found = True
        if not found:
            raise ValueError(_EMPTY_MIN)
        return best

    def impl_array(iterable):
        if len(iterable) == 0:
            raise ValueError(_EMPTY_MIN)
        best = iterable[0]
        for x in iterable:
            best = x if x < best else best
        return best

    message = items_never_ordered(iterable, "<")
    if message:
        return _only_one(_EMPTY_MIN, message)
    return (impl_array if is_array(iterable) else impl) if _is_iterable(iterable) else None


@implements("coluber.max")
def max_(iterable: Any) -> FunctionType | None:
    """Return the largest item, the first of equal ones."""
    if isinstance(iterable, types.RangeType):
        return _end_of_range(1, _EMPTY_MAX)

    def impl(iterable):
        found = False
        for x in iterable:
            if not found or x > best:  # noqa: F821
                best = x
                found = True
        if not found:
            raise ValueError(_EMPTY_MAX)
        return best

    def impl_array(iterable):
        if len(iterable) == 0:
            raise ValueError(_EMPTY_MAX)
        best = iterable[0]
        for x in iterable:
            best = x if x > best else best
        return best

    message = items_never_ordered(iterable, ">")
    if message:
        return _only_one(_EMPTY_MAX, message)
    return (impl_array if is_array(iterable) else impl) if _is_iterable(iterable) else None


def _end_of_range(largest: int, message: str) -> FunctionType:
    """Return the function that gives the smallest or the largest number of a range."""

    def impl(iterable):
        if len(iterable) == 0:
            raise ValueError(message)
        first, last = iterable[0], iterable[-1]
        if largest:
            return last if last > first else first
        return last if last < first else first

    return impl


def _keyed(largest: bool, key: Any, default: Any, message: str) -> FunctionType:
    """Return the function for `min` or `max` with `key` or `default`."""

    def impl(iterable, *, key=None, default=None):
        found = False
        for x in iterable:
            value = key(x)
            if not found or (value > best_value if largest else value < best_value):  # noqa: F821
                best, best_value = x, value  # noqa: F841
                found = True
        if not found:
            raise ValueError(message)
        return best

    def impl_default(iterable, *, key=None, default=None):
        best = default
        found = False
        for x in iterable:
            if not found or (x > best if largest else x < best):
                best = x
                found = True
        return best

    def impl_both(iterable, *, key=None, default=None):
        best = default
        found = False
        for x in iterable:
            value = key(x)
            if not found or (value > best_value if largest else value < best_value):  # noqa: F821
                best, best_value = x, value  # noqa: F841
                found = True
        return best

    if key is None or isinstance(key, types.NoneType):
        return impl_default
    return impl if default is None else impl_both


def _is_empty(ty: Any) -> bool:
    """Whether the type is that of the tuple without items."""
    return isinstance(ty, types.BaseTuple) and len(ty) == 0


def _default_of_none(iterable, *, key=None, default=None):
    """Return what `min` and `max` give for no items."""
    return default


@implements("builtins.min")
def min_by(iterable: Any, *, key: Any = None, default: Any = None) -> FunctionType | None:
    """Return the item with the smallest key, the first of equal ones."""
    if _is_empty(iterable) and default is not None:
        return _default_of_none
    if not (_is_iterable(iterable) or _is_uniform(iterable)) or (key is None and default is None):
        return None
    return _keyed(False, key, default, _EMPTY_MIN)


@implements("builtins.max")
def max_by(iterable: Any, *, key: Any = None, default: Any = None) -> FunctionType | None:
    """Return the item with the largest key, the first of equal ones."""
    if _is_empty(iterable) and default is not None:
        return _default_of_none
    if not (_is_iterable(iterable) or _is_uniform(iterable)) or (key is None and default is None):
        return None
    return _keyed(True, key, default, _EMPTY_MAX)
