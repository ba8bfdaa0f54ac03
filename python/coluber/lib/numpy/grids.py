"""``np.mgrid``, ``np.ogrid``, ``np.r_``, ``np.c_``, ``np.s_`` and ``np.index_exp``: objects that an index is put into."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.core.extending import implements
from coluber.lib.intrinsics import tuple_replace
from coluber.lib.kinds import is_array, is_none, is_number, numpy_class
from coluber.lib.numpy.arguments import common_dtype, is_array_like
from coluber.np.numpy_support import from_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


@implements("numpy.mgrid", "numpy.ogrid", "numpy.r_", "numpy.c_", "numpy.s_", "numpy.index_exp")
def called(*args: Any) -> FunctionType | None:
    """Refuse a call of one of these objects."""
    raise errors.TypingError("np.mgrid and the like are not callable: they take an index, such as np.mgrid[0:5, 0:3]")


def in_object(value: Any, index: Any) -> FunctionType | None:
    """Return what implements an index of one of these objects; None for others."""
    objects = {id(np.mgrid): _dense, id(np.ogrid): _open, id(np.r_): _rows, id(np.c_): _columns}
    key = id(value.typing_key)
    if key in objects:
        return objects[key](index)
    if key in (id(np.s_), id(np.index_exp)):
        return _in_tuple if key == id(np.index_exp) and not isinstance(index, types.BaseTuple) else _itself
    return None


def _itself(a, b):
    return b


def _in_tuple(a, b):
    return (b,)


# -------------------------------------------------------------------------------------------------------------- ranges


def _is_range(ty: Any) -> bool:
    """Whether it is a slice, or the tuple that one of other numbers than integers is here."""
    if isinstance(ty, types.SliceType):
        return True
    parts = isinstance(ty, types.BaseTuple) and len(ty) in (2, 3)
    return parts and all(is_none(part) or is_number(part) for part in ty)


def _dtype(ranges: list[Any]) -> Any:
    """Return the class of the numbers in ranges: int64, or a wider one that a bound or a step has."""
    given = [np.int64(0).dtype]
    for ty in ranges:
        if isinstance(ty, types.BaseTuple):
            parts = [types.float64 if isinstance(part, types.Complex) else part for part in ty if not is_none(part)]
            given += [np.dtype(types.unliteral(part).name) for part in parts]
    return np.result_type(*given).type


def _points(ty: Any, number: Any) -> FunctionType:
    """Return ``(range)``: the numbers of a range; a complex step says how many there are."""
    if isinstance(ty, types.SliceType):

        def of_slice(r):
            start = 0 if r.start is None else r.start
            step = 1 if r.step is None else r.step
            return np.arange(start, r.stop, step).astype(number)

        return of_slice
    has_start, counts = not is_none(ty[0]), len(ty) == 3 and isinstance(types.unliteral(ty[2]), types.Complex)
    has_step = len(ty) == 3 and not is_none(ty[2])

    def of_count(r):
        count = int(abs(r[2]))
        start = float(r[0]) if has_start else 0.0
        step = (float(r[1]) - start) / (count - 1) if count > 1 else 1.0
        return (np.arange(count) * step + start).astype(number)

    def of_numbers(r):
        start, step = r[0] if has_start else 0, r[2] if has_step else 1
        count = max(int(np.ceil((r[1] - start) / step)), 0)
        return (np.arange(count) * step + start).astype(number)

    return of_count if counts else of_numbers


# --------------------------------------------------------------------------------------------------------------- grids


def _ranges(index: Any, name: str) -> list[Any]:
    ranges = list(index) if isinstance(index, types.BaseTuple) and not _is_range(index) else [index]
    if not all(_is_range(ty) for ty in ranges):
        raise errors.TypingError(f"np.{name} needs slices, such as np.{name}[0:5, 0:3]")
    return ranges


def _all_points(ranges: list[Any], number: Any) -> FunctionType:
    """Return ``(ranges)``: the tuple of the numbers of each range."""

    def nothing(b):
        return ()

    found = nothing
    for k, ty in enumerate(ranges):
        found = _with_points(found, k, _points(ty, number))
    return found


def _with_points(before: Any, k: int, points: Any) -> FunctionType:
    return lambda b: (*before(b), points(b[k]))


def _dense(index: Any) -> FunctionType:
    ranges = _ranges(index, "mgrid")
    number, count = _dtype(ranges), len(ranges)
    if not isinstance(index, types.BaseTuple) or _is_range(index):
        points = _points(index, number)
        return lambda a, b: points(b)
    every, shape, ones = _all_points(ranges, number), (0,) * (count + 1), (1,) * count

    def impl(a, b):
        vectors = every(b)
        extents = tuple_replace(shape, 0, count)
        for k in range(count):
            extents = tuple_replace(extents, k + 1, vectors[k].size)
        result = np.empty(extents, number)
        for k in range(count):
            result[k] = vectors[k].reshape(tuple_replace(ones, k, vectors[k].size))
        return result

    return impl


def _open(index: Any) -> FunctionType:
    ranges = _ranges(index, "ogrid")
    number, count = _dtype(ranges), len(ranges)
    if not isinstance(index, types.BaseTuple) or _is_range(index):
        points = _points(index, number)
        return lambda a, b: points(b)
    ones = (1,) * count

    def nothing(b):
        return ()

    found = nothing
    for k, ty in enumerate(ranges):
        found = _with_axis(found, k, _points(ty, number), ones)
    return lambda a, b: found(b)


def _with_axis(before: Any, k: int, points: Any, ones: Any) -> FunctionType:
    def extended(b):
        vector = points(b[k])
        return (*before(b), vector.reshape(tuple_replace(ones, k, vector.size)))

    return extended


# ------------------------------------------------------------------------------------------------------------- joining


def _items(index: Any, name: str) -> tuple[list[Any], bool]:
    """Return the types of the items, and whether there are several."""
    several = isinstance(index, types.BaseTuple) and not _is_range_item(index)
    items = list(index) if several else [index]
    if any(isinstance(ty, types.StringLiteral) for ty in items):
        raise errors.UnsupportedError(f"a string in np.{name}[...] is not supported: use np.concatenate or np.stack")
    if not all(is_array_like(ty) or isinstance(ty, types.SliceType) or _is_range(ty) for ty in items):
        raise errors.TypingError(f"np.{name}[...] takes arrays, numbers and slices")
    return items, several


def _parts(index: Any, name: str, part: Any) -> tuple[FunctionType, bool]:
    """Return ``(index)``: the tuple of the arrays that the items become, all of the common dtype."""
    items, several = _items(index, name)
    ranges = [ty for ty in items if _is_range_item(ty)]
    arrays = [ty for ty in items if not _is_range_item(ty)]
    numbers = [types.Array(from_dtype(np.dtype(_dtype([ty]))), 1, "C") for ty in ranges] if ranges else []
    number = numpy_class(common_dtype(*arrays, *numbers))

    def nothing(b):
        return ()

    found = nothing
    for k, ty in enumerate(items):
        found = _with_part(found, k, _points(ty, number) if _is_range_item(ty) else part(ty, number), several)
    return found, several


def _is_range_item(ty: Any) -> bool:
    """Whether an item is a slice; tuples of numbers with a complex step are, too."""
    if isinstance(ty, types.BaseTuple):
        return _is_range(ty) and len(ty) == 3 and isinstance(types.unliteral(ty[2]), types.Complex)
    return isinstance(ty, types.SliceType)


def _with_part(before: Any, k: int, make: Any, several: bool) -> FunctionType:
    if not several:
        return lambda b: (make(b),)
    return lambda b: (*before(b), make(b[k]))


def _rows(index: Any) -> FunctionType:
    def part(ty: Any, number: Any) -> FunctionType:
        if is_array(ty) and ty.ndim > 0:
            return lambda x: x.astype(number)
        return lambda x: np.atleast_1d(np.asarray(x)).astype(number)

    parts, _ = _parts(index, "r_", part)
    return lambda a, b: np.concatenate(parts(b))


def _columns(index: Any) -> FunctionType:
    def part(ty: Any, number: Any) -> FunctionType:
        if is_array(ty) and ty.ndim > 1:
            return lambda x: x.astype(number)
        return lambda x: np.atleast_1d(np.asarray(x)).astype(number)

    items, _ = _items(index, "c_")
    rank = max([2, *(ty.ndim for ty in items if is_array(ty))])
    parts, _ = _parts(index, "c_", part)
    if rank > 2:
        return lambda a, b: np.concatenate(parts(b), -1)
    return lambda a, b: np.column_stack(parts(b))
