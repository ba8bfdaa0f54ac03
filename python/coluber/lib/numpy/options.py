"""What reductions have in common: ``where``, ``initial`` and ``out``."""

from __future__ import annotations

import numpy as np

from coluber.core import errors, types
from coluber.lib.intrinsics import tuple_replace
from coluber.lib.kinds import fits, is_array, is_integer, is_none, literal_bool, numpy_class
from coluber.lib.numpy.axes import are_constant, constant_axes, normalize_axis

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Array, Type


def first_number(initial: Any, dtype: Type) -> FunctionType:
    """Return ``(initial)``: the number with which a reduction in a dtype begins, which must have room for a constant."""
    number = numpy_class(dtype)
    if fits(initial, dtype):
        return lambda initial: number(initial)
    message = f"Python integer {initial.literal_value} out of bounds for {dtype}"

    def refused(initial):
        if initial == initial:
            raise OverflowError(message)
        return number(0)

    return refused


def is_everywhere(where: Any) -> bool:
    """Whether the argument says that all elements count."""
    if where is True or isinstance(where, types.BooleanLiteral):
        return where is True or bool(where.literal_value)
    if is_none(where):
        return True
    dtype = where.dtype if is_array(where) else where
    if not isinstance(dtype, types.Boolean):
        raise errors.TypingError(f"where= takes bools, not {where}")
    return False


def result_ndim(a: Array, axis: Any, keepdims: Any) -> int:
    """Return how many axes are left."""
    if literal_bool(keepdims, "keepdims") or a.ndim == 0:
        return a.ndim
    if is_none(axis):
        return 0
    if is_integer(axis):
        return a.ndim - 1
    if not isinstance(axis, types.BaseTuple):
        raise errors.TypingError(f"the argument 'axis' must be an integer or a tuple of integers, not {axis}")
    return a.ndim - len(axis)


def along(function: Any, axis: Any, ndim: int, keepdims: Any, number: Any = None) -> FunctionType:
    """Return ``(a, axis)``: a reduction by the arguments of the call.

    Parameters
    ----------
    function : callable
        Such as ``numpy.sum``.
    axis, keepdims : type
        The arguments.
    ndim : int
        Number of axes of the array.
    number : class, optional
        What is passed as ``dtype``.
    """
    keep = literal_bool(keepdims, "keepdims")
    if is_none(axis) or is_integer(axis) or not are_constant(axis):

        def plain(a, axis):
            return function(a, axis=axis, keepdims=keep)

        def converted(a, axis):
            return function(a, axis=axis, dtype=number, keepdims=keep)

        return plain if number is None else converted
    axes = constant_axes(axis, ndim)

    def several(a, axis):
        return function(a, axis=axes, keepdims=keep)

    def several_converted(a, axis):
        return function(a, axis=axes, dtype=number, keepdims=keep)

    return several if number is None else several_converted


def keep_array(a, where):
    """Return the array: all elements count."""
    return a


def keep_result(result, out):
    """Return the result: there is no array for it."""
    return result


def masked(a: Array, where: Any, neutral: Any) -> FunctionType:
    """Return ``(a, where)``: the elements that count, and a neutral one in place of the others."""
    if is_everywhere(where):
        return keep_array
    number = numpy_class(a.dtype)
    fill = number(neutral)

    def replace(a, where):
        return np.where(where, a, fill)

    return replace


def stored(name: str, result: Type, out: Any, ndim: int) -> FunctionType:
    """Return ``(result, out)``: the result, or the array that it was stored in.

    Parameters
    ----------
    name : str
        The ufunc, for messages.
    result : Type
        The type of the results.
    out : type
        The argument.
    ndim : int
        Number of axes of the result.
    """
    if is_none(out):
        return keep_result
    if not is_array(out):
        raise errors.TypingError(f"return arrays must be of ArrayType, not {out}")
    _check_output(name, result, out, ndim)
    number = numpy_class(out.dtype)
    message = f"output parameter for reduction operation {name} has a non-reduction dimension not equal to the input one."

    def store_number(result, out):
        out[()] = number(result)
        return out

    def store_array(result, out):
        if result.shape != out.shape:
            raise ValueError(message)
        out[...] = result.astype(number)
        return out

    return store_array if ndim else store_number


def output_type(name: str, a: Array, out: Any) -> Type | None:
    """Return the type in which elements are added or multiplied for the sake of an array for the results; None without one."""
    if not is_array(out):
        return None
    if not np.can_cast(a.dtype.name, out.dtype.name, "same_kind"):
        raise errors.TypingError(
            f"Cannot cast ufunc '{name}' input 0 from dtype('{a.dtype}') to dtype('{out.dtype}') with casting rule 'same_kind'"
        )
    return out.dtype


def _check_output(name: str, result: Type, out: Array, ndim: int) -> None:
    if out.ndim != ndim:
        raise errors.NumbaValueError(
            f"output parameter for reduction operation {name} has the wrong number of dimensions: "
            f"Found {out.ndim} but expected {ndim}"
        )
    if not np.can_cast(result.name, out.dtype.name, "same_kind"):
        raise errors.TypingError(
            f"Cannot cast ufunc '{name}' output from dtype('{result}') to dtype('{out.dtype}') with casting rule 'same_kind'"
        )


def one_long(a: Array, axis: Any) -> FunctionType:
    """Return ``(shape, axis)``: the shape in which the axes that are reduced have one element."""
    ndim = a.ndim
    ones = (1,) * ndim
    if is_none(axis):
        return lambda shape, axis: ones
    if is_integer(axis):
        return lambda shape, axis: tuple_replace(shape, normalize_axis(axis, ndim), 1)
    if not are_constant(axis):
        return _named_one_long(ndim)
    return _all_one_long(constant_axes(axis, ndim))


def _named_one_long(ndim: int) -> FunctionType:
    def shortened(shape, axis):
        result = shape
        for k in axis:
            result = tuple_replace(result, normalize_axis(k, ndim), 1)
        return result

    return shortened


def _all_one_long(axes: tuple[int, ...]) -> FunctionType:
    if not axes:
        return lambda shape, axis: shape
    rest, at = _all_one_long(axes[1:]), axes[0]

    def shortened(shape, axis):
        return tuple_replace(rest(shape, axis), at, 1)

    return shortened
