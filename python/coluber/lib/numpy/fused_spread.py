"""``var`` and ``std`` of expressions, and ``nanvar`` and ``nanstd``.

Elements are computed twice, for the mean and for the squared distances from it, and no array is made of them.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.intrinsics import expression_item, expression_part, expression_shape, tuple_replace
from coluber.lib.kinds import is_complex, is_integer, is_integral, is_none, literal_bool, numpy_class
from coluber.lib.numpy.axes import normalize_axis
from coluber.lib.numpy.fused import is_usual
from coluber.lib.numpy.fused_folds import Source, functions_of, is_plain, of_expression, size_of
from coluber.lib.numpy.fused_nan import numbers_fold
from coluber.lib.numpy.layouts import is_reversed, reshaped
from coluber.lib.numpy.nan_functions import number_sum_fold
from coluber.lib.numpy.reductions import division, sum_fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any

    from coluber.core.types import Array, Type


def _real(dtype: Type) -> Type:
    """Return the type of variances of elements of a type."""
    if is_integral(dtype):
        return types.float64
    return dtype.underlying_float if is_complex(dtype) else dtype


def _square(dtype: Type, passes_nans: bool) -> FunctionType:
    """Return ``(x, mean)``: the squared distance of an element from the mean; 0 of a NaN that does not count."""
    zero = numpy_class(_real(dtype))(0)

    def real(x, mean):
        distance = x - mean
        return distance * distance

    def complex_(x, mean):
        distance = x - mean
        return distance.real * distance.real + distance.imag * distance.imag

    square = complex_ if is_complex(dtype) else real

    def of_numbers(x, mean):
        return square(x, mean) if x == x else zero

    return of_numbers if passes_nans else square


@cache
def _squares(text: str, dtype: Type, passes_nans: bool) -> Source:
    """Return the squared distances of an expression's elements from a mean; what is given are its inputs and the mean."""
    square, element = _square(dtype, passes_nans), numpy_class(dtype)

    def part(given, buffer, start, count):
        inputs, mean = given
        elements = np.empty(count, element)
        expression_part(text, inputs, elements, start, count)
        for k in range(count):
            buffer[k] = square(elements[k], mean)

    def item(given, place):
        inputs, mean = given
        return square(expression_item(text, inputs, place), mean)

    return Source(part, item, _real(dtype))


