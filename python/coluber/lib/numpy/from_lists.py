"""Arrays made of lists: of numbers, and of lists, tuples and arrays of them; ``tolist``."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import elements, tuple_insert, tuple_replace
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_complex,
    is_list,
    is_none,
    is_number,
    is_real,
    is_text,
    is_time,
    numpy_class,
    result_type,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

# Where lengths differ, in the shapes that are found for nested lists.
_RAGGED = -1


def ndim_of_list(ty: Any) -> int | None:
    """Return how many axes the array has that is made of a value; None where NumPy would not make one of numbers."""
    if is_number(ty) or is_time(ty):
        return 0
    if is_array(ty):
        return ty.ndim if is_number(ty.dtype) else None
    if is_list(ty):
        inner = ndim_of_list(ty.dtype)
        return None if inner is None else inner + 1
    if isinstance(ty, types.BaseTuple) and len(ty) > 0:
        inners = {ndim_of_list(item) for item in ty.types}
        inner = inners.pop()
        return None if inners or inner is None else inner + 1
    return None


def dtype_of_list(ty: Any) -> Type:
    """Return the type of the numbers in nested lists, tuples and arrays."""
    if is_list(ty) or is_array(ty):
        return dtype_of_list(ty.dtype)
    if isinstance(ty, types.BaseTuple):
        return result_type(*(dtype_of_list(item) for item in ty.types))
    return types.unliteral(ty)


def of_list(value: Any, dtype: Any) -> FunctionType | None:
    """Return the function that makes an array of a list; None where NumPy would not give one of numbers."""
    ndim = ndim_of_list(value)
    if ndim is None:
        return None
    number = numpy_class(dtype_of_list(value) if is_none(dtype) else dtype_type(dtype))
    if ndim == 1:
        return _of_numbers(number)
    shape_of, fill = _shape_function(value), _fill_function(value, number)

    def impl(value, dtype=None):
        shape = shape_of(value)
        check_even(shape)
        result = np.empty(shape, number)
        fill(result, value)
        return result

    return impl


def _of_numbers(number: Any) -> FunctionType:
    def impl(value, dtype=None):
        count = len(value)
        result = np.empty(count, number)
        for k in elements(count):
            result[k] = number(value[k])
        return result

    return impl


def check_even(shape):
    """Raise ValueError where nested lists have different lengths."""
    for d in range(1, len(shape)):
        if shape[d] == _RAGGED:
            sizes = f"({shape[0]},)" if d == 1 else f"({shape[0]}, {shape[1]}"
            for k in range(2, d):
                sizes += f", {shape[k]}"
            if d > 1:
                sizes += ")"
            raise ValueError(
                "setting an array element with a sequence. The requested array has an inhomogeneous shape after "
                f"{d} dimensions. The detected shape was {sizes} + inhomogeneous part."
            )


def common_shape(shape, other):
    """Return a shape with the mark of a ragged one from the axis on where another shape differs from it."""
    differ = False
    for d in range(len(shape)):
        differ = differ or shape[d] != other[d]
        if differ:
            shape = tuple_replace(shape, d, _RAGGED)
    return shape


def _shape_function(ty: Any) -> FunctionType:
    """Return ``(value)``: the shape of the array that it becomes."""
    if is_array(ty):
        return lambda value: value.shape
    if isinstance(ty, types.BaseTuple):
        return _shape_of_tuple(ty)
    inner = ndim_of_list(ty.dtype)
    if inner == 0:
        return lambda value: (len(value),)
    shape_of, nothing = _shape_function(ty.dtype), (0,) * (inner or 0)

    def shape_of_items(value):
        count = len(value)
        shape = nothing if count == 0 else shape_of(value[0])
        for k in range(1, count):
            shape = common_shape(shape, shape_of(value[k]))
        return tuple_insert(shape, 0, count)

    return shape_of_items


def _shape_of_tuple(ty: Any) -> FunctionType:
    count = len(ty)
    if ndim_of_list(ty) == 1:
        return lambda value: (count,)
    shapes = [_shape_function(item) for item in ty.types]
    found = _shape_of_first(shapes[0])
    for k, shape_of in enumerate(shapes[1:], 1):
        found = _shape_with_next(found, k, shape_of)
    return _with_count(found, count)


def _shape_of_first(shape_of: FunctionType) -> FunctionType:
    return lambda value: shape_of(value[0])


def _shape_with_next(before: FunctionType, k: int, shape_of: FunctionType) -> FunctionType:
    return lambda value: common_shape(before(value), shape_of(value[k]))


def _with_count(found: FunctionType, count: int) -> FunctionType:
    return lambda value: tuple_insert(found(value), 0, count)


def _fill_function(ty: Any, number: Any) -> FunctionType:
    """Return ``(target, value)``, which stores a value's numbers in an array of its shape."""
    if is_array(ty):

        def store(target, value):
            target[...] = value.astype(number)

        return store
    if isinstance(ty, types.BaseTuple):
        return _fill_of_tuple(ty, number)
    inner = ndim_of_list(ty.dtype)

    def fill_numbers(target, value):
        for k in range(len(value)):
            target[k] = number(value[k])

    if inner == 0:
        return fill_numbers
    fill = _fill_function(ty.dtype, number)

    def fill_items(target, value):
        for k in range(len(value)):
            fill(target[k], value[k])

    return fill_items


