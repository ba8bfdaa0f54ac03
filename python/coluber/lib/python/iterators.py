"""Iterators that programs keep, and builtin functions of iterators."""

from __future__ import annotations

from coluber.core import types
from coluber.core.errors import TypingError
from coluber.core.extending import implements
from coluber.lib.kinds import is_integral, is_iterator, is_list, is_none, is_object_of_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

_MISSING = "no default value"


@implements("coluber.iterate")
def iterate(iterable: Any) -> FunctionType:
    """Go over something once: the result knows how far it has come."""

    def impl(iterable):
        for x in iterable:  # noqa: UP028
            yield x

    return impl


@implements("builtins.iter")
def iter_(function: Any, sentinel: Any) -> FunctionType:
    """Yield what a function gives until that is equal to something."""

    def impl(function, sentinel):
        while True:
            value = function()
            if value == sentinel:
                return
            yield value

    return impl


@implements("builtins.next")
def next_(iterator: Any, default: Any = _MISSING) -> FunctionType | None:
    """Return the next item."""

    def impl(iterator):
        for x in iterator:
            return x
        raise StopIteration

    def impl_default(iterator, default):
        for x in iterator:
            return x
        return default

    if not is_iterator(iterator):
        return None
    return impl if default is _MISSING else impl_default


@implements("builtins.map")
def map_(function: Any, *iterables: Any) -> FunctionType | None:
    """Call a function with each item."""

    def impl(function, iterable):
        for x in iterable:
            yield function(x)

    def impl_many(function, *iterables):
        for items in zip(*iterables):  # noqa: B905
            yield function(*items)

    if not iterables:
        return None
    return impl if len(iterables) == 1 else impl_many


@implements("builtins.filter")
def filter_(function: Any, iterable: Any) -> FunctionType:
    """Go over the items for which a function is true."""

    def impl(function, iterable):
        for x in iterable:
            if function(x):
                yield x

    def impl_true(function, iterable):
        for x in iterable:
            if x:
                yield x

    return impl_true if is_none(function) else impl


@implements("coluber.list")
def list_(iterable: Any) -> FunctionType:
    """Make a list of what something gives."""

    def impl(iterable):
        return [x for x in iterable]  # noqa: C416

    return impl


@implements("coluber.zip")
def zip_(*iterables: Any) -> FunctionType | None:
    """As ``zip``, of two to four; what each gives is taken before the next is asked."""

    def impl_2(a, b):
        rest = iter(b)
        for x in a:
            for y in rest:
                yield x, y
                break
            else:
                return

    def impl_3(a, b, c):
        rest = iter(c)
        for x in zip(a, b):  # noqa: B905
            for y in rest:
                yield (*x, y)
                break
            else:
                return

    def impl_4(a, b, c, d):
        rest = iter(d)
        for x in zip(a, b, c):  # noqa: B905
            for y in rest:
                yield (*x, y)
                break
            else:
                return

    return {2: impl_2, 3: impl_3, 4: impl_4}.get(len(iterables))


@implements("coluber.zip_strict")
def zip_strict(*iterables: Any) -> FunctionType | None:
    """As ``zip`` of two to four, which must have the same number of items."""

    def impl_2(a, b):
        rest = iter(b)
        for x in a:
            for y in rest:
                yield x, y
                break
            else:
                raise ValueError("zip() argument 2 is shorter than argument 1")
        for _ in rest:
            raise ValueError("zip() argument 2 is longer than argument 1")

    def impl_3(a, b, c):
        rest = iter(c)
        for x in zip(a, b, strict=True):
            for y in rest:
                yield (*x, y)
                break
            else:
                raise ValueError("zip() argument 3 is shorter than arguments 1-2")
        for _ in rest:
            raise ValueError("zip() argument 3 is longer than arguments 1-2")

    def impl_4(a, b, c, d):
        rest = iter(d)
        for x in zip(a, b, c, strict=True):
            for y in rest:
                yield (*x, y)
                break
            else:
                raise ValueError("zip() argument 4 is shorter than arguments 1-3")
        for _ in rest:
            raise ValueError("zip() argument 4 is longer than arguments 1-3")

    return {2: impl_2, 3: impl_3, 4: impl_4}.get(len(iterables))


@implements("coluber.join")
def join(separator: Any, items: Any) -> FunctionType | None:
    """Join the strings that something gives."""
    if isinstance(types.unliteral(items), types.Number):
        raise TypingError(f"can only join an iterable, not a value of type {items}")

    def impl(separator, items):
        return separator.join([x for x in items])  # noqa: C416

    def impl_none(separator, items):
        if len(items) > 0:
            raise TypeError("sequence item 0: expected str instance, NoneType found")
        return ""

    def impl_optional(separator, items):
        texts = []
        for k in range(len(items)):
            item = items[k]
            if item is None:
                raise TypeError(f"sequence item {k}: expected str instance, NoneType found")
            texts.append(item)
        return separator.join(texts)

    def impl_objects(separator, items):
        return separator.join([bytes(x) for x in items])

    is_of_bytes = isinstance(separator, types.Bytes)
    wanted, empty = ("a bytes-like object", b"") if is_of_bytes else ("str instance", "")

    def impl_numbers(separator, items):
        if len(items) > 0:
            raise TypeError(f"sequence item 0: expected {wanted}, int found")
        return empty

    # Where nothing is put into something, its items count as integers.
    if is_of_bytes and is_list(items) and is_integral(items.dtype):
        return impl_numbers
    if isinstance(items, types.DictValuesIterableType) and is_integral(items.yield_type):
        return impl_numbers
    if is_object_of_bytes(getattr(items, "dtype", None)):
        return impl_objects
    if not isinstance(items, types.List):
        return impl
    if isinstance(items.dtype, types.Optional) and items.dtype.type == types.unicode_type:
        return impl_optional
    # Of what nothing is ever put into, as by `map(str, ())`, the items count as None.
    return impl_none if is_none(items.dtype) and types.unliteral(separator) == types.unicode_type else None