@cache
def _squares_along(text: str, dtype: Type) -> Source:
    """Return the squared distances from the means along an axis.

    What is given are the inputs, a vector of the means, and how many elements there are along the axis and behind it.
    """
    square, element = _square(dtype, passes_nans=False), numpy_class(dtype)

    def part(given, buffer, start, count):
        inputs, means, n, inner = given
        elements = np.empty(count, element)
        expression_part(text, inputs, elements, start, count)
        first = 0
        while first < count:
            row = (start + first) // inner
            column, slab = start + first - row * inner, row // n
            if inner == 1:
                last, mean = min(count, first + (slab + 1) * n - row), means[slab]
                for k in range(first, last):
                    buffer[k] = square(elements[k], mean)
            else:
                last, low = min(count, first + inner - column), slab * inner + column - first
                for k in range(first, last):
                    buffer[k] = square(elements[k], means[low + k])
            first = last

    def item(given, place):
        inputs, means, n, inner = given
        row = place // inner
        return square(expression_item(text, inputs, place), means[row // n * inner + place - row * inner])

    return Source(part, item, _real(dtype))


def _whole(a: Array, text: str) -> FunctionType:
    """Return ``(inputs, axis, ddof)``: the variance of all elements."""
    mean_type = types.float64 if is_integral(a.dtype) else a.dtype
    total, _ = functions_of(of_expression(text, a.dtype), sum_fold(mean_type))
    squares, _ = functions_of(_squares(text, a.dtype, False), sum_fold(_real(a.dtype)))
    divide, number = division(mean_type), numpy_class(_real(a.dtype))

    def variance(inputs, axis, ddof):
        size = size_of(expression_shape(text, inputs))
        mean = divide(total(inputs, size), size)
        return number(np.divide(squares((inputs, mean), size), number(max(size - ddof, 0))))

    return variance


def _whole_of_numbers(a: Array, text: str) -> FunctionType:
    """Return ``(inputs, axis, ddof)``: the variance of the elements that are no NaNs."""
    source, number = of_expression(text, a.dtype), numpy_class(_real(a.dtype))
    total, _ = functions_of(source, number_sum_fold(a.dtype))
    numbers, _ = functions_of(source, numbers_fold())
    squares, _ = functions_of(_squares(text, a.dtype, True), sum_fold(_real(a.dtype)))
    divide, nan = division(a.dtype), number(np.nan)

    def variance(inputs, axis, ddof):
        size = size_of(expression_shape(text, inputs))
        count = numbers(inputs, size)
        mean = divide(total(inputs, size), count)
        rest = count - ddof
        return np.divide(squares((inputs, mean), size), number(rest)) if rest > 0 else nan

    return variance


def _along(a: Array, text: str, keep: bool) -> FunctionType:
    """Return ``(inputs, axis, ddof)``: the variances along an axis."""
    mean_type = types.float64 if is_integral(a.dtype) else a.dtype
    _, totals = functions_of(of_expression(text, a.dtype), sum_fold(mean_type))
    _, squares = functions_of(_squares_along(text, a.dtype), sum_fold(_real(a.dtype)))
    divide, number, ndim = division(mean_type), numpy_class(_real(a.dtype)), a.ndim
    reverse, shaped = is_reversed(a), reshaped(a)

    def in_order(inputs, shape, at, ddof):
        n, inner = shape[at], 1
        for k in range(at + 1, ndim):
            inner *= shape[k]
        means = divide(totals(inputs, shape, at), n)
        found = squares((inputs, means.ravel(), n, inner), shape, at)
        return np.divide(found, number(max(n - ddof, 0)))

    def variance(inputs, axis, ddof):
        shape = expression_shape(text, inputs)
        at = normalize_axis(axis, ndim)
        found = in_order(inputs, shape[::-1], ndim - 1 - at, ddof).T if reverse else in_order(inputs, shape, at, ddof)
        return shaped(found, tuple_replace(shape, at, 1)) if keep else found

    return variance


def _spread(root: bool, passes_nans: bool, arguments: tuple[Any, ...]) -> FunctionType | None:
    """Return the function for the variance, or its root; None for arguments that need an array."""
    a, name, axis, dtype, out, keepdims, where, mean, correction = arguments
    keep, text = literal_bool(keepdims, "keepdims"), name.literal_value
    if not is_usual(out, None, where) or not (is_none(mean) and is_none(dtype)) or not is_plain(a.dtype):
        return None
    whole = is_none(axis) or (is_integer(axis) and a.ndim == 1)
    passes_nans = passes_nans and not is_integral(a.dtype)
    if whole:
        if keep:
            return None
        variance = _whole_of_numbers(a, text) if passes_nans else _whole(a, text)
    elif is_integer(axis) and not passes_nans:
        variance = _along(a, text, keep)
    else:
        return None
    finish, corrected, only = np.sqrt if root else _itself, not is_none(correction), whole and not is_none(axis)

    def impl(a, name, inputs, axis=None, dtype=None, out=None, ddof=0, keepdims=False, where=True, mean=None, correction=None):
        if only:
            normalize_axis(axis, 1)
        return finish(variance(inputs, axis, correction if corrected else ddof))

    return impl


def _itself(x):
    return x


def _register(function: str, root: bool, passes_nans: bool) -> None:
    @implements(f"coluber.fused.{function}")
    def spread(
        a: Any,
        name: Any,
        inputs: Any,
        axis: Any = None,
        dtype: Any = None,
        out: Any = None,
        ddof: Any = 0,
        keepdims: Any = False,
        where: Any = True,
        mean: Any = None,
        correction: Any = None,
    ) -> FunctionType | None:
        """Mean squared distance from the mean, or its root."""
        if not is_none(correction) and not isinstance(ddof, int):
            return None
        return _spread(root, passes_nans, (a, name, axis, dtype, out, keepdims, where, mean, correction))


for _name, _root, _passes in (("var", False, False), ("std", True, False), ("nanvar", False, True), ("nanstd", True, True)):
    _register(_name, _root, _passes)