def _fill_of_tuple(ty: Any, number: Any) -> FunctionType:
    def nothing(target, value):
        return None

    found = nothing
    for k, item in enumerate(ty.types):
        found = _fill_next_number(found, k, number) if is_number(item) else _fill_next(found, k, _fill_function(item, number))
    return found


def _fill_next_number(before: FunctionType, k: int, number: Any) -> FunctionType:
    def fill(target, value):
        before(target, value)
        target[k] = number(value[k])

    return fill


def _fill_next(before: FunctionType, k: int, store: FunctionType) -> FunctionType:
    def fill(target, value):
        before(target, value)
        store(target[k], value[k])

    return fill


@implements("coluber.present_items")
def present_items(values: Any) -> FunctionType:
    """Return the list of what is in one whose items may be None; TypeError where one is."""

    def impl(values):
        result = []
        for value in values:
            if value is None:
                raise TypeError("expected a value, got None")
            result.append(value)
        return result

    return impl


@implements("str.item", "str.tolist", "bytes.item", "bytes.tolist")
def text_itself(text: Any) -> FunctionType:
    """Return an element of an array of texts as a text of Python's, which it is in compiled code."""
    return lambda text: text


@implements("method:tolist", "method:item")
def tolist(a: Any) -> FunctionType | None:
    """Return the elements as numbers of Python's types, in lists nested as deep as the array has axes."""
    dtype = a.dtype if is_array(a) else a
    if is_array(a) and is_text(dtype):
        return _nested(a.ndim, lambda text: text)
    if isinstance(dtype, types.Record):
        from coluber.lib.numpy.structured import tuple_of

        return _nested(a.ndim, tuple_of(dtype)) if is_array(a) else tuple_of(dtype)
    if not is_real(dtype) and not is_complex(dtype):
        return None
    if is_complex(dtype):
        number = complex
    elif isinstance(dtype, types.Boolean):
        number = bool
    else:
        number = float if isinstance(dtype, types.Float) else int
    if not is_array(a):
        return lambda a: number(a)
    return _nested(a.ndim, number)


def _nested(ndim: int, number: Any) -> FunctionType:
    if ndim == 0:
        return lambda a: number(a[()])
    if ndim == 1:
        return lambda a: [number(x) for x in a]
    inner = _nested(ndim - 1, number)
    return lambda a: [inner(a[k]) for k in range(a.shape[0])]