@implements("coluber.join_of_several")
def join_of_several(separator: Any, items: Any) -> FunctionType:
    """Join the strings of a list whose items have several types; others are an error when they are met."""

    def impl(separator, items):
        texts = []
        for k in range(len(items)):
            item = items[k]
            if not isinstance(item, str):
                raise TypeError(f"sequence item {k}: expected str instance, {type(item).__name__} found")
            texts.append(item)
        return separator.join(texts)

    return impl


def _two_columns(rows: Any, strict: Any = False) -> Any:
    rows = list(rows)
    if len(rows) == 0:
        raise ValueError("not enough values to unpack (expected 2, got 0)")
    return tuple([row[0] for row in rows]), tuple([row[1] for row in rows])


def _three_columns(rows: Any, strict: Any = False) -> Any:
    rows = list(rows)
    if len(rows) == 0:
        raise ValueError("not enough values to unpack (expected 3, got 0)")
    return tuple([row[0] for row in rows]), tuple([row[1] for row in rows]), tuple([row[2] for row in rows])


def _four_columns(rows: Any, strict: Any = False) -> Any:
    rows = list(rows)
    if len(rows) == 0:
        raise ValueError("not enough values to unpack (expected 4, got 0)")
    first, second = tuple([row[0] for row in rows]), tuple([row[1] for row in rows])
    return first, second, tuple([row[2] for row in rows]), tuple([row[3] for row in rows])


_COLUMNS = {2: _two_columns, 3: _three_columns, 4: _four_columns}


def _check_lengths(lengths: Any, count: int) -> None:
    """Raise what ``zip(strict=True)`` does behind so many items of each where there are more in some."""
    is_longer = lengths[0] == count
    for k in range(1, len(lengths)):
        if (lengths[k] > count) == is_longer and (lengths[k] != lengths[0]):
            what = "longer" if is_longer else "shorter"
            others = "argument 1" if k == 1 else f"arguments 1-{k}"
            raise ValueError(f"zip() argument {k + 1} is {what} than {others}")


@implements("coluber.zip_of_rows")
def zip_of_rows(rows: Any, strict: Any = None) -> FunctionType | None:
    """Return ``zip(*rows)``: a generator of tuples; a tuple of them where rows are tuples whose items have several types."""

    def impl_strict(rows, strict):
        columns = [list(row) for row in rows]
        lengths = [len(column) for column in columns]
        count = min(lengths) if len(columns) > 0 else 0
        for k in range(count):
            yield tuple([column[k] for column in columns])
        if len(columns) > 0:
            _check_lengths(lengths, count)

    if isinstance(strict, types.BooleanLiteral) and strict.literal_value:
        return impl_strict
    if strict is not None and not isinstance(strict, types.BooleanLiteral):
        raise TypingError("the argument 'strict' of zip() must be a constant")

    def impl(rows, strict=False):
        columns = [list(row) for row in rows]
        count = min([len(column) for column in columns]) if len(columns) > 0 else 0
        for k in range(count):
            yield tuple([column[k] for column in columns])

    def impl_iterators(rows, strict=False):
        # One item of each in turn: they may be one iterator.
        iterators = list(rows)
        while len(iterators) > 0:
            items = []
            for iterator in iterators:
                for x in iterator:
                    items.append(x)
                    break
            if len(items) < len(iterators):
                return
            yield tuple(items)

    item = getattr(rows, "dtype", None) or getattr(rows, "yield_type", None)
    if is_iterator(item):
        return impl_iterators
    if isinstance(item, types.BaseTuple) and len(set(map(types.unliteral, item.types))) > 1:
        return _COLUMNS.get(len(item))
    return impl


@implements("builtins.reversed")
def reversed_(sequence: Any) -> FunctionType | None:
    """Return an iterator over the keys of a dict, or what a view of one gives, the last first."""

    def impl(sequence):
        yield from list(sequence)[::-1]

    views = (types.DictKeysIterableType, types.DictValuesIterableType, types.DictItemsIterableType)
    return impl if isinstance(sequence, (types.DictType, *views)) else None


@implements("coluber.reversed_items")
def reversed_items(sequence: Any) -> FunctionType:
    """Go over the items of an object that has a length, the last first."""

    def impl(sequence):
        for k in range(len(sequence) - 1, -1, -1):
            yield sequence[k]

    return impl


@implements("spread:itertools.zip_longest")
def zip_longest_of_rows(rows: Any, fillvalue: Any = None) -> FunctionType:
    """Return ``zip_longest(*rows)``: a generator of tuples of one length."""

    def impl(rows, fillvalue=None):
        columns = [list(row) for row in rows]
        count = max([len(column) for column in columns], default=0)
        for k in range(count):
            yield tuple([column[k] if k < len(column) else fillvalue for column in columns])

    return impl
