"""Windows for signals, and points at distances that grow: ``hanning``, ``kaiser``, ``logspace``, ``geomspace``."""

from __future__ import annotations

import math

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import (
    dtype_type,
    is_array,
    is_complex,
    is_integral,
    is_none,
    is_number,
    is_real,
    numpy_class,
    result_type,
)
from coluber.lib.numpy.rounding import bessel_i0

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _sum_of_cosines(a: float, b: float, c: float) -> FunctionType:
    """Return the height of a window at a place from -1 to 1."""

    def height(x):
        if c == 0.0:
            return a + b * np.cos(math.pi * x)
        return a + b * np.cos(math.pi * x) + c * np.cos(2.0 * math.pi * x)

    return height


def _triangle(x):
    return 1.0 + x if x <= 0.0 else 1.0 - x


def _register_window(name: str, height: FunctionType) -> None:
    @implements(f"numpy.{name}")
    def choose(M):  # noqa: N803
        if not is_real(M):
            return None

        def impl(M):  # noqa: N803
            n = max(np.int64(math.ceil(M - 0.5)), 0)
            result = np.empty(n)
            for i in range(n):
                result[i] = height((2.0 * i + 1.0 - M) / (M - 1.0)) if M > 1 else 1.0
            return result

        return impl


for _name, _height in (
    ("bartlett", _triangle),
    ("blackman", _sum_of_cosines(0.42, 0.5, 0.08)),
    ("hamming", _sum_of_cosines(0.54, 0.46, 0.0)),
    ("hanning", _sum_of_cosines(0.5, 0.5, 0.0)),
):
    _register_window(_name, _height)


@implements("numpy.kaiser")
def kaiser(M: Any, beta: Any) -> FunctionType | None:  # noqa: N803
    """Return a window that is made of Bessel functions."""
    if not (is_real(M) and is_real(beta)):
        return None

    def impl(M, beta):  # noqa: N803
        n = max(np.int64(math.ceil(M)), 0)
        result = np.empty(n)
        if n == 1:
            result[0] = 1.0
            return result
        middle = (M - 1.0) / 2.0
        peak = bessel_i0(np.float64(beta), 0)
        for i in range(n):
            x = (i - middle) / middle
            result[i] = bessel_i0(beta * np.sqrt(1.0 - x * x), 0) / peak
        return result

    return impl


@implements("numpy.logspace")
def logspace(
    start: Any, stop: Any, num: Any = 50, endpoint: Any = True, base: Any = 10.0, dtype: Any = None, axis: Any = None
) -> FunctionType | None:
    """Return powers of a base whose exponents are at equal distances."""
    if not all(is_number(ty) or is_array(ty) or isinstance(ty, float) for ty in (start, stop, base)):
        return None
    convert, at = _conversion(dtype), _axis_of_points(axis)

    def impl(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=None):
        return convert(at(np.power(base, np.linspace(start, stop, num, endpoint)), axis))

    def impl_arrays(start, stop, num=50, endpoint=True, base=10.0, dtype=None, axis=None):
        bases = np.asarray(base)
        first, last, _ = np.broadcast_arrays(np.asarray(start), np.asarray(stop), bases)
        powers = np.power(np.expand_dims(np.broadcast_to(bases, first.shape), 0), np.linspace(first, last, num, endpoint))
        return convert(at(powers, axis))

    return impl_arrays if is_array(base) else impl


def _axis_of_points(axis: Any) -> FunctionType:
    """Return ``(points, axis)``: an array whose first axis is that of the points, with it in its place."""
    if is_none(axis) or axis == 0:
        return lambda points, axis: points
    return lambda points, axis: np.moveaxis(points, 0, axis)


def _conversion(dtype: Any) -> FunctionType:
    def same(a):
        return a

    if is_none(dtype):
        return same
    number = numpy_class(dtype_type(dtype))

    def converted(a):
        return a.astype(number)

    return converted


@implements("numpy.geomspace")
def geomspace(
    start: Any, stop: Any, num: Any = 50, endpoint: Any = True, dtype: Any = None, axis: Any = None
) -> FunctionType | None:
    """Return numbers of which each is the one before times a factor."""
    if not (num == 50 or is_integral(num)):
        return None
    if not (is_real(start) and is_real(stop)):
        return _geomspace_of_arrays(start, stop, dtype, axis)
    convert = _conversion(dtype)

    def impl(start, stop, num=50, endpoint=True, dtype=None, axis=None):
        first, last = start * 1.0, stop * 1.0
        if first == 0.0 or last == 0.0:
            raise ValueError("Geometric sequence cannot include zero")
        sign = np.sign(first)
        result = np.power(10.0, np.linspace(np.log10(first / sign), np.log10(last / sign), num, endpoint)) * sign
        if num > 0:
            result[0] = first
            if num > 1 and endpoint:
                result[num - 1] = last
        return convert(result)

    return impl


def _geomspace_of_arrays(start: Any, stop: Any, dtype: Any, axis: Any) -> FunctionType | None:
    """Return the function for elements of arrays, and for complex numbers, which are turned so that the first is real."""
    operands = [ty.dtype if is_array(ty) else types.unliteral(ty) for ty in (start, stop)]
    if not all(map(is_number, operands)):
        return None
    number = numpy_class(result_type(*operands, types.float64))
    convert, at = _conversion(dtype), _axis_of_points(axis)
    is_complex_result = any(map(is_complex, operands))

    def turned(factor):
        return factor / np.abs(factor) if is_complex_result else np.sign(factor)

    def points(start, stop, num, endpoint):
        first, last = np.broadcast_arrays(np.asarray(start).astype(number), np.asarray(stop).astype(number))
        if np.any(first == 0) or np.any(last == 0):
            raise ValueError("Geometric sequence cannot include zero")
        sign = turned(first)
        exponents = np.linspace(np.log10(first / sign), np.log10(last / sign), num, endpoint)
        result = np.power(number(10.0), exponents)
        if num > 0:
            result[0] = number(1) * (first / sign)
            if num > 1 and endpoint:
                result[num - 1] = last / sign
        return result * sign

    def impl(start, stop, num=50, endpoint=True, dtype=None, axis=None):
        return convert(at(points(start, stop, num, endpoint), axis))

    return impl
