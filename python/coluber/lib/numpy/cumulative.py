"""Running sums and products, and differences of neighbours."""

from __future__ import annotations

import numpy as np

from coluber.core import types
from coluber.core.extending import implements
from coluber.lib.kinds import dtype_type, is_array, is_integer, is_integral, is_none, is_unsigned, numpy_class, refuse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FunctionType
    from typing import Any


def _add(p, q):
    return p + q


def _multiply(p, q):
    return p * q


def _running(a: Any, axis: Any, dtype: Any, out: Any, join: Any) -> FunctionType | None:
    if not is_array(a) or not (is_none(axis) or is_integer(axis)):
        return None
    refuse("out", out)
    if not is_none(dtype):
        result = dtype_type(dtype)
    elif is_integral(a.dtype):
        result = types.uint64 if is_unsigned(a.dtype) else types.int64
    else:
        result = a.dtype
    number = numpy_class(result)

    def vector(a, target):
        if a.size == 0:
            return
        last = number(a[0])
        target[0] = last
        for i in range(1, a.size):
            last = number(join(last, number(a[i])))
            target[i] = last

    def whole(a, axis=None, dtype=None, out=None):
        target = np.empty(a.size, number)
        vector(a.ravel(), target)
        return target

    def along(a, axis=None, dtype=None, out=None):
        result = np.empty(a.shape, number)
        source, target = np.moveaxis(a, axis, 0), np.moveaxis(result, axis, 0)
        if result.size == 0:
            return result
        target[0] = source[0]
        for i in range(1, source.shape[0]):
            target[i] = join(target[i - 1], source[i])
        return result

    def checked(a, axis=None, dtype=None, out=None):
        target = np.empty(a.size, number)
        vector(np.moveaxis(a, axis, 0), target)
        return target

    if is_none(axis):
        return whole
    return checked if a.ndim == 1 else along


@implements("numpy.cumsum", "array.cumsum")
def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> FunctionType | None:
    """Return running sums of the elements."""
    return _running(a, axis, dtype, out, _add)


@implements("numpy.cumprod", "array.cumprod")
def cumprod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> FunctionType | None:
    """Return running products of the elements."""
    return _running(a, axis, dtype, out, _multiply)


@implements("numpy.diff")
def diff(a: Any, n: Any = 1, axis: Any = -1, prepend: Any = None, append: Any = None) -> FunctionType | None:
    """Differences of neighbours along an axis, ``n`` times."""
    if not (is_array(a) and a.ndim > 0 and (n == 1 or is_integer(n)) and (axis == -1 or is_integer(axis))):
        return None
    if not (is_none(prepend) and is_none(append)):
        return _diff_extended(a, prepend, append)
    if isinstance(a.dtype, types.Boolean):
        return _changes(a.ndim)
    flat = a.ndim == 1

    def vector(a, n=1, axis=-1, prepend=None, append=None):
        if n < 0:
            raise ValueError("order must be non-negative but got", n)
        rest = np.moveaxis(a, axis, 0).copy()
        for _ in range(n):
            rest = rest[1:] - rest[:-1]
        return rest

    def along(a, n=1, axis=-1, prepend=None, append=None):
        return np.moveaxis(vector(a, n, axis), 0, axis)

    return vector if flat else along


def _diff_extended(a: Any, prepend: Any, append: Any) -> FunctionType | None:
    """Return the function for an array that is extended first."""
    from coluber.lib.numpy.calculus import extension

    extend = extension(a, prepend, append)
    if extend is None:
        return None

    def impl(a, n=1, axis=-1, prepend=None, append=None):
        return np.diff(extend(a, axis, prepend, append), n, axis)

    return impl


def _changes(ndim: int) -> FunctionType:
    """Return the function for arrays of bools, whose differences say where neighbours are unequal."""

    def vector(a, n=1, axis=-1, prepend=None, append=None):
        rest = np.moveaxis(a, axis, 0).copy()
        for _ in range(n):
            rest = rest[1:] != rest[:-1]
        return rest

    def along(a, n=1, axis=-1, prepend=None, append=None):
        return np.moveaxis(vector(a, n, axis), 0, axis)

    return vector if ndim == 1 else along
