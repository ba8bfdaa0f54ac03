"""Arrays from arrays, tuples and numbers."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import tuple_insert
from coluber.lib.kinds import dtype_type, is_array, is_none, is_number, numpy_class, result_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type


def in_c_order(a):
    """Return the array, or a copy where it is not contiguous in C order."""
    return a.ravel().reshape(a.shape)


def unchanged(a):
    """Return the array."""
    return a


def in_fortran_order(a):
    """Return a copy in Fortran order."""
    return a.T.ravel().reshape(a.T.shape).T


def c_order_function(a: Any) -> FunctionType:
    """Return the function that makes an array of this type contiguous in C order."""
    return unchanged if a.layout == "C" else in_c_order


@implements("numpy.ascontiguousarray")
def ascontiguousarray(a: Any) -> FunctionType | None:
    """Return the array, or a copy where it is not contiguous."""
    return c_order_function(a) if is_array(a) and a.ndim > 0 else None


@implements("numpy.asfortranarray")
def asfortranarray(a: Any) -> FunctionType | None:
    """Return the array, or a copy where it is not in Fortran order."""
    if not is_array(a) or a.ndim == 0:
        return None
    return unchanged if a.layout == "F" or (a.ndim == 1 and a.layout == "C") else in_fortran_order


@implements("numpy.array")
def array(object: Any, dtype: Any = None) -> FunctionType | None:  # noqa: A002
    """Return a new array of the elements of an array, a tuple, nested tuples, or of a number."""
    if not is_array(object):
        return _of_items(object, dtype)
    number = numpy_class(object.dtype if is_none(dtype) else dtype_type(dtype))

    def impl(object, dtype=None):  # noqa: A002
        return object.astype(number)

    return impl


@implements("numpy.asarray")
def asarray(a: Any, dtype: Any = None) -> FunctionType | None:
    """Return an array as it is, or what `array` makes of other values."""
    if not is_array(a):
        return _of_items(a, dtype)
    if is_none(dtype) or dtype_type(dtype) == a.dtype:

        def impl(a, dtype=None):
            return a

        return impl
    number = numpy_class(dtype_type(dtype))

    def impl_converted(a, dtype=None):
        return a.astype(number)

    return impl_converted


def _of_items(value: Any, dtype: Any) -> FunctionType | None:
    """Return the function that makes an array of a tuple or a number; None where NumPy would not give one of numbers."""
    if is_number(value):
        return _of_number(numpy_class(types.unliteral(value) if is_none(dtype) else dtype_type(dtype)))
    if not isinstance(value, types.BaseTuple) or len(value) == 0:
        return None
    items = value.types
    if all(is_array(ty) for ty in items):
        return _of_arrays(items, dtype)
    shape = shape_of_tuples(value)
    if shape is None or len(shape) > 3:
        return None
    numbers = leaves(value)
    number = numpy_class(result_type(*numbers) if is_none(dtype) else dtype_type(dtype))
    return (_of_vector, _of_matrix, _of_cube)[len(shape) - 1](shape, number)


def shape_of_tuples(ty: Any) -> tuple[int, ...] | None:
    """Return the shape of nested tuples of numbers, or None where they are ragged."""
    if is_number(ty):
        return ()
    if not isinstance(ty, types.BaseTuple):
        return None
    shapes = {shape_of_tuples(item) for item in ty.types}
    if len(shapes) != 1 or None in shapes:
        return None
    return (len(ty), *shapes.pop())


def leaves(ty: Any) -> list[Type]:
    """Return the types of the numbers in nested tuples."""
    return [ty] if is_number(ty) else [leaf for item in ty.types for leaf in leaves(item)]


def _of_number(number: Any) -> FunctionType:
    def impl(value, dtype=None):
        return np.full((), value, number)

    return impl


def _of_vector(shape: tuple[int, ...], number: Any) -> FunctionType:
    def impl(value, dtype=None):
        result = np.empty(shape, number)
        for k, x in enumerate(value):
            result[k] = number(x)
        return result

    return impl


def _of_matrix(shape: tuple[int, ...], number: Any) -> FunctionType:
    def impl(value, dtype=None):
        result = np.empty(shape, number)
        for i, row in enumerate(value):
            for j, x in enumerate(row):
                result[i, j] = number(x)
        return result

    return impl


def _of_cube(shape: tuple[int, ...], number: Any) -> FunctionType:
    def impl(value, dtype=None):
        result = np.empty(shape, number)
        for i, matrix in enumerate(value):
            for j, row in enumerate(matrix):
                for k, x in enumerate(row):
                    result[i, j, k] = number(x)
        return result

    return impl


def _of_arrays(items: tuple[Any, ...], dtype: Any) -> FunctionType | None:
    """Return the function that stacks arrays of one rank along a new first axis."""
    if len({ty.ndim for ty in items}) != 1 or len(set(items)) != 1:
        return None
    number = numpy_class(result_type(*[ty.dtype for ty in items]) if is_none(dtype) else dtype_type(dtype))
    count = len(items)

    def impl(value, dtype=None):
        shape = value[0].shape
        result = np.empty(tuple_insert(shape, 0, count), number)
        for k, item in enumerate(value):
            if item.shape != shape:
                raise ValueError("all input arrays must have the same shape")
            result[k] = item
        return result

    return impl
