"""Arguments that may be arrays, numbers or tuples: what arrays they become."""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import types
from coluber.lib.intrinsics import tuple_insert
from coluber.lib.kinds import dtype_name, is_array, is_list, is_number, is_text, is_time, numpy_class
from coluber.lib.numpy.conversion import leaves, shape_of_tuples
from coluber.lib.numpy.from_lists import dtype_of_list, ndim_of_list
from coluber.np.numpy_support import from_dtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Type

# What a number that is no array counts as beside arrays: only its kind matters.
_WEAK = {"int64": 0, "float64": 0.0, "complex128": 0j}


def is_array_like(ty: object) -> bool:
    """Whether NumPy makes an array of a value: of numbers, or of one time or record."""
    return is_array(ty) or is_number(ty) or _is_sequence(ty) or (is_list(ty) and ndim_of_list(ty) is not None) or is_element(ty)


def is_element(ty: object) -> bool:
    """Whether the type is one of elements of arrays that are no numbers: a time or a record."""
    return is_time(ty) or isinstance(ty, types.Record)


def _is_sequence(ty: object) -> bool:
    return isinstance(ty, types.BaseTuple) and len(ty) > 0 and shape_of_tuples(ty) is not None


def ndim_of(ty: Any) -> int:
    """Return how many axes the array has that is made of a value."""
    if is_array(ty):
        return ty.ndim
    if is_list(ty):
        return ndim_of_list(ty) or 0
    return len(shape_of_tuples(ty) or ())


def dtype_of(ty: Any) -> Type:
    """Return the dtype of the array that is made of a value."""
    if is_array(ty):
        return ty.dtype
    if is_list(ty):
        return dtype_of_list(ty)
    return common_dtype(*leaves(ty)) if isinstance(ty, types.BaseTuple) else types.unliteral(ty)


def reversed_type(ty: Any) -> Any:
    """Return the type of what `reversed_axes` gives for an array in Fortran order; others are what they are."""
    return ty.copy(layout="C") if is_array(ty) else ty


def reversed_axes(ty: Any) -> FunctionType:
    """Return the function that gives the transpose of an array, a number as it is."""

    def of_array(a):
        return a.T

    def of_number(x):
        return x

    return of_array if is_array(ty) else of_number


def array_type(ty: Any) -> Any:
    """Return the type of the array that is made of a value."""
    return ty if is_array(ty) else types.Array(dtype_of(ty), ndim_of(ty), "C")


def to_array(ty: Any) -> FunctionType:
    """Return the function that makes an array of a value of a type."""
    return same if is_array(ty) else np_asarray


def same(x):
    """Return the argument."""
    return x


def np_asarray(x):
    """Return an array of a number or a tuple."""
    return np.asarray(x)


def _is_strong(ty: object) -> bool:
    """Whether the dtype of an argument counts in promotion; numbers adapt."""
    return isinstance(ty, (types.Array, types.BaseTuple)) or is_list(ty)


def common_dtype(*operands: Any) -> Type:
    """Return the dtype to which NumPy promotes arrays and numbers; numbers of Python's types adapt to arrays."""
    dtypes = [dtype_of(ty) if _is_strong(ty) else types.unliteral(ty) for ty in operands]
    if all(ty == dtypes[0] for ty in dtypes):
        return dtypes[0]
    weak = [not _is_strong(ty) for ty in operands]
    strong = not all(weak)
    names = [_WEAK.get(ty.name, ty.name) if strong and soft else dtype_name(ty) for ty, soft in zip(dtypes, weak, strict=True)]
    return from_dtype(np.result_type(*names))


def empty_function(dtype: Type) -> FunctionType:
    """Return ``(shape, sample)``: a new array of a dtype; the sample has the dtype where it is none of numbers."""
    if is_time(dtype):
        name = dtype.name
        return lambda shape, sample: np.empty(shape, name)
    if not is_number(dtype) and not is_text(dtype):

        def like(shape, sample):
            return np.empty(shape, sample.dtype)

        return like
    return _empty_numbers(numpy_class(dtype))


@cache
def _empty_numbers(number: Any) -> FunctionType:
    def empty(shape, sample):
        return np.empty(shape, number)

    return empty


def gather_items(functions: Sequence[FunctionType]) -> FunctionType:
    """Return ``(items)``: the tuple of what each of some functions returns for the item of a tuple at its position."""

    def nothing(items):
        return ()

    result = nothing
    for k, function in enumerate(functions):
        result = _with_next(result, k, function)
    return result


def _with_next(before: FunctionType, k: int, function: FunctionType) -> FunctionType:
    def items_so_far(items):
        return (*before(items), function(items[k]))

    return items_so_far


@cache
def insert_lengths(count: int) -> FunctionType:
    """Return ``(shape, axis, lengths)``: a shape with so many more axes at a place."""
    if count == 0:
        return lambda shape, axis, lengths: shape
    rest, last = insert_lengths(count - 1), count - 1

    def insert(shape, axis, lengths):
        return rest(tuple_insert(shape, axis, lengths[last]), axis, lengths[:last])

    return insert
